//! What a scenario makes true before it begins: `given ..`.
use super::Reader;
use crate::diagnostic::Diagnostic;
use crate::frame::words::Words;
use crate::program::Named;
use crate::syntax::{Span as Stretch, Token, TokenKind};
use engine::ids::{KindId, OptionId, SeatId, TextId};
use engine::rules::*;

type Read<T> = Result<T, Diagnostic>;

impl Reader {
    /// What a line makes true, of each thing that it lists.
    pub(super) fn given(&mut self, words: Words) -> Read<Vec<Given>> {
        let here = words.here();
        if let Some(given) = self.option(words)? {
            return Ok(vec![given]);
        }
        if let Some(given) = self.seat_given(words)? {
            return Ok(vec![given]);
        }
        if let Some(given) = self.row_given(words)? {
            return Ok(vec![given]);
        }
        let (tokens, term) = self.term(words.rest())?;
        let player = self.for_player(tokens);
        let tokens = player
            .as_ref()
            .map_or(tokens, |(tokens, _)| tokens.as_slice());
        let cond = self.reading.condition(tokens, None)?;
        let all = match cond {
            Cond::All(all) => all,
            one => vec![one],
        };
        let mut given = Vec::new();
        for cond in all {
            let Cond::Is(mut clause) = cond else {
                return Err(cannot_be_set(here));
            };
            if let Some((_, seat)) = &player {
                mark_of(&mut clause, *seat);
            }
            some_of_them(&clause, tokens, here)?;
            given.push(self.given_clause(clause, term.clone(), here)?);
        }
        Ok(given)
    }

