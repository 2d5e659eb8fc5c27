//! Declarations: state, definitions, `check is`.
use super::decls::{Hangs, What, called_at, word_name};
use super::item::{Handed, ItemReader};
use super::lex::Tok;
use super::reader::*;
use super::rivals::of_the_candidate;
use super::whose::names_others_only;
use crate::program::Item;
use crate::syntax::{Sentence, Span};
use engine::ids::*;
use engine::rules::*;

/// A declaration as read.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Declared {
    Field(FieldId, Box<Field>),
    Zone(ZoneId, Box<Zone>),
    Word(WordId, Box<WordPart>, Ty),
    Check(Box<Check>),
}

impl ItemReader<'_> {
    /// Whether a sentence declares something, by its first words.
    pub fn declares(toks: &[Tok]) -> bool {
        let call = toks.first().is_some_and(|t| t.is("call"));
        call || called_at(toks).is_some() || is_check(toks)
    }

    /// Reads a declaration; none: it was told what is wrong.
    pub fn declaration(
        &self,
        s: &Sentence,
        toks: &[Tok],
        handed: &Handed,
        item: &Item,
    ) -> Option<Declared> {
        if self.unknown(toks) {
            return None;
        }
        if toks[0].is("call") {
            return self.word(s, toks, handed, item);
        }
        if is_check(toks) {
            return self.check(s, toks, handed, item);
        }
        self.state(s, toks, item)
    }

    fn source(&self, s: &Sentence) -> SourceId {
        self.shared.pool.borrow_mut().source(s.span)
    }

    fn text(&self, t: &str) -> TextId {
        self.shared.pool.borrow_mut().text(t)
    }

    fn conditions(&self, handed: &Handed, sc: &Scope) -> Option<Vec<Cond>> {
        let mut out = Vec::new();
        for words in handed {
            let toks = self.line(words);
            let rd = self.reader(&toks);
            let cond = self.one(&rd, rd.cond(1, sc), |c| super::print::cond_text(self, c))?;
            out.push(if rd.is(0, "unless") {
                super::cond::contrary(cond)
            } else {
                cond
            });
        }
        Some(out)
    }

    // ---- state

    fn state(&self, s: &Sentence, toks: &[Tok], item: &Item) -> Option<Declared> {
        let called = called_at(toks)?;
        let has = toks.iter().position(|t| t.is("has") || t.is("have"))?;
        let your = toks.get(called + 1).is_some_and(|t| t.is("your"));
        let at = called + 1 + usize::from(your);
        let Some(name) = toks.get(at) else {
            self.problem(error(
                "E104",
                s.span,
                "expected a new name behind `called`",
                None,
            ));
            return None;
        };
        let probe = self.reader(toks);
        if self.language_word(&name.text) && !probe.free_name(at) {
            self.problem(probe.problem()?.1);
            return None;
        }
        let Some(what) = self.decls.find(&name.text, self.place.within()) else {
            let message =
                "expected a type: mark, number, piece, square, kind, player, zone of pieces ..";
            self.problem(error("E101", toks[has].span, message, None));
            return None;
        };
        let of = self.owner(toks, has)?;
        let kept = match (&of, what) {
            (Owner::Border | Owner::Card | Owner::Kind(_), What::Zone(_)) => {
                Some("a zone hangs on the game, a player, a side, a piece or a square")
            }
            (Owner::Card, _) => Some(
                "a value hangs on the game, a player, a side, a piece, a square, a border or a kind",
            ),
            _ => None,
        };
        if let Some(on) = kept {
            let span = super::lex::join(toks[0].span, toks[has.saturating_sub(1)].span);
            let help = "keep it for each player, or on the piece or square it goes with";
            self.problem(error("E123", span, on, Some(help.into())));
            return None;
        }
        let mark = |f: FieldId| self.decls.fields[f.index()].ty == Ty::Mark;
        if matches!((&of, what), (Owner::Game, What::Field(f)) if mark(f)) {
            let span = super::lex::join(toks[0].span, toks[has.saturating_sub(1)].span);
            let said = "a mark is borne by players, pieces, squares or borders, and the game is none of them";
            let help = "keep a word: `the game has a text called weather`, `set the weather to \"stormy\" for 2 rounds`, \
                        `if the weather is \"stormy\"`";
            self.problem(error("E123", span, said, Some(help.into())));
            return None;
        }
        let (start, seen) = self.start_and_seen(toks, at + 1, what)?;
        let src = self.source(s);
        let by = match item.holder {
            Holder::EachSeat => Holder::Game,
            other => other,
        };
        Some(match what {
            What::Field(f) => {
                let decl = &self.decls.fields[f.index()];
                let start = start.into_iter().next();
                let field = Field {
                    name: self.text(&decl.name),
                    of,
                    per_seat: decl.per_seat,
                    on_everybody: decl.on_everybody,
                    ty: decl.ty,
                    many: decl.many,
                    start,
                    seen,
                    by,
                    src,
                };
                Declared::Field(f, Box::new(field))
            }
            What::Zone(z) => {
                let decl = &self.decls.zones[z.index()];
                let mut sets = vec![];
                for value in start {
                    let lies = |s: &Set| {
                        let laid = matches!(s.base, Base::Row1(_)) || s.ty == Ty::Army;
                        laid && s.pick.is_none() && !matches!(s.amount, Amount::Count(..))
                    };
                    match value {
                        Value::Set(s) if lies(&s) => sets.push(s),
                        _ => {
                            let message = "a zone starts with a row of pieces, a deck or armies";
                            let help = "for other contents take things out or put them in: `before the game { .. }`";
                            self.problem(error("E123", s.span, message, Some(help.into())));
                            return None;
                        }
                    }
                }
                let zone = Zone {
                    name: self.text(&decl.name),
                    of,
                    holds: decl.holds,
                    shape: decl.shape,
                    start: sets,
                    seen,
                    by,
                    src,
                };
                Declared::Zone(z, Box::new(zone))
            }
            _ => {
                let message = format!("`{}` is declared twice, as different things", name.text);
                self.problem(error("E207", name.span, message, None));
                return None;
            }
        })
    }

    fn language_word(&self, word: &str) -> bool {
        let number = word.parse::<u32>().is_ok();
        number || self.words.is_taken(word) || super::spelling::is_structure(word)
    }

    fn owner(&self, toks: &[Tok], has: usize) -> Option<Owner> {
        let hangs = self.decls.hangs(toks, has);
        let plain = |n: &str| toks.get(1).is_some_and(|t| t.is(n)) && has == 2;
        Some(match hangs? {
            Hangs::Game => Owner::Game,
            Hangs::Seat => Owner::Seat,
            Hangs::Side => Owner::Side,
            Hangs::Square => Owner::Square,
            Hangs::Border => Owner::Border,
            Hangs::Card => Owner::Card,
            Hangs::Piece if plain("piece") || plain("pieces") => Owner::Piece(None),
            Hangs::Kind if plain("kind") => Owner::Kind(None),
            Hangs::Piece if toks[0].is("it") => {
                let kind = self.place.kind?;
                let mut set = make(Ty::Piece, Base::All(Where::Anywhere));
                let kinds = make(Ty::Kind, Base::Kind(kind));
                set.by.push(Narrow::Is(Quality::Kind(Box::new(kinds))));
                Owner::Piece(Some(set))
            }
            kind @ (Hangs::Piece | Hangs::Kind) => {
                let set = self.whole_phrase(&toks[..has], 0, &self.scope())?;
                let held = match kind {
                    Hangs::Piece => set.ty == Some(Ty::Piece),
                    _ => true,
                };
                let counted = matches!(&set.value, Value::Set(s) if matches!(s.amount, Amount::No | Amount::Count(..)));
                if !held || counted {
                    let span = super::lex::join(toks[0].span, toks[has.saturating_sub(1)].span);
                    let said = "a value hangs on every one of a sort: the game, players, sides, pieces, squares, borders or kinds";
                    let help = "write `every square has a mark called ..`, and set it where it is so: `before the game, mark d4 as ..`";
                    self.problem(error("E123", span, said, Some(help.into())));
                    return None;
                }
                match kind {
                    Hangs::Piece => Owner::Piece(Some(set.set())),
                    _ => Owner::Kind(Some(set.set())),
                }
            }
        })
    }

    /// A stretch that must be one phrase from `from` to its end.
    fn whole_phrase(&self, toks: &[Tok], from: usize, sc: &Scope) -> Option<Ph> {
        let rd = self.reader(toks);
        let alts = rd.phrase(from, sc, false).to_vec();
        self.one(&rd, alts, |ph| super::print::phrase_text(self, ph))
    }

    /// `starting with V`, `seen by WHO`.
    fn start_and_seen(&self, toks: &[Tok], from: usize, what: What) -> Option<(Vec<Value>, Seen)> {
        let seat = match what {
            What::Field(f) => {
                let decl = &self.decls.fields[f.index()];
                decl.hangs == Hangs::Seat && !decl.per_seat
            }
            What::Zone(z) => self.decls.zones[z.index()].hangs == Hangs::Seat,
            _ => false,
        };
        let mut start = Vec::new();
        let mut seen = Seen::All;
        let mut at = from;
        let mut sc = self.scope();
        sc.it = It::Is(make(Ty::Piece, Base::It));
        sc.id = u32::MAX;
        while at < toks.len() {
            if toks[at].kind == crate::syntax::TokenKind::Comma {
                at += 1;
                continue;
            }
            let end = (at + 1..toks.len())
                .find(|i| toks[*i].is("seen") || toks[*i].is("starting"))
                .unwrap_or(toks.len());
            if toks[at].is("starting")
                && toks.get(at + 1).is_some_and(|t| t.is("with") || t.is("at"))
            {
                let stretch = trim_comma(&toks[..end]);
                let ph = self.whole_phrase(stretch, at + 2, &sc)?;
                start = start_values(&ph);
            } else if toks[at].is("seen") && toks.get(at + 1).is_some_and(|t| t.is("by")) {
                let stretch = trim_comma(&toks[..end]);
                seen = self.seen(stretch, at + 2, seat, &sc)?;
            } else {
                let message = format!("the sentence was complete before `{}`", toks[at].text);
                self.problem(error("E106", toks[at].span, message, None));
                return None;
            }
            at = end;
        }
        Some((start, seen))
    }

    fn seen(&self, toks: &[Tok], at: usize, seat: bool, sc: &Scope) -> Option<Seen> {
        let ph = self.whole_phrase(toks, at, sc)?;
        let set = ph.set();
        Some(match &set.base {
            Base::You if seat => Seen::Owner,
            Base::You => Seen::Holder,
            Base::Nobody => Seen::Nobody,
            Base::Of(Part::Owner, of) if of.base == Base::It => Seen::Owner,
            Base::All(_) if set.by.is_empty() && set.ty == Ty::Seat => Seen::All,
            _ => Seen::These(set),
        })
    }

    // ---- definitions

    fn word(&self, s: &Sentence, toks: &[Tok], handed: &Handed, item: &Item) -> Option<Declared> {
        let Some((at, noun)) = word_name(toks) else {
            let message = "expected `call X NAME`";
            self.problem(error("E101", s.span, message, None));
            return None;
        };
        let Some(What::Word(id)) = self.decls.find(&toks[at].text, self.place.within()) else {
            let message = format!("`{}` is not free as a name", toks[at].text);
            self.problem(error("E105", toks[at].span, message, None));
            return None;
        };
        let stop = at - usize::from(noun);
        let ph = self.whole_phrase(&toks[..stop], 1, &self.scope())?;
        let (value, ty) = self.called_value(&ph, noun, s.span)?;
        let candidate = self.reader(toks).name(toks[0].span.lo, &ph.noun);
        let sc = self.candidate_scope(toks, &ph, ty, candidate);
        let mut when = self.conditions(handed, &sc)?;
        let mut from = at + 1;
        let rd = self.reader(toks);
        from = rd.comma(from);
        if from < toks.len() {
            if !rd.any(from, &["if", "unless", "while"]) {
                let message = format!("the sentence was complete before `{}`", toks[from].text);
                self.problem(error("E106", toks[from].span, message, None));
                return None;
            }
            let alts = rd.cond(from + 1, &sc);
            let cond = self.one(&rd, alts, |c| super::print::cond_text(self, c))?;
            let unless = rd.is(from, "unless");
            when.push(if unless {
                super::cond::contrary(cond)
            } else {
                cond
            });
        }
        let holder = match self.level.0 {
            // a definition in a kind that does not speak of the piece holds for every seat
            Holder::Kind(_) if !super::run::sentence_speaks(s) => Holder::Game,
            Holder::Kind(_) => Holder::EachSeat,
            other => other,
        };
        let mut part = WordPart {
            holder,
            replaces: item.replaces,
            value,
            takes: Some(candidate),
            when,
            tags: s.tags.iter().map(|t| self.text(&t.text)).collect(),
            src: self.source(s),
        };
        let each = part.holder == Holder::EachSeat;
        if each && names_others_only(s, handed) && of_the_candidate(&mut part, ty) {
            part.holder = Holder::Game;
        }
        settle_part(&mut part);
        Some(Declared::Word(id, Box::new(part), ty))
    }

    /// What is called so, and the type of the name.
    fn called_value(&self, ph: &Ph, noun: bool, span: Span) -> Option<(Value, Ty)> {
        if let Value::Num(n) = &ph.value {
            return Some((Value::Num(n.clone()), Ty::Number));
        }
        let mut set = ph.set();
        if set.ty == Ty::Turn {
            let message = "the game cannot be called something";
            let help = "ask for what would make it so, in the rule that wants to know it";
            self.problem(error("E122", span, message, Some(help.into())));
            return None;
        }
        if noun && let Some(kinds) = pure_kinds(&set) {
            set = kinds;
        }
        set.amount = Amount::Every;
        let ty = set.ty;
        Some((Value::Set(set), ty))
    }

    fn candidate_scope(&self, toks: &[Tok], ph: &Ph, ty: Ty, name: Name) -> Scope {
        let rd = self.reader(toks);
        let member = make(ty, Base::Name(name));
        let mut bound = super::step::bound_name(&ph.noun, name, ty, false);
        bound.noun = true;
        let sc = self.scope();
        rd.scope(&sc, |s| {
            if !ph.noun.is_empty() {
                std::rc::Rc::make_mut(&mut s.names).push(bound);
            }
            match ty {
                Ty::Seat => s.they = Some(member),
                Ty::Turn | Ty::Text | Ty::Number => {}
                _ => s.it = It::Is(member),
            }
        })
    }

    // ---- check

    fn check(&self, s: &Sentence, toks: &[Tok], handed: &Handed, item: &Item) -> Option<Declared> {
        let sc = self.scope();
        let rd = self.reader(toks);
        let mut when = self.conditions(handed, &sc)?;
        let mut at = 0;
        // `while C, check is ..`
        if rd.any(0, &["while", "if", "unless"]) {
            let start = toks
                .windows(2)
                .position(|w| w[0].is("check") && w[1].is("is"))?;
            let stretch = trim_comma(&toks[..start]);
            let inner = self.reader(stretch);
            let cond = self.one(&inner, inner.cond(1, &sc), |c| {
                super::print::cond_text(self, c)
            })?;
            when.push(if rd.is(0, "unless") {
                super::cond::contrary(cond)
            } else {
                cond
            });
            at = start;
        }
        let mut p = at + 3;
        let says = match rd.w(at + 2) {
            "none" => CheckSays::None,
            "announced" => CheckSays::Announced,
            "enforced" => {
                let mut moves = false;
                let mut turns = false;
                loop {
                    if rd.seq(p, &["after", "the", "move"]) {
                        moves = true;
                    } else if rd.seq(p, &["after", "the", "turn"]) {
                        turns = true;
                    } else {
                        break;
                    }
                    p += 3;
                    p += usize::from(rd.is(p, "and"));
                }
                CheckSays::Enforced {
                    after_move: moves || !turns,
                    after_turn: turns || !moves,
                }
            }
            _ => {
                let message = "expected `none`, `announced` or `enforced`";
                self.problem(error("E101", rd.span(at + 2), message, None));
                return None;
            }
        };
        let whole_turns = rd.is(p, "by-whole-turns");
        p += usize::from(whole_turns);
        let next_player = rd.seq(p, &["by", "the", "next", "player"]);
        p += if next_player { 4 } else { 0 };
        if p < toks.len() {
            let message = format!("the sentence was complete before `{}`", rd.text(p));
            self.problem(error("E106", rd.span(p), message, None));
            return None;
        }
        let holder = match item.holder {
            Holder::EachSeat => Holder::Game,
            other => other,
        };
        Some(Declared::Check(Box::new(Check {
            holder,
            says,
            whole_turns,
            next_player,
            when,
            tags: s.tags.iter().map(|t| self.text(&t.text)).collect(),
            src: self.source(s),
        })))
    }
}

