//! What each seat has still to be told: what others did and what the rules announced since it last decided.
use super::{screen, words};
use crate::board::facts::{capital, route};
use engine::ids::{KindId, SeatId, SquareId};
use engine::notation;
use engine::play::{BoardView, Choice, Decision, Kind, Notice, SeenPiece, Who};
use engine::rules::Ruleset;

/// What a table has to tell: lines not yet shown, per seat, each with the number of answers given before it; the last moves;
/// what was taken.
pub struct News {
    lines: Vec<Vec<(usize, String)>>,
    moves: Vec<(usize, SeatId, SquareId, SquareId)>,
    taken: Vec<(usize, Taken)>,
}

/// The pieces that went elsewhere: those of a kind and player of which one is gone from a square and one has come to another.
fn moved(before: &BoardView, after: &BoardView) -> Vec<(SeatId, SquareId, SquareId)> {
    let only = |here: &BoardView, there: &BoardView| -> Vec<SeenPiece> {
        let stays = |p: &SeenPiece| {
            let same = |q: &SeenPiece| {
                (q.square, q.layer, q.kind, q.seat) == (p.square, p.layer, p.kind, p.seat)
            };
            there.pieces.iter().any(same)
        };
        here.pieces.iter().filter(|p| !stays(p)).copied().collect()
    };
    let (gone, come) = (only(before, after), only(after, before));
    let mut found = Vec::new();
    for piece in &gone {
        let like = |p: &&SeenPiece| (p.kind, p.seat) == (piece.kind, piece.seat);
        let mut there = come.iter().filter(like);
        if let (Some(seat), Some(to), None, 1) = (
            piece.seat,
            there.next(),
            there.next(),
            gone.iter().filter(like).count(),
        ) {
            found.push((seat, piece.square, to.square));
        }
    }
    found.sort();
    found
}

/// Who took what of whom.
type Taken = (SeatId, Option<SeatId>, KindId);