    fn given_clause(&self, clause: Clause, term: Vec<Term>, here: Stretch) -> Read<Given> {
        number_of_several(&clause, here)?;
        is_empty_zone(&clause, here)?;
        if let Says::Did(past) = &clause.says {
            can_be_history(&clause.subject, past, here)?;
        }
        self.kept_once_for_all(&clause, here)?;
        no_round(&clause, here)?;
        let ended = !term.is_empty();
        match from_clause(clause, term) {
            Some(given) if ended && !matches!(given, Given::Mark(..)) => {
                let said = "only a mark has an end";
                Err(Diagnostic::new("E141", here, said)
                    .help("it reads `given X is MARK until the end of red's next turn`"))
            }
            Some(given) => Ok(given),
            None => Err(cannot_be_set(here)),
        }
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
        self.used_for_longer(text, name.span)?;
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

    /// E141: what is limited in each turn alone is new when the turn begins.
    fn used_for_longer(&self, name: TextId, span: Stretch) -> Read<()> {
        let rules = &self.reading.program.rules;
        let limits: Vec<&Limit> = (rules.rules.iter())
            .filter(|rule| rule.label == Some(name))
            .filter_map(|rule| rules.limits.get(rule.limit?.index()))
            .collect();
        let short = |limit: &&Limit| matches!(limit.per, Per::Turn | Per::Action);
        if limits.is_empty() || !limits.iter().all(short) {
            return Ok(());
        }
        let said = "this is limited in each turn, and a turn begins with nothing used";
        Err(Diagnostic::new("E141", span, said)
            .help("let it be used: `red plays ride`, and then say what follows"))
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
            }) => {
                let one = match &owner.base {
                    Base::Seats(seats) => seats.len() == 1,
                    base => !matches!(base, Base::All(_) | Base::Or(_) | Base::Nobody),
                };
                if owner.ty == Ty::Seat && !one {
                    let said = "one line fills the zone of one player";
                    let help = "a line for each of them: `given the reserve of white is | n |`";
                    return Err(Diagnostic::new("E141", words.here(), said).help(help));
                }
                Ok(Some(Given::Zone(zone, *owner, content)))
            }
            _ => Err(Diagnostic::new(
                "E141",
                words.here(),
                "a row can only be the content of a zone, or the lost pieces of a seat",
            )),
        }
    }

    pub(super) fn content(&self, row: &Token) -> Read<Vec<(KindId, Option<SeatId>)>> {
        let program = &self.reading.program;
        let faces = |cell: &&str| cell.ends_with(['^', '>', 'v', '<']) && cell.len() > 1;
        if let Some(cell) = row.text.split_whitespace().find(faces) {
            let said = format!("`{cell}`: what lies in a zone faces nowhere");
            let help = format!(
                "write `{}`; arrows belong to the board",
                &cell[..cell.len() - 1]
            );
            return Err(Diagnostic::new("E204", row.span, said).help(help));
        }
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

    /// Takes an end off: `for 2 turns of red`, `until the end of red's next turn`, `this turn`.
    fn term<'t>(&mut self, tokens: &'t [Token]) -> Read<(&'t [Token], Vec<Term>)> {
        let until = |t: &Token| t.kind == TokenKind::Word && t.text == "until";
        let turns = |w: &[Token]| {
            w[0].text == "for"
                && w[1].kind == TokenKind::Number
                && matches!(w[2].text.as_str(), "turn" | "turns" | "round" | "rounds")
        };
        let game = |w: &[Token]| w[0].text == "for" && w[1].text == "the" && w[2].text == "game";
        let starts = tokens.iter().position(until);
        // of a history `this turn` says since when
        let history = tokens
            .iter()
            .any(|t| matches!(t.text.as_str(), "has" | "have"));
        let now = |w: &[Token]| !history && w[0].text == "this" && w[1].text == "turn";
        let at = starts
            .or_else(|| tokens.windows(3).position(|w| turns(w) || game(w)))
            .or_else(|| tokens.windows(2).position(now));
        let Some(at) = at else {
            return Ok((tokens, Vec::new()));
        };
        Ok((&tokens[..at], self.reading.ends(&tokens[at..])?))
    }

    /// `X is the MARK of SEAT`, where the mark is kept once for each player: the words without the player, and the player.
    pub(super) fn for_player(&self, tokens: &[Token]) -> Option<(Vec<Token>, SeatId)> {
        let of = tokens.iter().rposition(|t| t.text == "of")?;
        let mut owner = Words::new(tokens.get(of + 1..)?, tokens[of].span);
        let seat = self.seat(&mut owner).filter(|_| owner.is_empty())?;
        let [head @ .., the, mark] = &tokens[..of] else {
            return None;
        };
        let fields = &self.reading.program.rules.fields;
        let name = self.reading.program.pool.find(&mark.text);
        let kept = |f: &Field| Some(f.name) == name && f.per_seat && f.ty == Ty::Mark;
        if the.text != "the" || !fields.iter().any(kept) {
            return None;
        }
        let words = head.iter().chain([mark]).cloned();
        Some((words.collect(), seat))
    }

    /// A mark that is kept once per player is said of one of them.
    pub(super) fn kept_once_for_all(&self, clause: &Clause, span: crate::syntax::Span) -> Read<()> {
        let Says::Be(Quality::Mark(field, None)) = &clause.says else {
            return Ok(());
        };
        let declared = self.reading.program.rules.fields.get(field.index());
        if declared.is_none_or(|f| !f.per_seat) {
            return Ok(());
        }
        let said = "this mark is kept once for each player, and none is named";
        Err(Diagnostic::new("E141", span, said)
            .help("say whose it is: `the piece on a1 is the MARK of red`"))
    }
}

/// What is said of a mark is said of that of a player.
pub(super) fn mark_of(clause: &mut Clause, seat: SeatId) {
    if let Says::Be(Quality::Mark(_, whose)) = &mut clause.says {
        let seats = super::then::set(Ty::Seat, Base::Seats(vec![seat]));
        *whose = Some(Box::new(seats));
    }
}

