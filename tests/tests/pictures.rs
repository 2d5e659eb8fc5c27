//! Diagrams and sheets of everything in the library: well formed, true to what the engine offers, and in full.
use cli::ruletext::{self, Group, Line, Sort};
use cli::sheet::{Maker, Options, Sheet, Wanted, html, markdown};
use cli::shelf::Shelf;
use dsl::gather::{Armies, Setting};
use dsl::syntax::{Unit, UnitKind};
use engine::ids::{ArmyId, KindId};
use engine::notation::{kind, text};
use engine::play::Match;
use engine::rules::Ruleset;
use oracle::Game;
use pictures::diagram::Under;
use std::collections::BTreeSet;
use std::sync::Arc;

fn shelf() -> Shelf {
    Shelf::to_play(&[]).expect("the library reads")
}

fn compiled(shelf: &Shelf, variant: &str, armies: Armies) -> Arc<Ruleset> {
    let setting = Setting {
        armies,
        ..Setting::of(variant)
    };
    Arc::new(shelf.compile(&setting).rules.expect("it compiles"))
}

fn usual(rules: &Ruleset) -> Match {
    let mut game = cli::scenario::start::usual(rules, 0);
    game.armies.fill(rules.plain_army);
    game
}

fn units(shelf: &Shelf, kind: UnitKind) -> Vec<&Unit> {
    shelf.library.units(kind).collect()
}

fn sheet(shelf: &Shelf, name: &str, kind: UnitKind, variant: &str) -> Sheet {
    let unit = (units(shelf, kind).into_iter())
        .find(|u| {
            u.name.text == name && (u.of.is_empty() || u.of.iter().any(|v| v.text == variant))
        })
        .expect("there is such a unit");
    let wanted = Wanted {
        unit,
        variant: variant.to_string(),
        whole: true,
    };
    let options = Options::default();
    Maker::new(shelf, &options)
        .sheet(&[wanted])
        .expect("a sheet")
}

