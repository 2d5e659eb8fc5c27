//! Which units make a match: the variant with what it is derived from, its modes, its armies, the decks it
//! takes; each merged into one body.
use crate::diagnostic::{Diagnostic, nearest};
use crate::frame;
use crate::library::Library;
use crate::merge::{Body, Origin, body_of, without};
use crate::syntax::*;

/// What a host asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// The variant's name.
    pub variant: String,
    /// Modes, applied in this order.
    pub modes: Vec<String>,
    /// The armies that may sit.
    pub armies: Armies,
    /// Options by name, with the value as written.
    pub options: Vec<(String, String)>,
    /// The variant allots the armies: where an option's usual value is the name of a mode, that mode is
    /// added. A value chosen in `options` adds its mode always.
    pub allot: bool,
    /// Where a text names modes and armies that are asked for; a host that asks by itself names none.
    pub places: Vec<(String, Span)>,
    /// Nobody reads the problems: no advice is looked for.
    pub terse: bool,
}

/// Which armies are compiled into a ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Armies {
    /// Every army written for the variant.
    #[default]
    All,
    /// These, by name; one named twice counts once.
    These(Vec<String>),
}

impl Setting {
    /// A variant as it stands, with all its armies.
    pub fn of(variant: &str) -> Self {
        Setting {
            variant: variant.to_owned(),
            ..Setting::default()
        }
    }
}

/// A merged army.
#[derive(Clone, PartialEq, Debug)]
pub struct ArmyText<'l> {
    /// Its own unit.
    pub unit: &'l Unit,
    /// What it says.
    pub body: Body,
}

/// The merged texts of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Gathered<'l> {
    /// The variant's own unit.
    pub variant: &'l Unit,
    /// Variant and modes.
    pub body: Body,
    /// The armies in the order asked for, or of the files.
    pub armies: Vec<ArmyText<'l>>,
    /// All units that have a part in it; problems elsewhere do not concern it.
    pub units: Vec<&'l Unit>,
}

/// Collects and merges. None: there is no such variant, which is among the problems.
/// Codes: E200, E201, E202, E207, E314, W350.
pub fn gather<'l>(
    library: &'l Library,
    setting: &Setting,
    problems: &mut Vec<Diagnostic>,
) -> Option<Gathered<'l>> {
    let mut gatherer = Gatherer {
        library,
        problems,
        units: Vec::new(),
    };
    let (chain, body) = gatherer.body(setting)?;
    let armies = gatherer.armies(setting, &chain);
    Some(Gathered {
        variant: chain.last()?,
        body,
        armies,
        units: gatherer.units,
    })
}

/// The options of a match, which no army adds to.
pub fn options(library: &Library, setting: &Setting) -> Vec<OptionLine> {
    let mut gatherer = Gatherer {
        library,
        problems: &mut Vec::new(),
        units: Vec::new(),
    };
    let found = gatherer.body(setting);
    found.map(|(_, body)| body.options).unwrap_or_default()
}

struct Gatherer<'l, 'p> {
    library: &'l Library,
    problems: &'p mut Vec<Diagnostic>,
    units: Vec<&'l Unit>,
}

