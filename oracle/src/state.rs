//! The state of the literal interpreter: pieces with numbers, maps of declared values, nothing clever.
use super::aspects::{self, Aspects};
use super::history::History;
use super::memo::Memo;
use super::shared::Shared;
use super::value::*;
use engine::ids::*;
use engine::play::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub enum Place {
    /// On a square, on a layer of the board.
    Board(SquareId, u8),
    /// In a zone.
    Zone(ZoneKey),
    /// Captured or removed.
    Lost,
}

/// A zone of somebody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub struct ZoneKey {
    /// Which.
    pub zone: ZoneId,
    /// Whose.
    pub owner: OwnerKey,
}

/// A piece or card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
pub struct Piece {
    /// Its kind for good (views may show another).
    pub kind: KindId,
    /// Its controller.
    pub owner: Option<SeatId>,
    /// Its side, for cards.
    pub side: Option<SideId>,
    /// Facing in quarter turns clockwise from north, kept for life.
    pub facing: u8,
    /// Where it is.
    pub place: Place,
    /// Where it stood when play began.
    pub home: Option<SquareId>,
    /// It has neither moved nor been displaced nor changed since the set-up.
    pub unmoved: bool,
    /// Turn in which it last moved.
    pub moved_turn: u32,
    /// When it last changed its square.
    pub stamp: u32,
    /// It is a card.
    pub card: bool,
    /// The card of an army.
    pub army: Option<ArmyId>,
    /// Cards that lie side by side with the same number were shuffled together: in which order they lie is still open. 0: the
    /// place is known.
    pub mixed: u32,
}

/// A value hung on something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub struct FieldKey {
    /// Which.
    pub field: FieldId,
    /// On what.
    pub owner: OwnerKey,
    /// Per seat (`your mask of ..`).
    pub seat: Option<SeatId>,
    /// Holder of the power whose state it is (for state hung on pieces, squares and kinds).
    pub holder: Option<SeatId>,
}

/// Values that are not at their start, by key.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    map: BTreeMap<FieldKey, Vals>,
    /// How many keys of each field are in the map.
    count: Vec<u16>,
}

impl PartialEq for Fields {
    fn eq(&self, other: &Self) -> bool {
        self.map == other.map
    }
}

impl Fields {
    /// A value; none: the start value.
    pub fn get(&self, key: &FieldKey) -> Option<&Vals> {
        if self.count.get(key.field.index()).is_none_or(|n| *n == 0) {
            return None;
        }
        self.map.get(key)
    }
    /// Set a value.
    pub fn insert(&mut self, key: FieldKey, v: Vals) {
        if self.map.insert(key, v).is_none() {
            let i = key.field.index();
            if self.count.len() <= i {
                self.count.resize(i + 1, 0);
            }
            self.count[i] += 1;
        }
    }
    /// Back to the start value.
    pub fn remove(&mut self, key: &FieldKey) {
        if self.map.remove(key).is_some() {
            self.count[key.field.index()] -= 1;
        }
    }
    /// All values that are not at their start, in the order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&FieldKey, &Vals)> {
        self.map.iter()
    }
    /// The values of one field that are not at their start.
    pub fn of(&self, field: FieldId) -> impl Iterator<Item = (&FieldKey, &Vals)> {
        let some = self.count.get(field.index()).is_some_and(|n| *n > 0);
        let from = FieldKey {
            field,
            owner: OwnerKey::Game,
            seat: None,
            holder: None,
        };
        some.then(|| {
            self.map
                .range(from..)
                .take_while(move |(k, _)| k.field == field)
        })
        .into_iter()
        .flatten()
    }
}

/// A power held.
#[derive(Clone, PartialEq, Debug)]
pub struct Held {
    /// Which.
    pub power: PowerId,
    /// Borrowed until then.
    pub until: Option<Due>,
}

/// A seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatState {
    /// Still in the game.
    pub playing: bool,
    /// Its result.
    pub outcome: Outcome,
    /// Order of losing (0: not lost).
    pub lost_at: u32,
    /// Points.
    pub points: i32,
    /// Turns had, the current one included.
    pub turns: u32,
    /// Global number of the latest turn it had.
    pub latest_turn: u32,
    /// Global number of the turn it had before that.
    pub turn_before: u32,
    /// Turns to skip.
    pub skip: u32,
    /// Its army.
    pub army: Option<ArmyId>,
    /// Powers held: own first.
    pub powers: Vec<Held>,
    /// The global turn in which it last completed a turn.
    pub completed: u32,
}

