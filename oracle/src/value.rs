//! Values of phrases and the environment in which a rule is read.
use super::state::State;
use engine::ids::*;
use engine::rules::{Role, Verb};
use std::sync::Arc;

/// Number of a piece or card; never reused in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub struct PieceId(pub u16);

/// One thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub enum Val {
    /// A piece or card.
    Piece(PieceId),
    /// A square.
    Square(SquareId),
    /// The border between two squares, the lower one first.
    Border(SquareId, SquareId),
    /// A kind.
    Kind(KindId),
    /// A seat.
    Seat(SeatId),
    /// Nobody: the owner of neutral pieces.
    Nobody,
    /// A side.
    Side(SideId),
    /// A number.
    Num(i32),
    /// An army.
    Army(ArmyId),
    /// A power.
    Power(PowerId),
    /// A text.
    Text(TextId),
    /// A mark (as a thing of events).
    Mark(FieldId),
    /// A move: piece, from, to.
    Move(PieceId, SquareId, SquareId),
    /// A direction.
    Dir(i8, i8),
    /// A layer of a board.
    Layer(u8),
    /// Abilities of a seat.
    Ability(SeatId),
    /// A zone of an owner.
    Zone(ZoneId, OwnerKey),
    /// A board.
    Board(BoardId),
}

/// On what state hangs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub enum OwnerKey {
    /// The game.
    Game,
    /// A seat.
    Seat(SeatId),
    /// A side.
    Side(SideId),
    /// A piece or card.
    Piece(PieceId),
    /// A square.
    Square(SquareId),
    /// A border.
    Border(SquareId, SquareId),
    /// A kind.
    Kind(KindId),
}

/// An ordered set of things.
pub type Vals = Vec<Val>;

/// A piece as it was at an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Rec {
    /// Who.
    pub id: PieceId,
    /// Kind, as views showed it.
    pub kind: KindId,
    /// Owner.
    pub owner: Option<SeatId>,
    /// Square, if it stood on one.
    pub square: Option<SquareId>,
    /// It was royal.
    pub royal: bool,
}

/// By which means a change came about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub enum Means {
    /// A decision to move.
    Move,
    /// A rule of a power or of a kind.
    Ability,
    /// A rule of the variant.
    Rule,
}

/// Something that happened or is about to.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// What.
    pub verb: Verb,
    /// The player who decided it.
    pub author: Option<SeatId>,
    /// The parts.
    pub roles: Vec<(Role, Val)>,
    /// By a move, an ability or a rule.
    pub means: Means,
    /// The rule that caused it.
    pub rule: Option<RuleId>,
    /// The pieces concerned, as they were.
    pub recs: Vec<Rec>,
    /// Global number of the turn.
    pub turn: u32,
    /// Members of one step share this number.
    pub batch: u32,
    /// The acting piece crossed an edge of the torus.
    pub edge: bool,
    /// A capture made standing.
    pub still: bool,
    /// Done so that others do not notice.
    pub hidden: bool,
    /// Of a mark of a power: the holder whose mark it is.
    pub holder: Option<SeatId>,
}

impl Event {
    /// The thing in a role.
    pub fn role(&self, role: Role) -> Option<Val> {
        self.roles.iter().find(|(r, _)| *r == role).map(|(_, v)| *v)
    }
    /// The piece in a role.
    pub fn piece(&self, role: Role) -> Option<PieceId> {
        match self.role(role) {
            Some(Val::Piece(p)) => Some(p),
            _ => None,
        }
    }
}

/// Where a rule is read: who speaks, about what, what its names stand for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Env {
    /// The holder.
    pub you: Option<SeatId>,
    /// The piece of the kind, or the thing a fact or definition speaks of.
    pub it: Option<Val>,
    /// Names and roles.
    pub names: Vec<Option<Vals>>,
    /// The rule, for causes.
    pub rule: Option<RuleId>,
    /// Who acts in the block.
    pub actor: Option<SeatId>,
    /// The event that set the rule off.
    pub event: Option<Arc<Event>>,
    /// The state just before that event.
    pub before: Option<Arc<State>>,
    /// Means of changes made here.
    pub means: Option<Means>,
    /// Steps of a turn, round or set-up procedure: each is settled.
    pub procedure: bool,
}

impl Env {
    /// What a name stands for; nothing if it was never bound.
    pub fn name(&self, n: Name) -> Vals {
        self.names
            .get(n.index())
            .and_then(|v| v.clone())
            .unwrap_or_default()
    }
    /// What a definition is read in: it speaks of a thing, and names of the rule that uses it mean nothing there.
    pub fn about(&self, it: Val, takes: Option<Name>) -> Env {
        let mut env = Env {
            you: self.you,
            it: Some(it),
            names: vec![],
            rule: self.rule,
            actor: self.actor,
            event: self.event.clone(),
            before: self.before.clone(),
            means: self.means,
            procedure: self.procedure,
        };
        if let Some(name) = takes {
            env.bind(name, vec![it]);
        }
        env
    }
    /// Bind a name.
    pub fn bind(&mut self, n: Name, v: Vals) {
        if self.names.len() <= n.index() {
            self.names.resize(n.index() + 1, None);
        }
        self.names[n.index()] = Some(v);
    }
}
