//! Nouns that belong to something: parts, state, zones, definitions, numbers, rows.
use super::decls::Hangs;
use super::det::Det;
use super::noun::Np;
use super::reader::*;
use super::words::Types;
use engine::ids::*;
use engine::rules::*;

impl Rd<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn part(
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
        // `its home square`
        let p = p + usize::from(part == Part::Home && self.any(p, &["square", "squares"]));
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
        if let Some(owner) = &det.owner {
            match self.fit(&Ph::thing(owner.clone()), takes) {
                Some(arg) => give(arg.set(), p),
                None => self.of_a_player(np.at, owner, sc),
            }
        }
        for (arg, q) in self.of_phrase(p, sc, short) {
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
                Part::Owner
                    | Part::Home
                    | Part::Rank
                    | Part::File
                    | Part::Mover
                    | Part::Origin
                    | Part::Destination
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

    pub(super) fn field(
        &self,
        np: &Np,
        f: FieldId,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
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
        let whole = matches!(det.art, Art::Every | Art::No);
        if out.is_empty() && (whole || (decl.per_seat && det.owner.is_some())) {
            let ph = self.field_value(np, f, self.all_hanging(decl.hangs), seat, det);
            out.push((ph, p));
        }
        if out.is_empty() {
            let of = super::set::describe(takes);
            let message = format!("`{}`: whose? expected `of` and {of}", self.w(np.at));
            self.fail_help(p, "E101", message, self.whose_field(np, decl.hangs));
        }
        out
    }

    /// What to write for a bare `coins`, which would be those of everybody.
    fn whose_field(&self, np: &Np, hangs: Hangs) -> Option<String> {
        let word = self.w(np.at);
        let own = match hangs_types(hangs) {
            // nobody speaks in a scenario
            t if t.has(Ty::Seat) && self.place.scenario => {
                let first = self.prog.rules.seats.first()?;
                let pool = self.shared.pool.borrow();
                let seat = pool.text_of(first.name);
                let declared = self.decls.noun(word, self.place.within());
                let zone = matches!(declared, Some((super::decls::What::Zone(_), _)));
                let be = match (zone, word.ends_with('s')) {
                    (true, _) => "",
                    (false, true) => " are 4",
                    (false, false) => " is 4",
                };
                return Some(format!("write `the {word} of {seat}{be}`"));
            }
            t if t.has(Ty::Seat) => format!("`your {word}`, `the {word} of an opponent`"),
            t if t.has(Ty::Piece) => format!("`its {word}`, `the {word} of the captor`"),
            _ => return None,
        };
        // `as soon as you have 5 coins`
        let known = self.known_advice().map(str::to_owned);
        Some(known.unwrap_or(own))
    }

    pub(super) fn field_value(
        &self,
        np: &Np,
        f: FieldId,
        owner: Set,
        seat: Option<Set>,
        det: &Det,
    ) -> Ph {
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

    pub(super) fn all_hanging(&self, hangs: Hangs) -> Set {
        match hangs {
            Hangs::Game => of_game(),
            Hangs::Seat => make(Ty::Seat, Base::All(Where::Anywhere)),
            Hangs::Side => make(Ty::Side, Base::All(Where::Anywhere)),
            Hangs::Piece => make(Ty::Piece, Base::All(Where::Anywhere)),
            Hangs::Square => make(Ty::Square, Base::All(Where::Board)),
            Hangs::Border => make(Ty::Border, Base::All(Where::Board)),
            Hangs::Card => make(Ty::Card, Base::All(Where::Anywhere)),
            Hangs::Kind => make(Ty::Kind, Base::All(Where::Anywhere)),
        }
    }

    /// `your stock`: what the host chose for a player.
    pub(super) fn choice(
        &self,
        o: OptionId,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
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

    pub(super) fn zone(
        &self,
        np: &Np,
        z: ZoneId,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
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
        let unsaid = matches!(det.art, Art::Bare | Art::The) || det.owner.is_some();
        if out.is_empty() && unsaid {
            let message = format!("`{}`: whose?", self.w(np.at));
            self.fail_help(p, "E101", message, self.whose_field(np, decl.hangs));
            return out;
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

    pub(super) fn definition(
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

    pub(super) fn quantity(
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
                "place" => out.push((Ph::num(Num::Place(Box::new(owner.clone()))), p)),
                "value" => out.push((Ph::num(Num::Value(Box::new(owner.clone()))), p)),
                _ => {}
            }
        }
        if which == "number" && !self.is(p, "of") && matches!(det.art, Art::A | Art::Bare) {
            let set = self.finish(np, det, Ty::Number, Base::All(Where::Anywhere), Vec::new());
            return vec![(self.as_phrase(np, det, set), p)];
        }
        for (arg, q) in self.of_phrase(p, sc, short) {
            let mut set = Box::new(arg.set());
            // `your number of pawns`, `a player whose number of pawns is 2`
            if let ("number", Some(owner), Ty::Piece | Ty::Card) = (which, &det.owner, set.ty) {
                set.by.push(self.belongs(set.ty, owner.clone()));
            }
            match which {
                "number" if arg.noun == "round" && self.is(q - 1, "round") => {
                    out.push((Ph::num(Num::Round), q));
                }
                "number" if arg.noun == "round" => {
                    let message = "rounds are not things to count";
                    let help = "`the number of the round` says which round it is, from 1";
                    self.fail_help(p + 1, "E153", message, Some(help.to_owned()));
                }
                "number" => match arg.number() {
                    Some(n) => out.push((Ph::num(n), q)),
                    None => out.push((Ph::num(Num::Count(set)), q)),
                },
                "point" => match np.adjs.most {
                    Some(_) => {}
                    None => out.push((Ph::num(Num::Points(set)), q)),
                },
                "place" => out.push((Ph::num(Num::Place(set)), q)),
                "value" => out.push((Ph::num(Num::Value(set)), q)),
                _ => {}
            }
            if which == "remainder" && self.is(q, "by") {
                let Some(n) = arg.number() else { continue };
                for (by, r) in self.phrase(q + 1, sc, true).iter() {
                    if by.number() == Some(Num::Lit(0)) {
                        self.too_few(q + 1, "nothing can be divided by 0");
                    } else if let Some(by) = by.number() {
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

    pub(super) fn rival(
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

    pub(super) fn row(
        &self,
        np: &Np,
        file: bool,
        p: usize,
        sc: &Scope,
        det: &Det,
        short: bool,
    ) -> Alts<Ph> {
        let n = match &np.adjs.pick {
            Some(Pick::Nth(n)) => i16::from(*n),
            Some(Pick::Last) => -1,
            _ if file && !np.plural => {
                return self.part(np, Part::File, Ty::Square, p, sc, det, short);
            }
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

    pub(super) fn line(&self, p: usize, sc: &Scope) -> Alts<Ph> {
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
}

pub(super) fn part_of(part: Part, of: Set) -> Base {
    Base::Of(part, Box::new(of))
}

pub(super) fn part_takes(part: Part) -> Types {
    let piece = Types::of(Ty::Piece);
    let seat = Types::of(Ty::Seat);
    let card = Types::of(Ty::Card);
    match part {
        Part::Owner => piece.or(card).or(Types::of(Ty::Zone)),
        Part::Square | Part::Home => piece,
        Part::Rank | Part::File => piece.or(Types::of(Ty::Square)),
        Part::Kind => piece.or(card),
        Part::Side => piece.or(card).or(seat),
        Part::Power | Part::Army | Part::Opposite | Part::Neighbour => seat,
        Part::Left | Part::Right => seat.or(Types::of(Ty::Zone)),
        Part::Setup => seat.or(piece),
        Part::Moves => seat.or(piece),
        Part::Run => card,
        Part::Direction => piece,
        Part::Partner | Part::Opponents => seat,
        Part::Mover | Part::Origin | Part::Destination => Types::of(Ty::Move),
        Part::Secrets => piece
            .or(card)
            .or(seat)
            .or(Types::of(Ty::Square))
            .or(Types::of(Ty::Kind)),
    }
}

pub(super) fn hangs_types(hangs: Hangs) -> Types {
    match hangs {
        Hangs::Game => Types::NONE,
        Hangs::Seat => Types::of(Ty::Seat),
        Hangs::Side => Types::of(Ty::Side),
        Hangs::Piece => Types::of(Ty::Piece),
        Hangs::Square => Types::of(Ty::Square),
        Hangs::Border => Types::of(Ty::Border),
        Hangs::Card => Types::of(Ty::Card),
        Hangs::Kind => Types::of(Ty::Kind),
    }
}
