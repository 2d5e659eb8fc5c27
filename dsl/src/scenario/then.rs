//! Expectations of a scenario: `then ..`.
use super::Reader;
use super::acts::{done, finished};
use crate::diagnostic::Diagnostic;
use crate::frame::words::Words;
use crate::syntax::{Span, Token, TokenKind};
use engine::ids::{KindId, SeatId, SourceId};
use engine::rules::*;

type Lines = Result<Vec<ScriptSays>, Diagnostic>;

/// The words at the end of a line with which the number of moves is told.
struct InMoves<'w> {
    goal: &'w [Token],
    moves: u16,
}

impl Reader {
    pub(super) fn then(&mut self, words: Words) -> Lines {
        if let Some(problem) = self.counts(words) {
            return Err(problem);
        }
        if let Some(says) = self.result(words)? {
            return Ok(says);
        }
        if let Some(says) = self.told(words)? {
            return Ok(says);
        }
        if let Some(says) = self.seen(words)? {
            return Ok(says);
        }
        if let Some(says) = self.solved(words)? {
            return Ok(says);
        }
        if let Some(cond) = self.row_is(words)? {
            return Ok(vec![ScriptSays::Then(cond)]);
        }
        let player = self.for_player(words.rest());
        let tokens = player
            .as_ref()
            .map_or(words.rest(), |(tokens, _)| tokens.as_slice());
        let mut cond = self.reading.condition(&no_player(tokens), None)?;
        if let Cond::Is(clause) = &mut cond {
            if let Some((_, seat)) = player {
                super::given::mark_of(clause, seat);
            }
            self.kept_once_for_all(clause, words.here())?;
        }
        held_of_anywhere(&mut cond);
        Ok(vec![ScriptSays::Then(cond)])
    }

    /// `white has 20 moves` and `perft 3 is 8902` count what is open, and are no condition about things called moves.
    fn counts(&self, words: Words) -> Option<Diagnostic> {
        let texts: Vec<&str> = words.rest().iter().map(|t| t.text.as_str()).collect();
        let counts = match texts.as_slice() {
            ["perft", ..] => true,
            [
                seat,
                "has",
                number,
                "move" | "moves" | "option" | "options",
                ..,
            ] => {
                let numbered = *number == "no" || number.bytes().all(|b| b.is_ascii_digit());
                numbered && words.peek().and_then(|t| self.seat_of(t)).is_some() && !seat.is_empty()
            }
            _ => false,
        };
        let help = || format!("write `{}`", texts.join(" "));
        let said = "what is open now is said without `then`";
        counts.then(|| Diagnostic::new("E140", words.here(), said).help(help()))
    }

    /// `the queue is | p P |`: exactly this is in the zone, in this order if the zone has one.
    fn row_is(&mut self, words: Words) -> Result<Option<Cond>, Diagnostic> {
        let [what @ .., is, row] = words.rest() else {
            return Ok(None);
        };
        if row.kind != TokenKind::Row || !matches!(is.text.as_str(), "is" | "are") {
            return Ok(None);
        }
        let content = self.content(row)?;
        let zone = match self.reading.value(what, None)? {
            Value::Set(set) => set,
            Value::Num(_) => return Err(no_zone(words)),
        };
        let Base::Zone(id, _) = zone.base else {
            return Err(no_zone(words));
        };
        let src = self.reading.program.pool.source(crate::syntax::Span {
            hi: row.span.hi,
            ..words.here()
        });
        let declared = self.reading.program.rules.zones.get(id.index());
        let (holds, shape) = declared.map_or((Ty::Card, Shape::Heap), |z| (z.holds, z.shape));
        let contents = Set { ty: holds, ..zone };
        Ok(Some(contents_are(
            &contents,
            shape,
            &content,
            &self.reading.program.rules,
            src,
        )))
    }

