//! What a scenario makes true before it begins: `given ..`.
use super::Reader;
use crate::diagnostic::Diagnostic;
use crate::frame::words::Words;
use crate::program::Named;
use crate::syntax::{Token, TokenKind};
use engine::ids::{KindId, OptionId, SeatId};
use engine::rules::*;

type Read<T> = Result<T, Diagnostic>;

impl Reader {
    pub(super) fn given(&mut self, words: Words) -> Read<Given> {
        let here = words.here();
        if let Some(given) = self.option(words)? {
            return Ok(given);
        }
        if let Some(given) = self.seat_given(words)? {
            return Ok(given);
        }
        if let Some(given) = self.row_given(words)? {
            return Ok(given);
        }
        let (tokens, term) = self.term(words.rest())?;
        let cond = self.reading.condition(tokens, None)?;
        let Cond::Is(clause) = cond else {
            return Err(cannot_be_set(here));
        };
        from_clause(clause, term).ok_or_else(|| cannot_be_set(here))
    }

    /// `[the] OPTION [of SEAT] is VALUE`.
    fn option(&self, mut words: Words) -> Read<Option<Given>> {
        words.eat(&["the"]);
        let Some(name) = words.word() else {
            return Ok(None);
        };
        let option = self.names(&name.text).into_iter().find_map(|n| match n {
            Named::Option(o) => Some(o),
            _ => None,
        });
        let Some(option) = option else {
            return Ok(None);
        };
        let seat = if words.eat(&["of"]) {
            self.seat(&mut words)
        } else {
            None
        };
        if !(words.eat(&["is"]) || words.eat(&["are"])) {
            return Ok(None);
        }
        let value = words
            .take()
            .and_then(|token| self.option_value(option, token));
        match value {
            Some(value) if words.is_empty() => Ok(Some(Given::Choice(option, seat, value))),
            _ => Err(Diagnostic::new(
                "E208",
                words.here(),
                format!("the option `{}` has no such value", name.text),
            )),
        }
    }

    fn option_value(&self, option: OptionId, token: &Token) -> Option<i16> {
        let number = token.text.parse::<i16>().ok();
        let word = self.names(&token.text).into_iter().find_map(|n| match n {
            Named::OptionValue(o, i) if o == option => Some(i as i16),
            _ => None,
        });
        match &self
            .reading
            .program
            .rules
            .options
            .get(option.index())?
            .values
        {
            OptionValues::Words(_) => word,
            OptionValues::Mixed(_, from, to) => word
                .map(|i| -1 - i)
                .or(number.filter(|n| (from..=to).contains(&n))),
            OptionValues::Range(from, to) => number.filter(|n| (from..=to).contains(&n)),
            OptionValues::Numbers(numbers) => number.filter(|n| numbers.contains(n)),
        }
    }

    /// `red has lost`, `red is on turn`, `red has had 2 turns`, `red has used NAME [2 times] [on their last turn]`.
    fn seat_given(&self, mut words: Words) -> Read<Option<Given>> {
        let Some(seat) = self.seat(&mut words) else {
            return Ok(None);
        };
        let given = if words.eat(&["is", "on", "turn"]) {
            Given::OnTurn(seat)
        } else if words.eat(&["has", "had"]) {
            let number = words.number().and_then(|n| u16::try_from(n).ok());
            let (Some(turns), true) = (number, words.eat(&["turns"]) || words.eat(&["turn"]))
            else {
                return Err(
                    Diagnostic::new("E141", words.here(), "a seat has had so many turns")
                        .help("it reads `given red has had 2 turns`"),
                );
            };
            Given::Turns(seat, turns)
        } else if let Some(points) = points(&words) {
            words = Words::new(&[], words.here());
            Given::Points(super::then::set(Ty::Seat, Base::Seats(vec![seat])), points)
        } else if words.eat(&["has", "used"]) {
            self.used(seat, &mut words)?
        } else if words.eat(&["has", "lost"]) && words.is_empty() {
            Given::Lost(seat)
        } else {
            return Ok(None);
        };
        if words.is_empty() {
            return Ok(Some(given));
        }
        Err(Diagnostic::new(
            "E141",
            words.here(),
            "this does not belong to what is given",
        ))
    }

    fn used(&self, seat: SeatId, words: &mut Words) -> Read<Given> {
        let Some(name) = words.take() else {
            return Err(Diagnostic::new(
                "E141",
                words.here(),
                "the limit that is used has a name",
            ));
        };
        let Some(text) = self.reading.program.pool.find(&name.text) else {
            let said = format!("nothing in these rules is called `{}`", name.text);
            return Err(Diagnostic::new("E142", name.span, said));
        };
        let mut times = 1;
        if words.eat(&["once"]) {
        } else if words.eat(&["twice"]) {
            times = 2;
        } else if let Some(n) = words.number() {
            times = u16::try_from(n).unwrap_or(0);
            words.eat(&["times"]);
        }
        let last = words.eat(&["on", "their", "last", "turn"]);
        Ok(Given::Used(seat, text, times, last))
    }

    /// `the belly of X is | K1 P1 |`, `the lost pieces of red are | R1 |`.
    fn row_given(&mut self, words: Words) -> Read<Option<Given>> {
        let [what @ .., is, row] = words.rest() else {
            return Ok(None);
        };
        if row.kind != TokenKind::Row || !matches!(is.text.as_str(), "is" | "are") {
            return Ok(None);
        }
        let content = self.content(row)?;
        let mut lost = Words::new(what, words.here());
        if lost.eat(&["the", "lost", "pieces", "of"])
            && let Some(seat) = self.seat(&mut lost)
            && lost.is_empty()
        {
            return Ok(Some(Given::LostPieces(seat, content)));
        }
        let value = self.reading.value(what, None)?;
        match value {
            Value::Set(Set {
                base: Base::Zone(zone, owner),
                ..
            }) => Ok(Some(Given::Zone(zone, *owner, content))),
            _ => Err(Diagnostic::new(
                "E141",
                words.here(),
                "a row can only be the content of a zone, or the lost pieces of a seat",
            )),
        }
    }

