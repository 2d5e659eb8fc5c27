//! Masks: the members of a set, form by form, at least those that are wanted.
mod moves;
mod picks;
mod pieces;
mod seats;
mod sets;
mod squares;
mod values;

use super::Cx;
use crate::core::bits::Bits;
use crate::core::plan::*;
use crate::core::state::*;

impl<const N: usize> Cx<'_, N> {
    /// The members of a set, at least those that are wanted.
    pub fn mask(&self, m: &Mask<N>) -> Bits<N> {
        let (plan, st, env) = (self.plan, self.st, self.env);
        match m {
            Mask::Fixed(b) => *b,
            Mask::OfYou(t) => t[(env.you as usize).min(plan.seats)],
            Mask::Plane(i) => st.plane(*i as usize),
            Mask::PlaneOfYou(i) => match env.you {
                NONE => Bits::EMPTY,
                you => st.plane(*i as usize + you as usize),
            },
            Mask::Playing => self.playing(),
            Mask::It => Bits::one(env.it as usize),
            Mask::You => Bits::one(env.you as usize),
            Mask::OnTurn => Bits::one(st.clock.on_turn as usize),
            Mask::Author => Bits::one(self.author() as usize),
            Mask::Name(n) => env.names[*n as usize],
            Mask::And(v) => self.in_all_of(v),
            Mask::Or(v) => self.in_one_of(v),
            Mask::Not(x) => !self.mask(x),
            Mask::If(c) => Bits::all_if(self.wanting(Bits::FULL).truth(c)),
            Mask::That(name, of, c) => self.named_that(*name, of, c),
            Mask::ItThat(of, c) => self.it_that(of, c),
            Mask::Owned(s) => self.owned(self.all(s)),
            Mask::OfColour(sides) => self.of_colour(sides),
            Mask::ColoursOf(things) => {
                let colours = self.all(things).iter().map(|p| self.colour(p));
                colours.filter(|c| *c != NONE).map(usize::from).collect()
            }
            Mask::Owners(p) => self.owners(self.all(p)),
            Mask::FirstOwners(p) => {
                let first = self.all(p).iter().map(|p| self.first_owner(p));
                first.filter(|s| *s < self.plan.seats).collect()
            }
            Mask::Hostile(s) => self.hostile_to(s),
            Mask::Partners(s) => self.partners_of(s),
            Mask::OwnBoard(ty) => self.own_board(*ty),
            Mask::Touched => self.on_boards(self.touched),
            Mask::On(q) => {
                let on = self.all(q) & st.plane(plane::TAKEN);
                on.iter().flat_map(|s| st.here(s)).collect()
            }
            Mask::Squares(p) => {
                let on = self.all(p) & st.plane(plane::BOARD);
                on.iter().filter_map(|p| st.square(p)).collect()
            }
            Mask::OfSidesOfBoard(s) => self.on_sides_of_board(s),
            Mask::SidesOfBoard(p) => self.sides_of_board(p),
            Mask::SideOfSquares(q) => {
                let of = self.all(q).iter().filter_map(|s| st.at(s));
                of.map(|p| usize::from(st.is_far(p))).collect()
            }
            Mask::OtherSides(s) => {
                let of = self.all(s);
                (0..2).filter(|i| of.has(1 - i)).collect()
            }
            Mask::OfKinds(k) => self.of_kinds(self.all(k)),
            Mask::Kinds(p) => self.all(p).iter().map(|p| self.kind(p)).collect(),
            Mask::Homes(p) => self.homes(p),
            Mask::Ranks(q) => self.rank_or_file(false, q),
            Mask::Files(q) => self.rank_or_file(true, q),
            Mask::Near(how, q) => self.near(*how, self.all(q)),
            Mask::Within(n, q, away) => self.within(n, q, *away),
            Mask::OpenLine(q) => self.open_line(q),
            Mask::Between(a, b) => self.between(a, b),
            Mask::Line(a, b) => self.line(a, b),
            Mask::BordersBetween(a, b) => {
                let (a, b) = (self.all(a), self.all(b));
                plan.boards.borders_between(a, b)
            }
            Mask::BordersOf(q) => plan.boards.borders_between(self.all(q), Bits::FULL),
            Mask::AtBorders(b) => plan.boards.squares_at(self.all(b)),
            Mask::AheadOf(n, p) => self.ahead_of_pieces(*n, p),
            Mask::AheadOfSquares(n, q) => self.ahead_of_squares(*n, q),
            Mask::RowsOfPieces(n, p, file) => self.rows_of_pieces(n, p, *file),
            Mask::RowsOfSeats(n, s, file) => self.rows_of_seats(n, s, *file),
            Mask::OnOwnRow(n) => self.on_own_row(*n),
            Mask::SeatsWith(p, rel, n) => self.seats_with(p, *rel, n),
            Mask::Ring(ring, s) => {
                let of = self.all(s) & Bits::below(plan.seats);
                of.iter().fold(Bits::EMPTY, |m, s| m | self.ring(*ring, s))
            }
            Mask::NextSeat => Bits::one(self.next_seat() as usize),
            Mask::SetupSquares(s) => self.setups(self.all(s), None),
            Mask::SetupSquaresOf(s, k) => self.setups(self.all(s), Some(self.all(k))),
            Mask::SetupKinds(s) => self.setup_kinds(s),
            Mask::Powers(s) => self.powers_of(s),
            Mask::Sides(s) => self.sides_of(s),
            Mask::OfSides(d) => self.of_sides(d),
            Mask::Armies(s) => self.armies_of(s),
            Mask::LowerKinds(k) => self.lower_kinds(k),
            Mask::Alone => self.alone(),
            Mask::Word(w) => self.defined(*w, false, env.you, self.want),
            Mask::Noun(w) => self.defined(*w, true, env.you, self.want),
            Mask::NounFor(w, s) => self.noun_for(*w, s),
            Mask::NounForPieces(w, p) => self.noun_for_pieces(*w, p),
            Mask::Parts(v) => self.parts(v),
            Mask::Viewed { base, yes, no } => self.viewed(base, yes, no),
            Mask::Matching(like) => self.matching(like),
            Mask::At(ty, n, of) => self.at_place(*ty, n, of),
            Mask::OfColours(of) => self.seats_of_colours(of),
            Mask::Runs(of) => self.runs(of),
            Mask::Jumping => self.jumping(),
            Mask::Zone(z, of) => self.in_zone(*z, of),
            Mask::CardsOf(armies) => self.cards_of(armies),
            Mask::ArmiesOf(cards) => self.armies_of_cards(cards),
            Mask::Seen(h, of) => {
                let of = self.all(of);
                self.seen(&plan.hidden[*h as usize], of)
            }
            Mask::Headings(p) => self.headings(p),
            Mask::Value(slots, of, start) => self.values_of(*slots, self.all(of), *start),
            Mask::ValueFor(whose, hidden, slots, of, start) => {
                self.value_for(whose, *hidden, *slots, of, *start)
            }
            Mask::PlanesFor(first, seats) => self.planes_for(*first, seats),
            Mask::ValueOfHolders(whose, slots, of, start) => {
                self.value_of_holders(whose, *slots, of, *start)
            }
            Mask::NextTo(of) => self.next_to(of),
            Mask::Under(of) => self.under(of),
            Mask::Royal => self.royal(),
            Mask::InCheck(by) => {
                let by = by.as_ref().map(|b| self.all(b));
                self.in_check(self.royal() & self.want, by)
            }
            Mask::SeatsInCheck(by) => self.seats_in_check(by.as_deref()),
            Mask::PartOfMoves(part, m) => self.wanting(Bits::FULL).part_of_moves(*part, m),
            Mask::SeatsWithMoves(m, rel, n) => self.seats_with_moves(m, *rel, self.int(n)),
            Mask::Attackers {
                seats,
                what,
                squares,
                rel,
                n,
            } => self.attackers(*seats, what, *squares, *rel, n),
            Mask::Sufferers { verb, mark, by } => self.sufferers(*verb, *mark, self.all(by)),
            Mask::SeatsActing(rel, n) => self.seats_acting(*rel, n),
            Mask::SeatsTalking { secretly, to } => self.seats_talking(*secretly, to.as_deref()),
            Mask::Mobile { seats } => self.mobile(*seats),
            Mask::WithMoves {
                seats,
                of,
                legal,
                rel,
                n,
            } => self.with_moves(*seats, of, *legal, *rel, n),
            Mask::Nth(ty, n, of) => self.nth(*ty, *n, of),
            Mask::Latest(ty, of) => self.latest(*ty, of),
            Mask::LatestMoved(of) => self.latest(crate::rules::Ty::Piece, of) & self.ever_moved(),
            Mask::Nearest(ty, of, to) => self.nearest(*ty, of, to),
            Mask::Best { most, name, of, by } => self.best(*most, *name, of, by),
        }
    }
}
