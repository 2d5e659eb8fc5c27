//! What seats and chance do in a scenario, and what seats are offered or refused.
use super::Reader;
use crate::diagnostic::Diagnostic;
use crate::frame::words::Words;
use crate::program::{Named, Within};
use crate::syntax::{Ident, Token, TokenKind};
use engine::ids::{SeatId, SquareId};
use engine::notation;
use engine::rules::{Answer, Play, ScriptSays};

type Lines = Result<Vec<ScriptSays>, Diagnostic>;

impl Reader {
    /// A line that begins with a seat or with chance.
    pub(super) fn act(&mut self, mut words: Words, tags: &[Ident]) -> Lines {
        let here = words.here();
        if words.eat(&["the", "die", "shows"]) || words.eat(&["the", "dice", "show"]) {
            return Ok(vec![ScriptSays::Die(self.answers(words, SeatId(0))?)]);
        }
        if words.eat(&["the", "shuffle", "gives"]) {
            return Ok(vec![self.shuffle(words)?]);
        }
        if words.eat(&["the", "time", "is", "up"]) {
            return done(words, ScriptSays::TimeUp);
        }
        if words.eat(&["perft"]) {
            return perft(words);
        }
        let Some(seat) = self.seat(&mut words) else {
            let help = "its lines begin with `given`, `then`, a seat (`red plays c3-d5`), `the die`, `the shuffle`, `the time` or `perft`";
            let problem = Diagnostic::new("E140", here, "this is no line of a scenario").help(help);
            let names = self.reading.program.names.iter();
            let seats = names
                .filter(|(_, all)| all.iter().any(|n| matches!(n, Named::Seat(_))))
                .map(|(n, _)| n.as_str())
                .chain(crate::frame::SCENARIO.iter().copied())
                .chain(["given", "then"]);
            return Err(match words.peek() {
                Some(word) => problem.nearest(&word.text, seats),
                None => problem,
            });
        };
        self.seat_acts(seat, words, tags)
    }

    fn seat_acts(&mut self, seat: SeatId, mut words: Words, tags: &[Ident]) -> Lines {
        let answer = |play| Ok(vec![ScriptSays::Answer(seat, play)]);
        if words.eat(&["starts", "the", "turn"]) {
            return done(words, ScriptSays::StartsTurn(seat));
        }
        if words.eat(&["is", "offered"]) {
            return self.offered(seat, words);
        }
        if words.eat(&["is", "asked"]) {
            return self.asked(words, tags, seat, false);
        }
        if words.eat(&["is", "not", "asked"]) {
            return self.asked(words, tags, seat, true);
        }
        if words.eat(&["cannot"]) {
            return self.cannot(seat, words, tags);
        }
        if words.eat(&["has"]) {
            return self.count(seat, words);
        }
        if words.eat(&["plays"]) {
            return answer(self.play(seat, words)?);
        }
        if words.eat(&["chooses"]) {
            return answer(Play::Choose(self.answers(words, seat)?));
        }
        if words.eat(&["accepts"]) {
            return answer(Play::Accept(self.optional_name(&mut words)?));
        }
        if words.eat(&["declines"]) {
            return answer(Play::Decline(self.optional_name(&mut words)?));
        }
        if words.eat(&["resigns"]) {
            return answer(finished(words, Play::Resign)?);
        }
        if words.eat(&["passes"]) {
            return answer(finished(words, Play::Pass)?);
        }
        let mended = super::mends::otherwise_said(&words);
        if let Some(mended) = super::mends::offered_instead(&words).or(mended) {
            return Err(mended);
        }
        let help = "a seat `plays`, `chooses`, `accepts`, `declines`, `passes`, `resigns`, `starts the turn`, `is offered`, `is asked`, `is not asked`, `cannot` or `has 20 moves`";
        Err(Diagnostic::new("E140", words.here(), "this is no act of a scenario").help(help))
    }

