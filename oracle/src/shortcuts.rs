//! What spares work without changing what a rule means: tables made from the rules once per match that answer most questions
//! with *no*, and readings kept until the state changes. All of it can be left out, and the same games come out, only slower:
//! tests play every scenario and random games of every variant both ways.
use super::aspects::{self, Aspects};
use super::link::Linked;
use super::possible::Possible;
use super::reach::Reach;
use super::state::State;
use super::steady::Steady;
use super::strikes::Strikes;
use super::value::Vals;
use engine::ids::*;
use engine::rules::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The shortcuts of a match. Every table may say *perhaps* too often, never *no* wrongly; without shortcuts all say *perhaps*.
#[derive(Default)]
pub struct Shortcuts(Option<Box<Tables>>);

struct Tables {
    /// The verbs that guards forbid; per guard the mark without which it speaks of nothing.
    forbidden: BTreeMap<Verb, Vec<Option<FieldId>>>,
    /// `after` triggers by the verb they watch.
    after: BTreeMap<Verb, Vec<RuleId>>,
    /// Kinds of which a view may say that they are another (`X is a bishop`).
    viewed: Vec<bool>,
    /// Of definitions that name squares and nothing else: the squares for nobody and for each seat, once they have been read.
    areas: Vec<Option<Vec<OnceLock<Vals>>>>,
    /// Where the pieces of each kind could capture.
    reach: Vec<Reach>,
    /// How they capture, where patterns alone decide it.
    strikes: Strikes,
    /// Per rule, what an `as soon as` hangs on.
    watched: Vec<Aspects>,
    /// Of which kinds definitions can hold.
    possible: Possible,
    /// Readings that can be kept until the state changes.
    steady: Steady,
}

impl Shortcuts {
    /// The shortcuts of a match, from its rules.
    pub fn of(l: &Linked) -> Shortcuts {
        let kinds = (0..l.rules.kinds.len()).map(KindId::from);
        Shortcuts(Some(Box::new(Tables {
            forbidden: forbidden(l),
            after: after(l),
            viewed: viewed(l),
            areas: areas(l),
            reach: kinds.map(|k| Reach::of(l, k)).collect(),
            strikes: Strikes::of(l),
            watched: aspects::watched(l),
            possible: Possible::of(l),
            steady: Steady::of(l),
        })))
    }
    /// There are some: a match with none reads everything.
    pub fn any(&self) -> bool {
        self.0.is_some()
    }
    fn ask<T>(&self, without: T, table: impl FnOnce(&Tables) -> T) -> T {
        match &self.0 {
            Some(tables) => table(tables),
            None => without,
        }
    }
    /// A guard of the rules may forbid this verb now.
    pub fn forbids(&self, st: &State, verb: Verb) -> bool {
        let awake = |mark: &Option<FieldId>| mark.is_none_or(|f| st.fields.of(f).next().is_some());
        self.ask(true, |t| {
            let guards = t.forbidden.get(&verb);
            guards.is_some_and(|marks| marks.iter().any(awake))
        })
    }
    /// The `after` rules that may watch a verb.
    pub fn after<'a>(&'a self, l: &'a Linked, verb: Verb) -> &'a [RuleId] {
        match &self.0 {
            Some(tables) => tables.after.get(&verb).map_or(&[], Vec::as_slice),
            None => &l.after,
        }
    }
    /// A view may say that pieces of this kind are of another.
    pub fn viewed(&self, kind: KindId) -> bool {
        self.ask(true, |t| t.viewed[kind.index()])
    }
    /// Where the squares that a definition names are kept, for nobody and for each seat.
    pub fn area(&self, word: WordId) -> Option<&[OnceLock<Vals>]> {
        self.0.as_ref()?.areas[word.index()].as_deref()
    }
    /// A piece of this kind and facing could capture so far away.
    pub fn reaches(&self, kind: KindId, offset: (i16, i16), facing: u8) -> bool {
        self.ask(true, |t| t.reach[kind.index()].has(offset, facing))
    }
    /// How pieces capture, as tables; none without shortcuts.
    pub fn strikes(&self) -> Option<&Strikes> {
        self.0.as_ref().map(|t| &t.strikes)
    }
    /// On what the condition of an `as soon as` hangs.
    pub fn watched(&self, rule: RuleId) -> Aspects {
        self.ask(aspects::ALL, |t| t.watched[rule.index()])
    }
    /// A definition can hold of a piece of this kind.
    pub fn possible(&self, word: WordId, kind: KindId) -> bool {
        self.ask(true, |t| t.possible.word(word, kind))
    }
    /// A piece of this kind can be royal.
    pub fn royal(&self, kind: KindId) -> bool {
        self.ask(true, |t| t.possible.royal(kind))
    }
    /// Readings that can be kept until the state changes; none without shortcuts.
    pub fn steady(&self) -> Option<&Steady> {
        self.0.as_ref().map(|t| &t.steady)
    }
}

