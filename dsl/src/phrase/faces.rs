//! What a die shows, and conditions about what it never shows.
use super::reader::*;
use super::spelling::nearest;
use crate::diagnostic::Edit;
use crate::syntax::TokenKind;
use engine::ids::{KindId, Name};
use engine::rules::*;

/// The faces of the dice under one name; none: 1 to 6.
#[derive(Clone, Debug)]
pub struct Faces {
    /// How many dice, whose numbers are added.
    pub dice: i16,
    /// What each of them shows.
    pub shown: Vec<Value>,
}

impl Faces {
    /// The numbers that can come, unless a face is something else.
    fn numbers(&self) -> Option<Vec<i16>> {
        let number = |face: &Value| match face {
            Value::Num(Num::Lit(n)) => Some(*n),
            Value::Num(_) | Value::Set(_) => None,
        };
        let faces: Option<Vec<i16>> = self.shown.iter().map(number).collect();
        let faces = faces?;
        let faces = if faces.is_empty() {
            (1..=6).collect()
        } else {
            faces
        };
        if self.dice == 1 {
            return Some(faces);
        }
        let (least, most) = (faces.iter().min()?, faces.iter().max()?);
        Some((least * self.dice..=most * self.dice).collect())
    }

    fn texts(&self, rd: &Rd) -> Option<Vec<String>> {
        let text = |face: &Value| match face {
            Value::Set(Set {
                base: Base::Text(id),
                ..
            }) => Some(rd.shared.pool.borrow().text_of(*id).to_owned()),
            Value::Set(_) | Value::Num(_) => None,
        };
        self.shown.iter().map(text).collect()
    }

    fn kinds(&self) -> Option<Vec<KindId>> {
        let kind = |face: &Value| match face {
            Value::Set(Set {
                base: Base::Kind(kind),
                by,
                ..
            }) if by.is_empty() => Some(*kind),
            Value::Set(_) | Value::Num(_) => None,
        };
        self.shown.iter().map(kind).collect()
    }
}

impl Rd<'_> {
    /// Keeps what the dice of a name show.
    pub(super) fn keep_faces(&self, name: Name, dice: i16, shown: &[Value]) {
        let shown = shown.to_vec();
        let faces = Faces { dice, shown };
        self.shared.faces.borrow_mut().insert(name, faces);
    }

    /// E189: what stands from `p` to `q` is asked of a die that never shows it.
    pub(super) fn never_shown(&self, p: usize, q: usize, subject: &Ph, says: &Says) -> bool {
        let name = match &subject.value {
            Value::Num(Num::Name(name)) => *name,
            Value::Set(Set {
                base: Base::Name(name),
                by,
                ..
            }) if by.is_empty() => *name,
            Value::Num(_) | Value::Set(_) => return false,
        };
        let Some(faces) = self.shared.faces.borrow().get(&name).cloned() else {
            return false;
        };
        match says {
            Says::Cmp(rel, Num::Lit(n)) => {
                let Some(all) = faces.numbers() else {
                    return false;
                };
                let none = !all.iter().any(|x| holds(*x, *rel, *n));
                if none {
                    self.tell_never(p, &self.said(p, q), &numbers(&all), None);
                }
                none
            }
            Says::Among(_) => {
                self.text_never_shown(p, q, &faces) || self.kind_never_shown(p, q, &faces)
            }
            Says::Cmp(..)
            | Says::There
            | Says::Be(_)
            | Says::At(..)
            | Says::Has(_)
            | Says::Do(_)
            | Says::Can(_)
            | Says::Suffer(_)
            | Says::Did(_) => false,
        }
    }

    fn text_never_shown(&self, p: usize, q: usize, faces: &Faces) -> bool {
        let Some(all) = faces.texts(self) else {
            return false;
        };
        let odd = (p..q).find(|i| {
            self.kind(*i) == Some(TokenKind::Text) && !all.iter().any(|face| face == self.text(*i))
        });
        let Some(at) = odd else { return false };
        let near = nearest(self.text(at), all.iter().map(String::as_str));
        let near = near.map(|near| format!("\"{near}\""));
        let quoted: Vec<String> = all.iter().map(|face| format!("\"{face}\"")).collect();
        self.tell_never(at, &format!("\"{}\"", self.text(at)), &quoted, near);
        true
    }

    fn kind_never_shown(&self, p: usize, q: usize, faces: &Faces) -> bool {
        let Some(all) = faces.kinds().filter(|all| !all.is_empty()) else {
            return false;
        };
        let kind = |i: &usize| self.kind_of(self.w(*i)).map(|(kind, _)| kind);
        let odd = (p..q).find(|i| kind(i).is_some_and(|kind| !all.contains(&kind)));
        let Some(at) = odd else { return false };
        let name = |kind: &KindId| {
            let name = self.prog.rules.kinds[kind.index()].name;
            self.shared.pool.borrow().text_of(name).to_owned()
        };
        let all: Vec<String> = all.iter().map(name).collect();
        self.tell_never(at, self.w(at), &all, None);
        true
    }

    fn tell_never(&self, at: usize, said: &str, all: &[String], near: Option<String>) {
        let mut all: Vec<&str> = all.iter().map(String::as_str).collect();
        let mut seen = Vec::new();
        all.retain(|face| {
            !seen.contains(face) && {
                seen.push(*face);
                true
            }
        });
        let shows = match all.as_slice() {
            [one] => (*one).to_owned(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
            [] => return,
        };
        let message = format!("this die never shows {said}");
        let help = match &near {
            Some(near) => format!("did you mean {near}? The die shows {shows}"),
            None => format!("the die shows {shows}"),
        };
        let edit = near.map(|text| Edit {
            span: self.span(at),
            text,
        });
        self.fail_edit(at, "E189", message, Some(help), edit);
    }
}

/// Numbers as they are told: a run of them by its ends.
fn numbers(all: &[i16]) -> Vec<String> {
    let run = all.windows(2).all(|two| two[0] + 1 == two[1]);
    match all {
        [first, _, .., last] if run => vec![format!("{first} to {last}")],
        _ => all.iter().map(i16::to_string).collect(),
    }
}

fn holds(x: i16, rel: Rel, n: i16) -> bool {
    match rel {
        Rel::Eq => x == n,
        Rel::Ge => x >= n,
        Rel::Le => x <= n,
        Rel::Gt => x > n,
        Rel::Lt => x < n,
    }
}