/// Whether a history is one that can be set: of players, and of deeds whose traces are kept by who did what to how many pieces.
fn can_be_history(subject: &Value, past: &Past, span: crate::syntax::Span) -> Read<()> {
    let refused = |said: &str, help: &str| {
        Err(Diagnostic::new("E141", span, said.to_owned()).help(help.to_owned()))
    };
    let kept = matches!(
        past.deed.verb,
        Verb::Capture | Verb::LosePiece | Verb::Move | Verb::Remove
    );
    if !kept {
        let said = "of the past only what was moved, captured, lost or removed can be given";
        return refused(
            said,
            "begin earlier, and let the lines of the scenario do it",
        );
    }
    let Value::Set(subject) = subject else {
        return refused("only players have a history", HISTORY);
    };
    let suffered = past.role == Some(Role::Object);
    if !suffered && subject.ty != Ty::Seat {
        let said = "the history of a piece cannot be given, only that of a player";
        return refused(said, HISTORY);
    }
    // which piece it was is not kept: so many, of a kind and an owner
    let object = match &past.deed.object {
        Some(Value::Set(object)) if !suffered => Some(object),
        _ if suffered => Some(subject),
        _ => None,
    };
    let fits = |set: &Set| {
        let narrowed = |n: &Narrow| matches!(n, Narrow::Of(_) | Narrow::Is(Quality::Kind(_)));
        matches!(set.base, Base::All(_)) && set.pick.is_none() && set.by.iter().all(narrowed)
    };
    if object.is_some_and(|o| !fits(o)) || !past.deed.cases.is_empty() {
        let said = "the past can be given of so many pieces of a kind and an owner alone";
        return refused(said, HISTORY);
    }
    Ok(())
}

/// What is given is made true of all that is named: `given 1 archer is tired` does not say which, nor does `given an archer is tired`.
fn some_of_them(clause: &Clause, tokens: &[Token], span: crate::syntax::Span) -> Read<()> {
    let counted = |set: &Set| matches!(set.amount, Amount::No | Amount::Count(..));
    let word = |t: &Token, of: &[&str]| of.contains(&t.text.to_lowercase().as_str());
    let mut subject = tokens.iter().take_while(|t| !word(t, &["is", "are"]));
    let told_of = match &clause.subject {
        _ if matches!(clause.says, Says::Did(_)) => false,
        Value::Set(set) if counted(set) => true,
        Value::Set(_) | Value::Num(_) => subject.any(|t| word(t, &["a", "an"])),
    };
    if !told_of {
        return Ok(());
    }
    let said = "what is given is made true, and this does not say of which";
    let help = "name them: `given the archer on a1 is tired`, `given the archers of white are tired`; what is not given is not so";
    Err(Diagnostic::new("E141", span, said).help(help))
}

/// `given the coins of white and black are 2`: as an expectation the same words ask for the sum.
fn number_of_several(clause: &Clause, span: Stretch) -> Read<()> {
    let several = match &clause.subject {
        Value::Num(Num::Field(_, of, _) | Num::Points(of)) => matches!(of.base, Base::Or(_)),
        Value::Num(_) | Value::Set(_) => false,
    };
    if !several {
        return Ok(());
    }
    let said = "each of them, or all together?";
    let help = "say it of each: `given the coins of white are 2 and the coins of black are 2`";
    Err(Diagnostic::new("E141", span, said).help(help))
}

/// `given the hand of white is empty`.
fn is_empty_zone(clause: &Clause, span: Stretch) -> Read<()> {
    let zone = matches!(&clause.subject, Value::Set(set) if matches!(set.base, Base::Zone(..)));
    if !zone || !matches!(clause.says, Says::Be(Quality::Empty)) {
        return Ok(());
    }
    let said = "what lies in a zone is given as a row";
    let help = "an empty one is an empty row: `given the hand of white is | |`";
    Err(Diagnostic::new("E141", span, said).help(help))
}

/// The round follows from where the game begins.
fn no_round(clause: &Clause, span: crate::syntax::Span) -> Read<()> {
    let round = match &clause.subject {
        Value::Num(Num::Bin(_, of, _)) => **of == Num::Round,
        Value::Num(of) => *of == Num::Round,
        Value::Set(_) => false,
    };
    if !round {
        return Ok(());
    }
    let said = "the number of the round cannot be given";
    Err(Diagnostic::new("E141", span, said).help(
        "a scenario with a `position` begins in round 10, one without in round 1; let its lines play on from there",
    ))
}

/// What helps where a history is refused.
const HISTORY: &str = "it reads `given green has captured 2 rooks of red`; what one piece has done is played by lines of the scenario";

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
        // a mark kept once per player is a value of the thing and the player
        (_, Says::Be(Quality::Mark(field, Some(seat)))) if !not && term.is_empty() => Some(
            Given::Field(field, subject, Some(*seat), Value::Num(Num::Lit(1))),
        ),
        (_, Says::Be(quality @ (Quality::Unmoved | Quality::Lost))) if term.is_empty() => {
            Some(Given::Quality(quality, subject, !not))
        }
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
