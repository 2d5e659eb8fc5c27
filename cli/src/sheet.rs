//! Rule sheets: the rules of variants, modes and armies in full, with a picture of the set-up and a diagram of every kind, put together
//! from the text in force (`ruletext`) and the pictures, to be printed as a page (`html`, `pdf`) or as Markdown (`markdown`).
mod html;
mod markdown;
mod pdf;
mod terminal;

pub use html::html;
pub use markdown::markdown;
pub use pdf::pdf;
pub use terminal::terminal;

use crate::Core;
use crate::exit::Failure;
use crate::ruletext::{self, Line, Piece, Sort, Text};
use crate::scenario::{Stage, start};
use crate::shelf::Shelf;
use dsl::gather::{Armies, Setting};
use dsl::glossary;
use dsl::library::Library;
use dsl::syntax::{Unit, UnitKind};
use engine::ids::{ArmyId, KindId};
use engine::notation::text;
use engine::play::Match;
use engine::rules::Ruleset;
use engine::session::Running;
use pictures::MoveMap;
use pictures::diagram::Under;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How a sheet is made.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Nothing that tells who made it.
    pub anonymous: bool,
    /// With clause tags.
    pub tags: bool,
    /// Printed on letter paper, else on A4.
    pub letter: bool,
    /// Cards to cut out instead of the rules.
    pub cards: bool,
}

/// A booklet.
pub struct Sheet {
    /// Its parts in order.
    pub chapters: Vec<Chapter>,
    /// Words of the language that are in it, with their meanings.
    pub glossary: Vec<(String, String)>,
    /// Who is to be thanked, as the rule files say.
    pub credits: Vec<String>,
}

/// What a chapter is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// A game.
    Variant,
    /// An army.
    Army,
    /// A mode of a game.
    Mode,
}

/// The rules of one variant, army or mode.
pub struct Chapter {
    /// What it is about.
    pub of: Of,
    /// Its rules.
    pub text: Text,
    /// Below the title: what it is a part of, with the edition.
    pub subtitle: String,
    /// A name that no other chapter has, for links.
    pub anchor: String,
    /// The set-up: SVG and text.
    pub setup: Option<(String, String)>,
    /// The kinds that are there.
    pub kinds: Vec<KindSheet>,
    /// Labels of the game's sentences whose place sentences of this army take.
    pub instead: BTreeSet<String>,
}

/// A kind with its diagram.
pub struct KindSheet {
    /// Its name, letter and sentences.
    pub piece: Piece,
    /// Its moves.
    pub moves: Option<Moves>,
    /// In an army: just as in the game it is an army of.
    pub usual: bool,
}

/// The moves of a kind, drawn.
pub struct Moves {
    /// As SVG.
    pub svg: String,
    /// As text, with key and footnotes.
    pub text: String,
    /// What the signs mean.
    pub key: Vec<String>,
    /// The footnotes, numbered from 1.
    pub notes: Vec<String>,
}

/// A chapter that is asked for.
pub struct Wanted<'l> {
    /// The unit.
    pub unit: &'l Unit,
    /// The variant it is shown in.
    pub variant: String,
    /// A mode: the whole game with it, not only what the mode says.
    pub whole: bool,
}

/// Puts a sheet together.
pub struct Maker<'s> {
    shelf: &'s Shelf,
    options: &'s Options,
}

impl<'s> Maker<'s> {
    /// For a library.
    pub fn new(shelf: &'s Shelf, options: &'s Options) -> Self {
        Maker { shelf, options }
    }

    /// The sheet of these chapters in order.
    ///
    /// # Errors
    /// Rules that do not read.
    pub fn sheet(&self, wanted: &[Wanted]) -> Result<Sheet, Failure> {
        let mut chapters = Vec::new();
        for Wanted {
            unit,
            variant,
            whole,
        } in wanted
        {
            let mut chapter = match unit.kind {
                UnitKind::Army => self.army(unit, variant)?,
                UnitKind::Variant => self.variant(variant, None)?,
                _ if *whole => self.variant(variant, Some(unit))?,
                _ => self.mode(unit, variant),
            };
            let taken = |a: &str| chapters.iter().any(|c: &Chapter| c.anchor == a);
            while taken(&chapter.anchor) {
                chapter.anchor.push('x');
            }
            chapters.push(chapter);
        }
        let credits = self.credits(&mut chapters);
        let mut words = String::new();
        for chapter in &chapters {
            words += &chapter.text.words();
        }
        let glossary = self::glossary(&words);
        Ok(Sheet {
            chapters,
            glossary,
            credits,
        })
    }

