//! Parts: what belongs to a thing by what it is (its owner, its square, its left, its set-up).
use super::moves::{self, MoveOpt};
use super::read::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

impl Cx<'_> {
    pub(super) fn part(&self, part: Part, x: Val) -> Vals {
        let n = self.st.seats.len();
        match (part, x) {
            (Part::Owner, Val::Piece(p)) => match self.owner(p) {
                Some(s) => vec![Val::Seat(s)],
                None => vec![Val::Nobody],
            },
            (Part::Owner, Val::Seat(_)) => vec![x],
            (Part::Square, Val::Piece(p)) => self.square(p).map(Val::Square).into_iter().collect(),
            (Part::Square, Val::Square(_)) => vec![x],
            (Part::Kind, Val::Piece(p)) => vec![Val::Kind(self.kind(p))],
            (Part::Side, Val::Piece(p)) => match self.st.piece(p).side {
                Some(s) => vec![Val::Side(s)],
                None if self.l.rules.boards.iter().any(|b| b.layers > 1) => {
                    vec![Val::Layer(self.st.layer_of(p))]
                }
                None => self
                    .owner(p)
                    .map(|s| Val::Side(self.l.rules.seats[s.index()].side))
                    .into_iter()
                    .collect(),
            },
            (Part::Side, Val::Seat(s)) => vec![Val::Side(self.l.rules.seats[s.index()].side)],
            (Part::Power, Val::Seat(s)) => self.st.seats[s.index()]
                .powers
                .iter()
                .filter(|h| h.until.is_none())
                .map(|h| Val::Power(h.power))
                .collect(),
            (Part::Power, Val::Army(a)) => self.l.rules.armies[a.index()]
                .power
                .map(Val::Power)
                .into_iter()
                .collect(),
            (Part::Army, Val::Seat(s)) => self.st.seats[s.index()]
                .army
                .map(Val::Army)
                .into_iter()
                .collect(),
            (Part::Setup, Val::Seat(s)) => self
                .setup_squares(s)
                .into_iter()
                .map(|(sq, _)| Val::Square(sq))
                .collect(),
            (Part::Setup, Val::Piece(p)) => match self.first_owner(p) {
                Some(s) => self.part(Part::Setup, Val::Seat(s)),
                None => vec![],
            },
            (Part::Direction, Val::Piece(p)) => (self.st.events_back())
                .find(|e| e.verb == Verb::Move && e.piece(Role::Mover) == Some(p))
                .and_then(
                    |e| match (e.role(Role::Origin)?, e.role(Role::Destination)?) {
                        (Val::Square(a), Val::Square(b)) => self.l.heading(a, b),
                        _ => None,
                    },
                )
                .map(|(df, dr)| Val::Dir(df, dr))
                .into_iter()
                .collect(),
            (Part::Run, Val::Piece(p)) => self.run_of(p),
            (Part::Rank | Part::File, Val::Piece(_) | Val::Square(_)) => {
                let Some(from) = self.where_is(x) else {
                    return vec![];
                };
                let shared = |q: &SquareId| {
                    let (a, b) = (self.l.file_rank(from), self.l.file_rank(*q));
                    let same = if part == Part::File {
                        a.0 == b.0
                    } else {
                        a.1 == b.1
                    };
                    same && self.l.board_of(from).first == self.l.board_of(*q).first
                };
                let squares = self.l.all_squares().filter(shared);
                squares.map(Val::Square).collect()
            }
            (Part::Home, Val::Piece(p)) => {
                self.st.piece(p).home.map(Val::Square).into_iter().collect()
            }
            (Part::Neighbour, Val::Seat(s)) => {
                let others = self.ring_of(s).into_iter().filter(|t| *t != s);
                others.map(Val::Seat).collect()
            }
            (Part::Left | Part::Right | Part::Opposite, Val::Seat(s)) => {
                let ring = self.ring_of(s);
                let at = ring.iter().position(|t| *t == s).unwrap_or(0);
                let on = match part {
                    Part::Left => 1,
                    Part::Right => ring.len() - 1,
                    _ => ring.len() / 2,
                };
                vec![Val::Seat(ring[(at + on) % ring.len()])]
            }
            (Part::Partner, Val::Seat(s)) => (0..n)
                .map(SeatId::from)
                .filter(|t| *t != s && self.l.partners(s, *t) && self.st.seats[t.index()].playing)
                .map(Val::Seat)
                .collect(),
            (Part::Opponents, Val::Seat(s)) => self
                .clockwise()
                .into_iter()
                .filter(|t| !self.l.partners(s, *t) && self.st.seats[t.index()].playing)
                .map(Val::Seat)
                .filter(|t| self.at_own_board(*t))
                .collect(),
            (Part::Mover, Val::Move(p, ..)) => vec![Val::Piece(p)],
            (Part::Origin, Val::Move(_, from, _)) => vec![Val::Square(from)],
            (Part::Destination, Val::Move(.., to)) => vec![Val::Square(to)],
            (Part::Moves, _) => self.moves_by(x, false),
            _ => vec![],
        }
    }
    /// The places around a seat's own board.
    fn ring_of(&self, s: SeatId) -> Vec<SeatId> {
        let board = |t: SeatId| self.l.rules.seats[t.index()].board;
        let all = (0..self.st.seats.len()).map(SeatId::from);
        all.filter(|t| board(*t) == board(s)).collect()
    }
    /// Ordinary moves of a piece or player, under king safety too if they are to be legal.
    fn moves_by(&self, x: Val, legal: bool) -> Vals {
        let moves = match x {
            Val::Seat(s) => {
                let mut all = moves::moves_of_seat(self, s);
                all.retain(|m| !legal || moves::safe(self, m, s));
                all
            }
            Val::Piece(p) if legal => moves::legal(self, p),
            Val::Piece(p) => moves::moves_of(self, p),
            _ => return vec![],
        };
        let thing = |m: MoveOpt| Val::Move(m.piece, m.from, m.to);
        moves.into_iter().map(thing).collect()
    }
    /// The moves a phrase speaks of that one makes, a piece or a player; `legal` is judged for all at once. None: it speaks of
    /// no moves.
    pub(super) fn moves_among(&self, s: &Set, x: Val) -> Option<Vals> {
        let (Base::Of(Part::Moves, of), None) = (&s.base, &s.pick) else {
            return None;
        };
        let judged = |n: &Narrow| matches!(n, Narrow::Is(Quality::Legal));
        let legal = s.by.iter().any(judged);
        // `a player has a move of a piece that ..`: those of his that are meant
        let makers = match (x, of.ty) {
            (Val::Seat(_), Ty::Piece) => self.pieces_of(x).into_iter().map(Val::Piece).collect(),
            _ => vec![x],
        };
        let makers = makers.into_iter().filter(|m| self.has(of, *m));
        let mut v: Vals = makers.flat_map(|m| self.moves_by(m, legal)).collect();
        v.retain(|m| s.by.iter().all(|n| judged(n) || self.pass(*m, n)));
        Some(v)
    }
    /// The seat a piece began with: the one that faces as it does, its owner where there are several.
    pub(super) fn first_owner(&self, p: PieceId) -> Option<SeatId> {
        let owner = self.owner(p);
        let facing = self.st.piece(p).facing;
        let faces = |s: &SeatId| self.l.facing(*s) == facing;
        owner
            .filter(faces)
            .or_else(|| (0..self.st.seats.len()).map(SeatId::from).find(faces))
            .or(owner)
    }
    /// Squares of a seat's set-up with the kind there (none: `?`).
    pub fn setup_squares(&self, s: SeatId) -> Vec<(SquareId, Option<KindId>)> {
        let mut v: Vec<(SquareId, Option<KindId>)> = match self.st.seats[s.index()].army {
            Some(a) => {
                let a = self.l.sets_up(a);
                a.setup
                    .iter()
                    .map(|(k, q)| (self.l.in_frame(*q, s), Some(*k)))
                    .chain(a.spare.iter().map(|q| (self.l.in_frame(*q, s), None)))
                    .collect()
            }
            None if !self.l.rules.setup.is_empty() => self
                .l
                .rules
                .setup
                .iter()
                .map(|(k, q)| (self.l.in_frame(*q, s), Some(*k)))
                .collect(),
            None => self
                .l
                .rules
                .position
                .iter()
                .filter(|p| p.seat == Some(self.l.owner_seat(s)))
                .map(|p| (p.square, Some(p.kind)))
                .collect(),
        };
        v.sort();
        v
    }
}
