//! From game flags to a match: which variant, which armies, who plays, where it begins.
mod seats;

use crate::args::GameFlags;
use crate::exit::Failure;
use crate::render;
use crate::scenario::{Stage, start};
use crate::shelf::Shelf;
use crate::sources;
use crate::table::Player;
use dsl::gather::{Armies, Setting};
use dsl::library::Library;
use dsl::syntax::UnitKind;
use engine::ids::SeatId;
use engine::notation::{self, text};
use engine::play::Match;
use engine::position_text;
use engine::present;
use engine::record::{self, Heading};
use engine::rules::{Given, OptionValues, Ruleset, Script, ScriptSays};
use seats::{a_seat, at_random, dealt_here, draw_armies, players, seat_armies};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A match that is ready to begin.
pub struct Ready {
    /// The rules.
    pub rules: Arc<Ruleset>,
    /// Armies, options, seed.
    pub game: Match,
    /// Who plays each seat.
    pub players: Vec<Player>,
    /// The position it begins from.
    pub position: Option<Script>,
    /// For a record.
    pub heading: Heading,
    /// Seats whose armies the seed draws; none once a position has placed the pieces.
    pub drawn: Vec<SeatId>,
    /// Armies of the user's files that do not compile and were left out, each with what is wrong.
    pub broken: Vec<String>,
}

/// A match file.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchFile {
    variant: String,
    edition: Option<String>,
    #[serde(default)]
    modes: Vec<String>,
    #[serde(default)]
    armies: BTreeMap<String, String>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    #[serde(default)]
    seats: BTreeMap<String, String>,
    seed: Option<u64>,
    position: Option<String>,
    #[serde(default)]
    rules: Vec<String>,
}

impl Ready {
    /// The match that flags ask for; `seed` where they name none.
    ///
    /// # Errors
    /// What is wrong with the flags, the match file or the rules.
    pub fn from(flags: &GameFlags, seed: u64) -> Result<Ready, Failure> {
        let mut flags = flags.clone();
        let mut armies = flags.armies_by_seat.clone();
        if has_extension(&flags.variant, "toml") {
            armies = match_file(&mut flags)?;
        }
        let own = own_file(&mut flags)?;
        let shelf = Shelf::for_games(&flags.rules)?;
        let (variant, army) = variant(&shelf, &flags, own.as_deref())?;
        let seed = flags.seed.unwrap_or(seed);
        let options = options(&flags.set)?;
        let mut setting = Setting {
            variant,
            modes: flags.mode.clone(),
            armies: Armies::All,
            options: options
                .iter()
                .filter(|o| o.1.is_none())
                .map(|o| (o.0.clone(), o.2.clone()))
                .collect(),
            allot: flags.armies.is_empty() && armies.is_empty() && army.is_none(),
            ..Setting::default()
        };
        let (compiled, mut broken) =
            compiled(&shelf, &mut setting, &flags, &armies, army.as_deref())?;
        for (file, why) in shelf.astray() {
            if !broken
                .iter()
                .any(|known| known.starts_with(&format!("{file}: ")))
            {
                broken.push(why);
            }
        }
        let mut rules = Arc::new(compiled);
        // a record of old names the armies that were dealt over
        if !setting.allot && !flags.exact && flags.position.is_none() && start::deals_armies(&rules)
        {
            return Err(Failure::said(dealt_here(&flags.mode, army.as_deref())));
        }
        if flags.armies.is_empty()
            && armies.is_empty()
            && let Some(army) = army
        {
            flags.armies.push(army);
        }
        let mut game = start::usual(&rules, seed);
        set_options(&rules, &mut game, &options)?;
        let mut drawn = seat_armies(&rules, &mut game, &flags, &armies)?;
        let mut position = None;
        let mut position_text = None;
        if let Some(given) = &flags.position {
            let text = match given.strip_prefix('@') {
                Some(path) => sources::read(path)?,
                None => given.clone(),
            };
            let lines = position_text::to_scenario(&text);
            let scratch = scenario_text(&rules, &setting, &options, &game, &lines);
            let compiled = shelf.scratch(&scratch, &setting.variant)?;
            position_text = Some(position_text::on_one_line(&lines));
            rules = Arc::new(compiled.rules);
            game = start::table(&rules, &compiled.script).map_err(|f| Failure::said(f.message))?;
            game.seed = seed;
            set_options(&rules, &mut game, &options)?;
            position = Some(compiled.script);
            drawn.clear();
        }
        let players = players(&rules, &flags.seat)?;
        let heading = Heading {
            players: at_random(&rules, &players),
            rules: identity(&shelf, &setting, &rules, &game)?,
            ..heading(&rules, &setting, &options, &game, position_text)
        };
        Ok(Ready {
            rules,
            game,
            players,
            position,
            heading,
            drawn,
            broken,
        })
    }

