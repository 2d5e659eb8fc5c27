//! Adjectives, nouns, bare lists, `of`.
use super::decls::{Hangs, What};
use super::reader::*;
use super::set::Det;
use super::words::{Types, singulars_of};
use crate::program::Named;
use engine::ids::*;
use engine::rules::*;

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

/// What an adjective does.
#[derive(Clone, Debug)]
enum Adj {
    Narrow(Narrow),
    Pick(Pick),
    Where(Where),
    New,
    Most(bool),
    Layer(u8),
}

#[derive(Clone, Debug, Default)]
struct Adjs {
    by: Vec<Narrow>,
    pick: Option<Pick>,
    place: Option<Where>,
    new: bool,
    most: Option<bool>,
    layer: Option<u8>,
    /// How many adjectives.
    count: usize,
}

impl Adjs {
    fn add(&mut self, adj: Adj) {
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

struct Np {
    adjs: Adjs,
    sense: Sense,
    plural: bool,
    noun: String,
    at: usize,
}

impl Rd<'_> {
    /// Adjectives, noun, `of` and everything that narrows it.
    pub fn core(&self, pos: usize, sc: &Scope, det: &Det, short: bool) -> Alts<Ph> {
        let mut out = Vec::new();
        if !self.tick() {
            return out;
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

    /// `the piece` where nothing was named, and `a piece` where this rule has named one.
    fn named_or_narrow(&self, ph: &Ph, det: &Det, pos: usize, sc: &Scope) -> bool {
        const LOOSE: &[&str] = &["piece", "square", "player", "opponent", "enemy", "card"];
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
        if plain && det.art == Art::The && self.is(det.start, "the") {
            let message = format!(
                "`the {}`: this rule has named none; say which (`it`, a role, `choose NAME among ..`) or write `a {}`",
                ph.noun, ph.noun
            );
            self.fail(det.start, "E116", message);
            return false;
        }
        true
    }

    /// Every way of reading adjectives and a noun from here.
    fn noun_group(&self, pos: usize) -> Alts<Np> {
        let mut out = Vec::new();
        self.noun_group_from(pos, pos, Adjs::default(), &mut out);
        out
    }

    fn noun_group_from(&self, pos: usize, at: usize, adjs: Adjs, out: &mut Alts<Np>) {
        let senses = self.senses(at);
        let noun_here = !senses.is_empty();
        for (sense, plural, noun) in senses {
            let np = Np {
                adjs: adjs.clone(),
                sense,
                plural,
                noun,
                at,
            };
            out.push((np, at + 1));
        }
        let mut deeper = false;
        for adj in self.adjective(at) {
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

    fn kind_of(&self, word: &str) -> Option<(KindId, bool)> {
        let find = |w: &str| {
            let hits = self.prog.lookup(w, self.place.army);
            hits.iter().find_map(|n| match n {
                Named::Kind(k) => Some(*k),
                _ => None,
            })
        };
        if let Some(k) = find(word) {
            return Some((k, false));
        }
        singulars_of(word)
            .iter()
            .find_map(|s| find(s))
            .map(|k| (k, true))
    }

    fn senses(&self, at: usize) -> Vec<(Sense, bool, String)> {
        let word = self.w(at);
        if word.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        if let Some((k, plural)) = self.kind_of(word) {
            let name = self.prog.rules.kinds[k.index()].name;
            let noun = self.shared.pool.borrow().text_of(name).to_owned();
            out.push((Sense::Kind(k), plural, noun));
        }
        if let Some((what, plural)) = self.decls.noun(word, self.place.army) {
            match what {
                What::Field(f) if self.decls.fields[f.index()].ty != Ty::Mark => {
                    let d = &self.decls.fields[f.index()];
                    out.push((Sense::Field(f), plural || d.many, word.to_owned()));
                }
                What::Zone(z) => out.push((Sense::Zone(z), plural, word.to_owned())),
                What::Word(w) if self.decls.words[w.index()].noun => {
                    out.push((Sense::Word(w), true, word.to_owned()));
                }
                _ => {}
            }
            if !out.is_empty() {
                return out;
            }
        }
        for n in self.prog.lookup(word, self.place.army) {
            match n {
                Named::Deck(d) => out.push((Sense::Deck(d), true, word.to_owned())),
                Named::Option(o) => out.push((Sense::Option(o), false, word.to_owned())),
                _ => {}
            }
        }
        match word {
            "destination" => out.push((
                Sense::Part(Part::Destination, Ty::Square),
                false,
                word.to_owned(),
            )),
            "origin" => out.push((
                Sense::Part(Part::Origin, Ty::Square),
                false,
                word.to_owned(),
            )),
            _ => {}
        }
        if let Some((noun, plural)) = self.words.noun(word)
            && let Some(sense) = language_noun(&noun.name, noun.ty)
        {
            out.push((sense, plural, noun.name.clone()));
        }
        out
    }

    fn adjective(&self, at: usize) -> Vec<Adj> {
        let word = self.w(at);
        let mut out = Vec::new();
        if word.is_empty() {
            return out;
        }
        if let Some((k, false)) = self.kind_of(word) {
            let kinds = make(Ty::Kind, Base::Kind(k));
            out.push(Adj::Narrow(Narrow::Is(Quality::Kind(Box::new(kinds)))));
        }
        for named in self.prog.lookup(word, self.place.army) {
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
        out
    }

    /// A declared mark or a definition used as an adjective.
    pub fn declared_quality(&self, word: &str) -> Option<Quality> {
        match self.decls.find(word, self.place.army)? {
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
        match self.decls.find(word, self.place.army) {
            Some(What::Field(f)) => match self.decls.fields[f.index()].hangs {
                Hangs::Game => Types::of(Ty::Turn),
                Hangs::Seat => Types::of(Ty::Seat),
                Hangs::Side => Types::of(Ty::Side).or(Types::of(Ty::Seat)),
                Hangs::Piece => Types::of(Ty::Piece),
                Hangs::Square => Types::of(Ty::Square),
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
    fn meaning(&self, np: &Np, p: usize, sc: &Scope, det: &Det, short: bool) -> Alts<Ph> {
        match &np.sense {
            Sense::Things(..) | Sense::Kind(_) => self.things(np, p, sc, det, short),
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

    /// The set of a noun group: adjectives first, then the noun's own narrows, then the owner.
    fn finish(&self, np: &Np, det: &Det, ty: Ty, base: Base, own: Vec<Narrow>) -> Set {
        let mut set = make(ty, base);
        if np.adjs.new {
            set.base = Base::New;
        }
        set.by = np.adjs.by.clone();
        set.by.extend(own);
        set.pick = np.adjs.pick.clone();
        set.amount = det.amount.clone();
        set
    }

    fn as_phrase(&self, np: &Np, det: &Det, set: Set) -> Ph {
        Ph {
            ty: Some(set.ty),
            value: Value::Set(set),
            art: det.art,
            noun: np.noun.clone(),
            plural: np.plural,
            rel: false,
            narrowed: np.adjs.count > 0 || det.owner.is_some() || det.other,
        }
    }

    /// The readings of what stands behind `of`, if it does.
    fn of_phrase(&self, p: usize, sc: &Scope, short: bool) -> Alts<Ph> {
        if !self.is(p, "of") {
            return Vec::new();
        }
        self.phrase(p + 1, sc, short).to_vec()
    }

    fn things(&self, np: &Np, p: usize, sc: &Scope, det: &Det, short: bool) -> Alts<Ph> {
        let (own, p, plural, single) = self.bare_list(np, p);
        let (ty, mut own) = own;
        let place = match (ty, np.adjs.place) {
            (_, Some(place)) => place,
            (Ty::Piece, None) => Where::Board,
            (Ty::Seat, None) if np.noun == "player" => Where::Board,
            (Ty::Square, None) => Where::Board,
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
                let set = make(ty, part_of(Part::Mover, owner.clone()));
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
    fn with_of(&self, ph: &Ph, arg: &Ph, np: &Np, det: &Det) -> Option<Ph> {
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
            (Ty::Side, Ty::Square) if det.other => set.base = Base::OtherLayer(Box::new(owner)),
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
            Base::Zone(..) if zone.by.is_empty() && matches!(set.base, Base::All(_)) => {
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

    /// The noun and the bare items joined to it: type and narrows, or a finished union.
    #[allow(clippy::type_complexity)]
    fn bare_list(&self, np: &Np, p: usize) -> ((Ty, Vec<Narrow>), usize, bool, Option<Set>) {
        let (ty, own) = self.plain(&np.sense);
        let mut parts = vec![(np.adjs.clone(), own.clone())];
        let mut at = p;
        let mut plural = np.plural;
        while let Some((next, q)) = self.next_bare(at, ty, np.plural) {
            let (_, own) = self.plain(&next.sense);
            parts.push((next.adjs, own));
            plural = true;
            at = q;
        }
        if parts.len() == 1 {
            return ((ty, own), at, plural, None);
        }
        if !np.adjs.by.is_empty() && parts.iter().skip(1).any(|(adjs, _)| adjs.count == 0) {
            let message = "two readings: the adjective for the first only, or for the whole list? say it of each, or write `.. that are ..` behind the list";
            self.fail(p, "E119", message);
            return ((ty, own), p, np.plural, None);
        }
        if let Some(kinds) = all_kinds(&parts) {
            let union = make(Ty::Kind, Base::Or(kinds));
            let narrow = Narrow::Is(Quality::Kind(Box::new(union)));
            return ((ty, vec![narrow]), at, plural, None);
        }
        let items = parts
            .into_iter()
            .map(|(adjs, own)| {
                let place = adjs.place.unwrap_or(Where::Board);
                let mut set = make(ty, Base::All(place));
                set.by = adjs.by;
                set.by.extend(own);
                set
            })
            .collect();
        (
            (ty, Vec::new()),
            at,
            plural,
            Some(make(ty, Base::Or(items))),
        )
    }

    fn next_bare(&self, p: usize, ty: Ty, plural: bool) -> Option<(Np, usize)> {
        let mut at = self.comma(p);
        let joined = self.any(at, &["and", "or"]);
        at += usize::from(joined);
        if at == p {
            return None;
        }
        // after a comma alone a verb may follow (`.., moves ..`): only a noun that goes on the list counts
        let hit = self.noun_group(at).into_iter().find(|(np, q)| {
            let same = matches!(np.sense, Sense::Things(..) | Sense::Kind(_))
                && self.plain(&np.sense).0 == ty;
            let number = np.plural || !plural;
            same && number && (joined || self.list_goes_on(*q)) && !self.verb_follows(*q, np)
        })?;
        Some(hit)
    }

    /// Behind a list item after a comma stands another joint.
    fn list_goes_on(&self, q: usize) -> bool {
        self.any(self.comma(q), &["and", "or"]) || self.comma(q) > q
    }

    /// `.., moves like ..`: the noun is a verb after all.
    fn verb_follows(&self, q: usize, np: &Np) -> bool {
        self.words.verb(self.w(np.at)).next().is_some() && self.any(q, &["like", "as"])
    }

    fn plain(&self, sense: &Sense) -> (Ty, Vec<Narrow>) {
        match sense {
            Sense::Things(ty, own) => (*ty, own.clone()),
            Sense::Kind(k) => {
                let kinds = make(Ty::Kind, Base::Kind(*k));
                (Ty::Piece, vec![Narrow::Is(Quality::Kind(Box::new(kinds)))])
            }
            _ => (Ty::Piece, Vec::new()),
        }
    }

    /// `another`: everything of this type named before in this rule.
    fn named_before(&self, ty: Ty, sc: &Scope) -> Vec<Set> {
        let mut out = Vec::new();
        let spoken = self.place.holder != Holder::Game;
        match ty {
            Ty::Seat if spoken => out.push(you()),
            Ty::Side if spoken => out.push(make(ty, part_of(Part::Side, you()))),
            _ => {}
        }
        if ty == Ty::Direction {
            for b in sc
                .names
                .iter()
                .filter(|b| b.ty == Ty::Piece && b.role.is_none())
            {
                let piece = make(Ty::Piece, Base::Name(b.name));
                out.push(make(Ty::Direction, part_of(Part::Direction, piece)));
            }
            return out;
        }
        if let (Ty::Piece, It::Is(set)) = (ty, &sc.it)
            && set.ty == Ty::Piece
        {
            out.push(set.clone());
        }
        for b in sc.names.iter().filter(|b| b.ty == ty && !b.twice) {
            let named = make(ty, Base::Name(b.name));
            if !out.contains(&named) {
                out.push(named);
            }
        }
        out
    }

    #[allow(clippy::too_many_arguments)]
    fn part(
        &self,
        np: &Np,
        part: Part,
        ty: Ty,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
        let takes = part_takes(part);
        let mut out = Vec::new();
        let mut held: Alts<Ph> = Vec::new();
        let mut give = |arg: Set, q: usize| {
            let mut own = Vec::new();
            if det.other {
                own.push(Narrow::Other(self.named_before(ty, sc)));
            }
            let mut set = self.finish(np, det, ty, part_of(part, arg), own);
            // `their own colour`: whose is said already
            set.by.retain(|n| *n != Narrow::Own);
            let mut ph = self.as_phrase(np, det, set);
            ph.narrowed = true;
            out.push((ph, q));
        };
        if let Some(owner) = &det.owner
            && let Some(arg) = self.fit(&Ph::thing(owner.clone()), takes)
        {
            give(arg.set(), p);
        }
        // a run is part of its row: what follows goes to the run
        for (arg, q) in self.of_phrase(p, sc, short || part == Part::Run) {
            if part == Part::Army && arg.ty == Some(Ty::Zone) {
                // `the first army of the deck`: what it holds
                let mut set = self.finish(np, det, ty, Base::All(Where::Anywhere), Vec::new());
                self.contents(&mut set, &arg.set());
                let mut ph = self.as_phrase(np, det, set);
                ph.narrowed = true;
                held.push((ph, q));
                continue;
            }
            match self.fit(&arg, takes) {
                Some(arg) => give(arg.set(), q),
                None => self.expected(p + 1, &super::set::describe(takes)),
            }
        }
        out.extend(held);
        if out.is_empty()
            && !matches!(
                part,
                Part::Owner | Part::Home | Part::Origin | Part::Destination
            )
        {
            let whole = match part {
                Part::Setup => Some(make(ty, part_of(part, you()))),
                Part::Kind
                | Part::Side
                | Part::Army
                | Part::Power
                | Part::Moves
                | Part::Direction
                | Part::Square => Some(self.finish(
                    np,
                    det,
                    ty,
                    Base::All(Where::Anywhere),
                    if det.other {
                        vec![Narrow::Other(self.named_before(ty, sc))]
                    } else {
                        Vec::new()
                    },
                )),
                _ => None,
            };
            if let Some(set) = whole {
                out.push((self.as_phrase(np, det, set), p));
            }
        }
        out
    }

    fn field(&self, np: &Np, f: FieldId, p: usize, sc: &Scope, det: &Det, short: bool) -> Alts<Ph> {
        let decl = &self.decls.fields[f.index()];
        let takes = hangs_types(decl.hangs);
        let mut out = Vec::new();
        let mut give = |owner: Set, seat: Option<Set>, q: usize| {
            out.push((self.field_value(np, f, owner, seat, det), q));
        };
        if decl.hangs == Hangs::Game {
            give(of_game(), None, p);
            return out;
        }
        let seat = det.owner.clone().filter(|o| o.ty == Ty::Seat);
        if let Some(owner) = det.owner.as_ref().filter(|_| !decl.per_seat)
            && let Some(arg) = self.fit(&Ph::thing(owner.clone()), takes)
        {
            give(arg.set(), None, p);
        }
        for (arg, q) in self.of_phrase(p, sc, short) {
            if let Some(fits) = self.fit(&arg, takes) {
                give(fits.set(), seat.clone(), q);
            } else if decl.per_seat && arg.ty == Some(Ty::Seat) {
                give(self.all_hanging(decl.hangs), Some(arg.set()), q);
            } else {
                self.expected(p + 1, &super::set::describe(takes));
            }
        }
        let whole = matches!(det.art, Art::Every | Art::Bare | Art::No);
        if out.is_empty() && (whole || (decl.per_seat && det.owner.is_some())) {
            let ph = self.field_value(np, f, self.all_hanging(decl.hangs), seat, det);
            out.push((ph, p));
        }
        if out.is_empty() {
            let of = super::set::describe(takes);
            let message = format!("`{}`: whose? expected `of` and {of}", self.w(np.at));
            self.fail(p, "E101", message);
        }
        out
    }

    fn field_value(&self, np: &Np, f: FieldId, owner: Set, seat: Option<Set>, det: &Det) -> Ph {
        let decl = &self.decls.fields[f.index()];
        let seat = seat.map(Box::new);
        if decl.ty == Ty::Number {
            if let Some(most) = np.adjs.most {
                return Ph::num(Num::Extreme(most, f, Box::new(owner)));
            }
            return Ph::num(Num::Field(f, Box::new(owner), seat));
        }
        let base = Base::Field(f, Box::new(owner), seat);
        let set = self.finish(np, det, decl.ty, base, Vec::new());
        let mut ph = self.as_phrase(np, det, set);
        ph.plural = decl.many || np.plural;
        ph.narrowed = true;
        if !decl.many && matches!(ph.art, Art::Own | Art::The) {
            ph.art = Art::Name;
        }
        ph
    }

    fn all_hanging(&self, hangs: Hangs) -> Set {
        match hangs {
            Hangs::Game => of_game(),
            Hangs::Seat => make(Ty::Seat, Base::All(Where::Anywhere)),
            Hangs::Side => make(Ty::Side, Base::All(Where::Anywhere)),
            Hangs::Piece => make(Ty::Piece, Base::All(Where::Anywhere)),
            Hangs::Square => make(Ty::Square, Base::All(Where::Board)),
            Hangs::Card => make(Ty::Card, Base::All(Where::Anywhere)),
            Hangs::Kind => make(Ty::Kind, Base::All(Where::Anywhere)),
        }
    }

    /// `your stock`: what the host chose for a player.
    fn choice(&self, o: OptionId, p: usize, sc: &Scope, det: &Det, short: bool) -> Alts<Ph> {
        let each = self.prog.rules.options.get(o.index());
        if !each.is_some_and(|o| o.each_player) {
            return Vec::new();
        }
        let mut out = Vec::new();
        if let Some(owner) = det.owner.clone().filter(|o| o.ty == Ty::Seat) {
            out.push((Ph::num(Num::Choice(o, Some(Box::new(owner)))), p));
        }
        for (arg, q) in self.of_phrase(p, sc, short) {
            if arg.ty == Some(Ty::Seat) {
                out.push((Ph::num(Num::Choice(o, Some(Box::new(arg.set())))), q));
            }
        }
        out
    }

    fn zone(&self, np: &Np, z: ZoneId, p: usize, sc: &Scope, det: &Det, short: bool) -> Alts<Ph> {
        let decl = &self.decls.zones[z.index()];
        let takes = hangs_types(decl.hangs);
        let mut out = Vec::new();
        let mut give = |owner: Set, q: usize| {
            let base = Base::Zone(z, Box::new(owner));
            let set = self.finish(np, det, Ty::Zone, base, Vec::new());
            let mut ph = self.as_phrase(np, det, set);
            ph.art = if det.art == Art::No {
                Art::No
            } else {
                Art::Name
            };
            ph.narrowed = true;
            out.push((ph, q));
        };
        if decl.hangs == Hangs::Game {
            give(of_game(), p);
            return out;
        }
        if let Some(owner) = &det.owner
            && let Some(arg) = self.fit(&Ph::thing(owner.clone()), takes)
        {
            give(arg.set(), p);
        }
        for (arg, q) in self.of_phrase(p, sc, short) {
            if let Some(arg) = self.fit(&arg, takes) {
                give(arg.set(), q);
            }
        }
        if out.is_empty() {
            let owner = self.all_hanging(decl.hangs);
            let set = self.finish(
                np,
                det,
                Ty::Zone,
                Base::Zone(z, Box::new(owner)),
                Vec::new(),
            );
            out.push((self.as_phrase(np, det, set), p));
        }
        out
    }

    fn definition(
        &self,
        np: &Np,
        w: WordId,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
        let Some(ty) = self.decls.words[w.index()].ty else {
            self.fail(
                np.at,
                "E101",
                format!("`{}` is not defined by any sentence that reads", np.noun),
            );
            return Vec::new();
        };
        let mut out = Vec::new();
        let mut give = |seat: Option<Set>, q: usize| {
            let seat = seat.map(Box::new);
            let ph = if ty == Ty::Number {
                Ph::num(Num::Word(w, seat))
            } else {
                let mut own = Vec::new();
                if det.other {
                    own.push(Narrow::Other(self.named_before(ty, sc)));
                }
                let set = self.finish(np, det, ty, Base::Word(w, seat), own);
                let mut ph = self.as_phrase(np, det, set);
                ph.narrowed = true;
                ph
            };
            out.push((ph, q));
        };
        let seats = Types::of(Ty::Seat);
        match &det.owner {
            Some(owner) if seats.has(owner.ty) => give(Some(owner.clone()), p),
            Some(_) => {}
            None => give(None, p),
        }
        for (arg, q) in self.of_phrase(p, sc, short) {
            if arg.ty == Some(Ty::Seat) {
                give(Some(arg.set()), q);
            }
        }
        out
    }

    fn quantity(
        &self,
        np: &Np,
        which: &str,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
        let mut out = Vec::new();
        if which == "repetition" {
            return vec![(Ph::num(Num::Repetition), p)];
        }
        if let Some(owner) = &det.owner {
            match which {
                "point" => out.push((Ph::num(Num::Points(Box::new(owner.clone()))), p)),
                "value" => out.push((Ph::num(Num::Value(Box::new(owner.clone()))), p)),
                _ => {}
            }
        }
        if which == "number" && !self.is(p, "of") && matches!(det.art, Art::A | Art::Bare) {
            let set = self.finish(np, det, Ty::Number, Base::All(Where::Anywhere), Vec::new());
            return vec![(self.as_phrase(np, det, set), p)];
        }
        for (arg, q) in self.of_phrase(p, sc, short) {
            let set = Box::new(arg.set());
            match which {
                "number" => match arg.number() {
                    Some(n) => out.push((Ph::num(n), q)),
                    None => out.push((Ph::num(Num::Count(set)), q)),
                },
                "point" => match np.adjs.most {
                    Some(_) => {}
                    None => out.push((Ph::num(Num::Points(set)), q)),
                },
                "value" => out.push((Ph::num(Num::Value(set)), q)),
                _ => {}
            }
            if which == "remainder" && self.is(q, "by") {
                let Some(n) = arg.number() else { continue };
                for (by, r) in self.phrase(q + 1, sc, true).iter() {
                    if let Some(by) = by.number() {
                        let num = Num::Bin(Op::Remainder, Box::new(n.clone()), Box::new(by));
                        out.push((Ph::num(num), *r));
                    }
                }
            }
        }
        if out.is_empty() && which == "point" && np.adjs.most.is_some() {
            // `have the most points`: read with its owner by the clause
            let mut ph = Ph::num(Num::Points(Box::new(of_game())));
            ph.noun = if np.adjs.most == Some(true) {
                "most"
            } else {
                "fewest"
            }
            .to_owned();
            out.push((ph, p));
        }
        out
    }

    fn rival(
        &self,
        np: &Np,
        which: &str,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
        let place = np.adjs.place.unwrap_or(Where::Board);
        let build = |of: Set| match which {
            "partner" => self.finish(np, det, Ty::Seat, part_of(Part::Partner, of), Vec::new()),
            _ => {
                let ty = if which == "enemy" {
                    Ty::Piece
                } else {
                    Ty::Seat
                };
                let mut own = vec![Narrow::Hostile(of)];
                if det.other {
                    own.push(Narrow::Other(self.named_before(ty, sc)));
                }
                self.finish(np, det, ty, Base::All(place), own)
            }
        };
        let of = det.owner.clone().unwrap_or_else(you);
        let of = self
            .fit(&Ph::thing(of), Types::of(Ty::Seat))
            .map_or_else(you, |ph| ph.set());
        let mut ph = self.as_phrase(np, det, build(of));
        ph.narrowed = np.adjs.count > 0;
        if which == "partner" && det.owner.is_some() {
            ph.art = Art::Name;
        }
        let mut out = vec![(ph.clone(), p)];
        for (arg, q) in self.of_phrase(p, sc, short) {
            if arg.ty == Some(Ty::Seat) {
                let mut with = ph.clone();
                with.value = Value::Set(build(arg.set()));
                with.narrowed = true;
                out.push((with, q));
            }
        }
        out
    }

    fn row(&self, np: &Np, file: bool, p: usize, sc: &Scope, det: &Det, short: bool) -> Alts<Ph> {
        let n = match &np.adjs.pick {
            Some(Pick::Nth(n)) => i16::from(*n),
            Some(Pick::Last) => -1,
            _ => return Vec::new(),
        };
        let build = |of: Set| {
            let of = Box::new(of);
            let base = if file {
                Base::File(Num::Lit(n), of)
            } else {
                Base::Row(Num::Lit(n), of)
            };
            let mut set = make(Ty::Square, base);
            set.by = np.adjs.by.clone();
            let mut ph = Ph::thing(set);
            ph.plural = true;
            ph.narrowed = true;
            ph
        };
        let mut out = Vec::new();
        if let Some(owner) = &det.owner {
            out.push((build(owner.clone()), p));
        }
        for (arg, q) in self.of_phrase(p, sc, short) {
            if matches!(arg.ty, Some(Ty::Piece | Ty::Seat)) {
                out.push((build(arg.set()), q));
            }
        }
        out
    }

    fn line(&self, p: usize, sc: &Scope) -> Alts<Ph> {
        let mut out = Vec::new();
        if !self.is(p, "from") {
            self.expected(p, "`from`");
            return out;
        }
        let places = Types::of(Ty::Square).or(Types::of(Ty::Piece));
        for (a, q) in self.phrase_of(p + 1, sc, places, true) {
            if !self.is(q, "to") {
                self.expected(q, "`to`");
                continue;
            }
            for (b, r) in self.phrase_of(q + 1, sc, places, true) {
                let base = Base::Line(Box::new(a.set()), Box::new(b.set()));
                let mut ph = Ph::thing(make(Ty::Square, base));
                ph.plural = true;
                out.push((ph, r));
            }
        }
        out
    }

    fn fixed(
        &self,
        np: &Np,
        which: &str,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
        let everyone = || make(Ty::Seat, Base::All(Where::Board));
        let mut out = Vec::new();
        let plain = |ty, base| {
            let set = self.finish(np, det, ty, base, Vec::new());
            self.as_phrase(np, det, set)
        };
        match which {
            "author" => out.push((Ph::thing(make(Ty::Seat, Base::Author)), p)),
            "edge" => out.push((Ph::thing(make(Ty::Square, Base::Edge)), p)),
            "ability" => {
                let of = det.owner.clone().unwrap_or_else(everyone);
                out.push((plain(Ty::Power, Base::Ability(Box::new(of))), p));
                for (arg, q) in self.of_phrase(p, sc, short) {
                    if arg.ty == Some(Ty::Seat) {
                        let base = Base::Ability(Box::new(arg.set()));
                        out.push((plain(Ty::Power, base), q));
                    }
                }
            }
            "turn" => out.push((plain(Ty::Turn, Base::All(Where::Anywhere)), p)),
            _ => out.push((plain(Ty::Board, Base::All(Where::Anywhere)), p)),
        }
        out
    }
}

fn part_of(part: Part, of: Set) -> Base {
    Base::Of(part, Box::new(of))
}

fn part_takes(part: Part) -> Types {
    let piece = Types::of(Ty::Piece);
    let seat = Types::of(Ty::Seat);
    let card = Types::of(Ty::Card);
    match part {
        Part::Owner => piece.or(card).or(Types::of(Ty::Zone)),
        Part::Square | Part::Home => piece,
        Part::Kind => piece.or(card),
        Part::Side => piece.or(card).or(seat),
        Part::Power | Part::Army | Part::Opposite => seat,
        Part::Left | Part::Right => seat.or(Types::of(Ty::Zone)),
        Part::Setup => seat.or(piece),
        Part::Moves => seat.or(piece),
        Part::Run => Types::of(Ty::Zone),
        Part::Direction => piece,
        Part::Partner | Part::Opponents => seat,
        Part::Mover | Part::Origin | Part::Destination => Types::of(Ty::Move),
    }
}

fn hangs_types(hangs: Hangs) -> Types {
    match hangs {
        Hangs::Game => Types::NONE,
        Hangs::Seat => Types::of(Ty::Seat),
        Hangs::Side => Types::of(Ty::Side),
        Hangs::Piece => Types::of(Ty::Piece),
        Hangs::Square => Types::of(Ty::Square),
        Hangs::Card => Types::of(Ty::Card),
        Hangs::Kind => Types::of(Ty::Kind),
    }
}

fn all_kinds(parts: &[(Adjs, Vec<Narrow>)]) -> Option<Vec<Set>> {
    parts
        .iter()
        .enumerate()
        .map(|(i, (adjs, own))| match own.as_slice() {
            [Narrow::Is(Quality::Kind(k))] if i == 0 || adjs.count == 0 => Some((**k).clone()),
            _ => None,
        })
        .collect()
}

fn language_noun(name: &str, ty: Option<Ty>) -> Option<Sense> {
    use Sense::*;
    let all = |ty| Things(ty, Vec::new());
    Some(match name {
        "piece" => all(Ty::Piece),
        "square" => all(Ty::Square),
        "card" => all(Ty::Card),
        "player" | "seat" => all(Ty::Seat),
        "zone" | "deck" => all(Ty::Zone),
        "block-of-4" => Things(Ty::Square, vec![Narrow::At(Near::BlockOf4, of_game())]),
        "enemy" => Rival("enemy"),
        "opponent" => Rival("opponent"),
        "partner" => Rival("partner"),
        "line" => Line,
        "row" => Row(false),
        "file" => Row(true),
        "home" => Part(engine::rules::Part::Home, Ty::Square),
        "edge" => Fixed("edge"),
        "direction" => Part(engine::rules::Part::Direction, Ty::Direction),
        "board" => Fixed("board"),
        "side" => all(Ty::Side),
        "colour" => Part(engine::rules::Part::Side, Ty::Side),
        "owner" => Part(engine::rules::Part::Owner, Ty::Seat),
        "left" => Part(engine::rules::Part::Left, Ty::Seat),
        "right" => Part(engine::rules::Part::Right, Ty::Seat),
        "opposite" => Part(engine::rules::Part::Opposite, Ty::Seat),
        "author" => Fixed("author"),
        "kind" => Part(engine::rules::Part::Kind, Ty::Kind),
        "run" => Part(engine::rules::Part::Run, Ty::Card),
        "army" => Part(engine::rules::Part::Army, Ty::Army),
        "power" => Part(engine::rules::Part::Power, Ty::Power),
        "ability" => Fixed("ability"),
        "setup" => Part(engine::rules::Part::Setup, Ty::Square),
        "move" => Part(engine::rules::Part::Moves, Ty::Move),
        "action" => all(Ty::Move),
        "number" => Number("number"),
        "point" => Number("point"),
        "value" => Number("value"),
        "remainder" => Number("remainder"),
        "repetition" => Number("repetition"),
        "game" | "turn" | "round" => Fixed("turn"),
        _ => {
            let _ = ty;
            return None;
        }
    })
}

/// The quality of a language adjective that can stand after `is`.
pub fn language_quality(word: &str) -> Option<Quality> {
    Some(match word {
        "royal" => Quality::Royal,
        "empty" => Quality::Empty,
        "occupied" => Quality::Occupied,
        "stuck" => Quality::Stuck,
        "mobile" => Quality::Mobile,
        "frozen" => Quality::Frozen,
        "unmoved" => Quality::Unmoved,
        "idle" => Quality::Idle,
        "alone" => Quality::Alone,
        "legal" => Quality::Legal,
        "standard" => Quality::Standard,
        "playing" => Quality::Playing,
        "different" => Quality::Different,
        "next" => Quality::Next,
        "lost" => Quality::Lost,
        "in-play" => Quality::InPlay,
        "captured" => Quality::Captured,
        "open" => Quality::Open,
        "hidden" => Quality::Hidden,
        "jumping" => Quality::Jumping,
        "on-turn" => Quality::OnTurn,
        "in-check" => Quality::InCheck(None),
        _ => return None,
    })
}

fn language_adjective(word: &str) -> Option<Adj> {
    const NTH: [&str; 8] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    ];
    if let Some(n) = NTH.iter().position(|w| *w == word) {
        return Some(Adj::Pick(Pick::Nth(n as u8 + 1)));
    }
    Some(match word {
        "last" => Adj::Pick(Pick::Last),
        "latest" => Adj::Pick(Pick::Latest),
        "most" => Adj::Most(true),
        "fewest" => Adj::Most(false),
        "new" => Adj::New,
        "near" => Adj::Layer(0),
        "far" => Adj::Layer(1),
        "lost" => Adj::Where(Where::Lost),
        "own" => Adj::Narrow(Narrow::Own),
        "same" => Adj::Narrow(Narrow::Is(Quality::Same(Ty::Piece))),
        "on-turn" | "in-check" | "in-play" => return None,
        _ => Adj::Narrow(Narrow::Is(language_quality(word)?)),
    })
}
