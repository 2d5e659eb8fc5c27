//! Superlatives, belonging and place phrases: what narrows a set.
use super::read::*;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;
use std::cell::OnceCell;

/// A narrowing with what it speaks of, looked up when first asked for.
pub(super) struct Filter<'n> {
    by: &'n Narrow,
    of: OnceCell<Vals>,
    area: OnceCell<Option<Vec<bool>>>,
}

impl<'n> Filter<'n> {
    /// Nothing is looked up yet.
    pub(super) fn new(by: &'n Narrow) -> Self {
        Filter {
            by,
            of: OnceCell::new(),
            area: OnceCell::new(),
        }
    }
    /// How much it costs to ask it of one thing: what is cheap is asked first.
    pub(super) fn cost(by: &Narrow) -> u8 {
        match by {
            Narrow::Of(_) | Narrow::Hostile(_) | Narrow::Own => 0,
            Narrow::Is(q) | Narrow::Not(q) => match q {
                Quality::Empty | Quality::Occupied | Quality::Playing => 0,
                Quality::Kind(_) | Quality::Mark(..) => 1,
                Quality::Word(_) | Quality::Royal => 3,
                _ => 4,
            },
            Narrow::At(..) => 2,
            _ => 4,
        }
    }
    /// The squares of what a place phrase names, where it names nothing but squares and pieces.
    fn area(&self, cx: &Cx, s: &Set) -> Option<&Vec<bool>> {
        let squares = || {
            let mut area = vec![false; cx.l.squares];
            for x in self.members(cx, s) {
                match x {
                    Val::Square(_) | Val::Piece(_) => {}
                    _ => return None,
                }
                if let Some(q) = cx.where_is(*x) {
                    area[q.index()] = true;
                }
            }
            Some(area)
        };
        self.area.get_or_init(squares).as_ref()
    }
    fn members(&self, cx: &Cx, s: &Set) -> &Vals {
        self.of.get_or_init(|| cx.set(s))
    }
}