    /// A game, with a mode if one is asked for: all sentences that are in force then.
    fn variant(&self, name: &str, mode: Option<&Unit>) -> Result<Chapter, Failure> {
        let modes: Vec<String> = mode.iter().map(|m| m.name.text.clone()).collect();
        let library = &self.shelf.library;
        let text = ruletext::of_variant(library, name, &modes).ok_or_else(|| unread(name))?;
        let setting = Setting {
            modes,
            ..Setting::of(name)
        };
        let rules = self.shelf.compile(&setting).rules.map(Arc::new);
        let mut chapter = Chapter {
            of: Of::Variant,
            subtitle: mode.map_or_else(String::new, |m| {
                format!("With the mode \u{201c}{}\u{201d}", library.title(m))
            }),
            anchor: match mode {
                None => format!("variant-{name}"),
                Some(mode) => format!("variant-{name}-{}", mode.name.text),
            },
            setup: None,
            kinds: Vec::new(),
            instead: BTreeSet::new(),
            text,
        };
        let game = rules.as_ref().map(|rules| {
            let mut game = start::usual(rules, 0);
            game.armies.fill(rules.plain_army);
            game
        });
        self.draw(&mut chapter, rules.as_ref().zip(game.as_ref()), None, &[]);
        Ok(chapter)
    }

    fn army(&self, unit: &Unit, variant: &str) -> Result<Chapter, Failure> {
        let name = &unit.name.text;
        let text =
            ruletext::of_army(&self.shelf.library, variant, name).ok_or_else(|| unread(name))?;
        let game_text = ruletext::of_variant(&self.shelf.library, variant, &[]);
        let game_text = game_text.ok_or_else(|| unread(variant))?;
        let instead: BTreeSet<String> = text.powers.iter().flat_map(|p| p.labels.clone()).collect();
        let mut chapter = Chapter {
            of: Of::Army,
            subtitle: format!("An army of {}", game_text.title),
            anchor: format!("army-{name}"),
            setup: None,
            kinds: Vec::new(),
            instead,
            text,
        };
        let mut there = vec![name.clone()];
        there.extend(self.plain(variant).filter(|plain| plain != name));
        let rules = self.rules(variant, Armies::These(there));
        let id = rules.as_ref().and_then(|rules| {
            let id = (rules.armies.iter()).position(|a| text_is(rules, a.name, name))?;
            Some(ArmyId::from(id))
        });
        let game = rules.as_ref().zip(id).map(|(rules, id)| {
            let mut game = start::usual(rules, 0);
            game.armies.fill(rules.plain_army);
            game.armies[0] = Some(id);
            game
        });
        // the kinds of the game as they are under this army, then its own
        let of_game = ruletext::without_labels(&game_text.kinds, &chapter.instead);
        let own = std::mem::take(&mut chapter.text.kinds);
        let named = |k: &Piece| own.iter().any(|o| o.name == k.name);
        let mut kinds: Vec<Piece> = of_game.into_iter().filter(|k| !named(k)).collect();
        kinds.extend(own.iter().cloned());
        chapter.text.kinds = kinds;
        let game = rules.as_ref().zip(game.as_ref());
        self.draw(&mut chapter, game, id, &game_text.kinds);
        Ok(chapter)
    }

    fn mode(&self, unit: &Unit, variant: &str) -> Chapter {
        let text = ruletext::of_unit(&self.shelf.library, unit);
        let title = self.shelf.library.find(UnitKind::Variant, variant);
        let title = title.map_or_else(String::new, |v| self.shelf.library.title(v));
        let kinds = text.kinds.iter().cloned();
        let kinds = kinds.map(bare).collect();
        Chapter {
            of: Of::Mode,
            subtitle: format!("What this mode of {title} says"),
            anchor: format!("mode-{}", unit.name.text),
            setup: None,
            kinds,
            instead: BTreeSet::new(),
            text,
        }
    }

    fn plain(&self, variant: &str) -> Option<String> {
        plain_army(&self.shelf.library, variant)
    }

    fn rules(&self, variant: &str, armies: Armies) -> Option<Arc<Ruleset>> {
        let setting = Setting {
            armies,
            ..Setting::of(variant)
        };
        self.shelf.compile(&setting).rules.map(Arc::new)
    }