    /// `red has won`, `red has not lost`, `red has lost to green`, `the game is drawn`, `the game is over`.
    fn result(&self, mut words: Words) -> Result<Option<Vec<ScriptSays>>, Diagnostic> {
        if words.eat(&["the", "game", "is", "drawn"]) {
            return done(words, ScriptSays::Drawn).map(Some);
        }
        if words.eat(&["the", "game", "is", "over"]) {
            return done(words, ScriptSays::Over).map(Some);
        }
        if words.eat(&["the", "game", "is", "not", "over"]) {
            return done(words, ScriptSays::Not(Box::new(ScriptSays::Over))).map(Some);
        }
        let seats = self.seats(&mut words);
        if seats.is_empty() || !(words.eat(&["has"]) || words.eat(&["have"])) {
            return Ok(None);
        }
        let not = words.eat(&["not"]);
        let says: Box<dyn Fn(SeatId) -> ScriptSays> = if words.eat(&["won"]) {
            Box::new(ScriptSays::Won)
        } else if words.eat(&["lost"]) && (words.is_empty() || words.eat(&["to"])) {
            let to = self.seat(&mut words);
            Box::new(move |seat| ScriptSays::Lost(seat, to))
        } else {
            return Ok(None);
        };
        if !words.is_empty() {
            return Ok(None);
        }
        let line = |seat: SeatId| {
            if not {
                ScriptSays::Not(Box::new(says(seat)))
            } else {
                says(seat)
            }
        };
        Ok(Some(seats.into_iter().map(line).collect()))
    }

    /// A seat, or `everyone`.
    fn seats(&self, words: &mut Words) -> Vec<SeatId> {
        if words.eat(&["everyone"]) {
            return self.everyone();
        }
        self.seat(words).into_iter().collect()
    }

    /// `green is told "text"`, `green is told that red is in check`.
    fn told(&self, mut words: Words) -> Result<Option<Vec<ScriptSays>>, Diagnostic> {
        let nobody = words.eat(&["nobody"]) || words.eat(&["no", "player"]);
        let seats = match nobody {
            true => self.everyone(),
            false => self.seats(&mut words),
        };
        let verb = words.eat(&["is", "told"]) || words.eat(&["are", "told"]);
        let not = match verb {
            true => nobody,
            false => !nobody && words.eat(&["is", "not", "told"]),
        };
        if seats.is_empty() || !(verb || not) {
            return Ok(None);
        }
        let deny = |says| {
            if not {
                ScriptSays::Not(Box::new(says))
            } else {
                says
            }
        };
        if let Some(text) = words.kind(TokenKind::Text) {
            let mut with = vec![];
            if words.eat(&["with"]) {
                let board = self.board_of(seats[0]);
                while let Some(token) = words.kind(TokenKind::Square) {
                    let square = self.square(&token.text, board);
                    with.push(square.ok_or_else(|| self.no_square(token))?);
                    let _ = words.kind(TokenKind::Comma).is_some() || words.eat(&["and"]);
                }
                if with.is_empty() {
                    let message = "`with` is followed by the squares it names";
                    return Err(Diagnostic::new("E140", words.here(), message));
                }
                with.sort();
            }
            let says = |seat| deny(ScriptSays::Told(seat, text.text.clone(), with.clone()));
            return finished(words, seats.into_iter().map(says).collect()).map(Some);
        }
        words.eat(&["that"]);
        let about = self.seat(&mut words);
        let (Some(about), true) = (about, words.eat(&["is", "in", "check"])) else {
            let help = "it reads `then green is told \"text\"` or `then green is told that red is in check`";
            return Err(
                Diagnostic::new("E140", words.here(), "what is told cannot be read").help(help),
            );
        };
        let says = |seat| deny(ScriptSays::ToldCheck(seat, about));
        finished(words, seats.into_iter().map(says).collect()).map(Some)
    }

    /// `X is seen by red, green`.
    fn seen(&mut self, words: Words) -> Result<Option<Vec<ScriptSays>>, Diagnostic> {
        let tokens = words.rest();
        let seen = |w: &[Token]| {
            matches!(w[0].text.as_str(), "is" | "are") && w[1].text == "seen" && w[2].text == "by"
        };
        let Some(at) = tokens.windows(3).position(seen) else {
            return Ok(None);
        };
        let what = self.reading.value(&tokens[..at], None)?;
        let who = self.reading.value(&tokens[at + 3..], None)?;
        match (what, who) {
            (Value::Set(what), Value::Set(who)) => Ok(Some(vec![ScriptSays::SeenBy(what, who)])),
            (Value::Num(Num::Field(field, owner, seat)), Value::Set(who)) => {
                let value = set(Ty::Number, Base::Field(field, owner, seat));
                Ok(Some(vec![ScriptSays::SeenBy(value, who)]))
            }
            (Value::Num(_), Value::Set(_)) => {
                let said =
                    "only a number that is kept is seen by somebody, not one that is counted";
                Err(Diagnostic::new("E122", tokens[0].span, said))
            }
            (_, Value::Num(_)) => Err(Diagnostic::new(
                "E122",
                tokens[at + 3].span,
                "only players see something",
            )),
        }
    }

