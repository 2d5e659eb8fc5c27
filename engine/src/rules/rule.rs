//! Rules: one sentence, its holder and its form.
use super::*;
use crate::ids::*;
use serde::{Deserialize, Serialize};

/// One rule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rule {
    /// Whose it is.
    pub holder: Holder,
    /// Its place in the order of firing.
    pub rank: Rank,
    /// What it says.
    pub form: Form,
    /// What must hold: for triggers and actions now (clauses have their own moments); for facts while they stand.
    /// `while` blocks are handed down into this list.
    pub when: Vec<Cond>,
    /// Its limit of use.
    pub limit: Option<LimitId>,
    /// Marks without which the rule is dead once its power is gone (language 6.3).
    pub keeps: Vec<FieldId>,
    /// Roles of the opening event (or of a guard's deed) this rule refers to, each with the name it is bound to.
    pub roles: Vec<(Role, Name)>,
    /// The names of this rule, for print; `Name(i)` is entry i.
    pub names: Vec<TextId>,
    /// Its label (name of the action or offer it makes).
    pub label: Option<TextId>,
    /// Ledger clauses it answers for.
    pub tags: Vec<TextId>,
    /// Only an imposed fact or a rule of a `given`: it does not stand by itself.
    pub imposed: bool,
    /// The words.
    pub src: SourceId,
}

/// Whose a rule is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Holder {
    /// It exists once and has no *you*.
    Game,
    /// One copy for every seat.
    EachSeat,
    /// The holder of the power.
    Power(PowerId),
    /// The controller of each piece of the kind.
    Kind(KindId),
}

impl Holder {
    /// Rules under one heading: a variant's are under one, whether they have a *you* or not.
    pub fn same_heading(self, other: Holder) -> bool {
        let of_variant = |h: Holder| matches!(h, Holder::Game | Holder::EachSeat);
        self == other || of_variant(self) && of_variant(other)
    }
}

/// Order of firing for one holder: level, depth, then place in the list of rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Rank {
    /// Kind before power before mode before variant.
    pub level: Level,
    /// A derived text stands after its base.
    pub depth: u8,
}

/// See [`Rank`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Level {
    Kind,
    Power,
    Mode,
    Variant,
}

/// The forms of a rule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Form {
    /// X cannot / must / may V.
    Guard {
        /// Which of the three.
        verdict: Verdict,
        /// The deed forbidden, demanded or permitted.
        deed: Deed,
        /// Whom it limits.
        binds: Binds,
        /// `2 pieces may ..`: the first so many that use it (per turn).
        first: Option<Num>,
        /// Its end, if it has one.
        term: Vec<Term>,
    },
    /// `abilities cannot act if C`.
    Abilities {
        /// What must not come about.
        spoil: Cond,
    },
    /// X is (not) Y.
    View {
        /// Of which things.
        of: Set,
        /// What they are.
        is: What,
        /// They are not.
        not: bool,
    },
    /// X slides, steps, leaps, moves like ..
    Movement {
        /// Which pieces (in a kind: [`Base::It`]).
        of: Set,
        /// Besides the printed patterns, not in place of them.
        also: bool,
        /// Moves, or attack only (`attacks like`).
        aim: Aim,
        /// The ways.
        ways: Vec<Way>,
    },
    /// X captures without moving: every capture of its patterns is made standing.
    Standing {
        /// Which pieces.
        of: Set,
    },
    /// `after`, `before`, `as soon as`, `at the start of` ..
    Trigger {
        /// What sets it off.
        on: On,
        /// The stage it names.
        stage: Option<StageId>,
        /// `X may { .. }`: offered to these.
        offer: Option<Offer>,
        /// What happens.
        body: Block,
    },
    /// `instead of moving, X may { .. }`.
    Action {
        /// Who may.
        who: Offer,
        /// What happens.
        body: Block,
    },
    /// `on your turn`.
    Turn(Block),
    /// `every round`.
    Round(Block),
    /// `before the game`.
    Setup(Block),
}

/// An offer: the seats asked (clockwise from the player on turn), and the name the acceptor gets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// Who is asked.
    pub who: Set,
    /// Name of the one who accepts (`they`).
    pub they: Option<Name>,
    /// Others may not see whether it was accepted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

impl Rule {
    /// What has to be done, if the rule is a duty (`must`).
    pub fn duty(&self) -> Option<&Deed> {
        match &self.form {
            Form::Guard {
                verdict: Verdict::Duty,
                deed,
                ..
            } => Some(deed),
            Form::Guard { .. }
            | Form::Abilities { .. }
            | Form::View { .. }
            | Form::Movement { .. }
            | Form::Standing { .. }
            | Form::Trigger { .. }
            | Form::Action { .. }
            | Form::Turn(_)
            | Form::Round(_)
            | Form::Setup(_) => None,
        }
    }
}