    /// `red is asked`, `red is not asked [tag]`.
    fn asked(&self, words: Words, tags: &[Ident], seat: SeatId, not: bool) -> Lines {
        let because = words.peek().filter(|t| t.text == "because");
        if let Some(word) = because {
            let said = "the reason stands in brackets alone";
            let name = notation::seat(&self.reading.program.rules, seat);
            let tag = tags.first().map_or("TAG", |t| t.text.as_str());
            return Err(Diagnostic::new("E140", word.span, said)
                .help(format!("it reads `{name} is not asked [{tag}]`")));
        }
        let asked = ScriptSays::Asked(seat);
        match (not, tags) {
            (true, []) => done(words, ScriptSays::Not(Box::new(asked))),
            (true, [tag]) => {
                let tag = tag.text.clone();
                done(words, ScriptSays::Spared { seat, tag })
            }
            (false, []) => done(words, asked),
            (false, [tag, ..]) => {
                let said = "what is asked needs no reason";
                Err(Diagnostic::new("E140", tag.span, said)
                    .help("a reason stands behind `is not asked` and `cannot`"))
            }
            (true, [_, tag, ..]) => {
                let said = "one sentence is the reason why somebody is not asked";
                Err(Diagnostic::new("E140", tag.span, said)
                    .help("write a line for each of the tags"))
            }
        }
    }

    /// `c3-d5`, `a7-a8=Q`, or NAME with its object.
    fn play(&mut self, seat: SeatId, mut words: Words) -> Result<Play, Diagnostic> {
        if words.peek().is_some_and(|t| t.kind == TokenKind::Area) {
            let play = match self.item(&mut words, seat)? {
                Answer::Move(from, to, promoted) => Play::Move(from, to, promoted),
                _ => return Err(unfinished(&words)),
            };
            return finished(words, play);
        }
        let line = words.rest();
        let notation = |problem| super::mends::other_notation(line).unwrap_or(problem);
        let name = self.name(&mut words).map_err(notation)?;
        let with = self.with(&mut words, seat)?;
        let object = if words.is_empty() {
            None
        } else {
            Some(self.item(&mut words, seat)?)
        };
        finished(
            words,
            match with {
                Some(at) => Play::With(name, at, object),
                None => Play::Named(name, object),
            },
        )
    }

    /// `with d3`: the piece whose action it is.
    fn with(&self, words: &mut Words, seat: SeatId) -> Result<Option<SquareId>, Diagnostic> {
        if !words.eat(&["with"]) {
            return Ok(None);
        }
        let Some(token) = words.kind(TokenKind::Square) else {
            let said = "`with` is followed by the square of the piece whose action it is";
            return Err(Diagnostic::new("E140", words.here(), said));
        };
        let square = self.square(&token.text, self.board_of(seat));
        square.map(Some).ok_or_else(|| self.no_square(token))
    }

    /// `[from c3] [only] X, Y`.
    fn offered(&mut self, seat: SeatId, mut words: Words) -> Lines {
        let from = self.from(seat, &mut words)?;
        let only = words.eat(&["only"]);
        let answers = self.answers(words, seat)?;
        Ok(vec![ScriptSays::Offered {
            seat,
            from,
            only,
            answers,
        }])
    }

    fn from(&self, seat: SeatId, words: &mut Words) -> Result<Option<SquareId>, Diagnostic> {
        if !words.eat(&["from"]) {
            return Ok(None);
        }
        let Some(token) = words.kind(TokenKind::Square) else {
            return Err(Diagnostic::new(
                "E140",
                words.here(),
                "`from` is followed by a square",
            ));
        };
        let square = self.square(&token.text, self.board_of(seat));
        square.map(Some).ok_or_else(|| self.no_square(token))
    }

    /// `20 moves`, `3 moves from c3`, `no options`.
    fn count(&self, seat: SeatId, mut words: Words) -> Lines {
        let here = words.here();
        let number = match words.eat(&["no"]) {
            true => Some(0),
            false => counted(&mut words, u64::from(u32::MAX)),
        };
        let moves = words.eat(&["moves"]) || words.eat(&["move"]);
        let options = !moves && (words.eat(&["options"]) || words.eat(&["option"]));
        let (Some(number), true) = (number, moves || options) else {
            let help = "it reads `white has 20 moves`, `white has 2 moves from e2` or `white has 3 options`; what is true of a player stands behind `then`";
            let said = "a seat has a number of moves or options here";
            return Err(Diagnostic::new("E140", here, said).help(help));
        };
        let at = words.here();
        let from = self.from(seat, &mut words)?;
        if options && from.is_some() {
            let help = "write `moves from ..`: only a move begins on a square";
            let said = "options do not begin on a square";
            return Err(Diagnostic::new("E140", at, said).help(help));
        }
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        done(
            words,
            ScriptSays::Count {
                seat,
                from,
                moves,
                number,
            },
        )
    }

