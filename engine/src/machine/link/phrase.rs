//! Reading phrases of the IR that mean the same throughout a match: fixed squares, kinds, who *you* and
//! *it* are. Everything that depends on the position yields `None`, and its rule has no plan.
use super::board::Geometry;
use crate::ids::*;
use crate::play::Match;
use crate::rules::*;

/// The rules, the match and the board, for all who read phrases.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The match.
    pub game: &'a Match,
    /// The board.
    pub board: &'a Geometry,
}

/// For whom a phrase is read: the seat of *you* and the facing of *it*.
#[derive(Clone, Copy)]
pub struct Eyes {
    /// *You*.
    pub seat: SeatId,
    /// The frame of *it*.
    pub facing: Frame,
}

/// A phrase for pieces, its kinds evaluated.
pub struct Pieces<'a> {
    /// The kinds they may be of.
    pub kinds: Vec<KindId>,
    /// The other narrowing.
    pub rest: Vec<&'a Narrow>,
}

/// No narrowing.
pub fn plain(set: &Set) -> bool {
    set.by.is_empty() && set.pick.is_none()
}

/// *you*.
pub fn is_you(set: &Set) -> bool {
    plain(set) && set.base == Base::You
}

/// *you*, where it is said at all.
pub fn is_you_or_missing(set: Option<&Set>) -> bool {
    set.is_none_or(is_you)
}

/// The set of a value.
pub fn as_set(value: &Value) -> Option<&Set> {
    match value {
        Value::Set(set) => Some(set),
        Value::Num(_) => None,
    }
}

/// The piece a rule of a kind is about: *it*, or a role of the opening event that is the same piece.
pub fn is_it(rule: &Rule, set: &Set) -> bool {
    use Role::*;
    plain(set)
        && match &set.base {
            Base::It => true,
            Base::Name(name) => rule.roles.iter().any(|(role, bound)| {
                bound == name && matches!(role, Subject | Mover | Entrant | Promoted)
            }),
            _ => false,
        }
}

/// A role of the opening event or of the way.
pub fn is_role(rule: &Rule, set: &Set, wanted: &[Role]) -> bool {
    let Base::Name(name) = &set.base else {
        return false;
    };
    plain(set)
        && rule
            .roles
            .iter()
            .any(|(role, bound)| bound == name && wanted.contains(role))
}

/// The clause of a condition that is a single positive clause of now.
pub fn clause(cond: &Cond) -> Option<&Clause> {
    match cond {
        Cond::Is(clause) if clause.at == At::Now && !clause.newly && !clause.not => Some(clause),
        Cond::All(list) | Cond::Any(list) => match list.as_slice() {
            [one] => self::clause(one),
            _ => None,
        },
        _ => None,
    }
}

/// The clauses of a conjunction, flattened.
pub fn clauses<'a>(conds: impl IntoIterator<Item = &'a Cond>) -> Option<Vec<&'a Clause>> {
    let mut all = Vec::new();
    for cond in conds {
        match cond {
            Cond::All(list) => all.extend(clauses(list)?),
            other => all.push(clause(other)?),
        }
    }
    Some(all)
}

/// The case of a deed.
pub fn case(deed: &Deed, wanted: Case) -> Option<&Value> {
    deed.cases
        .iter()
        .find(|(case, _)| *case == wanted)
        .map(|(_, value)| value)
}

/// A number written out.
pub fn literal(value: &Num) -> Option<i16> {
    match value {
        Num::Lit(n) => Some(*n),
        _ => None,
    }
}

/// A field of the game, as a value.
pub fn game_field(value: &Value) -> Option<FieldId> {
    match value {
        Value::Num(Num::Field(field, of, None)) if of.base == Base::Nothing => Some(*field),
        Value::Set(Set {
            base: Base::Field(field, of, None),
            ..
        }) if of.base == Base::Nothing => Some(*field),
        _ => None,
    }
}

impl<'a> Reader<'a> {
    /// The frame of a seat.
    pub fn frame(&self, seat: SeatId) -> Frame {
        self.rules
            .seats
            .get(seat.index())
            .and_then(|seat| seat.frame)
            .unwrap_or_default()
    }

    /// All kinds of pieces.
    pub fn all_kinds(&self) -> Vec<KindId> {
        (0..self.rules.kinds.len())
            .filter(|&i| !self.rules.kinds[i].card)
            .map(KindId::from)
            .collect()
    }

