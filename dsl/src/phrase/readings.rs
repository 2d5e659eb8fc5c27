//! What every sentence of a finished ruleset was taken to mean: rules, state, definitions, procedures, check, acts of the table.
use super::print::Printer;
use super::words::ty_name;
use engine::ids::*;
use engine::rules::*;

/// The readings of all sentences, each with its place; a sentence may have several.
pub fn readings(rules: &Ruleset) -> Vec<(SourceId, String)> {
    let mut out = Vec::new();
    for rule in &rules.rules {
        out.push((rule.src, super::print::rule(rules, rule)));
    }
    let text = |t: TextId| rules.texts.get(t.index()).cloned().unwrap_or_default();
    let number = |n: Name| format!("#{}", n.0);
    let printer = Printer::new(rules, &text, &number);
    let fields = rules.fields.iter().map(|f| (f.src, printer.state(f)));
    out.extend(fields);
    let zones = rules.zones.iter().map(|z| (z.src, printer.heap(z)));
    out.extend(zones);
    for word in &rules.words {
        let parts = word.parts.iter();
        out.extend(parts.map(|p| (p.src, printer.definition(word, p))));
    }
    for proc in &rules.procs {
        let name = |n: Name| match proc.names.get(n.index()).map(|t| text(*t)) {
            Some(word) if !word.is_empty() => word,
            _ => number(n),
        };
        let printer = Printer::new(rules, &text, &name);
        out.push((proc.src, printer.procedure_text(proc)));
    }
    let check = rules.check.iter().map(|c| (c.src, printer.check(c)));
    out.extend(check);
    let table = rules.table.iter().map(|t| (t.src, printer.table(t)));
    out.extend(table);
    out
}

/// A condition.
pub fn condition(rules: &Ruleset, cond: &Cond) -> String {
    let text = |t: TextId| rules.texts.get(t.index()).cloned().unwrap_or_default();
    let name = |n: Name| format!("#{}", n.0);
    let printer = Printer::new(rules, &text, &name);
    printer.cond(cond)
}

/// A phrase or number.
pub fn value(rules: &Ruleset, value: &Value) -> String {
    let text = |t: TextId| rules.texts.get(t.index()).cloned().unwrap_or_default();
    let name = |n: Name| format!("#{}", n.0);
    let printer = Printer::new(rules, &text, &name);
    printer.value(value)
}