/// A point in time that comes.
#[derive(Clone, PartialEq, Debug)]
pub enum Due {
    /// Start or end (true) of the n-th turn of a seat.
    Seat(SeatId, u32, bool),
    /// Start or end (true) of the n-th turn overall.
    Turn(u32, bool),
    /// End of the n-th round.
    Round(u32),
    /// So many turns of the owner of a piece (or of a seat) that end after the turn of that number.
    Count(u32, Val, u32),
    /// An event of this pattern: rule and place of the term are kept with the environment.
    Event(Box<(engine::rules::Deed, Env)>),
    /// Never (rest of the game).
    Never,
}

/// A mark or value that ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Timed {
    /// Which.
    pub key: FieldKey,
    /// Its ends; the earliest holds.
    pub due: Vec<Due>,
    /// What it is again then; nothing: as at the beginning.
    pub back: Vals,
}

/// A fact for a time.
#[derive(Clone, PartialEq, Debug)]
pub struct Imposed {
    /// The fact.
    pub rule: RuleId,
    /// Its names.
    pub env: Env,
    /// Its ends.
    pub due: Vec<Due>,
    /// A duty that has been done this turn.
    pub done: bool,
}

/// A delayed block.
#[derive(Clone, PartialEq, Debug)]
pub struct Delayed {
    /// Which block (index into the link's list).
    pub block: usize,
    /// Its names.
    pub env: Env,
    /// When.
    pub due: Due,
}

/// Use of a limit by a holder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Used {
    /// In the game.
    pub game: u16,
    /// In the turn of that number.
    pub turn: (u32, u16),
    /// In the round of that number.
    pub round: (u32, u16),
    /// In the action of that number.
    pub action: (u32, u16),
    /// The holder's turn in which it was last used.
    pub own_turn: u32,
    /// In how many of the holder's turns running it was used, up to that one.
    pub run: u8,
}

/// Where in the game a state between two segments stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Before the game: set-up rules have still to run.
    Setup,
    /// The turn of the seat on turn is about to start.
    Start,
    /// Its start is over; the procedure is next.
    Act,
    /// The turn is over, what lasted to its end too; nobody else is on turn yet.
    End,
}

/// An `as soon as` rule, its holder, what it is about.
pub type EdgeKey = (RuleId, Option<SeatId>, Vals);

/// A limit, its holder, the opponent it counts for.
pub type LimitKey = (LimitId, Option<SeatId>, Option<SeatId>);

/// A situation, and what has been read of it since it last changed.
#[derive(Clone, Debug)]
pub struct State {
    now: Situation,
    memo: Memo,
    /// Per stage, what has changed since a look at its `as soon as` conditions at which none had risen.
    stale: [Aspects; STAGES],
}

/// How many stages remember what has changed; in later ones everything may have.
const STAGES: usize = 16;

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.now == other.now
    }
}

impl State {
    /// What has been read.
    pub fn memo(&self) -> &Memo {
        &self.memo
    }
    /// What has changed since a look at the `as soon as` conditions of this stage at which none had risen.
    pub fn stale(&self, stage: usize) -> Aspects {
        self.stale.get(stage).copied().unwrap_or(aspects::ALL)
    }
    /// None of this stage has risen.
    pub fn set_quiet(&mut self, stage: usize) {
        if let Some(stale) = self.stale.get_mut(stage) {
            *stale = 0;
        }
    }
    /// To change no more than this of it.
    pub fn change(&mut self, what: Aspects) -> &mut Situation {
        self.memo.clear();
        self.stale.iter_mut().for_each(|s| *s |= what);
        &mut self.now
    }
    /// To change what no phrase reads: counters of steps and uses.
    pub fn quietly(&mut self) -> &mut Situation {
        &mut self.now
    }
    /// From here on the rest of a turn is tried. Of all readings only the question whether an action is open hangs on that,
    /// and that one is not kept.
    pub fn set_tried(&mut self) {
        self.now.tried = true;
        self.stale.iter_mut().for_each(|s| *s |= aspects::TRIED);
    }
    /// The situation alone.
    pub fn into_situation(self) -> Situation {
        self.now
    }
    /// See [`Situation::each_alive`]; no phrase reads it.
    pub fn each_alive_mut(&mut self) -> &mut BTreeSet<EdgeKey> {
        &mut self.now.each_alive
    }
    /// The memories of `as soon as` rules (conditions that were true, rules that were alive); no phrase reads them.
    pub fn edges_mut(&mut self) -> (&mut BTreeSet<EdgeKey>, &mut BTreeSet<EdgeKey>) {
        (&mut self.now.edges, &mut self.now.edge_alive)
    }
}