    /// The match with another seed: armies that are drawn are drawn afresh.
    pub fn game_of(&self, seed: u64) -> Match {
        let mut game = Match {
            seed,
            ..self.game.clone()
        };
        draw_armies(&self.rules, &mut game, &self.drawn);
        game
    }

    /// Begins the game.
    ///
    /// # Errors
    /// The match does not fit the rules, or the position cannot be set up.
    pub fn begin<G: Stage>(&self) -> Result<G, Failure> {
        self.begin_match(&self.game)
    }

    /// Begins a game of another match of the same rules and position.
    ///
    /// # Errors
    /// As [`Ready::begin`].
    pub fn begin_match<G: Stage>(&self, game: &Match) -> Result<G, Failure> {
        let Some(script) = &self.position else {
            return G::begin(&self.rules, game).map_err(Failure::said);
        };
        let failed = |f: crate::scenario::Failed| Failure::said(format!("position: {}", f.message));
        let mut game: G = start::game_of(&self.rules, script, game).map_err(failed)?;
        for line in &script.lines {
            match &line.says {
                ScriptSays::Given(Given::Choice(..)) => {}
                ScriptSays::Given(given) => {
                    game.give(std::slice::from_ref(given))
                        .map_err(Failure::said)?;
                }
                ScriptSays::StartsTurn(seat) => game.start_turn(*seat).map_err(Failure::said)?,
                _ => {
                    return Err(Failure::said(
                        "a position holds rows and `given` lines only",
                    ));
                }
            }
        }
        if let Some(seat) = self.fen_to_move(script)? {
            game.start_turn(seat).map_err(Failure::said)?;
        }
        game.decides().map_err(Failure::said)?;
        Ok(game)
    }

    /// Who is to move where a FEN alone says so. A FEN stands between two turns: the start of the turn, where
    /// mate and stalemate are found, is still to come. `given X is on turn` begins behind it.
    fn fen_to_move(&self, script: &Script) -> Result<Option<SeatId>, Failure> {
        let begun = |says: &ScriptSays| {
            matches!(
                says,
                ScriptSays::StartsTurn(_) | ScriptSays::Given(Given::OnTurn(_))
            )
        };
        let Some(fen) = &script.fen else {
            return Ok(None);
        };
        if script.lines.iter().any(|line| begun(&line.says)) {
            return Ok(None);
        }
        let position = engine::fen::parse(&self.rules, fen).map_err(Failure::said)?;
        let to_move = position.given.iter().find_map(|given| match given {
            Given::OnTurn(seat) => Some(*seat),
            _ => None,
        });
        Ok(to_move)
    }
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|e| e == extension)
}