/// cannot, may, must.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Verdict {
    Forbid,
    Permit,
    Duty,
}

/// Whom a guard limits: the pieces (also what they attack), or only what a player is offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Binds {
    Pieces,
    Player,
}

/// What a view shows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum What {
    /// An adjective or kind ([`Quality::Kind`]).
    Quality(Quality),
    /// A value of a field.
    Value(FieldId, Value),
}

/// What sets a trigger off.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum On {
    /// One of these events has happened.
    After(Vec<Deed>),
    /// One of these events is about to happen.
    Before(Vec<Deed>),
    /// The condition has become true.
    AsSoonAs(Cond),
    /// The condition has become true for one of these combinations of members (`as soon as an opponent
    /// has ..`): one memory for each combination; the names stand for its members in the condition and the body.
    EachAsSoonAs(Vec<(Name, Set)>, Cond),
    /// A moment: `at the start of your turn`.
    At(Moment),
}

/// One way of going.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Way {
    /// The geometry; directions are (files, ranks) as seen by the piece: forward is (0, 1).
    pub path: Path,
    /// Whether it takes.
    pub takes: Takes,
    /// Only from here.
    pub from: Option<Set>,
    /// Only to here.
    pub to: Option<Set>,
    /// What may or must be on the way.
    pub past: Vec<Beyond>,
    /// `bringing X to Y`: a square, or a zone (`into`).
    pub bring: Option<(Set, Set)>,
    /// Condition (roles Origin, Destination, Path are names bound in `Rule::roles`).
    pub when: Option<Cond>,
    /// The words.
    pub src: SourceId,
}

/// The geometry of a way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Path {
    /// Cannot go.
    Nowhere,
    /// To every square.
    Anywhere,
    /// The patterns it has, with the edges of the board joined.
    Torus,
    /// Like these kinds, or the kinds these pieces are of; printed patterns only.
    Like(Box<Set>),
    /// Fixed offsets, whatever is between.
    Leap(Vec<(i8, i8)>),
    /// Along lines until blocked, between min and max steps (max 0: no limit).
    Slide {
        /// Directions.
        dirs: Vec<(i8, i8)>,
        /// Fewest steps.
        min: u8,
        /// Most steps; 0: no limit.
        max: u8,
    },
    /// One line after another: the way bends where one ends and the next begins. Two or more.
    Bent(Vec<Leg>),
    /// From one square to another (castling), written for the first seat.
    FromTo(SquareId, SquareId),
}

/// A straight part of a way that bends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Leg {
    /// Directions, as of a slide.
    pub dirs: Vec<(i8, i8)>,
    /// Fewest steps; 1 or more.
    pub min: u8,
    /// Most steps; 0: no limit.
    pub max: u8,
    /// Only directions that lead on from where the leg before it came: see [`Leg::leads_on`].
    pub outward: bool,
}

impl Leg {
    /// The most straight parts of one way.
    pub const MOST: usize = 4;
    /// Most steps: where there is no limit, as many as lead across any board.
    pub fn far(&self) -> u8 {
        match self.max {
            0 => 64,
            most => most,
        }
    }
    /// A direction is within half a right angle of the one before it.
    pub fn leads_on(before: (i8, i8), next: (i8, i8)) -> bool {
        let [a, b, c, d] = [before.0, before.1, next.0, next.1].map(i32::from);
        let along = a * c + b * d;
        along > 0 && 2 * along * along >= (a * a + b * b) * (c * c + d * d)
    }
    /// The directions of this leg behind one that came this way.
    pub fn after(&self, before: Option<(i8, i8)>) -> impl Iterator<Item = (i8, i8)> {
        let leads =
            move |d: &(i8, i8)| before.is_none_or(|b| !self.outward || Leg::leads_on(b, *d));
        self.dirs.iter().copied().filter(leads)
    }
}

/// Moving or attacking only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Aim {
    Move,
    Attack,
}

/// Whether a way takes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Takes {
    /// Only to empty squares.
    Quiet,
    /// Only to capture.
    Only,
    /// Either.
    Both,
    /// Takes these (who must exist); the destination must be empty.
    This(Set),
}

/// What is on the way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Beyond {
    /// Passes any number of these (pieces or squares).
    Through(Set),
    /// Must jump so many of these; anything else stops it.
    Over {
        /// How many (`Any`: one).
        amount: Amount,
        /// Of these.
        of: Set,
        /// It lands on the square just behind the last one it jumped.
        close: bool,
    },
    /// Shoves these just past the destination.
    Pushing(Set),
}