    /// `play / choose / accept / decline X [tag]`, `play from c6`; of several answers one line each.
    fn cannot(&mut self, seat: SeatId, mut words: Words, tags: &[Ident]) -> Lines {
        let tag = tags.first().map(|t| t.text.clone());
        let refused = |what| ScriptSays::Cannot {
            seat,
            what,
            tag: tag.clone(),
        };
        if words.eat(&["play"]) {
            if let Some(square) = self.from(seat, &mut words)? {
                return done(words, refused(Play::From(square)));
            }
            let mut all = Vec::new();
            while !words.is_empty() {
                all.push(refused(self.play(seat, words.until_comma())?));
            }
            return if all.is_empty() {
                Err(unfinished(&words))
            } else {
                Ok(all)
            };
        }
        if words.eat(&["choose"]) {
            return Ok(self
                .each_or_whole(seat, words)?
                .into_iter()
                .map(|answers| refused(Play::Choose(answers)))
                .collect());
        }
        let play = if words.eat(&["accept"]) {
            Play::Accept(self.optional_name(&mut words)?)
        } else if words.eat(&["decline"]) {
            Play::Decline(self.optional_name(&mut words)?)
        } else if words.eat(&["pass"]) {
            Play::Pass
        } else if words.eat(&["resign"]) {
            Play::Resign
        } else {
            let help = "a seat cannot `play`, `choose`, `accept`, `decline`, `pass` or `resign`";
            return Err(
                Diagnostic::new("E140", words.here(), "this is no act of a scenario").help(help),
            );
        };
        done(words, refused(play))
    }

    /// `X or Y`: each of them by itself; `X and Y`: the whole answer, as what is dealt to places always is.
    fn each_or_whole(
        &mut self,
        seat: SeatId,
        words: Words,
    ) -> Result<Vec<Vec<Answer>>, Diagnostic> {
        let word = |w: &str| {
            words
                .rest()
                .iter()
                .any(|t| t.kind == TokenKind::Word && t.text == w)
        };
        let here = words.here();
        if word("or") {
            let mut rest = words;
            let mut all = Vec::new();
            while !rest.is_empty() {
                all.push(vec![self.item(&mut rest, seat)?]);
                let comma = rest.kind(TokenKind::Comma).is_some();
                if !rest.eat(&["or"]) && !comma && !rest.is_empty() {
                    return Err(unfinished(&rest));
                }
            }
            return Ok(all);
        }
        let answers = self.answers(words, seat)?;
        let dealt = answers.iter().all(|a| matches!(a, Answer::Deal(..)));
        if answers.len() > 1 && !dealt && !word("and") {
            let said = "several things are refused here one by one or together, and the line does not say which";
            return Err(Diagnostic::new("E140", here, said).help(
                "write `X or Y` if neither can be chosen, `X and Y` if they cannot be chosen together",
            ));
        }
        Ok(vec![answers])
    }

    /// Answers between commas and `and`s.
    fn answers(&mut self, mut words: Words, seat: SeatId) -> Result<Vec<Answer>, Diagnostic> {
        if let Some(dealt) = self.dealt(words, seat) {
            return Ok(dealt);
        }
        let mut answers = vec![self.item(&mut words, seat)?];
        while !words.is_empty() {
            let comma = words.kind(TokenKind::Comma).is_some();
            if !words.eat(&["and"]) && !comma {
                return Err(unfinished(&words));
            }
            answers.push(self.item(&mut words, seat)?);
        }
        Ok(answers)
    }