fn forbidden(l: &Linked) -> BTreeMap<Verb, Vec<Option<FieldId>>> {
    let mut by_verb: BTreeMap<Verb, Vec<Option<FieldId>>> = BTreeMap::new();
    for id in &l.forbids {
        if let Form::Guard { deed, .. } = &l.rule(*id).form {
            by_verb.entry(deed.verb).or_default().push(mark_of(l, deed));
        }
    }
    by_verb
}

/// The mark of what a deed is done to (`you cannot move just-won pieces`), if only rules that mark things set it.
fn mark_of(l: &Linked, deed: &Deed) -> Option<FieldId> {
    let Some(Value::Set(object)) = &deed.object else {
        return None;
    };
    let mark = object.by.iter().find_map(|n| match n {
        Narrow::Is(Quality::Mark(f, _)) => Some(*f),
        _ => None,
    })?;
    let views = |id: &RuleId| matches!(&l.rule(*id).form, Form::View { is: What::Quality(Quality::Mark(f, _)), .. } if *f == mark);
    let said = l.other_views.iter().any(views) || !l.field_views[mark.index()].is_empty();
    (!said && l.rules.fields[mark.index()].start.is_none()).then_some(mark)
}

fn after(l: &Linked) -> BTreeMap<Verb, Vec<RuleId>> {
    let mut by_verb: BTreeMap<Verb, Vec<RuleId>> = BTreeMap::new();
    for id in &l.after {
        let Form::Trigger {
            on: On::After(deeds),
            ..
        } = &l.rule(*id).form
        else {
            continue;
        };
        for deed in deeds {
            let rules = by_verb.entry(deed.verb).or_default();
            if !rules.contains(id) {
                rules.push(*id);
            }
        }
    }
    by_verb
}

fn viewed(l: &Linked) -> Vec<bool> {
    let mut viewed = vec![false; l.rules.kinds.len()];
    for id in &l.kind_views {
        match speaks_of_kind(l.rule(*id)) {
            Some(k) => viewed[k.index()] = true,
            None => viewed.fill(true),
        }
    }
    viewed
}

fn areas(l: &Linked) -> Vec<Option<Vec<OnceLock<Vals>>>> {
    let blank = || vec![OnceLock::new(); l.rules.seats.len() + 1];
    (0..l.rules.words.len())
        .map(|w| names_squares(l, w).then(blank))
        .collect()
}

/// The one kind for good of which a view of kinds can speak, if there is one.
fn speaks_of_kind(rule: &Rule) -> Option<KindId> {
    let Form::View { of, .. } = &rule.form else {
        return None;
    };
    of.kind_for_good()
}

/// A definition names squares, and nothing in a game changes which.
fn names_squares(l: &Linked, w: usize) -> bool {
    let named = |p: &WordPart| {
        let squares =
            |s: &Set| matches!(s.base, Base::Squares(_)) && s.by.is_empty() && s.pick.is_none();
        !p.replaces
            && p.when.is_empty()
            && matches!(p.holder, Holder::Game | Holder::EachSeat)
            && matches!(&p.value, Value::Set(s) if squares(s))
    };
    l.rules.words[w].parts.iter().all(named) && l.word_views[w].is_empty()
}