fn is_check(toks: &[Tok]) -> bool {
    let at = toks
        .windows(2)
        .position(|w| w[0].is("check") && w[1].is("is"));
    match at {
        Some(0) => true,
        Some(_) => toks[0].is("while") || toks[0].is("if") || toks[0].is("unless"),
        None => false,
    }
}

fn trim_comma(toks: &[Tok]) -> &[Tok] {
    match toks.split_last() {
        Some((last, rest)) if last.kind == crate::syntax::TokenKind::Comma => rest,
        _ => toks,
    }
}

fn start_values(ph: &Ph) -> Vec<Value> {
    match &ph.value {
        Value::Num(_) => vec![ph.value.clone()],
        Value::Set(s) => match &s.base {
            Base::Nothing => Vec::new(),
            Base::Or(parts) if s.by.is_empty() => {
                parts.iter().map(|p| Value::Set(p.clone())).collect()
            }
            _ => vec![ph.value.clone()],
        },
    }
}

/// Numbers the names of a definition for itself; the candidate stays only if it is spoken of.
fn settle_part(part: &mut WordPart) {
    use super::names::Names;
    let mut order: Vec<Name> = Vec::new();
    let mut note = |n: &mut Name| {
        if !order.contains(n) {
            order.push(*n);
        }
    };
    part.value.names(&mut note);
    part.when.names(&mut note);
    if part.takes.is_some_and(|n| !order.contains(&n)) {
        part.takes = None;
    }
    let mut new = |n: &mut Name| {
        if let Some(i) = order.iter().position(|x| x == n) {
            *n = Name::from(i);
        }
    };
    part.value.names(&mut new);
    part.when.names(&mut new);
    if let Some(n) = &mut part.takes {
        new(n);
    }
}