    /// `king queen, queen rook`: things dealt to places that are kinds. Each place is asked for in the order of
    /// the kinds, and the answer is the thing.
    fn dealt(&self, mut words: Words, seat: SeatId) -> Option<Vec<Answer>> {
        let mut pairs = Vec::new();
        while !words.is_empty() {
            let place = self.kind_named(&words.word()?.text, seat)?;
            let thing = self.kind_named(&words.word()?.text, seat)?;
            pairs.push((place, thing));
            if words.kind(TokenKind::Comma).is_none() && !words.is_empty() {
                return None;
            }
        }
        pairs.sort();
        (!pairs.is_empty()).then(|| {
            pairs
                .into_iter()
                .map(|(_, thing)| Answer::Kind(thing))
                .collect()
        })
    }

    /// One answer.
    fn item(&mut self, words: &mut Words, seat: SeatId) -> Result<Answer, Diagnostic> {
        let Some(token) = words.peek() else {
            return Err(unfinished(words));
        };
        match token.kind {
            TokenKind::Area => self.movement(words, seat),
            TokenKind::Square => {
                words.take();
                let square = self
                    .square(&token.text, self.board_of(seat))
                    .ok_or_else(|| self.no_square(token))?;
                let kind = words
                    .peek()
                    .filter(|t| t.kind == TokenKind::Word)
                    .and_then(|t| self.kind_named(&t.text, seat));
                match kind {
                    Some(kind) => {
                        words.take();
                        Ok(Answer::Deal(square, kind))
                    }
                    None => Ok(Answer::Square(square)),
                }
            }
            TokenKind::Number => match words.number() {
                Some(number) => Ok(Answer::Number(number)),
                None => Err(Diagnostic::new(
                    "E140",
                    token.span,
                    "this number is too large",
                )),
            },
            TokenKind::Text => {
                words.take();
                let text = self.reading.program.pool.find(&token.text);
                text.map(Answer::Name).ok_or_else(|| unknown(token))
            }
            TokenKind::Word if token.text == "nothing" => {
                words.take();
                Ok(Answer::Nothing)
            }
            TokenKind::Word if token.text == "the" => self.border(words, seat),
            TokenKind::Word => self.word(words, seat),
            _ => Err(unfinished(words)),
        }
    }

    fn kind_named(&self, name: &str, seat: SeatId) -> Option<engine::ids::KindId> {
        let program = &self.reading.program;
        let kinds = |army| program.kind_named(name, Within::scenario(army));
        kinds(self.army_of(seat)).or_else(|| kinds(None))
    }

    /// A seat, kind, army or another word of the rules.
    fn word(&mut self, words: &mut Words, seat: SeatId) -> Result<Answer, Diagnostic> {
        let Some(token) = words.peek() else {
            return Err(unfinished(words));
        };
        if let Some(seat) = self.seat(words) {
            return Ok(Answer::Seat(seat));
        }
        if let Some(kind) = self.kind_named(&token.text, seat) {
            words.take();
            return Ok(Answer::Kind(kind));
        }
        let army = self.names(&token.text).iter().find_map(|n| match n {
            Named::Army(a) => Some(*a),
            _ => None,
        });
        if let Some(army) = army {
            words.take();
            return Ok(Answer::Army(army));
        }
        let name = self.name(words)?;
        Ok(match self.with(words, seat)? {
            Some(at) => Answer::With(name, at),
            None => Answer::Name(name),
        })
    }

    /// The name of an action, offer, branch, act or value. E142: nothing in the rules is called so.
    fn name(&mut self, words: &mut Words) -> Result<engine::ids::TextId, Diagnostic> {
        let token = words
            .peek()
            .filter(|t| matches!(t.kind, TokenKind::Word | TokenKind::Text));
        let Some(token) = token else {
            return Err(unfinished(words));
        };
        words.take();
        self.reading.program.pool.find(&token.text).ok_or_else(|| {
            let labels = self.labels();
            unknown(token).nearest(&token.text, labels)
        })
    }

    /// What actions and offers go by.
    fn labels(&self) -> Vec<&str> {
        let program = &self.reading.program;
        let labels = program.rules.rules.iter().filter_map(|rule| rule.label);
        labels.map(|label| program.pool.text_of(label)).collect()
    }

