//! Nouns that stand for one thing wherever they are read: the author, the board and its edge, an ability, a turn.
use super::det::Det;
use super::noun::Np;
use super::reader::*;
use engine::rules::*;

impl Rd<'_> {
    pub(super) fn fixed(
        &self,
        np: &Np,
        which: &str,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
        let everyone = || make(Ty::Seat, Base::All(Where::Board));
        let mut out = Vec::new();
        let plain = |ty, base| {
            let set = self.finish(np, det, ty, base, Vec::new());
            self.as_phrase(np, det, set)
        };
        match which {
            "author" => out.push((Ph::thing(make(Ty::Seat, Base::Author)), p)),
            "edge" => self.of_the_board(plain(Ty::Square, Base::Edge), p, sc, short, &mut out),
            "corner" => self.of_the_board(plain(Ty::Square, Base::Corner), p, sc, short, &mut out),
            "ability" => {
                let of = det.owner.clone().unwrap_or_else(everyone);
                out.push((plain(Ty::Power, Base::Ability(Box::new(of))), p));
                for (arg, q) in self.of_phrase(p, sc, short) {
                    if arg.ty == Some(Ty::Seat) {
                        let base = Base::Ability(Box::new(arg.set()));
                        out.push((plain(Ty::Power, base), q));
                    }
                }
            }
            "turn" => out.push((plain(Ty::Turn, Base::All(Where::Anywhere)), p)),
            _ => out.push((plain(Ty::Board, Base::All(Where::Anywhere)), p)),
        }
        out
    }

    /// `the edge of the board` is the edge: every square is one of a board.
    fn of_the_board(&self, ph: Ph, p: usize, sc: &Scope, short: bool, out: &mut Alts<Ph>) {
        for (of, q) in self.of_phrase(p, sc, short) {
            if of.ty == Some(Ty::Board) {
                out.push((ph.clone(), q));
            }
        }
        out.push((ph, p));
    }
}