/// Takes a match file into the flags; flags that are given win. The armies by seat come back.
fn match_file(flags: &mut GameFlags) -> Result<Vec<(String, String)>, Failure> {
    let path = flags.variant.clone();
    let file: MatchFile = toml::from_str(&sources::read(&path)?)
        .map_err(|e| Failure::said(format!("{path}: {e}")))?;
    flags.variant = file.variant;
    flags.edition = flags.edition.take().or(file.edition);
    if flags.mode.is_empty() {
        flags.mode = file.modes;
    }
    flags.seed = flags.seed.or(file.seed);
    flags.position = flags.position.take().or(file.position);
    let folder = Path::new(&path).parent().unwrap_or(Path::new(""));
    flags.rules.extend(
        file.rules
            .iter()
            .map(|r| folder.join(r).display().to_string()),
    );
    let seats: Vec<String> = file
        .seats
        .iter()
        .map(|(seat, who)| format!("{seat}={who}"))
        .collect();
    flags.seat.splice(0..0, seats);
    for (name, value) in file.options {
        let mut one = |name: String, value: &toml::Value| {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_string);
            flags.set.insert(0, format!("{name}={value}"));
        };
        match &value {
            toml::Value::Table(per_seat) => {
                per_seat
                    .iter()
                    .for_each(|(seat, value)| one(format!("{name}.{seat}"), value));
            }
            _ => one(name, &value),
        }
    }
    Ok(if flags.armies.is_empty() {
        file.armies.into_iter().collect()
    } else {
        Vec::new()
    })
}

/// A rule file named in place of a variant: it joins the rules.
fn own_file(flags: &mut GameFlags) -> Result<Option<String>, Failure> {
    if !sources::EXTENSIONS
        .iter()
        .any(|e| has_extension(&flags.variant, e))
    {
        return Ok(None);
    }
    let path = flags.variant.clone();
    if !Path::new(&path).is_file() {
        return Err(Failure::said(format!("{path}: there is no such file")));
    }
    if !flags.rules.contains(&path) {
        flags.rules.push(path.clone());
    }
    Ok(Some(path))
}

/// The name of the variant, and the army to try where the file is one of an army.
fn variant(
    shelf: &Shelf,
    flags: &GameFlags,
    own: Option<&str>,
) -> Result<(String, Option<String>), Failure> {
    let library = &shelf.library;
    let names: Vec<&str> = library
        .units(UnitKind::Variant)
        .map(|u| u.name.text.as_str())
        .collect();
    if let Some(path) = own {
        let in_file = |u: &&dsl::syntax::Unit| {
            library
                .files()
                .get(u.span.file.0 as usize)
                .is_some_and(|f| f.name == path)
        };
        if let Some(unit) = library.units(UnitKind::Variant).find(in_file) {
            return Ok((unit.name.text.clone(), None));
        }
        let army = library.units(UnitKind::Army).find(in_file);
        let mode = library.units(UnitKind::Mode).find(in_file);
        let Some(of) = army
            .or(mode)
            .and_then(|u| edition_of(u, flags.edition.as_deref()))
        else {
            return Err(nothing_in(library, path));
        };
        return Ok((of, army.map(|a| a.name.text.clone())));
    }
    let asked = flags.variant.to_lowercase();
    if let Some(edition) = &flags.edition {
        let name = format!("{asked}-{edition}");
        if names.contains(&name.as_str()) {
            return Ok((name, None));
        }
        return Err(Failure::said(format!(
            "`{asked}` has no edition `{edition}`{}",
            nearest(&name, &names)
        )));
    }
    if names.contains(&asked.as_str()) {
        return Ok((asked, None));
    }
    // Of several editions the first by name.
    let editions = names.iter().filter(|n| {
        n.strip_prefix(&asked)
            .is_some_and(|rest| rest.starts_with('-'))
    });
    match editions.min() {
        Some(name) => Ok((name.to_string(), None)),
        None => Err(Failure::said(no_variant(library, &asked, &names))),
    }
}

/// A name that is no variant's: what it is the name of, or the nearest.
fn no_variant(library: &Library, asked: &str, names: &[&str]) -> String {
    for (kind, flag) in [(UnitKind::Mode, "mode"), (UnitKind::Army, "armies")] {
        if let Some(unit) = library.units(kind).find(|u| u.name.text == asked)
            && let Some(of) = unit.of.first()
        {
            let what = kind.word();
            return format!(
                "`{asked}` is {} {what} of `{of}`: `{of} --{flag} {asked}`",
                if what == "army" { "an" } else { "a" },
                of = of.text
            );
        }
    }
    // a variant of several editions may be named without one
    let short = names.iter().filter_map(|n| n.rsplit_once('-')).map(|n| n.0);
    let all: Vec<&str> = names.iter().copied().chain(short).collect();
    format!("there is no variant `{asked}`{}", nearest(asked, &all))
}

