//! What reading a phrase gives, and what is known at a place of a rule: `it`, `they`, names.
use engine::ids::Name;
use engine::rules::*;
use std::rc::Rc;

/// How a phrase begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Art {
    /// `a`, `an`, `another`.
    A,
    /// `any`.
    Any,
    /// `the`, `this`.
    The,
    /// `your`, `its`, `the victim's`.
    Own,
    /// Nothing before it.
    Bare,
    /// `every`, `each`, `all`.
    Every,
    /// `no`.
    No,
    /// A count.
    Count,
    /// A name, pronoun or literal.
    Name,
}

/// What joins the items of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joint {
    /// `a pawn and a rook`.
    And,
    /// `a pawn or a rook`.
    Or,
}

/// A phrase as read.
#[derive(Clone, PartialEq, Debug)]
pub struct Ph {
    /// Its meaning.
    pub value: Value,
    /// Its type; none: `nothing` (fits all).
    pub ty: Option<Ty>,
    /// How it begins.
    pub art: Art,
    /// Its noun in the singular, where it has one: the name by which the rest of a rule knows it.
    pub noun: String,
    /// It is a plural noun.
    pub plural: bool,
    /// It ends with a relative clause outside parentheses.
    pub rel: bool,
    /// Something narrows it behind the noun.
    pub narrowed: bool,
    /// What joins its items, if it is a list of them.
    pub joint: Option<Joint>,
    /// Each of its items is one thing.
    pub ones: bool,
}

impl Ph {
    /// A thing by name.
    pub fn thing(set: Set) -> Ph {
        Ph {
            ty: Some(set.ty),
            value: Value::Set(set),
            art: Art::Name,
            noun: String::new(),
            plural: false,
            rel: false,
            narrowed: false,
            joint: None,
            ones: false,
        }
    }

    /// A number.
    pub fn num(num: Num) -> Ph {
        Ph {
            value: Value::Num(num),
            ty: Some(Ty::Number),
            art: Art::Name,
            noun: String::new(),
            plural: false,
            rel: false,
            narrowed: false,
            joint: None,
            ones: false,
        }
    }

    /// It is one thing: `a rook`, `the victim`, `your king`, `d4`; of a list, each of its items is.
    pub fn is_one(&self) -> bool {
        let area = matches!(&self.value, Value::Set(s) if matches!(&s.base, Base::Squares(all) if all.len() > 1));
        if area {
            return false;
        }
        match self.art {
            Art::A | Art::Any => true,
            Art::The | Art::Own | Art::Name | Art::Bare => match self.joint {
                Some(_) => self.ones,
                // by commas so far
                None => !self.plural || self.ones,
            },
            Art::Every | Art::No | Art::Count => false,
        }
    }

    /// More than a kind is said of it: a place, an owner, a condition.
    pub fn is_described(&self) -> bool {
        let narrows = |n: &Narrow| !matches!(n, Narrow::Is(Quality::Kind(_)) | Narrow::Hostile(_));
        match &self.value {
            Value::Set(set) => {
                !matches!(set.base, Base::All(_))
                    || set.pick.is_some()
                    || set.by.iter().any(narrows)
            }
            Value::Num(_) => true,
        }
    }

    /// Whether a step has to pick members of it.
    pub fn indefinite(&self) -> bool {
        matches!(self.art, Art::A | Art::Any | Art::Count)
    }

