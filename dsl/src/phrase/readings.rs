//! What every sentence of a finished ruleset was taken to mean: rules, state, definitions, procedures, check, acts of the table.
use super::print::Printer;
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
    let printer = Printer {
        rules,
        text: &text,
        name: &number,
    };
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
        let printer = Printer {
            rules,
            text: &text,
            name: &name,
        };
        let takes = proc.takes.map_or(String::new(), name);
        let said = format!(
            "TO {}({takes}) {}",
            text(proc.name),
            printer.block(&proc.body)
        );
        out.push((proc.src, said));
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
    let printer = Printer {
        rules,
        text: &text,
        name: &name,
    };
    printer.cond(cond)
}

/// A phrase or number.
pub fn value(rules: &Ruleset, value: &Value) -> String {
    let text = |t: TextId| rules.texts.get(t.index()).cloned().unwrap_or_default();
    let name = |n: Name| format!("#{}", n.0);
    let printer = Printer {
        rules,
        text: &text,
        name: &name,
    };
    printer.value(value)
}

/// The word for a sort of things.
fn sort_word(ty: Ty) -> &'static str {
    match ty {
        Ty::Piece => "piece",
        Ty::Square => "square",
        Ty::Kind => "kind",
        Ty::Seat => "seat",
        Ty::Side => "side",
        Ty::Card => "card",
        Ty::Number => "number",
        Ty::Text => "text",
        Ty::Mark => "mark",
        Ty::Move => "move",
        Ty::Power => "power",
        Ty::Army => "army",
        Ty::Zone => "zone",
        Ty::Turn => "turn",
        Ty::Moment => "moment",
        Ty::Board => "board",
        Ty::Direction => "direction",
    }
}

impl Printer<'_> {
    fn when(&self, when: &[Cond]) -> String {
        let when: Vec<String> = when.iter().map(|c| self.cond(c)).collect();
        match when.is_empty() {
            true => String::new(),
            false => format!(" ⟨if {}⟩", when.join(" AND ")),
        }
    }

    fn owner(&self, of: &Owner) -> String {
        match of {
            Owner::Game => "the game".to_owned(),
            Owner::Seat => "seat".to_owned(),
            Owner::Side => "side".to_owned(),
            Owner::Square => "square".to_owned(),
            Owner::Card => "card".to_owned(),
            Owner::Piece(of) => of
                .as_ref()
                .map_or_else(|| "piece".to_owned(), |s| self.set(s)),
            Owner::Kind(of) => of
                .as_ref()
                .map_or_else(|| "kind".to_owned(), |s| self.set(s)),
        }
    }

    fn seen(&self, seen: &Seen) -> String {
        match seen {
            Seen::All => String::new(),
            Seen::Nobody => " seen by nobody".to_owned(),
            Seen::Holder => " seen by its holder".to_owned(),
            Seen::Owner => " seen by its owner".to_owned(),
            Seen::These(seats) => format!(" seen by ({})", self.set(seats)),
        }
    }

    fn state(&self, field: &Field) -> String {
        let sort = sort_word(field.ty);
        let many = if field.many { "s" } else { "" };
        let seat = if field.per_seat { " per seat" } else { "" };
        let start = field.start.as_ref().map_or(String::new(), |v| {
            format!(" starting with {}", self.value(v))
        });
        let name = (self.text)(field.name);
        let (owner, seen) = (self.owner(&field.of), self.seen(&field.seen));
        format!("STATE {name}: {sort}{many} of ({owner}){seat}{start}{seen}")
    }

    fn heap(&self, zone: &Zone) -> String {
        let shape = match zone.shape {
            Shape::Heap => "heap",
            Shape::Row => "row",
            Shape::Deck => "deck",
        };
        let holds = sort_word(zone.holds);
        let start: Vec<String> = zone.start.iter().map(|s| self.set(s)).collect();
        let start = match start.is_empty() {
            true => String::new(),
            false => format!(" starting with {}", start.join(" and ")),
        };
        let name = (self.text)(zone.name);
        let (owner, seen) = (self.owner(&zone.of), self.seen(&zone.seen));
        format!("ZONE {name}: {shape} of {holds}s of ({owner}){start}{seen}")
    }

    fn definition(&self, word: &Word, part: &WordPart) -> String {
        let takes = part
            .takes
            .map_or(String::new(), |n| format!(" ({})", (self.name)(n)));
        let replaces = if part.replaces {
            " in place of the variant's"
        } else {
            ""
        };
        format!(
            "CALL {}{takes} ({}){replaces}{}",
            (self.text)(word.name),
            self.value(&part.value),
            self.when(&part.when)
        )
    }

    fn check(&self, check: &Check) -> String {
        let says = match check.says {
            CheckSays::None => "none",
            CheckSays::Announced => "announced",
            CheckSays::Enforced {
                after_move: true,
                after_turn: true,
            } => "enforced after the move and after the turn",
            CheckSays::Enforced {
                after_move: true, ..
            } => "enforced after the move",
            CheckSays::Enforced { .. } => "enforced after the turn",
        };
        let turns = if check.whole_turns {
            " by whole turns"
        } else {
            ""
        };
        let next = if check.next_player {
            " by the next player"
        } else {
            ""
        };
        format!("CHECK {says}{turns}{next}{}", self.when(&check.when))
    }

    fn table(&self, act: &TableAct) -> String {
        let does = match &act.act {
            TableDoes::Resign => "resign".to_owned(),
            TableDoes::Draw => "draw the game".to_owned(),
            TableDoes::Run(_) => (self.text)(act.name),
        };
        let consent = if act.consent { " by agreement" } else { "" };
        format!("AT THE TABLE {does}{consent}{}", self.when(&act.when))
    }
}