impl News {
    /// Of a table with so many seats.
    pub fn new(seats: usize) -> News {
        News {
            lines: vec![Vec::new(); seats],
            moves: Vec::new(),
            taken: Vec::new(),
        }
    }
    /// An answer that was given, for everybody but who gave it.
    pub fn answered(
        &mut self,
        rules: &Ruleset,
        at: usize,
        decision: &Decision,
        choice: &Choice,
        turn: &[SeatId],
    ) {
        if let (Who::Seat(seat), Choice::Move(from, to), false) =
            (&decision.who, choice, decision.secret)
        {
            self.moves.push((at, *seat, *from, *to));
        }
        let Some(line) = said(rules, decision, choice, turn) else {
            return;
        };
        for (seat, news) in self.lines.iter_mut().enumerate() {
            if decision.who != Who::Seat(SeatId::from(seat)) {
                news.push((at, line.clone()));
            }
        }
    }
    /// What the rules announced, for those who hear it.
    pub fn announced(&mut self, rules: &Ruleset, at: usize, notices: &[Notice]) {
        for notice in notices {
            for (seat, news) in self.lines.iter_mut().enumerate() {
                let hears = |to: &Vec<SeatId>| to.contains(&SeatId::from(seat));
                if notice.to.as_ref().is_none_or(hears) {
                    let line = screen::told(rules, notice);
                    // who is in check for some turns is so once
                    news.retain(|(_, known)| *known != line);
                    news.push((at, line));
                }
            }
        }
    }
    /// What an action moved is marked as moves are.
    pub fn shifted(&mut self, at: usize, before: &BoardView, after: &BoardView) {
        let moves = moved(before, after).into_iter();
        self.moves
            .extend(moves.map(|(seat, from, to)| (at, seat, from, to)));
    }
    /// What moved with the last of some secret answers: nobody saw the moves when they were chosen.
    pub fn carried_out(
        &mut self,
        rules: &Ruleset,
        at: usize,
        before: &BoardView,
        after: &BoardView,
    ) -> Vec<String> {
        let moves = moved(before, after);
        let mut said = Vec::new();
        for (seat, from, to) in moves {
            self.moves.push((at, seat, from, to));
            let who = capital(notation::seat(rules, seat));
            said.push(format!("{who}{PLAYS}{}", route(rules, from, to)));
        }
        for line in &said {
            self.everybody(at, line);
        }
        said
    }
    /// Only so many answers are left.
    pub fn back_to(&mut self, answers: usize) {
        for news in &mut self.lines {
            news.retain(|(at, _)| *at < answers);
        }
        self.moves.retain(|m| m.0 < answers);
        self.taken.retain(|t| t.0 < answers);
    }
    /// What a move took of others from the boards: what was there before it and is nowhere there after it.
    pub fn compare(
        &mut self,
        rules: &Ruleset,
        at: usize,
        by: SeatId,
        before: &BoardView,
        after: &BoardView,
    ) {
        let side = |seat: SeatId| rules.seats.get(seat.index()).map(|s| s.side);
        let mut gone = before.pieces.len().saturating_sub(after.pieces.len());
        let count = |view: &BoardView, p: &SeenPiece| {
            let same = |q: &&SeenPiece| (q.kind, q.seat) == (p.kind, p.seat);
            view.pieces.iter().filter(same).count()
        };
        // where pieces change hands, fewer of a player are still as many of a kind
        let owned = |view: &BoardView, seat| view.pieces.iter().filter(|p| p.seat == seat).count();
        let handed = (after.pieces.iter()).any(|p| owned(after, p.seat) > owned(before, p.seat));
        let of_kind =
            |view: &BoardView, kind| view.pieces.iter().filter(|p| p.kind == kind).count();
        let mut seen: Vec<(Option<SeatId>, KindId)> = Vec::new();
        for piece in before.pieces.iter() {
            // what a partner, or somebody himself, takes off is not won
            if piece.seat.is_some_and(|s| s == by || side(s) == side(by)) {
                continue;
            }
            let key = (piece.seat, piece.kind);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            let mut fewer = count(before, piece)
                .saturating_sub(count(after, piece))
                .min(gone);
            if handed {
                let kind = piece.kind;
                let known = self.taken.iter().filter(|t| t.0 == at && t.1.2 == kind);
                let left = of_kind(before, kind).saturating_sub(of_kind(after, kind));
                fewer = fewer.min(left.saturating_sub(known.count()));
            }
            gone -= fewer;
            for _ in 0..fewer {
                self.taken.push((at, (by, piece.seat, piece.kind)));
            }
        }
    }
    /// What was taken so far.
    pub fn taken(&self) -> Vec<Taken> {
        self.taken.iter().map(|t| t.1).collect()
    }
    /// What each seat moved last, within the last so many moves and those made together with the last.
    pub fn last(&self) -> Vec<(SeatId, SquareId, SquareId)> {
        let mut last: Vec<(usize, SeatId, SquareId, SquareId)> = Vec::new();
        let together = self.moves.last().map(|m| m.0);
        let others = self.lines.len().max(2) - 1;
        for (n, (at, seat, from, to)) in self.moves.iter().rev().enumerate() {
            if n >= others && Some(*at) != together {
                break;
            }
            if last.iter().all(|m| m.1 != *seat || m.0 == *at) {
                last.push((*at, *seat, *from, *to));
            }
        }
        let last = last.into_iter().rev();
        last.map(|(_, seat, from, to)| (seat, from, to)).collect()
    }
    /// For everybody.
    pub fn everybody(&mut self, at: usize, line: &str) {
        for news in &mut self.lines {
            news.push((at, line.to_string()));
        }
    }
    /// For everybody but this seat.
    pub fn others(&mut self, at: usize, seat: SeatId, line: &str) {
        for (other, news) in self.lines.iter_mut().enumerate() {
            if other != seat.index() {
                news.push((at, line.to_string()));
            }
        }
    }
    /// What a seat has still to be told.
    pub fn take(&mut self, seat: SeatId) -> Vec<String> {
        let news = self.lines.get_mut(seat.index()).map(std::mem::take);
        let mut out: Vec<String> = Vec::new();
        let short = |line: &String| line.contains(PLAYS) && !line.contains("; ");
        let mut moves = false;
        for (_, line) in news.unwrap_or_default() {
            // moves one after the other stand on one line
            match out.last_mut().filter(|_| moves && short(&line)) {
                Some(last) => last.push_str(&format!("; {line}")),
                None => {
                    moves = short(&line);
                    out.push(line);
                }
            }
        }
        out
    }
}

