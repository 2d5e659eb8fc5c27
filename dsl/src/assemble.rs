//! From merged texts to a [`Program`]: the frame becomes tables, the statements a flat list of items.
mod calls;

use crate::diagnostic::{Diagnostic, sort};
use crate::frame::options::Choices;
use crate::frame::{self, Builder, Frame};
use crate::gather::{ArmyText, Gathered, Setting, gather};
use crate::library::Library;
use crate::merge::{Body, Framed, Origin, Part, body_of};
use crate::pool::Pool;
use crate::program::{Item, ItemSays, Named, Program};
use crate::syntax::*;
use engine::ids::{ArmyId, KindId, PowerId};
use engine::rules::{Army, Bounds, Holder, IR_VERSION, Level, Power, Rank};
use std::collections::BTreeSet;

/// The program of a match, and all problems of the texts it is made of. None: there is no such variant.
/// Codes: E200 to E208, E312 to E316, W350.
pub fn program(library: &Library, setting: &Setting) -> (Option<Program>, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let gathered = gather(library, setting, &mut problems);
    let program = gathered.map(|gathered| {
        let parts = |p: &&Diagnostic| {
            gathered.units.iter().any(|u| {
                u.span.file == p.span.file && u.span.lo <= p.span.lo && p.span.lo < u.span.hi
            })
        };
        problems.extend(library.problems().iter().filter(parts).cloned());
        assemble(library, setting, &gathered, &mut problems)
    });
    sort(&mut problems);
    (program, problems)
}

fn assemble(
    library: &Library,
    setting: &Setting,
    gathered: &Gathered,
    problems: &mut Vec<Diagnostic>,
) -> Program {
    let mut program = Program {
        pool: Pool::new(library.shared_files()),
        span: gathered.variant.head,
        ..Program::default()
    };
    program.rules.version = IR_VERSION;
    program.rules.bounds = Bounds::default();
    program.pool.terse = setting.terse;
    program.rules.name = program.pool.text(&gathered.variant.name.text);
    program.rules.title = program.pool.text(&library.title(gathered.variant));
    let choices = Choices::of(&gathered.body.options, &setting.options, problems);
    let frame = Frame::of(&gathered.body, &choices, problems);
    let mut assembler = Assembler {
        library,
        builder: Builder {
            program: &mut program,
            problems,
        },
        labels: gathered.body.labels(),
    };
    assembler.variant(&gathered.body, &frame, &choices);
    for army in &gathered.armies {
        assembler.army(army);
    }
    calls::check(&program, problems);
    program
}

/// Where statements stand.
#[derive(Clone, Copy, Default)]
struct Stand {
    army: Option<ArmyId>,
    power: Option<PowerId>,
    kind: Option<KindId>,
}

struct Assembler<'a, 'b> {
    library: &'a Library,
    builder: Builder<'b>,
    /// The labels of the variant and its kinds.
    labels: BTreeSet<String>,
}

impl Assembler<'_, '_> {
    fn variant(&mut self, body: &Body, frame: &Frame, choices: &Choices) {
        let b = &mut self.builder;
        b.options(choices);
        b.boards(frame);
        b.seats(frame);
        b.sides(frame);
        b.turns(frame);
        b.stages(frame);
        let first = b.program.rules.kinds.len();
        b.kinds(&body.kinds, None, false);
        let decks = self.decks(frame);
        let b = &mut self.builder;
        b.values(frame);
        b.pieces(frame);
        b.table(frame);
        b.fen(frame);
        b.armies_line(frame);
        for (deck, kinds) in &decks {
            self.statements(deck, Stand::default());
            self.kinds(&deck.kinds, *kinds, None);
        }
        self.statements(body, Stand::default());
        self.kinds(&body.kinds, first, None);
        for part in &body.powers {
            self.power(part, None);
        }
    }

    /// The decks a variant takes, each with the number of its first kind.
    fn decks(&mut self, frame: &Frame) -> Vec<(Body, usize)> {
        let mut decks = Vec::new();
        for name in self.builder.deck_names(frame) {
            let Some(unit) = self.library.find(UnitKind::Deck, &name.text) else {
                let problem = self.library.missing(UnitKind::Deck, &name);
                self.builder.problems.push(problem);
                continue;
            };
            let body = body_of(
                &unit.block,
                Origin::default(),
                frame::DECK,
                self.builder.problems,
            );
            let first = self.builder.program.rules.kinds.len();
            self.builder.kinds(&body.kinds, None, true);
            let own = Ident {
                text: unit.name.text.clone(),
                span: unit.name.span,
            };
            self.builder.deck(&own, unit.head, &body.frames);
            decks.push((body, first));
        }
        decks
    }

    fn kinds(&mut self, parts: &[Part], first: usize, army: Option<ArmyId>) {
        for (i, part) in parts.iter().enumerate() {
            let stand = Stand {
                army,
                kind: Some(KindId::from(first + i)),
                power: None,
            };
            self.statements(&part.body, stand);
        }
    }