    /// The set; a number becomes a one-member set.
    pub fn set(&self) -> Set {
        match &self.value {
            Value::Set(s) => s.clone(),
            Value::Num(n) => make(Ty::Number, Base::Number(n.clone())),
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<Num> {
        match &self.value {
            Value::Num(n) => Some(n.clone()),
            Value::Set(Set {
                base: Base::Number(n),
                by,
                ..
            }) if by.is_empty() => Some(n.clone()),
            Value::Set(_) => None,
        }
    }
}

/// A set of everything its base gives.
pub fn make(ty: Ty, base: Base) -> Set {
    Set {
        ty,
        base,
        by: Vec::new(),
        pick: None,
        amount: Amount::Every,
    }
}

/// No owner: the game's.
pub fn of_game() -> Set {
    make(Ty::Seat, Base::Nothing)
}

/// The holder.
pub fn you() -> Set {
    make(Ty::Seat, Base::You)
}

/// What `it` is at a place.
#[derive(Clone, PartialEq, Debug)]
pub enum It {
    /// Nothing.
    None,
    /// Two candidates.
    Two(String, String),
    /// Several pieces, and one by which they are told: `your pawns beside your king`.
    Beside(String, String),
    /// Behind `until`: whoever does it there, or what the sentence is about, which has no name yet.
    Unnamed,
    /// This.
    Is(Set),
}

/// A name in scope.
#[derive(Clone, PartialEq, Debug)]
pub struct Bound {
    /// The word.
    pub word: String,
    /// Its number.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
    /// It stands for several.
    pub many: bool,
    /// Only with `the` (a bare noun of the opening event).
    pub noun: bool,
    /// Two things of this rule are called so.
    pub twice: bool,
    /// It was named outside the block in hand.
    pub outer: bool,
    /// The role it is, if it is one.
    pub role: Option<Role>,
}

/// A thing that was spoken of and has no name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Said {
    /// `pawn` of `a pawn`, `your pawn`.
    pub noun: String,
    /// With `your`, `their` or `its` in front.
    pub owned: bool,
    /// `pawns`: several, of which it is not said which.
    pub many: bool,
}

/// What is known at a place of a rule.
#[derive(Clone, Debug)]
pub struct Scope {
    /// For the memory of phrases: equal ids, equal scopes.
    pub id: u32,
    /// `it`.
    pub it: It,
    /// `they`.
    pub they: Option<Set>,
    /// Names, later ones first found.
    pub names: Rc<Vec<Bound>>,
    /// There is an event (for `was`).
    pub event: bool,
    /// A step is being read: the thing with `the` that nobody named is every such thing on the board.
    pub step: bool,
    /// The opening event itself is being read.
    pub opening: bool,
    /// The event of the opener is being read, and its roles are not yet known.
    pub naming: bool,
    /// There is an event, and `it` is one thing of that event.
    pub happened: bool,
    /// Where the several things stand that the last step was done to.
    pub several: Option<crate::syntax::Span>,
    /// Things that were spoken of with `a` or an owner and have no name.
    pub spoken: Rc<Vec<Said>>,
    /// The noun of the condition in front of a block (`if a pawn is beside it { .. }`), and `it` at that place: another piece.
    pub asked: Option<Rc<(String, Set)>>,
    /// In a fact the antecedent of `it` from the condition in front: `if your king is in check, it cannot move`.
    pub asked_first: Option<It>,
    /// Inside `repeat`.
    pub looping: bool,
    /// Verbs of the opener, for E131.
    pub watched: Rc<Vec<String>>,
    /// The place at which the roles of the nearest event or guard are named.
    pub anchor: u32,
}

impl Scope {
    /// What `it` stands for: what the rule speaks of, else the piece of the condition in front of a fact.
    pub fn antecedent(&self) -> &It {
        match (&self.it, &self.asked_first) {
            (It::None, Some(asked)) => asked,
            (it, _) => it,
        }
    }
}

/// The kinds of a phrase that is nothing but kinds (`kings or pawns`).
pub fn pure_kinds(set: &Set) -> Option<Set> {
    let plain = matches!(set.base, Base::All(Where::Board | Where::Anywhere)) && set.pick.is_none();
    match set.by.as_slice() {
        [Narrow::Is(Quality::Kind(kinds))] if plain => {
            let mut kinds = (**kinds).clone();
            kinds.amount = set.amount.clone();
            Some(kinds)
        }
        _ => match &set.base {
            Base::Or(parts) if set.by.is_empty() && set.pick.is_none() => {
                let kinds: Option<Vec<Set>> = parts.iter().map(pure_kinds).collect();
                let mut out = make(Ty::Kind, Base::Or(kinds?));
                out.amount = set.amount.clone();
                Some(out)
            }
            _ => None,
        },
    }
}

/// A value that can be set: a field, or a name that stands for one.
pub fn is_reference(ph: &Ph) -> bool {
    match &ph.value {
        Value::Num(n) => matches!(n, Num::Field(..)),
        Value::Set(s) => matches!(s.base, Base::Field(..)) && s.by.is_empty(),
    }
}