/// What somebody did, as the others at the table see it; none for what is done secretly, for what was declined, and for what
/// would name something held in a hand.
pub fn said(
    rules: &Ruleset,
    decision: &Decision,
    choice: &Choice,
    turn: &[SeatId],
) -> Option<String> {
    // what a rule offers is declined in silence; who offers a draw is told the answer
    let unseen = match choice {
        Choice::Decline => !words::by_table(rules, decision),
        Choice::Held(..) | Choice::Done | Choice::GoOn | Choice::TimeUp => true,
        _ => false,
    };
    if decision.secret || unseen {
        return None;
    }
    let who = capital(&notation::who(rules, &decision.who));
    let name = words::name(rules, decision);
    let about = name.as_ref().map_or(String::new(), |n| format!(" ({n})"));
    let what = words::option(rules, decision, choice);
    if decision.kind == Kind::First {
        // the turn itself tells whose it is
        return None;
    }
    Some(match (&decision.who, decision.kind, choice) {
        (_, _, Choice::Pass) => format!("{who} passes"),
        (Who::Chance, _, Choice::Number(n)) if words::rolls(rules, decision) => match turn {
            [seat] => format!(
                "{}'s die{about}: {n}",
                capital(notation::seat(rules, *seat))
            ),
            _ => format!("The die{about}: {n}"),
        },
        (Who::Chance, ..) => match turn {
            [seat] => {
                let seat = capital(notation::seat(rules, *seat));
                format!("Drawn by lot on {seat}'s turn{about}: {what}")
            }
            _ => format!("Drawn by lot{about}: {what}"),
        },
        (_, Kind::Act | Kind::Move, Choice::Move(..)) => format!("{who}{PLAYS}{what}"),
        (_, Kind::Act | Kind::Move, Choice::Action(_) | Choice::ActionOf(..)) => {
            format!("{who} uses {what}")
        }
        (_, Kind::Act | Kind::Move, _) => format!("{who}: {what}"),
        (_, _, Choice::Accept) if words::by_table(rules, decision) => {
            let act = name.unwrap_or_default();
            format!("{who} agrees: {act}")
        }
        (_, _, Choice::Decline) => {
            let act = name.unwrap_or_default();
            format!("{who} declines: {act}")
        }
        (_, _, Choice::Accept) => match name {
            Some(name) => format!("{who} uses {name}"),
            None => {
                let rule = decision.rule?;
                format!("{who} uses: {}", words::sentence_of(rules, rule, 60))
            }
        },
        _ => format!("{who} chooses {what}{about}"),
    })
}

/// Between who moves and the move.
const PLAYS: &str = " plays ";

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(kind: Kind, secret: bool) -> Decision {
        Decision {
            who: Who::Seat(SeatId(0)),
            kind,
            rule: None,
            label: None,
            secret,
            options: vec![],
            weights: vec![],
            picked: 0,
            dealing: None,
        }
    }

    #[test]
    fn others_hear_what_was_done_openly_and_nothing_of_what_was_not() {
        let rules = Ruleset::default();
        let mut news = News::new(2);
        let went = Choice::Move(SquareId(0), SquareId(1));
        news.answered(&rules, 0, &decision(Kind::Act, false), &went, &[]);
        let open = vec!["? plays square-0-square-1".to_string()];
        assert_eq!(news.take(SeatId(1)), open);
        assert_eq!(news.take(SeatId(0)), Vec::<String>::new(), "his own");
        assert_eq!(news.take(SeatId(1)), Vec::<String>::new(), "told already");

        news.answered(&rules, 1, &decision(Kind::Act, true), &went, &[]);
        let held = Choice::Held(0, KindId(0), None);
        news.answered(&rules, 2, &decision(Kind::Choose, false), &held, &[]);
        news.answered(
            &rules,
            3,
            &decision(Kind::May, false),
            &Choice::Decline,
            &[],
        );
        assert_eq!(news.take(SeatId(1)), Vec::<String>::new());
    }

    #[test]
    fn what_was_taken_back_is_not_told() {
        let rules = Ruleset::default();
        let mut news = News::new(2);
        let number = |n| Choice::Number(n);
        news.answered(&rules, 4, &decision(Kind::Choose, false), &number(1), &[]);
        news.answered(&rules, 5, &decision(Kind::Choose, false), &number(2), &[]);
        news.back_to(5);
        assert_eq!(news.take(SeatId(1)), ["? chooses 1"]);
    }

    #[test]
    fn moves_one_after_the_other_stand_on_one_line_and_the_last_are_known() {
        let rules = Ruleset::default();
        let mut news = News::new(3);
        for (at, seat) in [(0, 0), (1, 1)] {
            let by = Decision {
                who: Who::Seat(SeatId(seat)),
                ..decision(Kind::Act, false)
            };
            let went = Choice::Move(SquareId(0), SquareId(1));
            news.answered(&rules, at, &by, &went, &[]);
        }
        let line = "? plays square-0-square-1";
        assert_eq!(news.take(SeatId(2)), [format!("{line}; {line}")]);
        assert_eq!(news.last().len(), 2);
        news.back_to(1);
        assert_eq!(news.last(), [(SeatId(0), SquareId(0), SquareId(1))]);
    }
}