    fn power(&mut self, part: &Part, army: Option<ArmyId>) -> PowerId {
        let id = PowerId::from(self.builder.program.rules.powers.len());
        let mut seats = Vec::new();
        for name in &part.of {
            match self.builder.seats_of(name) {
                Ok(of) if army.is_none() => seats.extend(of),
                Ok(_) => self.misplaced_seats(
                    name,
                    "the power of an army is held by the seat the army sits at",
                ),
                Err(problem) => {
                    self.misplaced_seats(
                        name,
                        "write `power NAME of SEAT, SEAT { .. }` with seats of the `seats` line",
                    );
                    // the nearest seat, if one is near
                    if let (Some(told), true) =
                        (self.builder.problems.last_mut(), problem.fix.is_some())
                    {
                        told.help = problem.help;
                        told.fix = problem.fix;
                    }
                }
            }
        }
        if army.is_none() && part.of.is_empty() {
            let said = format!("the power `{}` names no seat that holds it", part.name.text);
            let help = "write `power NAME of SEAT, SEAT { .. }`";
            self.builder
                .problems
                .push(Diagnostic::new("E313", part.name.span, said).help(help));
        }
        self.builder.declare(&part.name, Named::Power(id));
        let name = self.builder.program.pool.text(&part.name.text);
        let src = self.builder.program.pool.source(part.head);
        self.builder.program.rules.powers.push(Power {
            name,
            army,
            seats,
            src,
        });
        let stand = Stand {
            army,
            power: Some(id),
            kind: None,
        };
        self.statements(&part.body, stand);
        id
    }

    fn misplaced_seats(&mut self, name: &Ident, help: &str) {
        let said = format!("`{}` is no seat that can hold this power", name.text);
        self.builder
            .problems
            .push(Diagnostic::new("E313", name.span, said).help(help));
    }

    fn army(&mut self, text: &ArmyText) {
        let id = ArmyId::from(self.builder.program.rules.armies.len());
        let first = self.builder.program.rules.kinds.len();
        self.builder.kinds(&text.body.kinds, Some(id), false);
        self.builder.declare(&text.unit.name, Named::Army(id));
        let pool = &mut self.builder.program.pool;
        let mut army = Army {
            name: pool.text(&text.unit.name.text),
            title: pool.text(&self.library.title(text.unit)),
            setup: Vec::new(),
            spare: Vec::new(),
            neutral: Vec::new(),
            power: None,
            src: pool.source(text.unit.head),
        };
        let setup = text.body.frames.last().map(|f: &Framed| &f.line);
        self.builder
            .army_setup(&mut army, id, setup, text.unit.head);
        self.kinds(&text.body.kinds, first, Some(id));
        let before = self.builder.program.items.len();
        if let Some(power) = text.body.powers.first() {
            army.power = Some(self.power(power, Some(id)));
        }
        let plain = self.builder.program.items.len() == before && text.body.kinds.is_empty();
        let rules = &mut self.builder.program.rules;
        if plain && rules.plain_army.is_none() {
            rules.plain_army = Some(id);
        }
        rules.armies.push(army);
    }

    fn statements(&mut self, body: &Body, stand: Stand) {
        for line in &body.lines {
            let says = ItemSays::Sentence(line.sentence.clone());
            let replaces = stand.power.is_some()
                && line
                    .sentence
                    .label
                    .as_ref()
                    .is_some_and(|l| self.labels.contains(&l.text));
            self.item(says, stand, line.origin, replaces);
        }
        for proc in &body.procs {
            let id = self.builder.program.items.len() as u32;
            let all = self.builder.program.names.of(&proc.name);
            all.push(Named::Procedure(id));
            all.sort();
            self.item(
                ItemSays::Procedure(proc.procedure.clone()),
                stand,
                proc.origin,
                false,
            );
        }
    }

    fn item(&mut self, says: ItemSays, stand: Stand, origin: Origin, replaces: bool) {
        let (holder, level) = match (stand.kind, stand.power) {
            (Some(kind), _) => (Holder::Kind(kind), Level::Kind),
            (_, Some(power)) => (Holder::Power(power), Level::Power),
            _ if origin.mode => (Holder::EachSeat, Level::Mode),
            _ => (Holder::EachSeat, Level::Variant),
        };
        // inside a kind or power what a mode adds stands behind every text of the variant
        let behind = if origin.mode && level != Level::Mode {
            128
        } else {
            0
        };
        self.builder.program.items.push(Item {
            says,
            holder,
            rank: Rank {
                level,
                depth: origin.depth.saturating_add(behind),
            },
            power: stand.power,
            kind: stand.kind,
            army: stand.army,
            replaces,
            mode: origin.mode,
            heading: origin.heading,
        });
    }
}
