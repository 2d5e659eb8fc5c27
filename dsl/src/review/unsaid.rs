//! What is said and never comes: an `otherwise` that speaks of somebody only the first block knows, or that stands behind a
//! repetition; a way that asks for its end before it has one; one value where all are added up; state that nothing sets.
use super::Review;
use crate::phrase::words::ty_name;
use engine::ids::{FieldId, Name, SourceId, ZoneId};
use engine::rules::*;
use std::collections::{BTreeMap, BTreeSet};

impl Review<'_> {
    /// E180, E181: what is behind `otherwise` runs where the first block did not.
    pub(super) fn otherwise_of_nothing(&mut self) {
        let rules = &self.program.rules;
        let mut found: Vec<(SourceId, bool)> = Vec::new();
        let mut unpaid: Vec<SourceId> = Vec::new();
        let mut look = |src: SourceId, block: &Block| {
            visit_block(block, &mut |node| {
                let Node::Step(Step::OrElse(first, second)) = node else {
                    return;
                };
                if matches!(first.as_slice(), [Step::Repeat { .. } | Step::Each { .. }]) {
                    found.push((src, true));
                }
                if first.iter().all(decides_nothing) {
                    unpaid.push(src);
                }
                let known = bound(first);
                let own = bound(second);
                let mut asked: BTreeSet<Name> = BTreeSet::new();
                visit_block(second, &mut |node| asked.extend(name_of(node)));
                if asked.iter().any(|n| known.contains(n) && !own.contains(n)) {
                    found.push((src, false));
                }
            });
        };
        for rule in &rules.rules {
            match &rule.form {
                Form::Trigger { body, .. } | Form::Action { body, .. } => look(rule.src, body),
                Form::Turn(body) | Form::Round(body) | Form::Setup(body) => look(rule.src, body),
                Form::Guard { .. }
                | Form::Abilities { .. }
                | Form::View { .. }
                | Form::Movement { .. }
                | Form::Standing { .. } => {}
            }
        }
        for procedure in &rules.procs {
            look(procedure.src, &procedure.body);
        }
        for src in unpaid {
            let said = "nothing is decided in the block before this `otherwise`, so it never runs";
            let help = "ask for it before: `if your coins are 5 or more { spend 5 of your coins } otherwise { .. }`";
            self.report("E181", src, said.to_owned(), help);
        }
        for (src, repeated) in found {
            if repeated {
                let said = "`repeat` and `for each` are done even where there is nothing to do, so this `otherwise` never runs";
                let help = "ask for it before: `if there is .. { repeat { .. } } otherwise { .. }`";
                self.report("E181", src, said.to_owned(), help);
            } else {
                let said = "`otherwise` speaks of what only the block before it knows: where that was declined or could not be done, there is nobody and nothing of the name";
                let help = "say who is meant by words of their own: `the owner of it`, `you`";
                self.report("E180", src, said.to_owned(), help);
            }
        }
    }

    /// E182: what is on the way is looked at before the way has an end. E146: nothing is jumped `over no pawns`.
    pub(super) fn ends_on_the_way(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        let mut none: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &self.program.rules.rules {
            let Form::Movement { ways, .. } = &rule.form else {
                continue;
            };
            none.extend(ways.iter().filter(|way| over_none(way)).map(|w| w.src));
            let ends: Vec<Name> = (rule.roles.iter())
                .filter(|(role, _)| *role == Role::Destination)
                .map(|(_, name)| *name)
                .collect();
            for way in ways {
                let mut asked: BTreeSet<Name> = BTreeSet::new();
                for past in &way.past {
                    let (Beyond::Through(set)
                    | Beyond::Over {
                        amount: _,
                        of: set,
                        close: _,
                    }
                    | Beyond::Pushing(set)) = past;
                    visit_set(set, &mut |node| asked.extend(name_of(node)));
                }
                if ends.iter().any(|n| asked.contains(n)) {
                    found.insert(way.src);
                }
            }
        }
        for src in none {
            let said = "`no` says nothing here: a piece that jumps must jump something".to_owned();
            let help = "leave `over ..` out: a piece that slides passes nothing anyway";
            self.report("E146", src, said, help);
        }
        for src in found {
            let said = "what lies on the way cannot hang on where the way ends".to_owned();
            let help =
                "say it as a condition: `.. over a piece if a piece is around the destination`";
            self.report("E182", src, said, help);
        }
    }

    /// E183: `the value of a knight` adds up over all knights there are, and `add 1 to the depth of a square` adds to all squares.
    pub(super) fn sums_meant_as_one(&mut self) {
        let rules = &self.program.rules;
        let mut found: BTreeMap<SourceId, String> = BTreeMap::new();
        for rule in &rules.rules {
            visit_rule(rule, &mut |node| {
                let (set, number): (&Set, &str) = match node {
                    Node::Num(Num::Count(counted)) => match owner_of(counted) {
                        Some(owner) => (owner, "number of pieces"),
                        None => return,
                    },
                    Node::Num(Num::Value(set)) => (set, "value"),
                    Node::Num(Num::Points(set)) => (set, "points"),
                    Node::Num(Num::Field(field, set, _)) => (
                        set,
                        self.program.pool.text_of(rules.fields[field.index()].name),
                    ),
                    _ => return,
                };
                let all = matches!(set.base, Base::All(_) | Base::Zone(..)) && set.pick.is_none();
                if all && matches!(set.amount, Amount::Any | Amount::Count(..)) {
                    let of = match set.ty {
                        Ty::Seat => "player",
                        ty => ty_name(ty),
                    };
                    let is = if number == "points" { "are" } else { "is" };
                    let help = format!(
                        "one of them has it: `there is a {of} whose {number} {is} ..`; a certain one: `choose target among ..` first, then \
                         `the {number} of the target`; all together: `the {number} of the {of}s`"
                    );
                    found.insert(rule.src, help);
                }
            });
        }
        for (src, help) in found {
            let said = "this is of all of them together, not of one".to_owned();
            self.report("E183", src, said, &help);
        }
    }

    /// E184: pieces are counted along the board, whatever they did and when.
    pub(super) fn last_along_the_board(&mut self) {
        let did = |narrow: &Narrow| {
            let past = |c: &Cond| matches!(c, Cond::Is(c) if matches!(c.says, Says::Did(_)));
            matches!(narrow, Narrow::That(_, cond) if past(cond))
        };
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        let mut players: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &self.program.rules.rules {
            visit_rule(rule, &mut |node| {
                if let Node::Set(set) = node
                    && set.ty == Ty::Seat
                    && matches!(set.base, Base::All(_))
                    && matches!(set.pick, Some(Pick::Last | Pick::Nth(_)))
                    && set.by.is_empty()
                {
                    players.insert(rule.src);
                }
                if let Node::Set(set) = node
                    && set.ty == Ty::Piece
                    && matches!(set.base, Base::All(_))
                    && matches!(set.pick, Some(Pick::Last | Pick::Nth(_)))
                    && (set.by.iter().any(did) || set.base == Base::All(Where::Lost))
                {
                    found.insert(rule.src);
                }
            });
        }
        // `after you capture the last pawn`: when none is left; `your third piece`: when three have been captured
        let picked = |d: &Deed| match &d.object {
            Some(Value::Set(s)) if matches!(s.base, Base::All(_)) => s.pick.clone(),
            Some(_) | None => None,
        };
        let takes = |d: &&Deed| matches!(d.verb, Verb::Capture | Verb::LosePiece | Verb::Remove);
        for rule in &self.program.rules.rules {
            if let Form::Trigger {
                on: On::After(deeds) | On::Before(deeds),
                ..
            } = &rule.form
                && let Some(pick) = deeds.iter().filter(takes).find_map(picked)
            {
                let (said, help) = match pick {
                    Pick::Last => (
                        "the last piece is the last along the board, not the one after which none is left",
                        "ask for what is left: `as soon as there is no pawn, draw the game`",
                    ),
                    Pick::Nth(_) => (
                        "an ordinal counts the pieces along the board, not how often it has happened",
                        "count what was done: `as soon as you have captured 3 pieces, you win`",
                    ),
                    Pick::Latest
                    | Pick::LatestMoved
                    | Pick::Nearest(_)
                    | Pick::Most(..)
                    | Pick::Fewest(..) => continue,
                };
                self.report("E184", rule.src, said.to_owned(), help);
            }
        }
        for src in players {
            let said = "players are counted clockwise from the one behind the player on turn, so each turn another is the second";
            let help = "name the seat (`black wins`), or say who it is: `your opponent`, `the player that has the most points`, `the next player`";
            self.report("E184", src, said.to_owned(), help);
        }
        for src in found {
            let said =
                "pieces are counted along the board, not in the order of what was done".to_owned();
            let help = "the one that moved most recently is `the latest piece that ..`; of lost pieces let somebody choose (`a lost pawn of yours`), or \
                        keep the latest in a value: `after you lose a piece, set your relic to it`";
            self.report("E184", src, said, help);
        }
    }

    /// W387: a mark, number or zone that rules ask for and nothing ever sets or fills. Looked for in the texts of this variant
    /// and its armies: state of a text taken over may be there for others to set, or its rule may have been taken out.
    pub(super) fn state_that_never_comes(&mut self) {
        let rules = &self.program.rules;
        let (mut asked, mut set) = (Vec::new(), State::default());
        let file = |src: SourceId| self.program.pool.span_of(src).file;
        let own: BTreeSet<_> = (rules.armies.iter().map(|army| file(army.src)))
            .chain([self.program.span.file])
            .collect();
        for rule in &rules.rules {
            match &rule.form {
                // what a fact shows is so while the fact stands
                Form::View { is, .. } => match is {
                    What::Quality(quality) => set.quality(quality),
                    What::Value(field, _) => set.field(*field),
                },
                Form::Trigger { .. }
                | Form::Action { .. }
                | Form::Turn(_)
                | Form::Round(_)
                | Form::Setup(_) => visit_rule(rule, &mut |node| set.step(&node)),
                Form::Guard { .. } | Form::Abilities { .. } | Form::Standing { .. } => {}
                // what is taken aboard fills a zone
                Form::Movement { ways, .. } => {
                    let aboard = ways.iter().filter_map(|w| w.bring.as_ref());
                    for (_, to) in aboard {
                        if let Base::Zone(zone, _) = &to.base {
                            set.zones.insert(*zone);
                        }
                    }
                }
            }
            let mut asks = State::default();
            visit_rule(rule, &mut |node| asks.node(&node));
            asked.push((file(rule.src), asks));
        }
        for procedure in &rules.procs {
            let mut asks = State::default();
            visit_block(&procedure.body, &mut |node| {
                set.step(&node);
                asks.node(&node);
            });
            asked.push((file(procedure.src), asks));
        }
        for part in rules.words.iter().flat_map(|w| &w.parts) {
            let mut asks = State::default();
            visit_value(&part.value, &mut |node| asks.node(&node));
            let when = part.when.iter();
            when.for_each(|cond| visit_cond(cond, &mut |node| asks.node(&node)));
            asked.push((file(part.src), asks));
        }
        let asks_there = |src: SourceId, is: &dyn Fn(&State) -> bool| {
            let there = file(src);
            own.contains(&there) && asked.iter().any(|(at, asks)| *at == there && is(asks))
        };
        // a FEN sets these
        let fen = rules.fen.iter().flat_map(|f| [f.clock, f.passing]);
        set.fields.extend(fen.flatten());
        let fields = (0..rules.fields.len()).map(FieldId::from);
        let zones = (0..rules.zones.len()).map(ZoneId::from);
        let mut found: Vec<SourceId> = Vec::new();
        found.extend(
            fields
                .filter(|f| !set.fields.contains(f))
                .map(|f| (f, &rules.fields[f.index()]))
                .filter(|(id, f)| asks_there(f.src, &|asks| asks.fields.contains(id)))
                .map(|(_, f)| f)
                .filter(|f| f.start.is_none() && matches!(f.ty, Ty::Mark | Ty::Number))
                .map(|f| f.src),
        );
        found.extend(
            zones
                .filter(|z| !set.zones.contains(z) && !self.misused.contains(z))
                .map(|z| (z, &rules.zones[z.index()]))
                .filter(|(id, z)| asks_there(z.src, &|asks| asks.zones.contains(id)))
                .map(|(_, z)| z)
                .filter(|z| z.start.is_empty())
                .map(|z| z.src),
        );
        for src in found {
            let said = "rules ask for this, and nothing ever sets it".to_owned();
            let help = "set it where it comes about (`mark it as ..`, `add 1 to your ..`, `put it into ..`), or take out what asks for it";
            self.report("W387", src, said, help);
        }
    }

    /// W390: seats at one place have their pieces in common, which only those of one side should.
    pub(super) fn shared_places(&mut self) {
        let rules = &self.program.rules;
        let shared = rules.seats.iter().enumerate().find(|(i, seat)| {
            let first = &rules.seats[seat.shares.index()];
            seat.shares.index() != *i && first.side != seat.side
        });
        let Some((i, seat)) = shared else { return };
        let name = |i: usize| self.program.pool.text_of(rules.seats[i].name);
        let said = format!(
            "`{}` and `{}` sit at one place, so they have their pieces in common though they are opponents",
            name(seat.shares.index()),
            name(i)
        );
        let help = "give each a place of its own, or put both on one side: `sides NAME of A and B`";
        self.report_at("W390", self.program.span, said, help);
    }
}