impl Printer<'_> {
    fn behind(&self, when: &[Cond]) -> String {
        when.iter().map(|c| format!(" {}", self.when(c))).collect()
    }

    /// `while C, ` before a line that has no conditions of its own.
    fn while_so(&self, c: &Cond) -> String {
        format!("while {}, ", self.cond(c))
    }

    fn seen(&self, seen: &Seen) -> String {
        match seen {
            Seen::All => String::new(),
            Seen::Nobody => ", seen by nobody".to_owned(),
            Seen::Holder => ", seen by you".to_owned(),
            Seen::Owner => ", seen by its owner".to_owned(),
            Seen::These(seats) => format!(", seen by {}", self.set(seats)),
        }
    }

    fn owner(&self, of: &Owner, by: Holder) -> (String, &'static str) {
        let every = |word: &str| (format!("every {word}"), "has");
        if let (Owner::Piece(Some(_)), Holder::Kind(_)) = (of, by) {
            return ("it".to_owned(), "has");
        }
        match of {
            Owner::Game => ("the game".to_owned(), "has"),
            Owner::Seat => ("you".to_owned(), "have"),
            Owner::Side => every("side"),
            Owner::Square => every("square"),
            Owner::Border => every("border"),
            Owner::Card => every("card"),
            Owner::Piece(None) => every("piece"),
            Owner::Kind(None) => every("kind"),
            Owner::Kind(Some(s)) => (self.each_of(s), "has"),
            Owner::Piece(Some(s)) => (self.set(s), if self.many(s) { "have" } else { "has" }),
        }
    }

    fn state(&self, field: &Field) -> String {
        let Field {
            name,
            of,
            per_seat,
            on_everybody,
            ty,
            many,
            start,
            seen,
            by,
            src: _,
        } = field;
        let (owner, has) = match on_everybody {
            true => ("every player".to_owned(), "has"),
            false => self.owner(of, *by),
        };
        let sort = match many {
            true => ty_name(*ty).to_owned() + "s",
            false => super::print::articles(vec!["a".to_owned(), ty_name(*ty).to_owned()]),
        };
        let your = if *per_seat { "your " } else { "" };
        let start = start.as_ref();
        let start = start.map_or(String::new(), |v| {
            format!(", starting with {}", self.value(v))
        });
        let name = (self.text)(*name);
        let seen = self.seen(seen);
        format!("{owner} {has} {sort} called {your}{name}{start}{seen}")
    }

    fn heap(&self, zone: &Zone) -> String {
        let Zone {
            name,
            of,
            holds,
            shape,
            start,
            seen,
            by,
            src: _,
        } = zone;
        let shape = match shape {
            Shape::Heap => "zone",
            Shape::Row => "row",
            Shape::Deck => "deck",
        };
        let (owner, has) = self.owner(of, *by);
        let start: Vec<String> = start.iter().map(|s| self.set(s)).collect();
        let start = match start.is_empty() {
            true => String::new(),
            false => format!(", starting with {}", start.join(" and ")),
        };
        let (name, seen) = ((self.text)(*name), self.seen(seen));
        let holds = ty_name(*holds);
        format!("{owner} {has} a {shape} of {holds}s called {name}{start}{seen}")
    }

    fn definition(&self, word: &Word, part: &WordPart) -> String {
        let WordPart {
            holder,
            replaces: _,
            value,
            takes,
            when,
            tags: _,
            src: _,
        } = part;
        let name = (self.text)(word.name);
        if let Some(n) = takes {
            let word = match value {
                Value::Set(s) if s.ty == Ty::Seat => "they",
                Value::Set(s) if s.ty == Ty::Side => "the side",
                Value::Set(_) | Value::Num(_) => "it",
            };
            self.stand_for(*n, word);
        }
        let what = match (value, takes) {
            (Value::Set(s), Some(_)) => self.noun_of_one(s),
            (value, _) => self.value(value),
        };
        let the = match (word.noun, holder) {
            (false, _) => "",
            (true, Holder::EachSeat) => "your ",
            (true, Holder::Game | Holder::Power(_) | Holder::Kind(_)) => "the ",
        };
        format!("call {what} {the}{name}{}", self.behind(when))
    }

    fn procedure_text(&self, proc: &Proc) -> String {
        let Proc {
            name,
            holder: _,
            takes,
            names: _,
            body,
            tags: _,
            src: _,
        } = proc;
        let takes = takes.map_or(String::new(), |n| {
            super::print::articles(vec![" a".to_owned(), (self.name)(n)])
        });
        format!("to {}{takes} {}", (self.text)(*name), self.steps(body))
    }

    fn check(&self, check: &Check) -> String {
        let Check {
            holder: _,
            says,
            whole_turns,
            next_player,
            when,
            tags: _,
            src: _,
        } = check;
        let says = match says {
            CheckSays::None => "none",
            CheckSays::Announced => "announced",
            CheckSays::Enforced {
                after_move: true,
                after_turn: true,
            } => "enforced",
            CheckSays::Enforced {
                after_move: true,
                after_turn: false,
            } => "enforced after the move",
            CheckSays::Enforced {
                after_move: false,
                after_turn: _,
            } => "enforced after the turn",
        };
        let turns = if *whole_turns { " by whole turns" } else { "" };
        let next = if *next_player {
            " by the next player"
        } else {
            ""
        };
        let when: String = when.iter().map(|c| self.while_so(c)).collect();
        format!("{when}check is {says}{turns}{next}")
    }

    fn table(&self, act: &TableAct) -> String {
        let TableAct {
            name,
            act,
            consent,
            when,
            src: _,
        } = act;
        let does = match act {
            TableDoes::Resign => "resign".to_owned(),
            TableDoes::Draw => "draw".to_owned(),
            TableDoes::Run(_) => (self.text)(*name),
        };
        let consent = if *consent { " by agreement" } else { "" };
        format!("{does}{consent}{}", self.behind(when))
    }
}