/// Every tag is closed in order; what is between tags holds no bare `<` or `&`.
fn well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in xml.split('<').skip(1) {
        let (tag, after) = part
            .split_once('>')
            .unwrap_or_else(|| panic!("`<{part}` is not closed"));
        for (i, _) in after.match_indices('&') {
            let end = after[i..].find(';').unwrap_or(0);
            assert!((2..8).contains(&end), "a bare & in `{after}`");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed out of order");
        } else if !tag.ends_with('/') && !tag.starts_with('!') {
            open.push(tag.split_whitespace().next().unwrap_or_default());
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn every_variant_and_every_kind_of_the_library_can_be_drawn() {
    let shelf = shelf();
    let (mut positions, mut kinds) = (0, 0);
    for unit in units(&shelf, UnitKind::Variant) {
        let rules = compiled(&shelf, &unit.name.text, Armies::All);
        let game = usual(&rules);
        let begun = Game::new(rules.clone(), game.clone()).expect("it begins");
        let svg = pictures::position(&rules, &begun.position(), "a position");
        well_formed(&svg);
        let pieces = svg.matches("stroke-width=\"4\"").count();
        assert_eq!(
            pieces,
            begun.position().pieces.len(),
            "{}: a piece is missing",
            unit.name.text
        );
        positions += 1;
        for (i, k) in rules.kinds.iter().enumerate().filter(|(_, k)| !k.card) {
            let mut game = game.clone();
            if k.army.is_some() {
                game.armies[0] = k.army;
            }
            let map = pictures::moves(&rules, &game, KindId::from(i)).expect("a diagram");
            let svg = pictures::diagram(&rules, &map, Under::All);
            well_formed(&svg);
            assert_eq!(svg, pictures::diagram(&rules, &map, Under::All));
            for mark in map.marks.values() {
                assert!(mark.quiet || mark.takes);
                assert!(
                    mark.open || mark.note.is_some(),
                    "{}: broken without a footnote",
                    text(&rules, k.name)
                );
                assert!(usize::from(mark.note.unwrap_or(0)) <= map.notes.len());
            }
            kinds += 1;
        }
    }
    assert!(
        positions >= 20 && kinds >= 140,
        "{positions} positions, {kinds} kinds"
    );
}

#[test]
fn a_kind_that_pieces_become_under_a_condition_is_drawn_as_itself() {
    let shelf = shelf();
    let rules = compiled(&shelf, "european-web", Armies::All);
    let mut game = usual(&rules);
    let mut drawn = |name: &str| {
        let found = rules
            .kinds
            .iter()
            .position(|k| text(&rules, k.name) == name);
        let kind = KindId::from(found.expect("there is such a kind"));
        game.armies[0] = rules.kinds[kind.index()].army;
        let map = pictures::moves(&rules, &game, kind).expect("a diagram");
        let all = map.marks.values();
        let open = all.clone().filter(|m| m.open).count();
        let takes = all.filter(|m| m.open && m.takes).count();
        (open, takes)
    };
    // it leaps (1,2) without capturing; it moves like a king
    assert_eq!(drawn("orator"), (8, 0));
    assert_eq!(drawn("citizen"), (8, 8));
}

#[test]
fn what_the_sentences_draw_is_what_the_engine_offers() {
    let shelf = shelf();
    let rules = compiled(&shelf, "chess", Armies::All);
    let game = usual(&rules);
    for i in 0..rules.kinds.len() {
        let map = pictures::moves(&rules, &game, KindId::from(i)).expect("a diagram");
        let said = pictures::patterns::patterns(&rules, &game, map.kind, map.seat, map.at);
        let mut drawn = BTreeSet::new();
        for ray in said.rays.iter().filter(|r| r.sure) {
            for square in &ray.squares {
                drawn.extend(ray.quiet.then_some((*square, true)));
                drawn.extend(ray.takes.then_some((*square, false)));
            }
        }
        let mut offered = BTreeSet::new();
        for (square, mark) in map.marks.iter().filter(|(_, m)| m.open) {
            offered.extend(mark.quiet.then_some((*square, true)));
            offered.extend(mark.takes.then_some((*square, false)));
        }
        assert!(map.asked && !offered.is_empty());
        assert_eq!(drawn, offered, "{}", kind(&rules, map.kind));
    }
}

#[test]
fn a_png_is_drawn_of_a_position_and_of_moves() {
    let shelf = shelf();
    let rules = compiled(&shelf, "half-alice", Armies::All);
    let game = usual(&rules);
    let view = Game::new(rules.clone(), game.clone())
        .expect("it begins")
        .position();
    let position = pictures::position(&rules, &view, "two sides");
    let moves = pictures::moves(&rules, &game, KindId(0)).expect("a diagram");
    let (a, b) = (
        pictures::png::png(&position, 1.0).expect("a PNG"),
        pictures::png::png(&pictures::diagram(&rules, &moves, Under::All), 1.0).expect("a PNG"),
    );
    assert!(a.starts_with(b"\x89PNG") && b.starts_with(b"\x89PNG") && a != b);
    assert!(position.contains("near side") && position.contains("far side"));
}

#[test]
fn diagrams_as_text() {
    let shelf = shelf();
    let rules = compiled(&shelf, "chess", Armies::All);
    let of = |name: &str| {
        let i = (0..rules.kinds.len()).find(|i| kind(&rules, KindId::from(*i)) == name);
        let map = pictures::moves(&rules, &usual(&rules), KindId::from(i.expect("a kind")));
        pictures::text::moves(&rules, &map.expect("a diagram"))
    };
    insta::assert_snapshot!("diagram-pawn", of("pawn"));
    insta::assert_snapshot!("diagram-knight", of("knight"));
    insta::assert_snapshot!("diagram-rook", of("rook"));
    let rules = compiled(
        &shelf,
        "european-club",
        Armies::These(vec!["standard".into(), "egypt".into()]),
    );
    let mut game = usual(&rules);
    let egypt = rules
        .armies
        .iter()
        .position(|a| text(&rules, a.name) == "egypt");
    game.armies[0] = egypt.map(ArmyId::from);
    let king = (0..rules.kinds.len()).find(|i| kind(&rules, KindId::from(*i)) == "king");
    let map =
        pictures::moves(&rules, &game, KindId::from(king.expect("a king"))).expect("a diagram");
    insta::assert_snapshot!(
        "diagram-king-of-an-army",
        pictures::text::moves(&rules, &map)
    );
    let there = vec!["standard".into(), "portugal".into()];
    let rules = compiled(&shelf, "european-club", Armies::These(there));
    let mut game = usual(&rules);
    let portugal = (rules.armies.iter()).position(|a| text(&rules, a.name) == "portugal");
    game.armies[0] = portugal.map(ArmyId::from);
    let bishop = (0..rules.kinds.len()).find(|i| kind(&rules, KindId::from(*i)) == "bishop");
    let map = pictures::moves(&rules, &game, KindId::from(bishop.expect("a bishop")));
    let map = map.expect("a diagram");
    assert_eq!(map.lines.len(), 4, "joined edges take no line away");
    insta::assert_snapshot!(
        "diagram-bishop-on-a-torus",
        pictures::text::moves(&rules, &map)
    );
}

/// All sentences of a chapter as they are printed.
fn said(lines: &[Line], out: &mut Vec<String>) {
    for line in lines {
        if line.sort == Sort::Sentence {
            out.push(line.text.clone());
        }
        said(&line.inner, out);
        said(&line.then, out);
    }
}

/// The sentences of the compiled rules, as their files write them: what is in force.
fn in_force(rules: &Ruleset) -> BTreeSet<String> {
    let first_line = |r: &engine::rules::Rule| {
        let words = pictures::moves::words(rules, r.src);
        words.split('{').next().unwrap_or_default().to_string()
    };
    (rules.rules.iter())
        .filter(|r| !r.imposed)
        .map(first_line)
        .map(|w| bare(&w))
        .collect()
}

/// Letters and figures alone.
fn bare(words: &str) -> String {
    let keep = words.chars().filter(|c| c.is_alphanumeric());
    keep.flat_map(char::to_lowercase).collect()
}

#[test]
fn a_sheet_holds_every_sentence_in_force_and_none_that_is_replaced() {
    let shelf = shelf();
    let mut seen = 0;
    for unit in units(&shelf, UnitKind::Variant) {
        let name = &unit.name.text;
        let rules = compiled(&shelf, name, Armies::These(Vec::new()));
        let made = sheet(&shelf, name, UnitKind::Variant, name);
        let page: BTreeSet<char> = html(&made, &Options::default()).chars().collect();
        assert!(page.contains(&'<'));
        let chapter = &made.chapters[0];
        let mut printed = Vec::new();
        for group in Group::ALL {
            said(chapter.text.group(group), &mut printed);
        }
        for part in chapter
            .kinds
            .iter()
            .map(|k| &k.piece)
            .chain(&chapter.text.powers)
        {
            said(&part.lines, &mut printed);
        }
        let printed: BTreeSet<String> = printed.iter().map(|s| bare(s)).collect();
        let decks = |s: &str| {
            rules
                .sources
                .iter()
                .any(|x| x.file.ends_with(".deck") && bare(&x.words).starts_with(s))
        };
        // and nothing else: what a text has replaced or left out is in no compiled rule
        let sources: Vec<String> = rules.sources.iter().map(|s| bare(&s.words)).collect();
        let mut rest = Vec::new();
        for group in [Group::Pieces, Group::Special, Group::End] {
            rest.extend(chapter.text.group(group));
        }
        rest.extend(chapter.kinds.iter().flat_map(|k| &k.piece.lines));
        // the heading of a `while` is no rule of its own, what stands under it is
        let whiles = |l: &&Line| l.text.starts_with("While ") && !l.inner.is_empty();
        let under: Vec<&Line> = rest
            .iter()
            .copied()
            .filter(whiles)
            .flat_map(|l| &l.inner)
            .collect();
        rest.retain(|l| !whiles(l));
        rest.extend(under);
        for line in rest.into_iter().filter(|l| l.sort == Sort::Sentence) {
            let words = bare(&line.text);
            assert!(
                sources.iter().any(|s| s.contains(&words)),
                "{name}: not in force: {}",
                line.text
            );
        }
        for sentence in in_force(&rules) {
            let there = printed.iter().any(|p| {
                p.starts_with(&sentence) || sentence.starts_with(p.as_str()) && p.len() > 12
            });
            assert!(
                there || decks(&sentence),
                "{name}: not on the sheet: {sentence}"
            );
            seen += 1;
        }
    }
    assert!(seen > 400, "{seen} sentences");

    // an edition: the base's sentence of the same label is gone, the rest of the base is there
    let web = markdown(
        &sheet(&shelf, "european-web", UnitKind::Variant, "european-web"),
        &Options::default(),
    );
    assert!(web.contains("Check is enforced after the turn."));
    assert!(!web.contains("Check is announced."));
    assert!(
        web.contains("Call a1-d2 your corner."),
        "a sentence of the base is missing"
    );
    assert!(
        web.contains("It leaps (1, 2).") || web.contains("It leaps (1,2)."),
        "the base of the base is missing"
    );
    assert!(
        !web.contains("from european-club") && !web.to_lowercase().contains("the rules of chess")
    );

    // an army: its own sentence stands in place of the game's
    let made = sheet(&shelf, "egypt", UnitKind::Army, "european-club");
    let egypt = markdown(&made, &Options::default());
    assert!(egypt.contains("Your kings also leap 2 squares diagonally."));
    assert!(!egypt.contains("Call queens, rooks, bishops and knights the promotions."));
    let king = made.chapters[0]
        .kinds
        .iter()
        .find(|k| k.piece.name == "king");
    assert!(!king.expect("a king").usual, "its king is no usual king");
    let rook = made.chapters[0]
        .kinds
        .iter()
        .find(|k| k.piece.name == "rook");
    assert!(rook.expect("a rook").usual);
}

#[test]
fn pages_of_all_armies_are_whole_and_take_nothing_from_the_network() {
    let shelf = shelf();
    for unit in units(&shelf, UnitKind::Army) {
        for variant in &unit.of {
            let made = sheet(&shelf, &unit.name.text, UnitKind::Army, &variant.text);
            let page = html(&made, &Options::default());
            assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("url("));
            let links = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!links.contains("http"), "{}: a link", unit.name.text);
            let body = page.split("<body>").nth(1).expect("a body");
            well_formed(body.split("</body>").next().expect("its end"));
            let text =
                ruletext::of_army(&shelf.library, &variant.text, &unit.name.text).expect("a text");
            for power in &text.powers {
                let mut printed = Vec::new();
                said(&power.lines, &mut printed);
                for sentence in printed {
                    let words = pictures::svg::escape(&sentence);
                    assert!(page.contains(&words), "{}: {sentence}", unit.name.text);
                }
            }
        }
    }
}

#[test]
fn an_anonymous_sheet_names_nobody() {
    let shelf = shelf();
    let unit = shelf
        .library
        .find(UnitKind::Variant, "half-alice")
        .expect("it is there");
    let wanted = [Wanted {
        unit,
        variant: "half-alice".into(),
        whole: true,
    }];
    let page = |anonymous: bool| {
        let options = Options {
            anonymous,
            ..Options::default()
        };
        html(
            &Maker::new(&shelf, &options)
                .sheet(&wanted)
                .expect("a sheet"),
            &options,
        )
    };
    assert!(page(false).contains("Don Kirkby"));
    assert!(!page(true).contains("Don Kirkby"));
}