/// `over no pawns`.
fn over_none(way: &Way) -> bool {
    way.past.iter().any(|past| match past {
        Beyond::Through(set) | Beyond::Pushing(set) => set.amount == Amount::No,
        Beyond::Over {
            amount,
            of,
            close: _,
        } => *amount == Amount::No || of.amount == Amount::No,
    })
}

/// Fields and zones met on a walk.
#[derive(Default)]
struct State {
    fields: BTreeSet<FieldId>,
    zones: BTreeSet<ZoneId>,
}

impl State {
    fn field(&mut self, field: FieldId) {
        self.fields.insert(field);
    }

    fn quality(&mut self, quality: &Quality) {
        if let Quality::Mark(field, _) = quality {
            self.fields.insert(*field);
        }
    }

    fn node(&mut self, node: &Node<'_>) {
        match node {
            Node::Set(set) => match set.base {
                Base::Field(field, ..) => self.field(field),
                Base::Zone(zone, _) => {
                    self.zones.insert(zone);
                }
                _ => {}
            },
            Node::Num(Num::Field(field, ..) | Num::Extreme(_, field, _)) => self.field(*field),
            Node::Quality(quality) => self.quality(quality),
            Node::Num(_)
            | Node::Narrow(_)
            | Node::Clause(_)
            | Node::During(_)
            | Node::Deed(_)
            | Node::Step(_) => {}
        }
    }