    /// The set-up, and every kind of the chapter's text that is in it or is a piece of the game.
    fn draw(
        &self,
        chapter: &mut Chapter,
        game: Option<(&Arc<Ruleset>, &Match)>,
        army: Option<ArmyId>,
        usual: &[Piece],
    ) {
        let kinds = chapter.text.kinds.clone();
        let Some((rules, game)) = game else {
            chapter.kinds = kinds.into_iter().map(bare).collect();
            return;
        };
        let mut shown = game.clone();
        if army.is_some() {
            shown.armies.iter_mut().skip(1).for_each(|a| *a = None);
        }
        if let Ok(begun) = <Core as Stage>::begin(rules, &shown) {
            let view = begun.view(None);
            let name = format!("the set-up of {}", chapter.text.title);
            let svg = pictures::position(rules, &view, &name);
            let plain = anstream::adapter::strip_str(&crate::board::draw(rules, &view)).to_string();
            chapter.setup = Some((svg, plain));
        }
        for piece in kinds {
            let of = |own: bool| {
                (0..rules.kinds.len()).find(|i| {
                    let kind = &rules.kinds[*i];
                    let army_fits = if own {
                        kind.army.is_some() && kind.army == army
                    } else {
                        kind.army.is_none()
                    };
                    !kind.card && army_fits && text_is(rules, kind.name, &piece.name)
                })
            };
            let kind = of(true).or_else(|| of(false)).map(KindId::from);
            let map = kind.and_then(|k| pictures::moves(rules, game, k));
            // the same piece where the seat has the army without a power
            let mut plain = game.clone();
            plain.armies.iter_mut().for_each(|a| *a = rules.plain_army);
            let usual = army.is_some()
                && usual.contains(&piece)
                && (rules.plain_army.is_none()
                    || kind.and_then(|k| pictures::moves(rules, &plain, k)) == map);
            let moves = map.map(|map| drawn(rules, &map));
            chapter.kinds.push(KindSheet {
                piece,
                moves,
                usual,
            });
        }
    }

    /// Takes the reminders that name somebody out of the text: they are the credits.
    fn credits(&self, chapters: &mut [Chapter]) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for chapter in chapters {
            for (_, lines) in &mut chapter.text.groups {
                lines.retain(|line| {
                    let credit = line.sort == Sort::Small && names_somebody(&line.text);
                    if credit && !self.options.anonymous && !found.contains(&line.text) {
                        found.push(line.text.clone());
                    }
                    !credit
                });
            }
        }
        found
    }
}

/// The name of the army without a power.
pub fn plain_army(library: &Library, variant: &str) -> Option<String> {
    let unit = library.find(UnitKind::Variant, variant)?;
    let chain = library.chain(unit).ok()?;
    let armies = library.of_variant(UnitKind::Army, &chain);
    let bare = |u: &&&Unit| {
        ruletext::of_army(library, variant, &u.name.text).is_some_and(|t| {
            let said = |p: &Piece| p.lines.iter().any(|l| l.sort == Sort::Sentence);
            t.kinds.is_empty() && !t.powers.iter().any(said)
        })
    };
    armies.iter().find(bare).map(|u| u.name.text.clone())
}

/// A name is two words with a capital in a row that do not begin the sentence, or a licence.
fn names_somebody(words: &str) -> bool {
    let capital = |w: &&str| w.chars().next().is_some_and(char::is_uppercase);
    let words: Vec<&str> = words.split_whitespace().collect();
    let thanks = words.first().is_some_and(|w| *w == "Thanks");
    let by = |i: usize| words[i] == "by" && words.get(i + 1).is_some_and(capital);
    thanks || (0..words.len()).any(by)
}

fn bare(piece: Piece) -> KindSheet {
    KindSheet {
        piece,
        moves: None,
        usual: false,
    }
}

fn drawn(rules: &Ruleset, map: &MoveMap) -> Moves {
    Moves {
        svg: pictures::diagram(rules, map, Under::Nothing),
        text: pictures::text::moves(rules, map),
        key: pictures::diagram::key_words(map),
        notes: map.notes.iter().map(|n| n.words.clone()).collect(),
    }
}

fn text_is(rules: &Ruleset, id: engine::ids::TextId, name: &str) -> bool {
    text(rules, id) == name
}

fn unread(name: &str) -> Failure {
    Failure::said(format!(
        "the rules of `{name}` do not read; `armorial check` tells why"
    ))
}

/// The words of the language that stand in a text.
fn glossary(words: &str) -> Vec<(String, String)> {
    let lower = words.to_lowercase();
    let there: BTreeSet<&str> = lower
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .collect();
    let stands = |form: &String| match form.contains(' ') {
        true => lower.contains(form.as_str()),
        false => there.contains(form.as_str()),
    };
    (glossary::meanings().iter())
        .filter(|m| m.forms.iter().any(stands))
        .map(|m| (m.word.clone(), m.doc.clone()))
        .collect()
}

/// The tags behind a line.
fn tagged(line: &Line, options: &Options) -> String {
    if options.tags && !line.tags.is_empty() {
        format!(" [{}]", line.tags.join(" "))
    } else {
        String::new()
    }
}