impl<'l> Gatherer<'l, '_> {
    /// The variant with what it is derived from, root first, and the text of both and of the modes.
    fn body(&mut self, setting: &Setting) -> Option<(Vec<&'l Unit>, Body)> {
        let variant = self.variant(&setting.variant)?;
        let chain = self.chain(variant)?;
        let mut body = self.fold(&chain, frame::VARIANT, false).0;
        let modes = self.modes(setting, &chain);
        for mode in &modes {
            self.apply(mode, &mut body);
        }
        // an option that a mode has dropped chooses nothing
        for mode in self.chosen(setting, &chain, &body, &modes) {
            self.apply(mode, &mut body);
        }
        Some((chain, body))
    }

    fn variant(&mut self, name: &str) -> Option<&'l Unit> {
        let found = self.library.find(UnitKind::Variant, name);
        if found.is_none() {
            let name = Ident {
                text: name.to_owned(),
                span: Span::nowhere(),
            };
            self.problems
                .push(self.library.missing(UnitKind::Variant, &name));
        }
        found
    }

    fn chain(&mut self, unit: &'l Unit) -> Option<Vec<&'l Unit>> {
        let chain = self
            .library
            .chain(unit)
            .map_err(|p| self.problems.push(p))
            .ok()?;
        self.units.extend(&chain);
        Some(chain)
    }

    /// Merges a chain, root first. With it come the names of `without` that its texts do not hold: a mode
    /// drops them from the variant.
    fn fold(&mut self, chain: &[&Unit], allowed: &[&str], mode: bool) -> (Body, Vec<Ident>) {
        let mut body = Body::default();
        let mut elsewhere = Vec::new();
        for (depth, unit) in chain.iter().enumerate() {
            let origin = Origin {
                depth: depth.min(usize::from(u8::MAX)) as u8,
                mode,
                heading: unit.head,
            };
            let new = body_of(&unit.block, origin, allowed, self.problems);
            if mode {
                elsewhere.extend(
                    unit.without
                        .iter()
                        .filter(|n| !body.drop_name(&n.text))
                        .cloned(),
                );
            } else {
                without(&mut body, &unit.without, self.problems);
            }
            if depth == 0 {
                body = new;
            } else {
                body.merge(new, self.problems);
            }
        }
        (body, elsewhere)
    }

    /// The modes a host asks for by name.
    fn modes(&mut self, setting: &Setting, chain: &[&Unit]) -> Vec<&'l Unit> {
        let known = self.library.of_variant(UnitKind::Mode, chain);
        let mut modes: Vec<&'l Unit> = Vec::new();
        for name in &setting.modes {
            match self.library.mode(name, chain) {
                Some(mode) if modes.iter().any(|m| std::ptr::eq(*m, mode)) => {}
                Some(mode) => modes.push(mode),
                None => self.unknown("mode", name, setting, &known),
            }
        }
        modes
    }

    /// The modes that are values of options: of those that are chosen, and, where nothing else is said, of the usual ones. A mode
    /// asked for by name answers the options it is a value of.
    fn chosen(
        &self,
        setting: &Setting,
        chain: &[&Unit],
        body: &Body,
        modes: &[&'l Unit],
    ) -> Vec<&'l Unit> {
        let mut more: Vec<&'l Unit> = Vec::new();
        for option in &body.options {
            let asked = setting
                .options
                .iter()
                .rfind(|(n, _)| *n == option.name.text);
            let named = |m: &&Unit| option.values.iter().any(|(v, _)| v.text == m.name.text);
            let answered = modes.iter().any(named);
            let usual = (option.usually.as_ref()).filter(|_| setting.allot && !answered);
            let value = asked
                .map(|(_, v)| v.as_str())
                .or(usual.map(|u| u.text.as_str()));
            let mode = value.and_then(|v| self.library.mode(v, chain));
            let new = |m: &&Unit| !modes.iter().chain(&more).any(|o| std::ptr::eq(*o, *m));
            more.extend(mode.filter(new));
        }
        more
    }

    /// E201 for something a host asks for that is not written for the variant.
    fn unknown(&mut self, what: &str, name: &str, setting: &Setting, known: &[&Unit]) {
        let variant = &setting.variant;
        let said = format!("no {what} called `{name}` is written for `{variant}`");
        let place = setting.places.iter().find(|(n, _)| n == name);
        let span = place.map_or_else(Span::nowhere, |(_, span)| *span);
        let problem = Diagnostic::new("E201", span, said);
        let names = known.iter().map(|u| u.name.text.as_str());
        self.problems.push(problem.nearest(name, names));
    }

    fn apply(&mut self, mode: &'l Unit, body: &mut Body) {
        let Some(chain) = self.chain(mode) else {
            return;
        };
        let (new, dropped) = self.fold(&chain, frame::VARIANT, true);
        without(body, &dropped, self.problems);
        body.merge(new, self.problems);
    }

    fn armies(&mut self, setting: &Setting, chain: &[&Unit]) -> Vec<ArmyText<'l>> {
        let known = self.library.of_variant(UnitKind::Army, chain);
        let mut units: Vec<&'l Unit> = Vec::new();
        match &setting.armies {
            Armies::All => units = known,
            Armies::These(names) => {
                for name in names {
                    match known.iter().find(|a| a.name.text == *name) {
                        Some(army) if units.iter().any(|u| std::ptr::eq(*u, *army)) => {}
                        Some(army) => units.push(army),
                        None => self.unknown("army", name, setting, &known),
                    }
                }
            }
        }
        units
            .into_iter()
            .filter_map(|unit| self.army(unit))
            .collect()
    }

    fn army(&mut self, unit: &'l Unit) -> Option<ArmyText<'l>> {
        let chain = self.chain(unit)?;
        let (body, _) = self.fold(&chain, frame::ARMY, false);
        self.army_parts(&body);
        Some(ArmyText { unit, body })
    }

    /// An army is a set-up, kinds of its own and one power; nothing else stands in it.
    fn army_parts(&mut self, body: &Body) {
        let word = |s: &Sentence| s.line.first().map(|t| (t.text.clone(), t.span));
        let lines = body
            .lines
            .iter()
            .map(|l| (l.sentence.span, word(&l.sentence)));
        let procs = body.procs.iter().map(|p| (p.procedure.span, None));
        let options = body.options.iter().map(|o| (o.span, None));
        if let Some((span, word)) = lines.chain(procs).chain(options).next() {
            let word = word.as_ref().map(|(word, at)| (word.as_str(), *at));
            self.problems.push(frame::told::outside_parts(span, word));
        }
        if let Some(second) = body.powers.get(1) {
            let said = "an army has one power";
            let near = nearest(&second.name.text, [body.powers[0].name.text.as_str()]);
            let help = near.map_or("put both into one block".to_owned(), |n| {
                format!("did you mean `power {n}`?")
            });
            self.problems
                .push(Diagnostic::new("E207", second.name.span, said).help(help));
        }
    }
}