    fn optional_name(
        &mut self,
        words: &mut Words,
    ) -> Result<Option<engine::ids::TextId>, Diagnostic> {
        if words.is_empty() {
            return Ok(None);
        }
        let name = self.name(words)?;
        finished(*words, Some(name))
    }

    /// `K, q, B2`: letters of kinds from the top; the case or digit tells whose. `france, sweden`: cards of armies.
    fn shuffle(&mut self, mut words: Words) -> Result<ScriptSays, Diagnostic> {
        let (mut cards, mut armies) = (Vec::new(), Vec::new());
        while let Some(token) = words.take() {
            if token.kind == TokenKind::Comma || token.text == "and" {
                continue;
            }
            let program = &self.reading.program;
            let written = program
                .pool
                .file(token.span.file)
                .map_or("", |f| f.words(token.span));
            let army = self.names(&token.text).into_iter().find_map(|n| match n {
                Named::Army(army) => Some(army),
                _ => None,
            });
            if let Some(army) = army {
                armies.push(Answer::Army(army));
                continue;
            }
            match program.row(written, None) {
                Ok(row) => cards.extend(row),
                Err(_) => {
                    return Err(Diagnostic::new(
                        "E204",
                        token.span,
                        program.no_letter(written, None),
                    ));
                }
            }
        }
        if armies.is_empty() {
            return Ok(ScriptSays::Shuffle(cards));
        }
        if !cards.is_empty() {
            let said = "cards of kinds and cards of armies lie in different heaps";
            return Err(Diagnostic::new("E140", words.here(), said).help("write a line for each"));
        }
        // which army a card is tells more than its kind
        Ok(ScriptSays::Die(armies))
    }
}

fn unknown(token: &Token) -> Diagnostic {
    let said = format!("nothing in these rules is called `{}`", token.text);
    Diagnostic::new("E142", token.span, said)
        .help("name an action, an offer or an act by its label, else by its power or procedure")
}

/// Lines of more turns than this nobody counts in a scenario.
const MOST_TURNS: u64 = 64;

/// `3 is 8902`.
fn perft(mut words: Words) -> Lines {
    let here = words.here();
    let turns = counted(&mut words, MOST_TURNS).filter(|turns| *turns > 0);
    let turns = turns.and_then(|turns| u16::try_from(turns).ok());
    let lines = words.eat(&["is"]).then(|| counted(&mut words, u64::MAX));
    match (turns, lines.flatten()) {
        (Some(turns), Some(lines)) => done(words, ScriptSays::Perft { turns, lines }),
        _ => {
            let help = "it reads `perft 3 is 8902`: there are 8902 lines of 3 turns (1 to 64)";
            let said = "`perft` is followed by a number of turns, `is` and a number of lines";
            Err(Diagnostic::new("E140", here, said).help(help))
        }
    }
}

/// A number up to so much, if one comes next.
fn counted(words: &mut Words, most: u64) -> Option<u64> {
    let token = words.peek().filter(|t| t.kind == TokenKind::Number)?;
    let number = token.text.parse().ok().filter(|n| *n <= most)?;
    words.take();
    Some(number)
}

pub(super) fn unfinished(words: &Words) -> Diagnostic {
    let said = match words.peek() {
        Some(token) => format!("`{}` is not expected here", token.text),
        None => "this line is not finished".to_owned(),
    };
    let problem = Diagnostic::new("E140", words.here(), said).help("answers are moves (`a2-a3`), squares, kinds, seats, armies, numbers, names and `nothing`, with commas between");
    match words.peek().map(|t| (t.kind, t.span)) {
        Some((TokenKind::Square | TokenKind::Area, span)) => {
            let before = crate::syntax::Span {
                hi: span.lo,
                ..span
            };
            problem.fix(before, ", ")
        }
        _ => problem,
    }
}

pub(super) fn finished<T>(words: Words, value: T) -> Result<T, Diagnostic> {
    if words.is_empty() {
        Ok(value)
    } else {
        Err(unfinished(&words))
    }
}

pub(super) fn done(words: Words, says: ScriptSays) -> Lines {
    finished(words, vec![says])
}