    /// `the game can be solved in 3 moves`, `X cannot be ADJ in N moves`, `white can force that C in N moves`.
    fn solved(&mut self, words: Words) -> Result<Option<Vec<ScriptSays>>, Diagnostic> {
        let Some(InMoves { goal, moves }) = in_moves(words.rest())? else {
            let all = words.rest();
            return match pair(all, "can", "force") {
                Some(at) => Err(no_force(all[at + 1].span)),
                None => Ok(None),
            };
        };
        let at = |a: &str, b: &str| pair(goal, a, b);
        if let Some(at) = at("can", "force") {
            let mut seat = Words::new(&goal[..at], words.here());
            let Some(seat) = self.seat(&mut seat) else {
                return Err(Diagnostic::new(
                    "E140",
                    words.here(),
                    "a seat can force something",
                ));
            };
            if goal.get(at + 2).is_none_or(|t| t.text != "that") {
                return Err(no_force(goal[at + 1].span));
            }
            let goal = goal.get(at + 3..).unwrap_or(&[]);
            let goal = self.reading.condition(goal, None)?;
            return Ok(Some(vec![ScriptSays::Force { seat, goal, moves }]));
        }
        let (at, not) = match (at("can", "be"), at("cannot", "be")) {
            (Some(at), _) => (at, false),
            (None, Some(at)) => (at, true),
            (None, None) => return Ok(None),
        };
        let game = goal[..at]
            .iter()
            .map(|t| t.text.as_str())
            .eq(["the", "game"]);
        let solved = goal[at + 2..]
            .iter()
            .map(|t| t.text.as_str())
            .eq(["solved"]);
        let defined = self.reading.program.pool.find("solved").is_some_and(|id| {
            self.reading
                .program
                .rules
                .words
                .iter()
                .any(|w| w.name == id)
        });
        if game && solved && !defined {
            return Ok(Some(vec![ScriptSays::Solved {
                goal: None,
                moves,
                not,
            }]));
        }
        let mut tokens = goal[..at].to_vec();
        tokens.push(Token {
            kind: TokenKind::Word,
            text: "is".to_owned(),
            span: goal[at].span,
        });
        tokens.extend_from_slice(&goal[at + 2..]);
        let goal = Some(self.reading.condition(&tokens, None)?);
        Ok(Some(vec![ScriptSays::Solved { goal, moves, not }]))
    }
}

/// Where these two words stand side by side.
fn pair(tokens: &[Token], a: &str, b: &str) -> Option<usize> {
    let mut pairs = tokens.windows(2);
    pairs.position(|w| w[0].text == a && w[1].text == b)
}

/// What is forced is a condition, in so many moves.
fn no_force(span: Span) -> Diagnostic {
    let said = "what somebody can force is a condition, in so many moves";
    let help = "it reads `then white can force that black has lost in 3 moves`";
    Diagnostic::new("E140", span, said).help(help)
}

/// `nobody has a queen` says it of no player; whom neutral pieces belong to is said by `of nobody`.
fn no_player(tokens: &[Token]) -> Vec<Token> {
    let mut words = tokens.to_vec();
    if let Some(first) = tokens.first().filter(|t| t.text == "nobody") {
        let word = |text: &str| Token {
            text: text.to_owned(),
            ..first.clone()
        };
        words.splice(0..1, [word("no"), word("player")]);
    }
    words
}

/// `the piece in the hand of red is a pawn of red`: of a piece in a zone is said what it is, wherever pieces of that sort are.
fn held_of_anywhere(cond: &mut Cond) {
    match cond {
        Cond::Is(clause) => {
            let held = |set: &Set| {
                let inside = |n: &Narrow| match n {
                    Narrow::At(_, places) => matches!(places.base, Base::Zone(..)),
                    _ => false,
                };
                matches!(set.base, Base::Zone(..)) || set.by.iter().any(inside)
            };
            if let (Value::Set(subject), Says::Among(what)) = (&clause.subject, &mut clause.says)
                && held(subject)
                && matches!(what.base, Base::All(Where::Board))
            {
                what.base = Base::All(Where::Anywhere);
            }
        }
        Cond::All(all) | Cond::Any(all) => all.iter_mut().for_each(held_of_anywhere),
        Cond::Not(one) => held_of_anywhere(one),
        Cond::Choice(..) | Cond::During(_) => {}
    }
}