impl From<Situation> for State {
    fn from(now: Situation) -> Self {
        State {
            now,
            memo: Memo::default(),
            stale: [aspects::ALL; STAGES],
        }
    }
}

impl Deref for State {
    type Target = Situation;
    #[inline]
    fn deref(&self) -> &Situation {
        &self.now
    }
}

/// Who may change it makes all readings out of date.
impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Situation {
        self.change(aspects::ALL)
    }
}

/// By a rule somebody lost or the game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Because {
    pub rule: RuleId,
    /// The stage that decided so.
    pub stage: Option<usize>,
}

/// Everything a game is between two decisions of different turns.
#[derive(Clone, PartialEq, Debug)]
pub struct Situation {
    /// All pieces and cards, by number.
    pub pieces: Vec<Piece>,
    /// Who stands where: square * layers + layer.
    pub board: Vec<Option<PieceId>>,
    /// How many layers a square has.
    pub layers: u8,
    /// Contents of zones, in order.
    pub zones: Shared<BTreeMap<ZoneKey, Vec<PieceId>>>,
    /// Seats.
    pub seats: Shared<Vec<SeatState>>,
    /// Values; absent: the start value.
    pub fields: Shared<Fields>,
    /// Values made public: everybody, or these seats.
    pub known: Shared<BTreeMap<FieldKey, Vec<SeatId>>>,
    /// Elements of hidden zones made public.
    pub shown: Shared<BTreeSet<PieceId>>,
    /// The same, made known to single seats.
    pub shown_to: Shared<BTreeSet<(SeatId, PieceId)>>,
    /// Marks that end.
    pub timed: Shared<Vec<Timed>>,
    /// Facts for a time.
    pub imposed: Shared<Vec<Imposed>>,
    /// Delayed blocks.
    pub delayed: Shared<Vec<Delayed>>,
    /// Uses of limits per (limit, holder, opponent).
    pub used: Shared<BTreeMap<LimitKey, Used>>,
    /// Truth of `as soon as` conditions per (rule, you, binding).
    pub edges: Shared<BTreeSet<EdgeKey>>,
    /// Edges that have a memory already (rules alive at the last look).
    pub edge_alive: Shared<BTreeSet<EdgeKey>>,
    /// Holders for whom an `as soon as` rule about members is alive, whether or not there is a member now.
    pub each_alive: Shared<BTreeSet<EdgeKey>>,
    /// Seat on turn (place in `turns`).
    pub turn_at: usize,
    /// Orders of turns that do not wait for each other; nothing: there is one order.
    pub orders: Vec<super::orders::Order>,
    /// Whose turn it is.
    pub on_turn: Option<SeatId>,
    /// Global number of the turn, from 1.
    pub turn: u32,
    /// Number of the round, from 1.
    pub round: u32,
    /// Global number of the first turn of this round.
    pub round_start: u32,
    /// Number of the action.
    pub action: u32,
    /// Turns passed unasked since the last decision of a player.
    pub passed: usize,
    /// Number of steps made.
    pub stamp: u32,
    /// Who is next, if a rule said so.
    pub next: Option<SeatId>,
    /// For sides in `turns`: who of the side moved last.
    pub side_last: Shared<BTreeMap<SideId, usize>>,
    /// Events of earlier turns.
    pub past: History<Event>,
    /// Events of this turn.
    pub now: Shared<Vec<Event>>,
    /// Hashes of positions at the starts of turns.
    pub positions: History<u64>,
    /// Where in the game this state stands.
    pub phase: Phase,
    /// The game is over.
    pub over: bool,
    /// How often seats have lost.
    pub losses: u32,
    /// By which rules somebody lost or the game ended, in their order.
    pub because: Vec<Because>,
    /// A copy on which the rest of a turn is tried: what is judged at the end of the turn is not judged on the way.
    pub tried: bool,
    /// A copy on which it is tried what somebody could take within a turn: kings are not asked for.
    pub raid: bool,
}