/// Why a file holds neither a variant nor an army: what is wrong with it, if something is.
fn nothing_in(library: &Library, path: &str) -> Failure {
    let files = library.files();
    let here = |d: &&dsl::diagnostic::Diagnostic| {
        let file = files.get(d.span.file.0 as usize);
        d.is_error() && file.is_some_and(|f| f.name == path)
    };
    let wrong = render::diagnostics(library.problems().iter().filter(here), files);
    match wrong.is_empty() {
        true => Failure::said(format!(
            "{path}: there is neither a variant nor an army in it"
        )),
        false => Failure::Rendered(wrong.join("\n\n")),
    }
}

fn edition_of(unit: &dsl::syntax::Unit, edition: Option<&str>) -> Option<String> {
    let mut of = unit.of.iter().map(|v| &v.text);
    match edition {
        None => of.next().cloned(),
        Some(edition) => of.find(|v| v.ends_with(&format!("-{edition}"))).cloned(),
    }
}

fn nearest(word: &str, names: &[&str]) -> String {
    match dsl::diagnostic::nearest(word, names.iter().copied()) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; `armorial list` names them, and `--rules FILE` takes in your own".to_string(),
    }
}

/// The rules of a setting. Armies of the user's files that do not compile are left out where none of them is named, and come back
/// with what is wrong. `of_file`: the army whose file is named in place of a variant.
fn compiled(
    shelf: &Shelf,
    setting: &mut Setting,
    flags: &GameFlags,
    by_seat: &[(String, String)],
    of_file: Option<&str>,
) -> Result<(Ruleset, Vec<String>), Failure> {
    let checked = shelf.compile(setting);
    let errors = checked.problems.iter().filter(|d| d.is_error());
    let errors = render::diagnostics(errors, shelf.library.files());
    if let Some(rules) = checked.rules {
        return Ok((rules, Vec::new()));
    }
    let (sound, broken) = shelf.sound_armies(setting);
    let named = |name: &String| {
        flags.armies.contains(name)
            || by_seat.iter().any(|(_, army)| army == name)
            || of_file == Some(name.as_str())
    };
    if broken.iter().any(|(name, _)| named(name)) || broken.is_empty() {
        return Err(Failure::Rendered(errors.join("\n\n")));
    }
    setting.armies = Armies::These(sound);
    match shelf.compile(setting).rules {
        Some(rules) => Ok((rules, broken.into_iter().map(|(_, why)| why).collect())),
        None => Err(Failure::Rendered(errors.join("\n\n"))),
    }
}

/// `OPTION=VALUE`, `OPTION.SEAT=VALUE`.
type Chosen = (String, Option<String>, String);

fn options(set: &[String]) -> Result<Vec<Chosen>, Failure> {
    set.iter()
        .map(|line| {
            let (name, value) = line
                .split_once('=')
                .ok_or_else(|| Failure::said(format!("--set {line}: expected OPTION=VALUE")))?;
            let (name, seat) = name
                .split_once('.')
                .map_or((name, None), |(n, s)| (n, Some(s.to_string())));
            Ok((name.to_string(), seat, value.to_string()))
        })
        .collect()
}

fn set_options(rules: &Ruleset, game: &mut Match, chosen: &[Chosen]) -> Result<(), Failure> {
    for (name, seat, value) in chosen {
        let index = (rules
            .options
            .iter()
            .position(|o| text(rules, o.name) == name))
        .ok_or_else(|| {
            let names: Vec<&str> = rules.options.iter().map(|o| text(rules, o.name)).collect();
            Failure::said(format!(
                "there is no option `{name}` here; options: {}",
                names.join(", ")
            ))
        })?;
        let seat = seat.as_deref().map(|s| a_seat(rules, s)).transpose()?;
        let number = value_of(rules, &rules.options[index].values, value)
            .ok_or_else(|| Failure::said(format!("option `{name}` has no value `{value}`")))?;
        start::set_option(rules, game, index, seat, number).map_err(Failure::said)?;
    }
    Ok(())
}

