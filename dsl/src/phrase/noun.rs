//! Adjectives, nouns, bare lists, `of`.
use super::being::holds_cards;
use super::decls::{Hangs, What};
use super::det::{Det, LOOSE, with_article};
use super::owned::part_of;
use super::reader::*;
use super::sense::language_adjective;
use super::words::Types;
use crate::program::Named;
use engine::ids::*;
use engine::rules::*;
use std::rc::Rc;

/// What a noun can mean.
#[derive(Clone, Debug)]
pub enum Sense {
    /// Things of a type with narrows of their own.
    Things(Ty, Vec<Narrow>),
    /// A part of something.
    Part(Part, Ty),
    /// A kind, as pieces, cards or kinds.
    Kind(KindId),
    /// A declared value.
    Field(FieldId),
    /// A declared zone.
    Zone(ZoneId),
    /// A definition.
    Word(WordId),
    /// The cards of a deck unit.
    Deck(u16),
    /// `number of`, `points`, `value`, `remainder`, `repetition`.
    Number(&'static str),
    /// `opponent`, `partner`, `enemy`: seen from somebody.
    Rival(&'static str),
    /// A number of the host, perhaps one for each player.
    Option(OptionId),
    /// `row`, `file`.
    Row(bool),
    /// `line from .. to ..`.
    Line,
    /// `author`, `edge`, `board`, `ability`, `game`, `move`, `action`.
    Fixed(&'static str),
}

/// What a word can mean as a noun: each with whether the word is its plural, and the singular.
pub(super) type Senses = Rc<[(Sense, bool, String)]>;

/// What an adjective does.
#[derive(Clone, Debug)]
pub(super) enum Adj {
    Narrow(Narrow),
    Pick(Pick),
    Where(Where),
    New,
    Most(bool),
    Layer(u8),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Adjs {
    pub by: Vec<Narrow>,
    pub pick: Option<Pick>,
    pub place: Option<Where>,
    pub new: bool,
    pub most: Option<bool>,
    pub layer: Option<u8>,
    /// How many adjectives.
    pub count: usize,
}

impl Adjs {
    pub(super) fn add(&mut self, adj: Adj) {
        self.count += 1;
        match adj {
            Adj::Narrow(n) => self.by.push(n),
            Adj::Pick(p) => self.pick = Some(p),
            Adj::Where(w) => self.place = Some(w),
            Adj::New => self.new = true,
            Adj::Most(m) => self.most = Some(m),
            Adj::Layer(l) => self.layer = Some(l),
        }
    }
}

pub(super) struct Np {
    pub adjs: Adjs,
    pub sense: Sense,
    pub plural: bool,
    pub noun: String,
    pub at: usize,
}

impl Rd<'_> {
    /// Adjectives, noun, `of` and everything that narrows it.
    pub fn core(&self, pos: usize, sc: &Scope, det: &Det, short: bool) -> Alts<Ph> {
        let mut out = Vec::new();
        if !self.tick() {
            return out;
        }
        if det.art == Art::Count && self.is(pos, "of") {
            return self.so_many_of(pos + 1, sc, det, short);
        }
        for (np, p) in self.noun_group(pos) {
            for (ph, q) in self.meaning(&np, p, sc, det, short) {
                if ph.number().is_some() {
                    out.push((ph, q));
                } else {
                    self.tail(ph, q, sc, short, &mut out);
                }
            }
        }
        out.retain(|(ph, _)| self.named_or_narrow(ph, det, pos, sc));
        out
    }

    /// `2 of your pawns`, `one of the pieces beside it`: so many pieces, squares or cards of all of these.
    fn so_many_of(&self, pos: usize, sc: &Scope, det: &Det, short: bool) -> Alts<Ph> {
        let one =
            self.int(det.start) == Some(1) && det.amount == Amount::Count(Rel::Eq, Num::Lit(1));
        let some = |(mut ph, q): (Ph, usize)| {
            let all = ph.plural && matches!(ph.art, Art::The | Art::Own | Art::Bare | Art::Every);
            let Value::Set(set) = &mut ph.value else {
                return None;
            };
            if !all || set.amount != Amount::Every || set.pick.is_some() {
                return None;
            }
            (set.amount, ph.art) = match one {
                true => (Amount::Any, Art::A),
                false => (det.amount.clone(), Art::Count),
            };
            ph.plural = !one;
            Some((ph, q))
        };
        let all = self.phrase(pos, sc, short).to_vec();
        all.into_iter().filter_map(some).collect()
    }

    /// `the piece` where nothing was named, and `a piece` where this rule has named one.
    pub(super) fn named_or_narrow(&self, ph: &Ph, det: &Det, pos: usize, sc: &Scope) -> bool {
        let things = matches!(ph.ty, Some(Ty::Piece | Ty::Square | Ty::Border | Ty::Card));
        if det.other && things && self.other_than_nothing(ph, det, sc) {
            return false;
        }
        if self.one_or_all(ph, det) || self.other_of_several(ph, det, pos) {
            return false;
        }
        let alone = !ph.narrowed && !ph.plural && self.w(pos) == ph.noun && !det.other;
        if alone && det.art == Art::The && self.bound(&ph.noun, true, sc).is_some() {
            // the name, not all of them
            return false;
        }
        let plain = alone && LOOSE.contains(&ph.noun.as_str());
        if plain && det.art == Art::A && !sc.opening && self.bound(&ph.noun, true, sc).is_some() {
            let noun = &ph.noun;
            let message = format!(
                "`{noun}` is already named by this rule; write `the {noun}` for it, `another {noun}` or `any {noun}` for others"
            );
            self.fail(det.start, "E118", message);
            return false;
        }
        // `the enemy pawn` is told of with its noun
        let adjective = !self.senses(pos + 1).is_empty();
        if plain && det.art == Art::The && self.is(det.start, "the") && !adjective {
            if self.not_the_one(ph, det, pos, sc) {
                return false;
            }
            let message = format!(
                "`the {}`: this rule has named none; say which (`it`, a role, `choose NAME among ..`) or write `{}`",
                ph.noun,
                with_article(&ph.noun)
            );
            self.fail(det.start, "E116", message);
            return false;
        }
        !self.not_the_one(ph, det, pos, sc)
    }

    /// Every way of reading adjectives and a noun from here.
    pub(super) fn noun_group(&self, pos: usize) -> Alts<Np> {
        let mut out = Vec::new();
        self.noun_group_from(pos, pos, Adjs::default(), &mut out);
        out
    }

    pub(super) fn noun_group_from(&self, pos: usize, at: usize, adjs: Adjs, out: &mut Alts<Np>) {
        let senses = self.senses(at);
        let noun_here = !senses.is_empty();
        for (sense, plural, noun) in senses.iter() {
            let np = Np {
                adjs: adjs.clone(),
                sense: sense.clone(),
                plural: *plural,
                noun: noun.clone(),
                at,
            };
            out.push((np, at + 1));
        }
        let mut deeper = false;
        let said = |w: &str| (pos..at).any(|i| self.is(i, w));
        let twice = !self.w(at).is_empty() && said(self.w(at));
        for adj in self.adjective(at) {
            if twice {
                let message = format!("`{}` is said twice", self.w(at));
                self.fail(at, "E160", message);
                continue;
            }
            deeper = true;
            let mut next = adjs.clone();
            next.add(adj);
            self.noun_group_from(pos, at + 1, next, out);
        }
        if self.is(at, "not") {
            self.fail(
                at,
                "E112",
                "`not` cannot stand before an adjective inside a phrase; write `that are not ..` after the noun, or `other than`",
            );
        }
        if !noun_here && !deeper {
            self.expected(at, if at > pos { "a noun" } else { "a phrase" });
        }
    }

    pub(super) fn adjective(&self, at: usize) -> Vec<Adj> {
        let word = self.w(at);
        let mut out = Vec::new();
        if word.is_empty() {
            return out;
        }
        if let Some((k, false)) = self.kind_of(word) {
            let kinds = make(Ty::Kind, Base::Kind(k));
            out.push(Adj::Narrow(Narrow::Is(Quality::Kind(Box::new(kinds)))));
        }
        for named in self.prog.lookup(word, self.place.within()) {
            match named {
                Named::Side(s) => {
                    let set = make(Ty::Side, Base::Sides(vec![s]));
                    out.push(Adj::Narrow(Narrow::Is(Quality::Side(Box::new(set)))));
                }
                Named::Seat(s) => {
                    let set = make(Ty::Seat, Base::Seats(vec![s]));
                    out.push(Adj::Narrow(Narrow::Of(set)));
                }
                _ => {}
            }
        }
        if let Some(q) = self.declared_quality(word) {
            out.push(Adj::Narrow(Narrow::Is(q)));
            return out;
        }
        if let Some(adj) = language_adjective(word) {
            out.push(adj);
        }
        // `enemy pawns` are enemies that are pawns
        if word == "enemy" {
            out.push(Adj::Narrow(Narrow::Hostile(you())));
        }
        out
    }

    /// A declared mark or a definition used as an adjective.
    pub fn declared_quality(&self, word: &str) -> Option<Quality> {
        match self.decls.find(word, self.place.within())? {
            What::Field(f) => {
                let decl = &self.decls.fields[f.index()];
                (decl.ty == Ty::Mark).then_some(Quality::Mark(f, None))
            }
            What::Word(w) => (!self.decls.words[w.index()].noun).then_some(Quality::Word(w)),
            _ => None,
        }
    }

    /// Of what a quality can be said.
    pub fn said_of(&self, word: &str) -> Types {
        match self.decls.find(word, self.place.within()) {
            Some(What::Field(f)) => match self.decls.fields[f.index()].hangs {
                Hangs::Game => Types::of(Ty::Turn),
                Hangs::Seat => Types::of(Ty::Seat),
                Hangs::Side => Types::of(Ty::Side).or(Types::of(Ty::Seat)),
                Hangs::Piece => Types::of(Ty::Piece),
                Hangs::Square => Types::of(Ty::Square),
                Hangs::Border => Types::of(Ty::Border),
                Hangs::Card => Types::of(Ty::Card),
                Hangs::Kind => Types::of(Ty::Kind),
            },
            Some(What::Word(w)) => match self.decls.words[w.index()].ty {
                Some(ty) => Types::of(ty),
                None => Types::ANY,
            },
            _ => self.words.adjective(word).map_or(Types::ANY, |a| a.of),
        }
    }

    /// What adjectives, noun, owner and `of` mean together.
    pub(super) fn meaning(
        &self,
        np: &Np,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
        if self.no_adjectives_of(np, det) || self.an_nth(np, det) {
            return Vec::new();
        }
        match &np.sense {
            Sense::Things(..) | Sense::Kind(_) => self.things(np, p, sc, det, short),
            // `its last rank` is its last row
            Sense::Part(Part::Rank, _) if np.adjs.pick.is_some() => {
                self.row(np, false, p, sc, det, short)
            }
            Sense::Part(part, ty) => self.part(np, *part, *ty, p, sc, det, short),
            Sense::Field(f) => self.field(np, *f, p, sc, det, short),
            Sense::Zone(z) => self.zone(np, *z, p, sc, det, short),
            Sense::Word(w) => self.definition(np, *w, p, sc, det, short),
            Sense::Option(o) => self.choice(*o, p, sc, det, short),
            Sense::Deck(d) => {
                let cards = self.prog.decks.get(usize::from(*d));
                let cards = cards.map(|d| d.cards.clone()).unwrap_or_default();
                let set = self.finish(np, det, Ty::Card, Base::Row1(cards), Vec::new());
                vec![(self.as_phrase(np, det, set), p)]
            }
            Sense::Number(which) => self.quantity(np, which, p, sc, det, short),
            Sense::Rival(which) => self.rival(np, which, p, sc, det, short),
            Sense::Row(file) => self.row(np, *file, p, sc, det, short),
            Sense::Line => self.line(p, sc),
            Sense::Fixed(which) => self.fixed(np, which, p, sc, det, short),
        }
    }

    /// E118: `a third piece` is none of those on the board.
    fn an_nth(&self, np: &Np, det: &Det) -> bool {
        let nth = matches!(np.adjs.pick, Some(Pick::Nth(_) | Pick::Last)) && det.art == Art::A;
        if nth {
            let said = "an ordinal picks one of what there is, so it takes `the`";
            let help = "how often something was done is counted: `as soon as you have captured 3 pieces`; one of those that stand there is `the third ..`";
            self.fail_help(np.at, "E118", said, Some(help.to_owned()));
        }
        nth
    }

    /// The set of a noun group: adjectives first, then the noun's own narrows, then the owner.
    pub(super) fn finish(&self, np: &Np, det: &Det, ty: Ty, base: Base, own: Vec<Narrow>) -> Set {
        let mut set = make(ty, base);
        if np.adjs.new {
            set.base = Base::New;
        }
        set.by = np.adjs.by.clone();
        set.by.extend(own);
        set.pick = np.adjs.pick.clone();
        if ty == Ty::Piece && !np.plural && set.pick == Some(Pick::Latest) {
            set.pick = Some(Pick::LatestMoved);
        }
        set.amount = det.amount.clone();
        set
    }

    pub(super) fn as_phrase(&self, np: &Np, det: &Det, set: Set) -> Ph {
        Ph {
            ty: Some(set.ty),
            value: Value::Set(set),
            art: det.art,
            noun: np.noun.clone(),
            // `an opponents` is one opponent
            plural: np.plural && det.art != Art::A,
            rel: false,
            narrowed: np.adjs.count > 0 || det.owner.is_some() || det.other,
            joint: None,
            ones: false,
        }
    }

    /// The readings of what stands behind `of`, if it does.
    pub(super) fn of_phrase(&self, p: usize, sc: &Scope, short: bool) -> Alts<Ph> {
        if !self.is(p, "of") {
            return Vec::new();
        }
        let mut all = self.phrase(p + 1, sc, short).to_vec();
        self.of_every_player(p, &mut all);
        self.counted_of(p, &mut all);
        let before = all.len();
        all.retain(|(ph, _)| ph.art != Art::No);
        if all.len() < before {
            self.no_use(
                p + 1,
                "what is nobody's is `of nobody`; otherwise say whose it is",
            );
        }
        all
    }

    pub(super) fn things(&self, np: &Np, p: usize, sc: &Scope, det: &Det, short: bool) -> Alts<Ph> {
        let (own, p, plural, single) = self.bare_list(np, p);
        let (ty, mut own) = own;
        let place = match (ty, np.adjs.place) {
            (_, Some(place)) => place,
            (Ty::Piece, None) => Where::Board,
            (Ty::Seat, None) if np.noun == "player" => Where::Board,
            (Ty::Square | Ty::Border, None) => Where::Board,
            _ => Where::Anywhere,
        };
        // `the other side of its square`, `the near side`
        if ty == Ty::Side
            && let Some(layer) = np.adjs.layer
        {
            let set = make(Ty::Side, Base::Layer(layer));
            return vec![(self.as_phrase(np, det, set), p)];
        }
        if det.other {
            own.push(Narrow::Other(self.named_before(ty, sc)));
        }
        if let Some(owner) = &det.owner {
            if owner.ty == Ty::Move && ty == Ty::Piece {
                self.fail(p, "E122", "the piece of a move is its mover: `its mover`");
                return Vec::new();
            }
            if owner.ty == Ty::Piece && ty == Ty::Square && np.adjs.by.is_empty() {
                let base = part_of(Part::Square, owner.clone());
                let set = self.finish(np, det, ty, base, Vec::new());
                return vec![(self.as_phrase(np, det, set), p)];
            }
            own.push(self.belongs(ty, owner.clone()));
        }
        let mut out = Vec::new();
        let mut set = self.finish(np, det, ty, Base::All(place), own.clone());
        if let Some(parts) = single {
            set = parts;
            set.by = own;
            set.amount = det.amount.clone();
        }
        let mut ph = self.as_phrase(np, det, set);
        ph.plural = plural;
        out.push((ph.clone(), p));
        let squares = ty == Ty::Square;
        for (arg, q) in self.of_phrase(p, sc, short || squares) {
            if let Some(with) = self.with_of(&ph, &arg, np, det) {
                out.push((with, q));
            }
        }
        out
    }

    /// `X of ARG` for ordinary nouns.
    pub(super) fn with_of(&self, ph: &Ph, arg: &Ph, np: &Np, det: &Det) -> Option<Ph> {
        let ty = ph.ty?;
        let arg_ty = arg.ty?;
        let mut set = ph.set();
        let owner = arg.set();
        match (ty, arg_ty) {
            (Ty::Square, Ty::Piece) if np.adjs.by.is_empty() || det.art == Art::The => {
                set = self.finish(
                    np,
                    det,
                    Ty::Square,
                    part_of(Part::Square, owner),
                    Vec::new(),
                );
            }
            (Ty::Square, Ty::Square) => set.by.push(Narrow::At(Near::In, owner)),
            (Ty::Kind, Ty::Piece | Ty::Card) => {
                set = self.finish(np, det, Ty::Kind, part_of(Part::Kind, owner), Vec::new());
            }
            (Ty::Side, Ty::Square | Ty::Piece) if det.other && self.two_sided() => {
                set.base = Base::OtherLayer(Box::new(owner));
            }
            (Ty::Side, Ty::Square | Ty::Piece) if det.other => return None,
            (Ty::Side, Ty::Piece | Ty::Seat | Ty::Card) if np.adjs.layer.is_none() => {
                set = self.finish(np, det, Ty::Side, part_of(Part::Side, owner), Vec::new());
            }
            (Ty::Army, Ty::Seat) => {
                set = self.finish(np, det, Ty::Army, part_of(Part::Army, owner), Vec::new());
            }
            (Ty::Piece | Ty::Card | Ty::Zone, Ty::Seat | Ty::Side)
            | (Ty::Seat, Ty::Side)
            | (Ty::Zone, Ty::Piece) => set.by.push(self.belongs(ty, owner)),
            (Ty::Piece | Ty::Card, Ty::Kind) => {
                set.by.push(Narrow::Is(Quality::Kind(Box::new(owner))));
            }
            (Ty::Piece | Ty::Card | Ty::Army, Ty::Zone) => self.contents(&mut set, &owner),
            _ => return None,
        }
        if let (Ty::Side, Base::OtherLayer(_)) = (ty, &set.base) {
            set.by.retain(|n| !matches!(n, Narrow::Other(_)));
        }
        let mut out = ph.clone();
        out.ty = Some(set.ty);
        out.value = Value::Set(set);
        out.narrowed = true;
        Some(out)
    }

    /// A board of this game has two sides.
    pub(super) fn two_sided(&self) -> bool {
        self.prog.rules.boards.iter().any(|b| b.layers > 1)
    }

    /// `of OWNER`: controlled by, or of the side of.
    pub fn belongs(&self, ty: Ty, owner: Set) -> Narrow {
        match owner.ty {
            Ty::Side if ty == Ty::Piece || ty == Ty::Card => {
                Narrow::Is(Quality::Side(Box::new(owner)))
            }
            _ => Narrow::Of(owner),
        }
    }

    /// Pieces or cards of a zone: the zone becomes the base.
    pub fn contents(&self, set: &mut Set, zone: &Set) {
        match &zone.base {
            Base::Zone(id, _) if zone.by.is_empty() && matches!(set.base, Base::All(_)) => {
                // `a pawn in your hand` of cards is the card of one
                if holds_cards(*id, &self.decls.zones)
                    && let Some(cards) = super::set::cards_of_kinds(set)
                {
                    set.ty = cards.ty;
                }
                set.base = zone.base.clone();
            }
            _ => {
                if matches!(set.base, Base::All(_)) {
                    set.base = Base::All(Where::Anywhere);
                }
                set.by.push(Narrow::At(Near::In, zone.clone()));
            }
        }
    }
}