    pub(super) fn content(&self, row: &Token) -> Read<Vec<(KindId, Option<SeatId>)>> {
        let program = &self.reading.program;
        let cells = row.text.split_whitespace().map(|cell| {
            let digits: String = cell.chars().skip(1).collect();
            let army = program
                .seat_of_number(&digits)
                .and_then(|seat| self.army_of(seat));
            let read = program.row(cell, army).or_else(|_| program.row(cell, None));
            read.map_err(|cell| Diagnostic::new("E204", row.span, program.no_letter(&cell, army)))
        });
        Ok(cells
            .collect::<Read<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect())
    }

    /// Takes an end off: `for 2 turns of red`.
    fn term<'t>(&mut self, tokens: &'t [Token]) -> Read<(&'t [Token], Vec<Term>)> {
        let turns = |w: &[Token]| {
            w[0].text == "for"
                && w[1].kind == TokenKind::Number
                && matches!(w[2].text.as_str(), "turn" | "turns")
                && w[3].text == "of"
        };
        let Some(at) = tokens.windows(4).position(turns) else {
            return Ok((tokens, Vec::new()));
        };
        let number = tokens[at + 1].text.parse().unwrap_or(0);
        match self.reading.value(&tokens[at + 4..], None)? {
            Value::Set(whose) => Ok((&tokens[..at], vec![Term::Turns(Num::Lit(number), whose)])),
            Value::Num(_) => Err(Diagnostic::new(
                "E122",
                tokens[at].span,
                "turns are of a seat",
            )),
        }
    }
}

/// `has 4 points`.
fn points(words: &Words) -> Option<i32> {
    let mut words = Words::new(words.rest(), words.here());
    let number = words.eat(&["has"]).then(|| words.number())??;
    let all = (words.eat(&["points"]) || words.eat(&["point"])) && words.is_empty();
    all.then_some(i32::from(number))
}

fn cannot_be_set(span: crate::syntax::Span) -> Diagnostic {
    let help = "marks, values, zones, sides of the board, options, histories, homes and turns can be given";
    Diagnostic::new("E141", span, "this cannot be set before a game").help(help)
}

/// What a clause makes true; none if it is no state that can be set.
fn from_clause(clause: Clause, term: Vec<Term>) -> Option<Given> {
    if clause.at != At::Now || clause.newly {
        return None;
    }
    let not = clause.not;
    match (clause.subject, clause.says) {
        (Value::Num(Num::Field(field, owner, seat)), Says::Cmp(Rel::Eq, number)) if !not => Some(
            Given::Field(field, *owner, seat.map(|s| *s), Value::Num(number)),
        ),
        (Value::Num(Num::Points(whose)), Says::Cmp(Rel::Eq, Num::Lit(n))) if !not => {
            Some(Given::Points(*whose, i32::from(n)))
        }
        (Value::Set(whose), Says::Cmp(Rel::Eq, Num::Lit(n))) if !not && whose.ty == Ty::Seat => {
            Some(Given::Points(whose, i32::from(n)))
        }
        (Value::Set(subject), says) => from_set(subject, says, not, term),
        _ => None,
    }
}

fn from_set(subject: Set, says: Says, not: bool, term: Vec<Term>) -> Option<Given> {
    match (subject.base.clone(), says) {
        (_, Says::Did(past)) if !not => history(subject, past),
        (_, Says::At(Near::On, layer)) if !not => match layer.base {
            Base::Layer(layer) => Some(Given::Layer(subject, layer)),
            _ => None,
        },
        (Base::Field(field, owner, seat), says) if !not => {
            let value = value_of(says)?;
            Some(Given::Field(field, *owner, seat.map(|s| *s), value))
        }
        (
            Base::Of(Part::Home, whose),
            Says::Among(Set {
                base: Base::Squares(squares),
                ..
            }),
        ) if !not => squares.first().map(|square| Given::Home(*whose, *square)),
        (_, Says::Be(Quality::Mark(field, None))) if !not => {
            Some(Given::Mark(field, subject, term))
        }
        (_, Says::Be(quality)) if term.is_empty() => Some(Given::Quality(quality, subject, !not)),
        _ => None,
    }
}

/// The value a field is said to be.
fn value_of(says: Says) -> Option<Value> {
    match says {
        Says::Among(set) => Some(Value::Set(set)),
        Says::Be(Quality::Kind(kinds)) => Some(Value::Set(*kinds)),
        Says::Be(Quality::Side(sides)) => Some(Value::Set(*sides)),
        Says::Cmp(Rel::Eq, number) => Some(Value::Num(number)),
        _ => None,
    }
}

/// `green has captured 2 pieces`: the count stands at the object of the deed.
fn history(subject: Set, mut past: Past) -> Option<Given> {
    let suffered = past.role == Some(Role::Object);
    let counted = if suffered {
        &subject.amount
    } else {
        match &past.deed.object {
            Some(Value::Set(object)) => &object.amount,
            _ => &Amount::Any,
        }
    };
    let times = match counted {
        Amount::Count(Rel::Eq | Rel::Ge, Num::Lit(n)) => u16::try_from(*n).ok()?,
        Amount::No => 0,
        _ => 1,
    };
    if suffered {
        past.deed.object = Some(Value::Set(subject));
        past.role = None;
    } else {
        past.deed.subject = Some(subject);
    }
    Some(Given::Past(past, times))
}
