//! A sheet as one page of HTML: inline pictures, no scripts, nothing from the network; readable on a telephone and in print.
use super::{Chapter, KindSheet, Of, Options, Sheet, tagged};
use crate::ruletext::{Group, Line, Piece, Sort, capital};
use pictures::svg::escape;
use std::fmt::Write as _;

/// The page.
pub fn html(sheet: &Sheet, options: &Options) -> String {
    let mut page = Page {
        out: String::new(),
        options,
    };
    page.page(sheet);
    page.out
}

struct Page<'o> {
    out: String,
    options: &'o Options,
}

impl Page<'_> {
    fn add(&mut self, html: &str) {
        self.out.push_str(html);
        self.out.push('\n');
    }

    fn page(&mut self, sheet: &Sheet) {
        let first = sheet.chapters.first();
        let title = first.map_or(String::new(), |c| capital(&c.text.title));
        let paper = if self.options.letter { "letter" } else { "a4" };
        self.add("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
        self.add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        self.add(&format!("<title>{}: the rules</title>", escape(&title)));
        let style = include_str!("style.css");
        self.add(&format!(
            "<style>\n{style}@page {{ size: {paper}; margin: 14mm; }}\n</style>"
        ));
        self.add("</head>\n<body>");
        if self.options.cards {
            sheet.chapters.iter().for_each(|chapter| self.cut(chapter));
            self.add("</body>\n</html>");
            return;
        }
        if sheet.chapters.len() > 1 {
            self.index(sheet, &title);
        }
        for chapter in &sheet.chapters {
            self.chapter(chapter);
        }
        self.back(sheet);
        self.add("</body>\n</html>");
    }

    fn index(&mut self, sheet: &Sheet, title: &str) {
        self.add(&format!(
            "<header><h1>{}</h1>\n<p class=\"sub\">The rules in full</p></header>\n<nav>",
            escape(title)
        ));
        for (of, heading) in [
            (Of::Variant, "Games"),
            (Of::Mode, "Modes"),
            (Of::Army, "Armies"),
        ] {
            let mut there: Vec<&Chapter> = sheet.chapters.iter().filter(|c| c.of == of).collect();
            if there.is_empty() {
                continue;
            }
            there.sort_by_key(|c| plain_title(&c.text.title));
            self.add(&format!("<h3>{heading}</h3>\n<ol>"));
            for chapter in there {
                let mut title = escape(&capital(&chapter.text.title));
                // two armies may have one title
                let alike = |c: &&Chapter| c.of == of && c.text.title == chapter.text.title;
                if sheet.chapters.iter().filter(alike).count() > 1 {
                    title += &format!(" ({})", escape(&chapter.text.name.replace('-', " ")));
                }
                self.add(&format!(
                    "<li><a href=\"#{}\">{title}</a></li>",
                    escape(&chapter.anchor)
                ));
            }
            self.add("</ol>");
        }
        self.add("</nav>");
    }

    fn chapter(&mut self, chapter: &Chapter) {
        let mode = if chapter.of == Of::Mode { " mode" } else { "" };
        self.add(&format!(
            "<section class=\"chapter{mode}\" id=\"{}\">\n<h2>{}</h2>",
            escape(&chapter.anchor),
            escape(&capital(&chapter.text.title))
        ));
        if !chapter.subtitle.is_empty() {
            self.add(&format!(
                "<p class=\"sub\">{}</p>",
                escape(&chapter.subtitle)
            ));
        }
        if chapter.of == Of::Army {
            self.figure("setup", chapter.setup.as_ref().map(|s| s.0.as_str()));
            self.powers(chapter);
            self.kinds("The pieces of this army", &[], &chapter.kinds);
        } else {
            for group in Group::ALL {
                let lines = chapter.text.group(group);
                match group {
                    Group::Board => {
                        self.heading(group, lines, chapter.setup.is_some());
                        self.figure("setup", chapter.setup.as_ref().map(|s| s.0.as_str()));
                        // what the picture shows need not be written as rows
                        let drawn = chapter.setup.is_some();
                        let shown = |l: &&Line| {
                            let rows = l.inner.iter().any(|i| i.sort == Sort::Row);
                            !(drawn && rows && !l.text.starts_with("While "))
                        };
                        let rest: Vec<Line> = lines.iter().filter(shown).cloned().collect();
                        self.lines(&rest);
                    }
                    Group::Pieces => self.kinds(group.heading(), lines, &chapter.kinds),
                    _ => {
                        self.heading(group, lines, false);
                        self.lines(lines);
                    }
                }
            }
            self.powers(chapter);
        }
        self.add("</section>");
    }

    /// The cards of a chapter to cut out: its powers, then the pieces that are not those of every army.
    fn cut(&mut self, chapter: &Chapter) {
        let title = escape(&capital(&chapter.text.title));
        self.add(&format!("<section class=\"cut\">\n<h2>{title}</h2>\n<div>"));
        for power in &chapter.text.powers {
            let name = power.title.as_ref().unwrap_or(&power.name);
            self.add(&format!(
                "<article class=\"card\">\n<h4>{} <span class=\"letter\">{title}</span></h4>",
                escape(&capital(&name.replace('-', " ")))
            ));
            self.lines(&power.lines);
            self.add("</article>");
        }
        for kind in chapter.kinds.iter().filter(|kind| !kind.usual) {
            self.kind(kind);
        }
        self.add("</div>\n</section>");
    }

    fn heading(&mut self, group: Group, lines: &[Line], more: bool) {
        if !lines.is_empty() || more {
            self.add(&format!("<h3>{}</h3>", group.heading()));
        }
    }

    fn figure(&mut self, class: &str, svg: Option<&str>) {
        if let Some(svg) = svg {
            self.add(&format!("<figure class=\"{class}\">\n{svg}</figure>"));
        }
    }

    fn powers(&mut self, chapter: &Chapter) {
        for power in &chapter.text.powers {
            let title = power
                .title
                .as_ref()
                .unwrap_or(&power.name)
                .replace('-', " ");
            let of = if power.of.is_empty() {
                String::new()
            } else {
                format!(" of {}", power.of.join(", "))
            };
            self.add(&format!(
                "<div class=\"power\">\n<h3>The power{of}: {}</h3>",
                escape(&title)
            ));
            self.lines(&power.lines);
            self.add("</div>");
        }
    }

    fn kinds(&mut self, heading: &str, lines: &[Line], kinds: &[KindSheet]) {
        if lines.is_empty() && kinds.is_empty() {
            return;
        }
        self.add(&format!("<h3>{heading}</h3>"));
        self.lines(lines);
        for usual in [false, true] {
            let there: Vec<&KindSheet> = kinds.iter().filter(|k| k.usual == usual).collect();
            if there.is_empty() {
                continue;
            }
            let class = if usual { "cards compact" } else { "cards" };
            self.add(&format!("<div class=\"{class}\">"));
            there.into_iter().for_each(|kind| self.kind(kind));
            self.add("</div>");
        }
    }

    fn kind(&mut self, kind: &KindSheet) {
        let Piece {
            name, title, lines, ..
        } = &kind.piece;
        let letter = title.as_ref().map_or(String::new(), |t| {
            format!(" <span class=\"letter\">{}</span>", escape(t))
        });
        self.add(&format!(
            "<article class=\"card\">\n<h4>{}{letter}</h4>",
            escape(&capital(&name.replace('-', " ")))
        ));
        let mut lines = lines.clone();
        if let Some(moves) = &kind.moves {
            self.figure("moves", Some(&moves.svg));
            for line in &moves.key {
                self.add(&format!("<p class=\"key\">{}</p>", escape(line)));
            }
            // a footnote that is a sentence of the card is numbered there, others stand here
            for (i, note) in moves.notes.iter().enumerate() {
                let number = i + 1;
                match lines.iter_mut().find(|l| l.text == *note) {
                    Some(line) => line.text = format!("({number}) {note}"),
                    None => {
                        self.add(&format!("<p class=\"key\">({number}) {}</p>", escape(note)));
                    }
                }
            }
        }
        self.lines(&lines);
        self.add("</article>");
    }

    fn lines(&mut self, lines: &[Line]) {
        if lines.is_empty() {
            return;
        }
        self.add("<ul class=\"rules\">");
        lines.iter().for_each(|line| self.line(line));
        self.add("</ul>");
    }

    fn line(&mut self, line: &Line) {
        let words = escape(&line.text);
        let tags = tagged(line, self.options);
        let tags = if tags.is_empty() {
            String::new()
        } else {
            format!("<span class=\"tag\">{}</span>", escape(&tags))
        };
        let inside = match line.sort {
            Sort::Small => format!("<span class=\"small\">({words})</span>{tags}"),
            Sort::Row => format!("<span class=\"row\">{words}</span>"),
            Sort::Sentence => format!("{words}{tags}"),
        };
        // Writing to a string cannot fail.
        let _ = write!(self.out, "<li>{inside}");
        self.inner(&line.inner);
        for branch in &line.then {
            let tags = escape(&tagged(branch, self.options));
            let _ = write!(
                self.out,
                "<div>{}<span class=\"tag\">{tags}</span>",
                escape(&branch.text)
            );
            self.inner(&branch.inner);
            self.out.push_str("</div>");
        }
        self.out.push_str("</li>\n");
    }

    fn inner(&mut self, lines: &[Line]) {
        if !lines.is_empty() {
            self.out.push_str("\n<ul>\n");
            lines.iter().for_each(|line| self.line(line));
            self.out.push_str("</ul>\n");
        }
    }

    fn back(&mut self, sheet: &Sheet) {
        self.add("<section class=\"back\">");
        if !sheet.glossary.is_empty() {
            self.add("<h2 id=\"words\">The words of the rules</h2>\n<p class=\"sub\">Every sentence above is the rule itself; these are the words it is made of.</p>\n<dl>");
            for (word, doc) in &sheet.glossary {
                self.add(&format!(
                    "<div><dt>{}</dt><dd>{}</dd></div>",
                    escape(word),
                    escape(&doc.replace('`', ""))
                ));
            }
            self.add("</dl>");
        }
        if !self.options.anonymous {
            self.add("<footer>\n<p>The games belong to their inventors.</p>");
            for credit in &sheet.credits {
                self.add(&format!("<p>{}</p>", escape(credit)));
            }
            self.add("<p>Printed by Armorial from the rule files; the pictures are drawn from the same rules.</p>\n</footer>");
        }
        self.add("</section>");
    }
}

/// For the alphabet: without an article.
fn plain_title(title: &str) -> String {
    let lower = title.to_lowercase();
    lower.strip_prefix("the ").unwrap_or(&lower).to_string()
}