impl Situation {
    /// Who stands on a square of a layer.
    pub fn at_layer(&self, sq: SquareId, layer: u8) -> Option<PieceId> {
        (layer < self.layers)
            .then(|| self.board.get(self.place_of(sq, layer)).copied().flatten())
            .flatten()
    }
    fn place_of(&self, sq: SquareId, layer: u8) -> usize {
        sq.index() * usize::from(self.layers) + usize::from(layer)
    }
    /// Who stands on a square, the near side first.
    pub fn at(&self, sq: SquareId) -> Option<PieceId> {
        self.at_layer(sq, 0).or_else(|| self.at_layer(sq, 1))
    }
    /// A piece.
    #[inline]
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.0 as usize]
    }
    /// A piece, to change.
    pub fn piece_mut(&mut self, id: PieceId) -> &mut Piece {
        &mut self.pieces[id.0 as usize]
    }
    /// The square a piece stands on.
    pub fn square_of(&self, id: PieceId) -> Option<SquareId> {
        match self.piece(id).place {
            Place::Board(sq, _) => Some(sq),
            _ => None,
        }
    }
    /// The square a piece stands on, or whoever carries it.
    pub fn stands_on(&self, id: PieceId) -> Option<SquareId> {
        match self.piece(id).place {
            Place::Zone(ZoneKey {
                owner: OwnerKey::Piece(carrier),
                ..
            }) => self.square_of(carrier),
            _ => self.square_of(id),
        }
    }
    /// The layer a piece stands on.
    pub fn layer_of(&self, id: PieceId) -> u8 {
        match self.piece(id).place {
            Place::Board(_, l) => l,
            _ => 0,
        }
    }
    /// Take a piece from where it is (it is then nowhere: lost, for the moment).
    pub fn lift(&mut self, id: PieceId) {
        match self.piece(id).place {
            Place::Board(sq, l) => {
                let i = self.place_of(sq, l);
                if self.board[i] == Some(id) {
                    self.board[i] = None;
                }
            }
            Place::Zone(key) => {
                if let Some(z) = self.zones.get_mut(&key) {
                    z.retain(|p| *p != id);
                    if z.is_empty() {
                        self.zones.remove(&key);
                    }
                }
            }
            Place::Lost => {}
        }
        self.piece_mut(id).place = Place::Lost;
    }
    /// Put a lifted piece on an empty square.
    pub fn land(&mut self, id: PieceId, sq: SquareId, layer: u8) {
        let i = self.place_of(sq, layer);
        self.board[i] = Some(id);
        self.stamp += 1;
        let stamp = self.stamp;
        let p = self.piece_mut(id);
        p.place = Place::Board(sq, layer);
        p.stamp = stamp;
    }
    /// Put a lifted piece into a zone (at its end).
    pub fn store(&mut self, id: PieceId, key: ZoneKey) {
        self.zones.entry(key).or_default().push(id);
        let piece = self.piece_mut(id);
        piece.place = Place::Zone(key);
        piece.mixed = 0;
    }
    /// Shuffle what lies in a zone.
    pub fn mix(&mut self, key: ZoneKey) {
        self.stamp += 1;
        let stamp = self.stamp;
        for id in self.zones.get(&key).cloned().unwrap_or_default() {
            self.piece_mut(id).mixed = stamp;
        }
    }
    /// Of the cards that may lie on top of a zone: the first, or all that were shuffled with it.
    pub fn on_top(&self, key: ZoneKey) -> &[PieceId] {
        let cards = self.zones.get(&key).map_or(&[][..], Vec::as_slice);
        let Some(top) = cards.first().map(|c| self.piece(*c).mixed) else {
            return cards;
        };
        let same = |c: &&PieceId| top != 0 && self.piece(**c).mixed == top;
        let n = cards.iter().take_while(same).count().max(1);
        &cards[..n]
    }
    /// Put something into a zone, before what lies at this place.
    pub fn insert(&mut self, id: PieceId, key: ZoneKey, at: usize) {
        let zone = self.zones.entry(key).or_default();
        zone.insert(at.min(zone.len()), id);
        let piece = self.piece_mut(id);
        piece.place = Place::Zone(key);
        piece.mixed = 0;
    }
    /// The card of an army, where armies are dealt as cards.
    pub fn card_of(&self, army: ArmyId) -> Option<PieceId> {
        let of = |p: &Piece| p.army == Some(army);
        self.pieces.iter().position(of).map(|i| PieceId(i as u16))
    }
    /// Pieces on the board in the order of the board (near side first on a square).
    pub fn on_board(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.board.iter().flatten().copied()
    }
    /// All events, the latest first.
    pub fn events_back(&self) -> impl Iterator<Item = &Event> + '_ {
        self.now.iter().rev().chain(self.past.back())
    }
}
