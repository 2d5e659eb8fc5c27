//! The read-back of conditions, phrases and numbers.
use super::print::Printer;
use super::words::ty_name;
use engine::ids::*;
use engine::rules::*;

impl Printer<'_> {
    /// A condition.
    pub fn cond(&self, c: &Cond) -> String {
        let list = |all: &[Cond], by: &str| {
            let all: Vec<String> = all.iter().map(|c| self.cond(c)).collect();
            format!("[{}]", all.join(by))
        };
        match c {
            Cond::Is(c) => self.clause(c),
            Cond::All(all) => list(all, " AND "),
            Cond::Any(all) => list(all, " OR "),
            Cond::Not(c) => format!("NOT {}", self.cond(c)),
            Cond::Choice(o, i) => {
                let option = self.rules.options.get(o.index());
                let name = self.id(option.map(|o| o.name));
                let word = option.and_then(|o| match &o.values {
                    OptionValues::Words(w) | OptionValues::Mixed(w, ..) => {
                        w.get(usize::from(*i)).copied()
                    }
                    _ => None,
                });
                format!("{name} is {}", self.id(word))
            }
            Cond::During(s) => format!("it is {}", self.span(s)),
        }
    }

    pub(super) fn clause(&self, c: &Clause) -> String {
        let at = match c.at {
            At::Now => "",
            At::Before => "before: ",
            At::After => "afterwards: ",
        };
        let newly = if c.newly { "newly " } else { "" };
        let not = if c.not { "NOT " } else { "" };
        let member = c
            .member
            .map_or(String::new(), |n| format!(" = {}", (self.name)(n)));
        let subject = match &c.subject {
            Value::Set(s) if c.says == Says::There => {
                return format!(
                    "{not}{at}{newly}there is {}({})",
                    self.shown(s),
                    self.set(s)
                );
            }
            Value::Set(s) => format!("{}({}{member})", self.shown(s), self.set(s)),
            Value::Num(n) => self.num(n),
        };
        let says = match &c.says {
            Says::There => "there is".to_owned(),
            Says::Be(q) => format!("is {}", self.quality(q)),
            Says::At(near, s) => format!("is {} ({})", self.near(near), self.set(s)),
            Says::Among(s) => format!("∈ ({})", self.set(s)),
            Says::Has(s) => format!("has {}({})", self.shown(s), self.set(s)),
            Says::Cmp(rel, n) => format!("{} {}", rel_sign(*rel), self.num(n)),
            Says::Do(d) => format!("does: {}", self.deed(d)),
            Says::Can(d) => format!("can: {}", self.deed(d)),
            Says::Did(p) => {
                let suffers = if p.role.is_some() { "suffered" } else { "did" };
                format!("{suffers}: {}", self.past(p))
            }
        };
        format!("{not}{at}{newly}{subject} {says}")
    }

    pub(super) fn past(&self, p: &Past) -> String {
        let since = p
            .since
            .as_ref()
            .map_or(String::new(), |m| format!(" since {}", self.moment(m)));
        format!("{}{since}", self.deed(&p.deed))
    }

    pub(super) fn shown(&self, s: &Set) -> String {
        match &s.amount {
            Amount::Every => String::new(),
            other => format!("{} ", self.amount(other)),
        }
    }

    pub(super) fn amount(&self, a: &Amount) -> String {
        match a {
            Amount::Any => "some".to_owned(),
            Amount::Every => "every".to_owned(),
            Amount::No => "no".to_owned(),
            Amount::Count(rel, n) => format!("{} {}", rel_sign(*rel), self.num(n)),
        }
    }

    /// A set or number.
    pub fn value(&self, v: &Value) -> String {
        match v {
            Value::Set(s) => format!("{}{}", self.shown(s), self.set(s)),
            Value::Num(n) => self.num(n),
        }
    }

    pub(super) fn num(&self, n: &Num) -> String {
        match n {
            Num::Lit(n) => n.to_string(),
            Num::Count(s) => format!("number of ({})", self.set(s)),
            Num::Field(f, of, seat) => self.owned(&self.field(*f), of, seat.as_deref()),
            Num::Extreme(most, f, s) => {
                let word = if *most { "most" } else { "fewest" };
                format!("{word} {} of ({})", self.field(*f), self.set(s))
            }
            Num::Points(s) => format!("points of ({})", self.set(s)),
            Num::Place(s) => format!("place of ({})", self.set(s)),
            Num::Past(p) => format!("times: {}", self.past(p)),
            Num::Value(s) => format!("value of ({})", self.set(s)),
            Num::Name(n) => (self.name)(*n),
            Num::Word(w, s) => match s {
                Some(s) => format!("{} of ({})", self.word(*w), self.set(s)),
                None => self.word(*w),
            },
            Num::Choice(o, _) => self.id(self.rules.options.get(o.index()).map(|o| o.name)),
            Num::Repetition => "repetition".to_owned(),
            Num::Round => "number of the round".to_owned(),
            Num::Bin(op, a, b) => {
                let sign = match op {
                    Op::Plus => "+",
                    Op::Minus => "-",
                    Op::Times => "×",
                    Op::Divided => "÷",
                    Op::Remainder => "mod",
                };
                format!("({} {sign} {})", self.num(a), self.num(b))
            }
        }
    }

    pub(super) fn owned(&self, name: &str, of: &Set, seat: Option<&Set>) -> String {
        let seat = seat.map_or(String::new(), |s| format!(" for ({})", self.set(s)));
        match of.base {
            Base::Nothing => format!("{name}{seat}"),
            _ => format!("{name} of ({}){seat}", self.set(of)),
        }
    }

    /// A phrase, grouped.
    pub fn set(&self, s: &Set) -> String {
        let mut out = self.base(s);
        for narrow in &s.by {
            out += " · ";
            out += &self.narrow(narrow);
        }
        if let Some(pick) = &s.pick {
            out += &match pick {
                Pick::Nth(n) => format!(" · number {n}"),
                Pick::Last => " · last".to_owned(),
                Pick::Latest => " · latest".to_owned(),
                Pick::Nearest(s) => format!(" · nearest ({})", self.set(s)),
                Pick::Most(_, n) => format!(" · most {}", self.num(n)),
                Pick::Fewest(_, n) => format!(" · fewest {}", self.num(n)),
            };
        }
        out
    }

    pub(super) fn base(&self, s: &Set) -> String {
        let join = |list: Vec<String>| list.join(" ∪ ");
        match &s.base {
            Base::All(place) => match (s.ty, place) {
                (Ty::Seat, Where::Board) => "player".to_owned(),
                (ty, Where::InPlay) => format!("{} in play", ty_name(ty)),
                (ty, Where::Lost) => format!("lost {}", ty_name(ty)),
                (ty, _) => ty_name(ty).to_owned(),
            },
            Base::New => format!("new {}", ty_name(s.ty)),
            Base::You => "you".to_owned(),
            Base::It => "it".to_owned(),
            Base::OnTurn => "player on turn".to_owned(),
            Base::Author => "author".to_owned(),
            Base::Nobody => "nobody".to_owned(),
            Base::Nothing => "nothing".to_owned(),
            Base::Kind(k) => self.kind(*k),
            Base::Name(n) => (self.name)(*n),
            Base::Word(w, seat) => match seat {
                Some(seat) => format!("{} of ({})", self.word(*w), self.set(seat)),
                None => self.word(*w),
            },
            Base::Field(f, of, seat) => self.owned(&self.field(*f), of, seat.as_deref()),
            Base::Zone(z, of) => match of.base {
                Base::Nothing => format!("{} in {}", ty_name(s.ty), self.zone(*z)),
                _ => format!(
                    "{} in {} of ({})",
                    ty_name(s.ty),
                    self.zone(*z),
                    self.set(of)
                ),
            },
            Base::Of(part, of) => {
                let part = format!("{part:?}").to_lowercase();
                format!("{part} of ({})", self.set(of))
            }
            Base::Past(p) => format!("past [{}]", self.past(p)),
            Base::Line(a, b) => format!("line ({}) to ({})", self.set(a), self.set(b)),
            Base::Row(n, of) => format!("row {} of ({})", self.num(n), self.set(of)),
            Base::File(n, of) => format!("file {} of ({})", self.num(n), self.set(of)),
            Base::Edge => "edge".to_owned(),
            Base::Layer(0) => "near side".to_owned(),
            Base::Layer(_) => "far side".to_owned(),
            Base::OtherLayer(of) => format!("other side of ({})", self.set(of)),
            Base::Chosen(o) => self.id(self.rules.options.get(o.index()).map(|o| o.name)),
            Base::Range(a, b) => format!("{} to {}", self.num(a), self.num(b)),
            Base::Number(n) => self.num(n),
            Base::Ability(of) => format!("ability of ({})", self.set(of)),
            Base::Or(list) => {
                let all = list.iter().map(|s| self.value(&Value::Set(s.clone())));
                format!("({})", join(all.collect()))
            }
            Base::Squares(list) => match list.as_slice() {
                [one] => self.square(*one),
                [first, .., last] => format!("{}..{}", self.square(*first), self.square(*last)),
                [] => "no square".to_owned(),
            },
            Base::Seats(list) => {
                let seat = |s: &SeatId| self.rules.seats.get(s.index()).map(|s| s.name);
                join(list.iter().map(|s| self.id(seat(s))).collect())
            }
            Base::Sides(list) => {
                let side = |s: &SideId| self.rules.sides.get(s.index()).and_then(|s| s.name);
                join(list.iter().map(|s| self.id(side(s))).collect())
            }
            Base::Armies(list) => {
                let army = |a: &ArmyId| self.rules.armies.get(a.index()).map(|a| a.name);
                join(list.iter().map(|a| self.id(army(a))).collect())
            }
            Base::Text(t) => format!("\"{}\"", (self.text)(*t)),
            Base::Row1(cells) => {
                let all: Vec<String> = cells.iter().map(|(k, _)| self.kind(*k)).collect();
                format!("| {} |", all.join(" "))
            }
        }
    }

    pub(super) fn narrow(&self, n: &Narrow) -> String {
        match n {
            Narrow::Is(q) => self.quality(q),
            Narrow::Not(q) => format!("not {}", self.quality(q)),
            Narrow::Of(s) => format!("of ({})", self.set(s)),
            Narrow::Hostile(s) => format!("hostile to ({})", self.set(s)),
            Narrow::Own => "own".to_owned(),
            Narrow::At(near, s) => match s.base {
                Base::Nothing => self.near(near),
                _ => format!("{} ({})", self.near(near), self.set(s)),
            },
            Narrow::Between(a, b) => format!("between ({}) and ({})", self.set(a), self.set(b)),
            Narrow::That(n, c) => format!("that {}: [{}]", (self.name)(*n), self.cond(c)),
            Narrow::Except(s) => format!("except ({})", self.set(s)),
            Narrow::Other(list) => {
                let all: Vec<String> = list.iter().map(|s| self.set(s)).collect();
                format!("other than ({})", all.join(", "))
            }
        }
    }

    pub(super) fn near(&self, n: &Near) -> String {
        match n {
            Near::Within(n) => format!("within {} of", self.num(n)),
            Near::Nth(n) => format!("number {}", self.num(n)),
            Near::InLine => "in line with".to_owned(),
            Near::OpenLine => "in open line with".to_owned(),
            Near::NextTo => "next to".to_owned(),
            Near::LowerThan => "lower than".to_owned(),
            Near::Chain => "forming a chain".to_owned(),
            Near::BlockOf4 => "forming a block of 4".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    pub(super) fn quality(&self, q: &Quality) -> String {
        match q {
            Quality::Word(w) => self.word(*w),
            Quality::Mark(f, seat) => {
                self.owned(&self.field(*f), &super::reader::of_game(), seat.as_deref())
            }
            Quality::Kind(s) | Quality::Side(s) => self.set(s),
            Quality::Same(ty) => format!("same {}", ty_name(*ty)),
            Quality::InCheck(Some(s)) => format!("in check from ({})", self.set(s)),
            Quality::InCheck(None) => "in check".to_owned(),
            Quality::OnTurn => "on turn".to_owned(),
            Quality::InPlay => "in play".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        }
    }
}

fn rel_sign(rel: Rel) -> &'static str {
    match rel {
        Rel::Eq => "=",
        Rel::Ge => "≥",
        Rel::Gt => ">",
        Rel::Le => "≤",
        Rel::Lt => "<",
    }
}
