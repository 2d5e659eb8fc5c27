//! What `it` is in the condition behind a guard: the piece, the square, or either, and then it is asked which.
use super::event::Event;
use super::reader::*;
use engine::rules::*;

impl Rd<'_> {
    /// The scope of the condition behind a guard on pieces or players (`ty`); `free`: `it` was nothing before the guard.
    pub(super) fn after_guard(&self, event: &Event, ty: Ty, free: bool, sc: &Scope) -> Scope {
        let before = sc.clone();
        let mut after = self.after_event(event, sc);
        let piece = |ph: &Ph| ph.ty == Some(Ty::Piece);
        let taken = event.verbs.iter().find_map(|v| v.object.as_ref());
        // `knights cannot capture your king if it ..`: the one of the two that is one; of two that are, it is asked which
        let two = free && !event.passive && ty == Ty::Piece;
        let both = taken.filter(|o| two && piece(o) && o.plural == event.subject.plural);
        let word = |ph: &Ph, or: &str| match ph.noun.as_str() {
            "" => or.to_owned(),
            noun => noun.to_owned(),
        };
        // `pieces cannot enter your shrine if an enemy is beside it`
        let one_square = |o: &&Ph| {
            let kept = matches!(&o.value, Value::Set(set) if matches!(set.base, Base::Field(..)));
            two && o.ty == Some(Ty::Square) && !o.plural && (kept || o.art == Art::A)
        };
        if let Some(by) = self.done_by(event).filter(|_| free && ty == Ty::Piece) {
            // `a piece cannot be captured by a pawn if it ..`, and `tired pieces cannot be captured by a piece if it ..`
            let name = self.role_name(sc, Role::Subject);
            match (event.subject.plural, by.plural) {
                (true, false) => {
                    after =
                        self.scope(&after, |s| s.it = It::Is(make(Ty::Piece, Base::Name(name))));
                }
                (false, false) => {
                    let (victim, by) = (word(&event.subject, "victim"), word(by, "captor"));
                    after = self.scope(&after, |s| s.it = It::Two(victim.clone(), by.clone()));
                }
                (_, true) => after.it = before.it,
            }
        } else if let Some(([piece, square], several)) = self.put_on_a_square(event) {
            let name = self.role_name(sc, Role::Destination);
            let it = match several {
                true => It::Is(make(Ty::Square, Base::Name(name))),
                false => It::Two(piece, square),
            };
            after = self.scope(&after, |s| s.it = it.clone());
        } else if let Some(square) = taken.filter(one_square) {
            if event.subject.plural {
                let name = self.role_name(sc, Role::Object);
                after = self.scope(&after, |s| {
                    s.it = It::Is(make(Ty::Square, Base::Name(name)))
                });
            } else {
                let (piece, square) = (word(&event.subject, "piece"), word(square, "square"));
                after = self.scope(&after, |s| s.it = It::Two(piece.clone(), square.clone()));
            }
        } else if let Some(taken) = both {
            let (subject, taken) = (word(&event.subject, "captor"), word(taken, "victim"));
            after = self.scope(&after, |s| s.it = It::Two(subject.clone(), taken.clone()));
        } else if two && event.subject.plural && taken.is_some_and(piece) {
            let name = self.role_name(sc, Role::Object);
            after = self.scope(&after, |s| s.it = It::Is(make(Ty::Piece, Base::Name(name))));
        } else if before.it != It::None {
            after.it = before.it;
        } else if ty == Ty::Seat {
            let piece = event.verbs[0]
                .object
                .as_ref()
                .is_some_and(|o| o.ty == Some(Ty::Piece));
            if piece {
                let name = self.role_name(sc, Role::Object);
                after.it = It::Is(make(Ty::Piece, Base::Name(name)));
            }
        }
        after
    }

    /// The pieces by which something cannot be done.
    fn done_by<'a>(&self, event: &'a Event) -> Option<&'a Ph> {
        let by = |(case, ph): &&(Case, Ph)| *case == Case::By && ph.ty == Some(Ty::Piece);
        let vp = event.verbs.first().filter(|_| event.passive)?;
        vp.cases.iter().find(by).map(|(_, ph)| ph)
    }

    /// `your pawns cannot be put on a square if a pawn of yours is on its file`: `it` is the square, as the pawns stand nowhere yet. Where
    /// one piece is put on one square the sentence must say which. The words for piece and square, and whether several pieces are put.
    fn put_on_a_square(&self, event: &Event) -> Option<([String; 2], bool)> {
        let put = event.verbs.iter().find(|v| v.deed.verb == Verb::Put)?;
        let one = |ph: &Ph| ph.ty == Some(Ty::Square) && !ph.plural && ph.art == Art::A;
        let (_, square) = put.cases.iter().find(|(_, ph)| one(ph))?;
        let piece = match event.passive {
            true => &event.subject,
            false => put.object.as_ref()?,
        };
        let words = [piece, square].map(|ph| ph.noun.clone());
        Some((words, piece.plural))
    }
}