/// Most moves that a search looks ahead: no search comes so far within the states it may visit.
const MOST_MOVES: u16 = 100;

/// A line that ends with `in N moves`; E220: N is more than any search reaches.
fn in_moves(tokens: &[Token]) -> Result<Option<InMoves<'_>>, Diagnostic> {
    let [goal @ .., word, number, moves] = tokens else {
        return Ok(None);
    };
    let fits = word.text == "in"
        && number.kind == TokenKind::Number
        && matches!(moves.text.as_str(), "move" | "moves");
    if !fits {
        return Ok(None);
    }
    match number.text.parse() {
        Ok(moves) if moves <= MOST_MOVES => Ok(Some(InMoves { goal, moves })),
        Ok(_) | Err(_) => {
            let said = format!("a search looks at most {MOST_MOVES} moves ahead");
            let help = "what comes about within a few moves can be proven: `in 3 moves`";
            Err(Diagnostic::new("E220", number.span, said).help(help))
        }
    }
}

fn no_zone(words: Words) -> Diagnostic {
    Diagnostic::new("E122", words.here(), "only the content of a zone is a row")
}

/// So many, and of each letter so many; in a row or deck: this at each place.
fn contents_are(
    contents: &Set,
    shape: Shape,
    cells: &[(KindId, Option<SeatId>)],
    rules: &Ruleset,
    src: SourceId,
) -> Cond {
    let clause = |subject, says| {
        Cond::Is(Clause {
            at: At::Now,
            newly: false,
            not: false,
            subject,
            says,
            member: None,
            src,
        })
    };
    let lit = |n: usize| Num::Lit(i16::try_from(n).unwrap_or(i16::MAX));
    let count = Value::Num(Num::Count(Box::new(contents.clone())));
    let mut all = vec![clause(count, Says::Cmp(Rel::Eq, lit(cells.len())))];
    for (i, (kind, seat)) in cells.iter().enumerate() {
        let mut like = contents.clone();
        if shape == Shape::Heap {
            if cells[..i].contains(&(*kind, *seat)) {
                continue;
            }
            let same = cells.iter().filter(|c| **c == (*kind, *seat)).count();
            like.amount = Amount::Count(Rel::Eq, lit(same));
            like.by.extend(marks(contents.ty, *kind, *seat, rules));
            all.push(clause(Value::Set(like), Says::There));
        } else {
            like.pick = Some(Pick::Nth(u8::try_from(i + 1).unwrap_or(u8::MAX)));
            like.amount = Amount::Every;
            for mark in marks(contents.ty, *kind, *seat, rules) {
                let says = match mark {
                    Narrow::Is(quality) => Says::Be(quality),
                    Narrow::Of(seats) => Says::Among(of_seats(contents.ty, seats)),
                    _ => continue,
                };
                all.push(clause(Value::Set(like.clone()), says));
            }
        }
    }
    Cond::All(all)
}

/// What a cell of a row says of a thing: its kind, and the side of a card or the owner of a piece.
fn marks(ty: Ty, kind: KindId, seat: Option<SeatId>, rules: &Ruleset) -> Vec<Narrow> {
    let kind = set(Ty::Kind, Base::Kind(kind));
    let mut marks = vec![Narrow::Is(Quality::Kind(Box::new(kind)))];
    let Some(seat) = seat else { return marks };
    let side = rules.seats.get(seat.index()).map(|s| s.side);
    match side.filter(|_| ty == Ty::Card) {
        Some(side) => marks.push(Narrow::Is(Quality::Side(Box::new(set(
            Ty::Side,
            Base::Sides(vec![side]),
        ))))),
        None => marks.push(Narrow::Of(set(Ty::Seat, Base::Seats(vec![seat])))),
    }
    marks
}

fn of_seats(ty: Ty, seats: Set) -> Set {
    Set {
        by: vec![Narrow::Of(seats)],
        ..set(ty, Base::All(Where::Anywhere))
    }
}

pub(super) fn set(ty: Ty, base: Base) -> Set {
    Set {
        ty,
        base,
        by: Vec::new(),
        pick: None,
        amount: Amount::Every,
    }
}