    /// Everything a step names it may set: what is asked there as well is none the wiser for it.
    fn step(&mut self, node: &Node<'_>) {
        if let Node::Step(Step::Do(deed)) = node {
            visit_deed(deed, &mut |inner| self.node(&inner));
        }
    }
}

/// The names that a block introduces.
fn bound(block: &Block) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    visit_block(block, &mut |node| {
        let Node::Step(step) = node else { return };
        match step {
            Step::Do(deed) => found.extend(deed.called),
            Step::Choose { name, .. }
            | Step::Each { name, .. }
            | Step::Let(name, _)
            | Step::Roll { name, .. } => {
                found.insert(*name);
            }
            Step::May { who, .. } => found.extend(who.they),
            Step::AllAtOnce { they, .. } => {
                found.insert(*they);
            }
            Step::Either { .. }
            | Step::OrElse(..)
            | Step::If(..)
            | Step::Repeat { .. }
            | Step::Within { .. }
            | Step::Impose { .. }
            | Step::Later { .. }
            | Step::Call(..) => {}
        }
    });
    found
}

/// The name that a phrase or number is.
fn name_of(node: Node<'_>) -> Option<Name> {
    match node {
        Node::Set(set) => match set.base {
            Base::Name(name) => Some(name),
            _ => None,
        },
        Node::Num(Num::Name(name)) => Some(*name),
        Node::Num(_)
        | Node::Narrow(_)
        | Node::Quality(_)
        | Node::Clause(_)
        | Node::During(_)
        | Node::Deed(_)
        | Node::Step(_) => None,
    }
}

/// Whose things are counted, where that is said with `of`.
fn owner_of(counted: &Set) -> Option<&Set> {
    counted.by.iter().find_map(|narrow| match narrow {
        Narrow::Of(owner) if owner.ty == Ty::Seat => Some(owner),
        _ => None,
    })
}

/// A step in which nobody decides anything, and which is done whatever it finds.
fn decides_nothing(step: &Step) -> bool {
    let done = |verb: Verb| {
        matches!(
            verb,
            Verb::Spend | Verb::Set | Verb::Add | Verb::Score | Verb::Mark | Verb::Unmark
        )
    };
    matches!(step, Step::Let(..)) || matches!(step, Step::Do(deed) if done(deed.verb))
}