impl Cx<'_> {
    pub(super) fn pick(&self, v: Vals, p: &Pick) -> Vals {
        let best = |most: bool, name: Name, n: &Num| {
            let scored: Vec<(i32, Val)> = v
                .iter()
                .map(|x| {
                    let mut env = self.env.clone();
                    env.bind(name, vec![*x]);
                    (self.with(&env).num(n), *x)
                })
                .collect();
            let top = if most {
                scored.iter().map(|s| s.0).max()
            } else {
                scored.iter().map(|s| s.0).min()
            };
            scored
                .into_iter()
                .filter(|s| Some(s.0) == top)
                .map(|s| s.1)
                .collect()
        };
        match p {
            Pick::Nth(n) => v.get(*n as usize - 1).copied().into_iter().collect(),
            Pick::Last => v.last().copied().into_iter().collect(),
            Pick::Latest => {
                let when = |x: &Val| match x {
                    Val::Piece(p) => Some(self.st.piece(*p).stamp),
                    Val::Seat(s) => Some(self.st.seats[s.index()].latest_turn),
                    _ => None,
                };
                match v.iter().filter_map(when).max() {
                    // pieces that never changed their square are level
                    Some(top) => v.iter().filter(|x| when(x) == Some(top)).copied().collect(),
                    None => v.last().copied().into_iter().collect(),
                }
            }
            Pick::LatestMoved => {
                let stamp = |x: &Val| match x {
                    Val::Piece(p) => self.st.piece(*p).stamp,
                    _ => 0,
                };
                let top = v.iter().map(stamp).max().unwrap_or(0);
                let latest = |x: &&Val| top > 0 && stamp(x) == top;
                v.iter().filter(latest).copied().collect()
            }
            Pick::Nearest(s) => {
                let to: Vec<SquareId> = self
                    .set(s)
                    .into_iter()
                    .filter_map(|x| self.where_is(x))
                    .collect();
                let dist = |x: &Val| {
                    self.where_is(*x)
                        .and_then(|a| to.iter().map(|b| self.distance(a, *b)).min())
                };
                let least = v.iter().filter_map(dist).min();
                v.iter()
                    .filter(|x| least.is_some() && dist(x) == least)
                    .copied()
                    .collect()
            }
            Pick::Most(name, n) => best(true, *name, n),
            Pick::Fewest(name, n) => best(false, *name, n),
        }
    }
    /// Files apart plus ranks apart.
    pub fn distance(&self, a: SquareId, b: SquareId) -> i32 {
        if self.l.board_of(a).first != self.l.board_of(b).first {
            return i32::MAX;
        }
        let (fa, ra) = self.l.file_rank(a);
        let (fb, rb) = self.l.file_rank(b);
        ((fa - fb).abs() + (ra - rb).abs()) as i32
    }

    /// Whether a thing passes one narrowing.
    pub(super) fn pass(&self, x: Val, n: &Narrow) -> bool {
        self.filtered(x, &Filter::new(n))
    }
    /// The same for many things: what the narrowing speaks of is looked up once.
    pub(super) fn filtered(&self, x: Val, f: &Filter) -> bool {
        match f.by {
            Narrow::Is(q) => self.quality(x, q),
            Narrow::Not(q) => !self.quality(x, q),
            Narrow::Of(s) => self.belongs(x, f.members(self, s)),
            Narrow::Hostile(s) => {
                let owner = match x {
                    Val::Piece(p) => self.owner(p),
                    Val::Seat(s) if self.st.seats[s.index()].playing => Some(s),
                    _ => None,
                };
                owner.is_some_and(|o| {
                    f.members(self, s)
                        .iter()
                        .filter_map(|y| self.owner_of(*y))
                        .any(|y| !self.l.partners(o, y))
                })
            }
            Narrow::Own => match (x, self.env.it) {
                (Val::Piece(a), Some(Val::Piece(b))) => {
                    self.owner(a).is_some() && self.owner(a) == self.owner(b)
                }
                _ => false,
            },
            Narrow::At(near, s) => match (near, x) {
                (Near::In | Near::On | Near::Among, Val::Square(q)) => match f.area(self, s) {
                    Some(area) => area[q.index()],
                    None => self.near(x, near, s, &|| f.members(self, s)),
                },
                _ => self.near(x, near, s, &|| f.members(self, s)),
            },
            Narrow::Between(a, b) if matches!(x, Val::Border(..)) => {
                let squares = |s: &Set| -> Vec<SquareId> {
                    let all = self.set(s);
                    all.iter().filter_map(|y| self.where_is(*y)).collect()
                };
                let (a, b) = (squares(a), squares(b));
                let shares = |p, q| a.contains(&p) && b.contains(&q);
                matches!(x, Val::Border(p, q) if shares(p, q) || shares(q, p))
            }
            Narrow::Between(a, b) => {
                let (Some(q), a, b) = (self.where_is(x), self.set(a), self.set(b)) else {
                    return false;
                };
                a.iter().filter_map(|y| self.where_is(*y)).any(|a| {
                    b.iter()
                        .filter_map(|y| self.where_is(*y))
                        .any(|b| self.line(a, b, false).contains(&q))
                })
            }
            Narrow::That(name, c) => {
                let mut env = self.env.clone();
                env.bind(*name, vec![x]);
                self.with(&env).cond(c)
            }
            Narrow::Except(s) => !self.has(s, x),
            Narrow::Other(named) => {
                !(named.iter().any(|s| self.has(s, x))
                    || matches!(x, Val::Seat(_))
                        && x.seat() == self.env.you
                        && self.env.you.is_some())
            }
        }
    }
    /// The seat behind a thing: a seat itself, the owner of a piece.
    pub fn owner_of(&self, x: Val) -> Option<SeatId> {
        match x {
            Val::Seat(s) => Some(s),
            Val::Piece(p) => self.owner(p),
            _ => None,
        }
    }
    /// A thing belongs to one of these.
    pub fn belongs(&self, x: Val, of: &[Val]) -> bool {
        if let (Val::Piece(p), [Val::Seat(s)]) = (x, of) {
            // asked of every piece again and again
            let seat = |s: SeatId| self.l.owner_seat(s);
            return self.owner(p).is_some_and(|o| seat(o) == seat(*s));
        }
        let seats = || {
            of.iter().filter_map(|y| match y {
                Val::Seat(s) => Some(*s),
                _ => None,
            })
        };
        match x {
            Val::Piece(p) => {
                let owner = self.owner(p);
                let by_seat = match owner {
                    Some(o) => seats().any(|s| self.l.owner_seat(s) == self.l.owner_seat(o)),
                    None => of.contains(&Val::Nobody),
                };
                by_seat
                    || of.iter().any(|y| match y {
                        // the colour a card shows stays, whoever draws it
                        Val::Side(d) => {
                            let of_owner = || owner.map(|o| self.l.rules.seats[o.index()].side);
                            self.st.piece(p).side.or_else(of_owner) == Some(*d)
                        }
                        _ => false,
                    })
            }
            Val::Square(_) => true,
            Val::Move(p, ..) => self.belongs(Val::Piece(p), of),
            Val::Side(d) => of.contains(&x) || seats().any(|s| self.l.rules.seats[s.index()].side == d),
            Val::Seat(s) => of.contains(&x) || of.iter().any(|y| matches!(y, Val::Side(d) if self.l.rules.seats[s.index()].side == *d)),
            Val::Kind(k) => of.iter().any(|y| matches!(y, Val::Seat(s) if self.setup_squares(*s).iter().any(|(_, c)| *c == Some(k)))),
            Val::Power(p) => seats().any(|s| self.holds_power(s, p)),
            Val::Army(a) => seats().any(|s| self.st.seats[s.index()].army == Some(a)),
            _ => true,
        }
    }
    /// A place phrase.
    pub fn stands(&self, x: Val, near: &Near, s: &Set) -> bool {
        if let (Near::On, Base::Row(n, of), Val::Piece(p)) = (near, &s.base, x)
            && s.by.is_empty()
            && s.pick.is_none()
        {
            // asked of every pawn after every move: the row itself need not be made
            let n = self.num(n);
            let in_row = |y: &Val| {
                let frame = self.frame_of(*y);
                frame
                    .zip(self.square(p))
                    .is_some_and(|((facing, board), q)| self.l.in_row(q, n, facing, board))
            };
            return self.set(of).iter().any(in_row);
        }
        let v = OnceCell::new();
        self.near(x, near, s, &|| v.get_or_init(|| self.set(s)))
    }
    /// The same, with the members of what it is near to.
    fn near<'v>(&self, x: Val, near: &Near, s: &Set, v: &dyn Fn() -> &'v Vals) -> bool {
        if let (Near::In | Near::Among, Val::Kind(_), Base::Of(Part::Setup, of)) =
            (near, x, &s.base)
        {
            // `the kinds in your setup`: those that stand there
            return self.belongs(x, &self.set(of));
        }
        if let (Near::In | Near::Among | Near::Outside, Val::Piece(p)) = (near, x) {
            // a zone holds pieces; an area holds squares; an army holds kinds
            let v = v();
            let inside = v.iter().any(|y| match y {
                Val::Square(q) => self.square(p) == Some(*q),
                Val::Kind(k) => self.kind(p) == *k,
                Val::Layer(l) => matches!(self.st.piece(p).place, Place::Board(_, m) if m == *l),
                _ => *y == x,
            });
            return inside != matches!(near, Near::Outside);
        }
        let v = v();
        let squares = || v.iter().filter_map(|y| self.where_is(*y));
        let here = self.where_is(x);
        match near {
            Near::On => match x {
                Val::Kind(k) => squares().any(|q| self.st.at(q).is_some_and(|p| self.kind(p) == k)),
                Val::Piece(p) => v.iter().any(|y| match y {
                    Val::Layer(l) => matches!(self.st.piece(p).place, Place::Board(_, m) if m == *l),
                    Val::Board(b) => here.is_some_and(|h| self.l.board_of(h).first == self.l.rules.boards[b.index()].first),
                    _ => here.is_some() && here == self.where_is(*y),
                }),
                _ => here.is_some_and(|h| squares().any(|q| q == h)),
            },
            Near::In | Near::Among => v.iter().any(|y| self.same(*y, x)),
            Near::Outside => !v.iter().any(|y| self.same(*y, x)),
            // a border lies beside its two squares, and they beside it
            Near::Beside if matches!(x, Val::Border(..)) => {
                matches!(x, Val::Border(a, b) if squares().any(|q| q == a || q == b))
            }
            Near::Beside if matches!(v.first(), Some(Val::Border(..))) => here.is_some_and(|h| {
                v.iter()
                    .any(|y| matches!(y, Val::Border(a, b) if *a == h || *b == h))
            }),
            // what lies in a place that is named as one is not beside it
            Near::Beside | Near::Around
                if s.is_area() && here.is_some_and(|h| squares().any(|q| q == h)) =>
            {
                false
            }
            Near::Beside | Near::Around => here.is_some_and(|h| {
                squares().any(|q| {
                    let (a, b) = (self.l.file_rank(h), self.l.file_rank(q));
                    let (df, dr) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
                    let same_board = self.l.board_of(h).first == self.l.board_of(q).first;
                    same_board && if *near == Near::Beside { df + dr == 1 } else { df.max(dr) == 1 }
                })
            }),
            Near::Within(n) => {
                let n = self.num(n);
                // no piece is near itself; a square is near the piece that stands on it
                let itself = |h: SquareId, y: &Val| {
                    matches!((x, y), (Val::Piece(_), Val::Piece(_))) && self.where_is(*y) == Some(h)
                };
                here.is_some_and(|h| {
                    let near = |y: &&Val| self.where_is(**y).is_some_and(|q| self.distance(h, q) <= n);
                    v.iter().filter(near).any(|y| !itself(h, y))
                })
            }
            Near::InLine | Near::OpenLine => here.is_some_and(|h| {
                squares().any(|q| {
                    let (a, b) = (self.l.file_rank(h), self.l.file_rank(q));
                    h != q
                        && (a.0 == b.0 || a.1 == b.1)
                        && self.l.board_of(h).first == self.l.board_of(q).first
                        && (*near == Near::InLine || self.line(h, q, false).iter().all(|m| self.st.at(*m).is_none()))
                })
            }),
            Near::Behind | Near::InFrontOf => here.is_some_and(|h| {
                let ahead = (0, if *near == Near::Behind { -1 } else { 1 });
                v.iter().any(|y| {
                    let facing = match y {
                        Val::Piece(p) => self.st.piece(*p).facing,
                        _ => self.facing_of_reader(),
                    };
                    self.where_is(*y).and_then(|q| self.l.step(q, super::link::turned(ahead, facing), false)).is_some_and(|(s, _)| s == h)
                })
            }),
            Near::NextTo => self.next_to(x, v),
            Near::Under => match x {
                Val::Piece(p) => v.iter().any(|y| matches!((self.st.piece(p).place, y), (Place::Zone(k), Val::Piece(q)) if k.owner == OwnerKey::Piece(*q))),
                _ => false,
            },
            Near::LowerThan => {
                let value = |x: Val| match x {
                    Val::Kind(k) => Some(self.kind_value(k)),
                    Val::Piece(p) => Some(self.kind_value(self.kind(p))),
                    _ => None,
                };
                value(x).is_some_and(|a| v.iter().filter_map(|y| value(*y)).any(|b| a < b))
            }
            Near::Nth(n) => {
                let n = self.num(n);
                n >= 1 && v.get(n as usize - 1) == Some(&x)
            }
            Near::Chain | Near::BlockOf4 => true,
        }
    }
    pub(super) fn facing_of_reader(&self) -> u8 {
        match (self.env.it, self.env.you) {
            (Some(Val::Piece(p)), _) => self.st.piece(p).facing,
            (_, Some(y)) => self.l.facing(y),
            _ => 0,
        }
    }
    pub(super) fn next_to(&self, x: Val, v: &[Val]) -> bool {
        let Val::Piece(p) = x else { return false };
        let Place::Zone(key) = self.st.piece(p).place else {
            return false;
        };
        let row = &self.st.zones[&key];
        let at = |q: PieceId| row.iter().position(|r| *r == q);
        let i = at(p);
        v.iter().any(|y| matches!(y, Val::Piece(q) if at(*q).zip(i).is_some_and(|(a, b)| a.abs_diff(b) == 1)))
    }
    /// The value of a kind.
    pub fn kind_value(&self, k: KindId) -> i32 {
        self.l
            .rules
            .values
            .iter()
            .find(|(l, _)| *l == k)
            .map_or(0, |(_, v)| *v as i32)
    }
}