    /// The set-up of a seat.
    pub fn setup(&self, seat: SeatId) -> &'a [(KindId, SquareId)] {
        match self
            .game
            .armies
            .get(seat.index())
            .copied()
            .flatten()
            .and_then(|army| self.rules.armies.get(army.index()))
        {
            Some(army) => &army.setup,
            None => &self.rules.setup,
        }
    }

    /// The kinds a phrase of kinds stands for, in the order of the set; `it` is not known.
    pub fn kinds(&self, set: &Set, seat: SeatId) -> Option<Vec<KindId>> {
        let mut found = match &set.base {
            Base::Kind(kind) => vec![*kind],
            Base::Or(list) => {
                let mut all = Vec::new();
                for item in list {
                    for kind in self.kinds(item, seat)? {
                        if !all.contains(&kind) {
                            all.push(kind);
                        }
                    }
                }
                all
            }
            Base::Word(word, None) => self.kinds_of_word(*word, seat)?,
            Base::All(_) => self.all_kinds(),
            _ => return None,
        };
        for narrow in &set.by {
            match narrow {
                Narrow::Is(Quality::Kind(of)) => {
                    let keep = self.kinds(of, seat)?;
                    found.retain(|kind| keep.contains(kind));
                }
                Narrow::Not(Quality::Kind(_)) | Narrow::Except(_) => {
                    let of = match narrow {
                        Narrow::Not(Quality::Kind(of)) => of.as_ref(),
                        Narrow::Except(of) => of,
                        _ => return None,
                    };
                    let drop = self.kinds(of, seat)?;
                    found.retain(|kind| !drop.contains(kind));
                }
                Narrow::At(Near::In | Near::On | Near::Among, place) if is_setup(place) => {
                    let there = self.setup(seat);
                    found.retain(|kind| there.iter().any(|(at, _)| at == kind));
                }
                _ => return None,
            }
        }
        (set.pick.is_none()).then_some(found)
    }

    fn kinds_of_word(&self, id: WordId, seat: SeatId) -> Option<Vec<KindId>> {
        let word = self.rules.words.get(id.index())?;
        let held = |part: &&WordPart| match part.holder {
            Holder::Power(power) => self.holds(seat, power),
            _ => true,
        };
        let live: Vec<&WordPart> = word.parts.iter().filter(held).collect();
        let replaced = live.iter().any(|part| part.replaces);
        let mut all = Vec::new();
        for part in live.iter().filter(|part| part.replaces || !replaced) {
            if !part.when.is_empty() {
                return None;
            }
            for kind in self.kinds(as_set(&part.value)?, seat)? {
                if !all.contains(&kind) {
                    all.push(kind);
                }
            }
        }
        for rule in &self.rules.rules {
            let Form::View {
                is: What::Quality(Quality::Word(said)),
                not,
                ..
            } = &rule.form
            else {
                continue;
            };
            match rule.holder {
                _ if *said != id => {}
                Holder::Kind(kind) if !not && rule.when.is_empty() => all.push(kind),
                Holder::Power(power) if !self.held(power) => {}
                _ => return None,
            }
        }
        Some(all)
    }

    /// Does anybody hold the power?
    pub fn held(&self, power: PowerId) -> bool {
        (0..self.rules.seats.len()).any(|seat| self.holds(SeatId::from(seat), power))
    }

    /// Does the seat hold the power from the beginning?
    pub fn holds(&self, seat: SeatId, power: PowerId) -> bool {
        let of_army = self
            .game
            .armies
            .get(seat.index())
            .copied()
            .flatten()
            .and_then(|army| self.rules.armies.get(army.index()));
        of_army.and_then(|army| army.power) == Some(power)
            || self
                .rules
                .powers
                .get(power.index())
                .is_some_and(|power| power.seats.contains(&seat))
    }

    /// A phrase for pieces.
    pub fn pieces(&self, set: &'a Set, seat: SeatId) -> Option<Pieces<'a>> {
        if !matches!(set.base, Base::All(_) | Base::It | Base::Name(_)) {
            return None;
        }
        if set.pick.is_some() || set.ty != Ty::Piece {
            return None;
        }
        let mut found = Pieces {
            kinds: self.all_kinds(),
            rest: Vec::new(),
        };
        for narrow in &set.by {
            match narrow {
                Narrow::Is(Quality::Kind(of)) => {
                    let keep = self.kinds(of, seat)?;
                    found.kinds.retain(|kind| keep.contains(kind));
                }
                Narrow::Is(Quality::Word(word)) => {
                    let keep = self.kinds_of_word(*word, seat)?;
                    found.kinds.retain(|kind| keep.contains(kind));
                }
                other => found.rest.push(other),
            }
        }
        Some(found)
    }

    /// The fixed squares a phrase stands for.
    pub fn squares(&self, rule: &Rule, set: &Set, eyes: Eyes) -> Option<Vec<u8>> {
        self.squares_as(rule, set, eyes, rule.holder == Holder::Game)
    }

    /// The same; `absolute`: squares by name are those of the board, not of the first seat's view.
    fn squares_as(&self, rule: &Rule, set: &Set, eyes: Eyes, absolute: bool) -> Option<Vec<u8>> {
        if !plain(set) {
            return None;
        }
        let turned = |sq: &SquareId| {
            let sq = u8::try_from(sq.0).ok()?;
            if absolute {
                Some(sq)
            } else {
                self.board.turn_square(self.frame(eyes.seat), sq)
            }
        };
        let mut found = match &set.base {
            Base::Squares(list) => list.iter().map(turned).collect::<Option<Vec<u8>>>()?,
            Base::Line(from, to) => match (
                self.squares_as(rule, from, eyes, absolute)?.as_slice(),
                self.squares_as(rule, to, eyes, absolute)?.as_slice(),
            ) {
                (&[from], &[to]) => self.board.line(from, to)?,
                _ => return None,
            },
            Base::Row(n, of) if is_you(of) => self.board.row(self.frame(eyes.seat), literal(n)?),
            Base::Row(n, of) if is_it(rule, of) => self.board.row(eyes.facing, literal(n)?),
            Base::Or(list) => {
                let mut all = Vec::new();
                for item in list {
                    all.extend(self.squares_as(rule, item, eyes, absolute)?);
                }
                all
            }
            Base::Word(word, of) if of.as_ref().is_none_or(|of| is_you(of)) => {
                let mut all = Vec::new();
                for part in &self.rules.words.get(word.index())?.parts {
                    let fixed = matches!(part.holder, Holder::Game | Holder::EachSeat)
                        && part.when.is_empty();
                    if !fixed || part.replaces {
                        return None;
                    }
                    let value = as_set(&part.value)?;
                    all.extend(self.squares_as(rule, value, eyes, part.holder == Holder::Game)?);
                }
                all
            }
            _ => return None,
        };
        found.sort_unstable();
        found.dedup();
        Some(found)
    }
}

/// `your setup`.
fn is_setup(set: &Set) -> bool {
    plain(set) && matches!(&set.base, Base::Of(Part::Setup, of) if is_you(of))
}
