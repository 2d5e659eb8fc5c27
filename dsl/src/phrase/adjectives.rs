//! Adjectives and owners that a noun has no use for.
use super::det::Det;
use super::noun::{Np, Sense};
use super::reader::*;
use super::words::Types;
use engine::rules::*;

impl Rd<'_> {
    /// Something in front of a noun says nothing of it; the problem is told.
    pub(super) fn no_adjectives_of(&self, np: &Np, det: &Det) -> bool {
        np.adjs.most.is_some() && !self.has_most(np)
            || self.idle_adjective(np, det)
            || self.mark_of_others(np)
            || self.owner_of_none(np, det)
    }

    /// E127: a mark is said of what it hangs on, of the pieces and squares that go with that, and of nothing else.
    fn mark_of_others(&self, np: &Np) -> bool {
        let ty = match &np.sense {
            Sense::Things(Ty::Card, _) | Sense::Kind(_) => Ty::Piece,
            Sense::Things(ty, _) => *ty,
            _ => return false,
        };
        let marks = np.adjs.by.iter().filter_map(|n| match n {
            Narrow::Is(Quality::Mark(f, None)) => self.decls.fields.get(f.index()),
            _ => None,
        });
        let foreign = marks.into_iter().find(|decl| {
            let of = super::owned::hangs_types(decl.hangs);
            let also = match ty {
                Ty::Piece => [Ty::Card, Ty::Seat, Ty::Square, Ty::Kind].as_slice(),
                Ty::Square => &[Ty::Piece, Ty::Card],
                Ty::Seat => &[Ty::Side],
                _ => &[],
            };
            of != Types::NONE && !of.has(ty) && !also.iter().any(|t| of.has(*t))
        });
        let Some(decl) = foreign else { return false };
        let of = super::set::describe(super::owned::hangs_types(decl.hangs));
        let said = format!("`{}` can be said of {of}", decl.name);
        self.fail(np.at.saturating_sub(1), "E127", said);
        true
    }

    /// E127: borders, lines, the edge and the corners are nobody's.
    fn owner_of_none(&self, np: &Np, det: &Det) -> bool {
        let help = match &np.sense {
            Sense::Things(Ty::Border, _) => {
                "say where it lies: `the borders beside your king`, `the border between d4 and d5`"
            }
            Sense::Line => "say between which squares it lies: `the line from a1 to a8`",
            Sense::Fixed("edge" | "corner") => {
                "the row at the end of the board is `your last row`, that at its start `your first row`; an area of each player is declared: `call a1-b2 your corner`"
            }
            _ => return false,
        };
        let owned = det.owner.is_some();
        if owned {
            let article = match np.noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
                true => "an",
                false => "a",
            };
            let said = format!("{article} {} belongs to nobody", np.noun);
            let at = np.at.saturating_sub(1);
            self.fail_help(at, "E127", said, Some(help.to_owned()));
        }
        owned
    }

    /// E160: an adjective, or `other`, that the noun has no use for: of one thing there is no other, and what is no piece is not lost.
    fn idle_adjective(&self, np: &Np, det: &Det) -> bool {
        let adjs = &np.adjs;
        let narrows =
            !adjs.by.is_empty() || adjs.pick.is_some() || adjs.new || adjs.layer.is_some();
        let number = match &np.sense {
            Sense::Field(f) => self.decls.fields[f.index()].ty == Ty::Number,
            Sense::Word(w) => self.decls.words[w.index()].ty == Some(Ty::Number),
            Sense::Number(which) => *which != "number",
            Sense::Option(_) => true,
            _ => false,
        };
        let one = number || matches!(np.sense, Sense::Line | Sense::Fixed("author"));
        let pieces = match &np.sense {
            Sense::Things(ty, _) => matches!(ty, Ty::Piece | Ty::Card),
            Sense::Kind(_) => true,
            Sense::Rival(which) => *which == "enemy",
            _ => false,
        };
        let foe = adjs.by.iter().any(|n| matches!(n, Narrow::Hostile(_)));
        if foe && matches!(np.sense, Sense::Part(Part::Moves, _)) {
            // `an enemy moves`: the word behind is the verb
            return true;
        }
        if foe && !matches!(np.sense, Sense::Things(Ty::Piece, _) | Sense::Kind(_)) {
            let message = format!("`enemy` is said of pieces, not of `{}`", np.noun);
            let help = "a player who is against you is `an opponent`";
            self.fail_help(np.at, "E160", message, Some(help.to_owned()));
            return true;
        }
        let other = det.other
            && (one
                || matches!(
                    np.sense,
                    Sense::Field(_) | Sense::Zone(_) | Sense::Row(_) | Sense::Deck(_)
                ));
        let idle = (one && narrows) || (adjs.place.is_some() && (!pieces || adjs.new)) || other;
        if idle {
            let at = np.at.saturating_sub(1);
            let message = format!(
                "`{}` narrows nothing: `{}` is not said to be so",
                self.w(at),
                np.noun
            );
            let help = "leave the word out, or put it before the noun it belongs to";
            self.fail_help(at, "E160", message, Some(help.to_owned()));
        }
        idle
    }

    /// E154: the most is asked of points and of numbers that are kept.
    fn has_most(&self, np: &Np) -> bool {
        let number = match &np.sense {
            Sense::Field(f) => self.decls.fields[f.index()].ty == Ty::Number,
            Sense::Number(which) => *which == "point",
            _ => false,
        };
        if !number {
            let word = self.w(np.at.saturating_sub(1));
            let message = format!("`{word}` is said of points and of numbers a rule keeps");
            let help = "keep the number (`you have a number called tally`), or count: `if the number of your pawns is more than the number of pawns of your opponent`";
            self.fail_help(
                np.at.saturating_sub(1),
                "E154",
                message,
                Some(help.to_owned()),
            );
        }
        number
    }
}
