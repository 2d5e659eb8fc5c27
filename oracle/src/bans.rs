//! What abilities may do to a piece: the guards are asked, wherever the deed would lead.
use super::read::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

impl Cx<'_> {
    /// `X can be pushed by abilities of Y`: for one of Y no guard forbids it, wherever it would lead.
    pub(super) fn suffers(&self, x: Val, d: &Deed) -> bool {
        let Val::Piece(p) = x else { return false };
        if self.depth > 3 {
            return true;
        }
        let inner = Cx {
            depth: self.depth + 1,
            ..*self
        };
        let doers = match d.subject.as_ref().map(|s| &s.base) {
            Some(Base::Ability(of)) => self.set(of),
            _ => vec![],
        };
        let origin = self.square(p).map(|q| (Role::Origin, Val::Square(q)));
        let mark = d.cases.iter().find_map(|(case, v)| match (case, v) {
            (Case::As, Value::Set(s)) => match s.base {
                Base::Field(f, ..) => Some((Role::Object, Val::Mark(f))),
                _ => None,
            },
            _ => None,
        });
        let leave = [(Verb::Leave, Role::Leaver)].as_slice();
        let parts: Vec<(Verb, Role)> = match d.verb {
            Verb::Move => [leave, &[(Verb::Move, Role::Mover)]].concat(),
            Verb::Push => [leave, &[(Verb::Push, Role::Pushed)]].concat(),
            Verb::Pull => [leave, &[(Verb::Pull, Role::Pulled)]].concat(),
            Verb::Put => [leave, &[(Verb::Put, Role::Placed)]].concat(),
            Verb::Swap => [leave, &[(Verb::Swap, Role::Swapped)]].concat(),
            Verb::Shift => {
                let parts = [(Verb::Move, Role::Mover), (Verb::Shift, Role::Shifted)];
                [leave, &parts].concat()
            }
            Verb::Remove => {
                let parts = [
                    (Verb::LosePiece, Role::Victim),
                    (Verb::Remove, Role::Removed),
                ];
                [leave, &parts].concat()
            }
            Verb::Capture => vec![
                (Verb::LosePiece, Role::Victim),
                (Verb::Capture, Role::Victim),
            ],
            Verb::Give => vec![(Verb::Give, Role::Given)],
            Verb::Become => vec![(Verb::Become, Role::Changed)],
            Verb::Promote => vec![
                (Verb::Become, Role::Changed),
                (Verb::Promote, Role::Promoted),
            ],
            Verb::Mark => vec![(Verb::Mark, Role::Marked)],
            _ => vec![],
        };
        let off_board = origin.is_none();
        let parts = parts
            .iter()
            .filter(|(v, _)| *v != Verb::Leave || !off_board);
        let parts: Vec<&(Verb, Role)> = parts.collect();
        let forbidden = |seat: SeatId| {
            parts.iter().any(|(verb, role)| {
                let whole = mark.filter(|_| *verb == Verb::Mark);
                // what is not taken off the board may stay where it is: that it leaves an area is not said
                let stays = *verb == Verb::Leave && d.verb != Verb::Remove;
                let goes_to = origin
                    .filter(|_| stays)
                    .map(|(_, from)| (Role::Destination, from));
                let roles = [(*role, x)].into_iter();
                let roles = roles.chain(origin).chain(goes_to).chain(whole);
                let e = Event {
                    verb: *verb,
                    author: Some(seat),
                    roles: roles.collect(),
                    means: Means::Ability,
                    rule: None,
                    recs: vec![self.rec(p)],
                    turn: self.st.turn,
                    batch: self.st.stamp,
                    edge: false,
                    still: false,
                    hidden: false,
                    holder: None,
                };
                super::guards::forbidden(&inner, &e, None).is_some()
            })
        };
        doers
            .into_iter()
            .any(|s| s.seat().is_some_and(|s| !forbidden(s)))
    }
}
