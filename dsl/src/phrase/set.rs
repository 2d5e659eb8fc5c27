//! Noun phrases: items, lists, and what begins a phrase (articles, amounts, owners).
use super::det::Det;
use super::reader::*;
use super::words::{Types, VerbWord, role_of};
use crate::program::Named;
use crate::syntax::TokenKind;
use engine::ids::*;
use engine::rules::*;
use std::rc::Rc;

impl Rd<'_> {
    /// A phrase with all its lists: every prefix that is a phrase is a reading. `short`: the phrase of a
    /// preposition, which takes nothing but `of` (language 4.3).
    pub fn phrase(&self, pos: usize, sc: &Scope, short: bool) -> Rc<Alts<Ph>> {
        let key = (pos, sc.id, short);
        if let Some(known) = self.memo.borrow().get(&key) {
            return known.clone();
        }
        if !self.tick() {
            return Rc::default();
        }
        // an empty entry stops a phrase from being read inside itself at the same place
        self.memo.borrow_mut().insert(key, Rc::default());
        let mut out: Alts<Ph> = Vec::new();
        for (first, p) in self.item(pos, sc, short) {
            self.with_list(&first, p, sc, short, true, &mut out);
        }
        let out = Rc::new(self.settled(out));
        self.memo.borrow_mut().insert(key, out.clone());
        out
    }

    /// A phrase of one of these types, converted where language 4.1 allows.
    pub fn phrase_of(&self, pos: usize, sc: &Scope, want: Types, short: bool) -> Alts<Ph> {
        let all = self.phrase(pos, sc, short);
        let mut out = Vec::new();
        for (ph, p) in all.iter() {
            match self.fit(ph, want) {
                Some(ph) if self.kind_of_one_there(pos, &ph) => {}
                Some(ph) => out.push((ph, *p)),
                None => self.expected(pos, &describe(want)),
            }
        }
        out
    }

    /// A number.
    pub fn number(&self, pos: usize, sc: &Scope) -> Alts<Num> {
        let all = self.phrase(pos, sc, false);
        let hits = all.iter();
        let mut out: Alts<Num> = hits
            .filter_map(|(ph, p)| ph.number().map(|n| (n, *p)))
            .filter(|(n, _)| !super::most::is_most_points(n))
            .collect();
        if out.is_empty() {
            self.expected(pos, "a number");
        }
        out.sort_by_key(|a| std::cmp::Reverse(a.1));
        out
    }

    /// `closed`: the last item was joined by `and` or `or`; by a comma alone no list ends.
    fn with_list(
        &self,
        first: &Ph,
        p: usize,
        sc: &Scope,
        short: bool,
        closed: bool,
        out: &mut Alts<Ph>,
    ) {
        if closed {
            out.push((one_area(first), p));
        }
        if !self.tick() || self.too_many(out) {
            return;
        }
        let mut at = self.comma(p);
        let joined = self.any(at, &["and", "or"]);
        at += usize::from(joined);
        if at == p || !self.begins_full(at, sc) {
            return;
        }
        // a relative clause ends its phrase (language 4.3)
        if first.rel {
            return;
        }
        let joint = joined.then(|| match self.is(at - 1, "and") {
            true => Joint::And,
            false => Joint::Or,
        });
        // `other than a king or a queen`: the list is of those left out
        let left_out = match first.set().by.last() {
            Some(Narrow::Except(of)) => {
                joined && of.amount == Amount::Any && self.any(at, &["a", "an"])
            }
            _ => false,
        };
        if left_out {
            return;
        }
        for (next, q) in self.item(at, sc, short) {
            let refused = match joint {
                Some(Joint::And) => self.one_of_each(first, &next, at),
                Some(Joint::Or) => self.none_or_none(first, &next, at),
                None => false,
            };
            if refused {
                continue;
            }
            if let Some(mut both) = self.unite(first, &next) {
                both.joint = joint;
                both.ones = first.is_one() && next.is_one();
                if joint.is_some() && self.said_of_the_last(&both, p, q) {
                    continue;
                }
                self.with_list(&both, q, sc, short, joined, out);
            }
        }
    }

    /// Whether a full item begins here (language 4.4).
    fn begins_full(&self, at: usize, sc: &Scope) -> bool {
        const WORDS: &[&str] = &[
            "a", "an", "any", "the", "each", "every", "all", "no", "another", "other", "your",
            "its", "their", "exactly", "up-to", "at-least", "at-most", "fewer", "more", "you",
            "yourself", "it", "itself", "they", "them", "everyone", "nobody", "nothing",
        ];
        match self.kind(at) {
            Some(TokenKind::Word) => {
                WORDS.contains(&self.w(at))
                    || self.rank_or_file(at).is_some()
                    || self.bound(self.w(at), false, sc).is_some()
                    || self.proper(self.w(at)).is_some()
            }
            Some(TokenKind::Comma | TokenKind::Close | TokenKind::Possessive) | None => false,
            Some(TokenKind::Promoted) => false,
            Some(_) => true,
        }
    }

    /// Both as one phrase.
    pub(super) fn unite(&self, a: &Ph, b: &Ph) -> Option<Ph> {
        if let (Some(Ty::Card), Some(Ty::Piece)) = (a.ty, b.ty) {
            return self.unite(a, &as_cards(b)?);
        }
        let ty = match (a.ty, b.ty) {
            (Some(x), Some(y)) if x == y => Some(x),
            (Some(Ty::Piece), Some(Ty::Square)) | (Some(Ty::Square), Some(Ty::Piece)) => {
                return None;
            }
            _ => return None,
        };
        let mut parts = match a.set() {
            Set {
                base: Base::Or(parts),
                by,
                pick: None,
                ..
            } if by.is_empty() && a.art == Art::Name => parts,
            other => vec![other],
        };
        parts.push(b.set());
        let mut set = make(ty?, Base::Or(parts));
        set.amount = match (&a.value, &b.value) {
            (Value::Set(x), Value::Set(y)) if x.amount == y.amount => x.amount.clone(),
            _ => Amount::Every,
        };
        let mut ph = Ph::thing(set);
        ph.rel = b.rel;
        ph.plural = true;
        Some(ph)
    }

    /// One item: everything up to the next list joint.
    pub(super) fn item(&self, pos: usize, sc: &Scope, short: bool) -> Alts<Ph> {
        let mut out: Alts<Ph> = Vec::new();
        for (ph, p) in self.head(pos, sc, short) {
            self.possessed(ph, p, sc, short, &mut out);
        }
        if self.ends_before_a_calculation(pos) {
            return out;
        }
        let mut all: Alts<Ph> = Vec::new();
        for (ph, p) in out {
            self.arithmetic(ph, p, sc, &mut all);
        }
        all
    }

    /// `X's NOUN`, as often as it goes on.
    fn possessed(&self, ph: Ph, p: usize, sc: &Scope, short: bool, out: &mut Alts<Ph>) {
        if self.kind(p) != Some(TokenKind::Possessive) {
            out.push((ph, p));
            return;
        }
        const TURNS: &[&str] = &["next", "last", "first", "second", "third", "fourth"];
        let turn = self.any(p + 1, TURNS) && self.is(p + 2, "turn");
        let turn = turn || self.is(p + 1, "next") && self.int(p + 2).is_some();
        if turn || self.any(p + 1, &["turn", "turns"]) {
            out.push((ph, p));
            return;
        }
        let mut det = Det::new(Art::Own, Amount::Every, p + 1);
        if ph.art == Art::A || ph.art == Art::Any {
            det.amount = Amount::Any;
            det.art = Art::A;
        }
        det.owner = Some(ph.set());
        for (next, q) in self.core(p + 1, sc, &det, short) {
            self.possessed(next, q, sc, short, out);
        }
    }

    pub(super) fn head(&self, pos: usize, sc: &Scope, short: bool) -> Alts<Ph> {
        let mut out = self.literal(pos, sc, short);
        out.extend(self.pronoun(pos, sc, short));
        out.extend(self.names(pos, sc, short));
        for (det, p) in self.det(pos, sc) {
            out.extend(self.core(p, sc, &det, short));
        }
        if out.is_empty() {
            self.expected(pos, "a phrase");
        }
        out
    }

    fn literal(&self, pos: usize, sc: &Scope, short: bool) -> Alts<Ph> {
        let Some(tok) = self.toks.get(pos) else {
            return Vec::new();
        };
        match tok.kind {
            TokenKind::Square | TokenKind::Area => match self.squares(&tok.text) {
                Some(list) => {
                    let plural = list.len() > 1;
                    let mut ph = Ph::thing(make(Ty::Square, Base::Squares(list)));
                    ph.plural = plural;
                    vec![(ph, pos + 1)]
                }
                None => Vec::new(),
            },
            TokenKind::Text => {
                let id = self.text_id(&tok.text);
                vec![(Ph::thing(make(Ty::Text, Base::Text(id))), pos + 1)]
            }
            TokenKind::Row => match self.prog.row_of(&tok.text, self.place.army) {
                Ok(cells) => vec![(Ph::thing(make(Ty::Kind, Base::Row1(cells))), pos + 1)],
                Err(cell) => {
                    self.fail(pos, "E204", format!("`{cell}` is the letter of no kind"));
                    Vec::new()
                }
            },
            TokenKind::Number => self.plain_number(pos, sc),
            TokenKind::Open => self.parenthesis(pos, sc, short),
            TokenKind::Word if self.is(pos, "twice") => self.twice(pos, sc),
            TokenKind::Word => self.rank_or_file(pos).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// `rank 4`, `file c`: all squares of it.
    fn rank_or_file(&self, pos: usize) -> Option<(Ph, usize)> {
        let board = self.prog.rules.boards.first()?;
        let last = |n: u8| (b'a' + n.saturating_sub(1).min(25)) as char;
        let area = match self.w(pos) {
            "rank" => {
                let rank = self.int(pos + 1)?;
                format!("a{rank}-{}{rank}", last(board.files))
            }
            "file" => {
                let file = self.w(pos + 1);
                let letter = file.len() == 1 && file != "a" || file == "a" && self.ends_file(pos);
                letter.then(|| format!("{file}1-{file}{}", board.ranks))?
            }
            _ => return None,
        };
        let Some(all) = self.squares(&area) else {
            let said = format!(
                "the board has no {} {}",
                self.w(pos),
                self.said(pos + 1, pos + 2)
            );
            self.fail(pos + 1, "E132", said);
            return None;
        };
        let mut ph = Ph::thing(make(Ty::Square, Base::Squares(all)));
        ph.plural = true;
        Some((ph, pos + 2))
    }

    /// `file a` is a file, `file a ROOK` is none: the letter is no article.
    fn ends_file(&self, pos: usize) -> bool {
        let next = self.toks.get(pos + 2);
        next.is_none_or(|t| t.kind != TokenKind::Word || super::spelling::is_structure(&t.text))
    }

    fn plain_number(&self, pos: usize, sc: &Scope) -> Alts<Ph> {
        let Some(n) = self.int(pos) else {
            return Vec::new();
        };
        let mut out = vec![(Ph::num(Num::Lit(n)), pos + 1)];
        if self.is(pos + 1, "to") {
            for (upper, p) in self.phrase(pos + 2, sc, true).iter() {
                if let Some(upper) = upper.number() {
                    let set = make(Ty::Number, Base::Range(Num::Lit(n), upper));
                    out.push((Ph::thing(set), *p));
                }
            }
        }
        out
    }

    fn parenthesis(&self, pos: usize, sc: &Scope, short: bool) -> Alts<Ph> {
        let mut out = Vec::new();
        for (ph, p) in self.phrase(pos + 1, sc, false).iter() {
            if self.kind(*p) != Some(TokenKind::Close) {
                self.expected(*p, "`)`");
                continue;
            }
            let mut inner = ph.clone();
            inner.rel = false;
            self.tail(inner, p + 1, sc, short, &mut out);
        }
        out
    }

    fn pronoun(&self, pos: usize, sc: &Scope, short: bool) -> Alts<Ph> {
        let seat = |base| Ph::thing(make(Ty::Seat, base));
        let ph = match self.w(pos) {
            "you" | "yourself" => seat(Base::You),
            "yours" => seat(Base::You),
            "everyone" => seat(Base::All(Where::Board)),
            "nobody" => seat(Base::Nobody),
            "nothing" => {
                let mut ph = seat(Base::Nothing);
                ph.ty = None;
                ph
            }
            "it" | "itself" => match self.it(pos, sc) {
                Some(set) => Ph::thing(set),
                None => return Vec::new(),
            },
            "they" | "them" | "theirs" | "themselves" => match self.they(pos, sc) {
                Some(set) => Ph::thing(set),
                None => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        let mut out = Vec::new();
        if self.is(pos, "everyone") {
            self.tail(ph, pos + 1, sc, short, &mut out);
        } else {
            out.push((ph, pos + 1));
        }
        out
    }

    /// A name in scope; `noun`: behind `the`.
    pub fn bound<'s>(&self, word: &str, the: bool, sc: &'s Scope) -> Option<&'s Bound> {
        if word.is_empty() {
            return None;
        }
        let hit = sc.names.iter().rev().find(|b| b.word == word)?;
        (the || !hit.noun).then_some(hit)
    }

    fn names(&self, pos: usize, sc: &Scope, short: bool) -> Alts<Ph> {
        let the = self.is(pos, "the");
        let at = pos + usize::from(the);
        let word = self.w(at);
        let mut out = Vec::new();
        if let Some(bound) = self.bound(word, the, sc) {
            if bound.twice {
                let message = format!("`the {word}`: this rule speaks of two; name them");
                let help = "the pieces of an event have names: `the captor`, `the victim`, `the mover`; others are chosen under a name of their own";
                self.fail_help(at, "E117", message, Some(help.to_owned()));
                return out;
            }
            let set = make(bound.ty, Base::Name(bound.name));
            let mut ph = if bound.ty == Ty::Number && !bound.many {
                Ph::num(Num::Name(bound.name))
            } else {
                Ph::thing(set)
            };
            ph.plural = bound.many;
            if bound.many {
                self.tail(ph, at + 1, sc, short, &mut out);
            } else {
                out.push((ph, at + 1));
            }
            return out;
        }
        if let Some(ph) = self.proper(word) {
            out.push((ph, at + 1));
        } else if the && role_of(word).is_some() && self.words.noun(word).is_none() {
            self.foreign_role(at, sc);
        }
        out
    }

    fn foreign_role(&self, at: usize, sc: &Scope) {
        // `after you capture a piece, the captor ..`: the event does not go on there
        if sc.naming {
            return;
        }
        let word = self.w(at);
        let has =
            |v: &&VerbWord| role_of(word).is_some_and(|r| v.roles.iter().any(|(x, _)| *x == r));
        let mut of: Vec<&str> = (self.words.verbs.iter().filter(has))
            .map(|v| v.name.as_str())
            .collect();
        // the plainest of them first
        of.sort_by_key(|name| !matches!(*name, "move" | "capture"));
        of.truncate(3);
        if of.is_empty() {
            return;
        }
        let watches = match sc.watched.as_slice() {
            [] => "no event".to_owned(),
            watched => format!("`{}`", watched.join("`, `")),
        };
        let message = format!(
            "`{word}` is a role of `{}`; this rule watches {watches}",
            of.join("`, `")
        );
        self.fail(at, "E131", message);
    }

    /// A seat, side, board or army by its own name, and words of options.
    pub(super) fn proper(&self, word: &str) -> Option<Ph> {
        if word.is_empty() {
            return None;
        }
        let hits = || self.prog.lookup(word, self.place.within());
        let seat = hits().find_map(|n| match n {
            Named::Seat(s) => Some(make(Ty::Seat, Base::Seats(vec![s]))),
            _ => None,
        });
        let other = hits().find_map(|n| match n {
            Named::Side(s) => Some(make(Ty::Side, Base::Sides(vec![s]))),
            Named::Army(a) => Some(make(Ty::Army, Base::Armies(vec![a]))),
            _ => None,
        });
        if let Some(set) = seat.or(other) {
            return Some(Ph::thing(set));
        }
        hits().find_map(|n| match n {
            Named::Option(o) => Some(self.option(o)),
            _ => None,
        })
    }

    fn option(&self, option: OptionId) -> Ph {
        let entry = self.prog.rules.options.get(option.index());
        let words = entry.is_some_and(|o| matches!(o.values, OptionValues::Words(_)));
        if words {
            return Ph::thing(make(Ty::Kind, Base::Chosen(option)));
        }
        let each = entry.is_some_and(|o| o.each_player);
        let seat = each.then(|| Box::new(you()));
        Ph::num(Num::Choice(option, seat))
    }

    /// The squares of `d4` or `a1-d2`.
    pub fn squares(&self, text: &str) -> Option<Vec<SquareId>> {
        let board = self.prog.rules.boards.first()?;
        let (a, b) = match text.split_once('-') {
            Some((a, b)) => (coordinates(a)?, coordinates(b)?),
            None => (coordinates(text)?, coordinates(text)?),
        };
        let (files, ranks) = (u16::from(board.files), u16::from(board.ranks));
        if a.0.max(b.0) >= files || a.1.max(b.1) >= ranks {
            return None;
        }
        let mut out = Vec::new();
        for rank in a.1.min(b.1)..=a.1.max(b.1) {
            for file in a.0.min(b.0)..=a.0.max(b.0) {
                out.push(SquareId(board.first.0 + rank * files + file));
            }
        }
        Some(out)
    }
}

/// Kinds beside cards are cards of these kinds.
fn as_cards(ph: &Ph) -> Option<Ph> {
    let mut out = ph.clone();
    out.ty = Some(Ty::Card);
    out.value = Value::Set(cards_of_kinds(&ph.set())?);
    Some(out)
}

/// `a pawn` where cards are meant.
pub(super) fn cards_of_kinds(set: &Set) -> Option<Set> {
    let kinds = |n: &Narrow| matches!(n, Narrow::Is(Quality::Kind(_) | Quality::Side(_)));
    let plain = matches!(set.base, Base::All(Where::Board)) && set.by.iter().all(kinds);
    (plain && set.ty == Ty::Piece).then(|| Set {
        ty: Ty::Card,
        base: Base::All(Where::Anywhere),
        ..set.clone()
    })
}

/// `your kings` where a number is wanted: how many.
pub(super) fn countable(ph: &Ph) -> Option<Num> {
    match (&ph.value, ph.ty) {
        (Value::Set(set), Some(Ty::Piece | Ty::Card | Ty::Square | Ty::Border)) if ph.plural => {
            Some(Num::Count(Box::new(set.clone())))
        }
        _ => None,
    }
}

fn coordinates(text: &str) -> Option<(u16, u16)> {
    let mut chars = text.chars();
    let file = chars.next().filter(char::is_ascii_lowercase)? as u16 - 'a' as u16;
    let rank: u16 = chars.as_str().parse().ok()?;
    Some((file, rank.checked_sub(1)?))
}

/// The types as words.
pub fn describe(want: Types) -> String {
    use super::words::ty_name;
    const ALL: [Ty; 18] = [
        Ty::Piece,
        Ty::Square,
        Ty::Kind,
        Ty::Seat,
        Ty::Side,
        Ty::Card,
        Ty::Number,
        Ty::Text,
        Ty::Mark,
        Ty::Move,
        Ty::Power,
        Ty::Army,
        Ty::Zone,
        Ty::Turn,
        Ty::Moment,
        Ty::Board,
        Ty::Direction,
        Ty::Border,
    ];
    if want == Types::ANY {
        return "a phrase".to_owned();
    }
    let names: Vec<&str> = ALL
        .iter()
        .filter(|t| want.has(**t))
        .map(|t| ty_name(*t))
        .collect();
    format!("a phrase for a {}", names.join(" or "))
}

/// `a1-d2 and e4`: one area; `a1-d2 or e4` are two.
fn one_area(ph: &Ph) -> Ph {
    let mut area = ph.clone();
    if let (Value::Set(set), true) = (&mut area.value, ph.joint != Some(Joint::Or))
        && let Base::Or(parts) = &set.base
    {
        let squares = parts.iter().map(|p| match &p.base {
            Base::Squares(s) if p.by.is_empty() => Some(s),
            _ => None,
        });
        let squares: Option<Vec<&Vec<SquareId>>> = squares.collect();
        if let Some(lists) = squares {
            set.base = Base::Squares(lists.into_iter().flatten().copied().collect());
        }
    }
    area
}