fn value_of(rules: &Ruleset, values: &OptionValues, value: &str) -> Option<i16> {
    let word = |words: &[engine::ids::TextId]| words.iter().position(|w| text(rules, *w) == value);
    match values {
        OptionValues::Range(..) | OptionValues::Numbers(_) => value.parse().ok(),
        OptionValues::Words(words) => word(words).and_then(|i| i16::try_from(i).ok()),
        OptionValues::Mixed(words, ..) => match word(words) {
            Some(i) => i16::try_from(i).ok().map(|i| -1 - i),
            None => value.parse().ok(),
        },
    }
}

/// A scenario that begins where the position says, in the match that is set.
fn scenario_text(
    rules: &Ruleset,
    setting: &Setting,
    options: &[Chosen],
    game: &Match,
    lines: &str,
) -> String {
    let mut out = format!("scenario \"position\" of {} {{\n", setting.variant);
    let armies: Vec<String> = (game.armies.iter().enumerate())
        .filter_map(|(seat, army)| {
            let army = notation::army(rules, (*army)?);
            Some(format!(
                "{} {army}",
                notation::seat(rules, SeatId::from(seat))
            ))
        })
        .collect();
    if !armies.is_empty() {
        out.push_str(&format!("armies {}\n", armies.join(", ")));
    }
    if !setting.modes.is_empty() {
        out.push_str(&format!("modes {}\n", setting.modes.join(", ")));
    }
    let mut rows: Vec<&str> = Vec::new();
    let mut others: Vec<&str> = Vec::new();
    for line in lines.lines() {
        let row = line.trim_start().starts_with('|') || line.trim_start().starts_with("position");
        if row {
            rows.push(line)
        } else {
            others.push(line)
        }
    }
    out.push_str(&rows.join("\n"));
    for (name, seat, value) in options {
        if seat.is_none() {
            out.push_str(&format!("\ngiven {name} is {value}"));
        }
    }
    for line in others {
        out.push('\n');
        out.push_str(line);
    }
    out.push_str("\n}\n");
    out
}

fn heading(
    rules: &Ruleset,
    setting: &Setting,
    options: &[Chosen],
    game: &Match,
    position: Option<String>,
) -> Heading {
    // armies that the variant allots are not part of the match: naming them would be another way to begin
    let named = game.armies.iter().enumerate().filter(|_| !setting.allot);
    let armies = named
        .filter_map(|(seat, army)| {
            let army = notation::army(rules, (*army)?);
            Some((
                notation::seat(rules, SeatId::from(seat)).to_string(),
                army.to_string(),
            ))
        })
        .collect();
    Heading {
        variant: setting.variant.clone(),
        program: Some(concat!("armorial ", env!("CARGO_PKG_VERSION")).to_string()),
        modes: setting.modes.clone(),
        options: options.to_vec(),
        armies,
        players: Vec::new(),
        seed: game.seed,
        rules: String::new(),
        position,
    }
}

/// The identity of what the match plays: variant, modes, options, the armies at the table. An army that cannot come to the table is not
/// part of it, so a file more or less in the library makes no other match.
fn identity(
    shelf: &Shelf,
    setting: &Setting,
    rules: &Ruleset,
    game: &Match,
) -> Result<String, Failure> {
    let played = present::armies(rules, game).and_then(|armies| {
        let names = armies.iter().map(|a| notation::army(rules, *a).to_string());
        let setting = Setting {
            armies: Armies::These(names.collect()),
            ..setting.clone()
        };
        shelf.compile(&setting).rules
    });
    let rules = played.as_ref().unwrap_or(rules);
    record::identity(rules).map_err(|e| Failure::said(e.to_string()))
}
