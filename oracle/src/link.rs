//! What the literal interpreter looks up once per match: geometry, and the rules sorted by form.
//! Nothing here changes what a rule means.
use super::shortcuts::Shortcuts;
use super::value::Means;
use engine::ids::*;
use engine::play::Match;
use engine::present::Present;
use engine::rules::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

/// A ruleset made ready to be read.
pub struct Linked {
    /// The rules.
    pub rules: Arc<Ruleset>,
    /// The match.
    pub game: Match,
    /// Number of squares of all boards.
    pub squares: usize,
    /// File and rank of every square on its board.
    pub places: Vec<(i16, i16)>,
    /// Squares that exist, in the order of the board.
    pub exists: Vec<bool>,
    /// Rules by form, in the order of the ruleset.
    pub guards: Vec<RuleId>,
    /// Guards that forbid.
    pub forbids: Vec<RuleId>,
    /// Guards that permit.
    pub permits: Vec<RuleId>,
    /// `abilities cannot act`.
    pub abilities: Vec<RuleId>,
    /// Views of kinds (`X is a bishop`).
    pub kind_views: Vec<RuleId>,
    /// Views by the definition they speak of.
    pub word_views: Vec<Vec<RuleId>>,
    /// Views by the mark or value they speak of.
    pub field_views: Vec<Vec<RuleId>>,
    /// All other views (royal, frozen and the like).
    pub other_views: Vec<RuleId>,
    /// Movement rules.
    pub movements: Vec<RuleId>,
    /// Movement rules of each kind.
    pub kind_movements: Vec<Vec<RuleId>>,
    /// Movement rules of powers, variant, modes.
    pub other_movements: Vec<RuleId>,
    /// `captures without moving`.
    pub standing: Vec<RuleId>,
    /// `after` triggers.
    pub after: Vec<RuleId>,
    /// `before` triggers.
    pub before: Vec<RuleId>,
    /// `as soon as` triggers.
    pub edges: Vec<RuleId>,
    /// Triggers at moments.
    pub moments: Vec<RuleId>,
    /// Views that say of a piece that it is in check.
    pub check_views: Vec<RuleId>,
    /// Whose rules can be alive.
    pub present: Present,
    /// Where that is what sits at the table for now: what came to it since, and is left aside.
    pub missed: Option<Mutex<BTreeSet<PowerId>>>,
    /// Some view says of somebody that he is not in check.
    pub never_in_check: bool,
    /// Actions.
    pub actions: Vec<RuleId>,
    /// Those of the actions that move a piece or a group.
    pub moving: Vec<RuleId>,
    /// Turn procedures.
    pub turns: Vec<RuleId>,
    /// Round procedures.
    pub rounds: Vec<RuleId>,
    /// Set-up rules.
    pub setups: Vec<RuleId>,
    /// Stage of `effects`, `reactions`, `verdicts`, `endings`, where declared.
    pub effects: usize,
    /// See `effects`.
    pub reactions: usize,
    /// See `effects`.
    pub verdicts: usize,
    /// See `effects`.
    pub endings: Option<usize>,
    /// Bodies of delayed blocks, found by their address in `rules`.
    pub later: BTreeMap<usize, usize>,
    /// Bodies of delayed blocks, in order of finding.
    pub later_blocks: Vec<Block>,
    /// Kinds whose being unmoved some rule reads (for repetition).
    pub unmoved_read: Vec<bool>,
    /// Check is by whole turns.
    pub whole_turns: bool,
    /// What a turn costs that goes on behind its move; none: not every way has such a price.
    pub prices: Option<Vec<FieldId>>,
    /// Something can be captured when a turn ends.
    pub late_captures: bool,
    /// A turn goes on behind its move in a way that may change what is attacked.
    pub goes_on: bool,
    /// Values that some rule asks for (for repetition).
    pub values_read: Vec<bool>,
    /// Zones that some rule shuffles.
    pub shuffled: Vec<bool>,
    /// Some rule asks for the repetition of positions.
    pub repetition_read: bool,
    /// Some rule scores points.
    pub scored: bool,
    /// Stages before the verdicts in which `as soon as` rules fire.
    pub edge_stages: Vec<usize>,
    /// Per rule: its body can open a move decision.
    pub granting: Vec<bool>,
    /// Per rule: its body can make somebody lose.
    pub losing: Vec<bool>,
    /// Per rule: its body can show something hidden.
    pub revealing: Vec<bool>,
    /// Per rule: it reads the state before the event when it fires.
    pub needs_before: Vec<bool>,
    /// Values of somebody at the table that others do not see.
    pub hidden_fields: Vec<FieldId>,
    /// Per rule: what its holder hides and others may wonder about when somebody is asked by it.
    pub doubted: Vec<Vec<FieldId>>,
    /// Something is judged by whole turns: check enforced after the turn, or a duty.
    pub by_turn: bool,
    /// Every seat sets up the plain pieces, whatever its army (`your setup is standard`).
    pub plain_setups: bool,
    /// Views that make royal; where there is none nothing is.
    pub has_royal: bool,
    /// The definition `call X royal`.
    pub royal_word: Option<WordId>,
    /// What spares work.
    pub shortcuts: Shortcuts,
    /// Per rule: powers with a rule of its label; for their holders that one takes its place (language 2.4).
    pub yields: Vec<Vec<PowerId>>,
}

/// The powers that bring a rule of the same label as this one of the variant, a mode or a kind of the variant.
fn replaced_by(rules: &Ruleset, rule: &Rule) -> Vec<PowerId> {
    let common = match rule.holder {
        Holder::Power(_) => false,
        Holder::Kind(kind) => rules
            .kinds
            .get(kind.index())
            .is_some_and(|k| k.army.is_none()),
        Holder::Game | Holder::EachSeat => true,
    };
    let Some(label) = rule.label.filter(|_| common && !rule.imposed) else {
        return Vec::new();
    };
    let mut powers: Vec<PowerId> = rules
        .rules
        .iter()
        .filter(|other| other.label == Some(label))
        .filter_map(|other| match other.holder {
            Holder::Power(power) => Some(power),
            _ => None,
        })
        .collect();
    powers.sort();
    powers.dedup();
    powers
}

/// `your setup is standard`.
fn sets_up_plain(r: &Rule) -> bool {
    matches!(
        &r.form,
        Form::View {
            of: Set {
                base: Base::Of(Part::Setup, _),
                ..
            },
            is: What::Quality(Quality::Standard),
            not: false,
        }
    ) && matches!(r.holder, Holder::Game | Holder::EachSeat)
}

/// The definition that says the language's adjective `royal` of more pieces.
fn royal_word(rules: &Ruleset) -> Option<WordId> {
    let found = |w: &Word| rules.texts[w.name.index()] == "royal";
    rules.words.iter().position(found).map(WordId::from)
}

impl Linked {
    /// Sort the rules of a match, and make the shortcuts.
    pub fn new(rules: Arc<Ruleset>, game: Match) -> Linked {
        Linked::unaided(rules, game).aided()
    }
    /// The rules of what sits at the table for now, with shortcuts.
    pub(super) fn for_now(&self, present: Present) -> Linked {
        let mut l = Linked::sorted(self.rules.clone(), self.game.clone(), present);
        l.missed = Some(Mutex::default());
        l.aided()
    }
    fn aided(mut self) -> Linked {
        self.shortcuts = Shortcuts::of(&self);
        self
    }
    /// Sort the rules of a match; no shortcuts.
    pub fn unaided(rules: Arc<Ruleset>, game: Match) -> Linked {
        let present = Present::new(&rules, &game);
        Linked::sorted(rules, game, present)
    }
    fn sorted(rules: Arc<Ruleset>, game: Match, present: Present) -> Linked {
        let squares: usize = rules
            .boards
            .iter()
            .map(|b| b.files as usize * b.ranks as usize)
            .sum();
        let mut exists = vec![true; squares];
        for b in &rules.boards {
            for h in &b.holes {
                if let Some(e) = exists.get_mut(h.index()) {
                    *e = false;
                }
            }
        }
        let stage = |word: &str| {
            rules
                .stages
                .iter()
                .position(|s| rules.texts[s.name.index()] == word)
        };
        let count = rules.stages.len();
        let mut l = Linked {
            squares,
            places: Self::places_of(&rules),
            exists,
            guards: vec![],
            forbids: vec![],
            permits: vec![],
            abilities: vec![],
            kind_views: vec![],
            word_views: vec![vec![]; rules.words.len()],
            field_views: vec![vec![]; rules.fields.len()],
            other_views: vec![],
            movements: vec![],
            kind_movements: vec![vec![]; rules.kinds.len()],
            other_movements: vec![],
            standing: vec![],
            after: vec![],
            before: vec![],
            edges: vec![],
            moments: vec![],
            actions: vec![],
            moving: vec![],
            check_views: vec![],
            never_in_check: false,
            turns: vec![],
            rounds: vec![],
            setups: vec![],
            effects: stage("effects").unwrap_or(0),
            reactions: stage("reactions").unwrap_or(stage("effects").unwrap_or(0)),
            verdicts: stage("verdicts").unwrap_or(count.saturating_sub(1)),
            endings: stage("endings"),
            later: BTreeMap::new(),
            later_blocks: vec![],
            unmoved_read: vec![false; rules.kinds.len()],
            whole_turns: rules.check.iter().any(|c| c.whole_turns),
            goes_on: super::by_turn::goes_on(&rules),
            prices: super::raid::prices(&rules),
            late_captures: super::raid::late_captures(&rules),
            values_read: vec![],
            shuffled: vec![false; rules.zones.len()],
            repetition_read: false,
            scored: false,
            edge_stages: vec![],
            granting: vec![],
            losing: vec![],
            revealing: vec![],
            needs_before: vec![],
            hidden_fields: vec![],
            doubted: vec![],
            by_turn: super::by_turn::judged_by_turn(&rules),
            plain_setups: rules.rules.iter().any(|r| !r.imposed && sets_up_plain(r)),
            has_royal: royal_word(&rules).is_some(),
            royal_word: royal_word(&rules),
            shortcuts: Shortcuts::default(),
            yields: rules.rules.iter().map(|r| replaced_by(&rules, r)).collect(),
            rules: rules.clone(),
            present,
            missed: None,
            game,
        };
        let hidden = |f: &Field| f.seen != Seen::All && l.present.holder(&rules, f.by);
        l.hidden_fields = (0..rules.fields.len())
            .filter(|i| hidden(&rules.fields[*i]))
            .map(FieldId::from)
            .collect();
        for (i, rule) in rules.rules.iter().enumerate() {
            let id = RuleId::from(i);
            let mut body: Option<&Block> = None;
            match &rule.form {
                _ if rule.imposed || !l.present.holder(&rules, rule.holder) => {}
                Form::Guard { verdict, .. } => {
                    l.guards.push(id);
                    match verdict {
                        Verdict::Forbid => l.forbids.push(id),
                        Verdict::Permit => l.permits.push(id),
                        Verdict::Duty => {}
                    }
                }
                Form::Abilities { .. } => l.abilities.push(id),
                Form::View { is, not, .. } => {
                    match is {
                        What::Quality(Quality::Kind(_)) => l.kind_views.push(id),
                        What::Quality(Quality::InCheck(_)) if !*not => l.check_views.push(id),
                        What::Quality(Quality::Word(w)) => l.word_views[w.index()].push(id),
                        What::Quality(Quality::Mark(f, _)) | What::Value(f, _) => {
                            l.field_views[f.index()].push(id);
                        }
                        What::Quality(q) => {
                            l.never_in_check |= *not && *q == Quality::InCheck(None);
                            l.other_views.push(id);
                        }
                    }
                    l.has_royal |= matches!(is, What::Quality(Quality::Royal)) && !not;
                }
                Form::Movement { .. } => {
                    l.movements.push(id);
                    match rule.holder {
                        Holder::Kind(k) => l.kind_movements[k.index()].push(id),
                        _ => l.other_movements.push(id),
                    }
                }
                Form::Standing { .. } => l.standing.push(id),
                Form::Trigger { on, body: b, .. } => {
                    match on {
                        On::After(_) => l.after.push(id),
                        On::Before(_) => l.before.push(id),
                        On::AsSoonAs(_) | On::EachAsSoonAs(..) => l.edges.push(id),
                        On::At(_) => l.moments.push(id),
                    }
                    body = Some(b);
                }
                Form::Action { body: b, .. } => {
                    l.actions.push(id);
                    body = Some(b);
                }
                Form::Turn(b) => {
                    l.turns.push(id);
                    body = Some(b);
                }
                Form::Round(b) => {
                    l.rounds.push(id);
                    body = Some(b);
                }
                Form::Setup(b) => {
                    l.setups.push(id);
                    body = Some(b);
                }
            }
            let mut grants = false;
            let mut loses = false;
            let mut reveals = false;
            let mut moves = false;
            if let Some(b) = body {
                walk_steps(&rules, b, 0, &mut |s| {
                    if let Step::Do(d) = s {
                        grants |= matches!(d.verb, Verb::Move | Verb::Act);
                        moves |= matches!(d.verb, Verb::Move | Verb::Shift);
                        loses |= matches!(d.verb, Verb::LoseGame);
                        reveals |= d.verb == Verb::Reveal;
                    }
                });
            }
            if moves && matches!(rule.form, Form::Action { .. }) {
                l.moving.push(id);
            }
            l.granting.push(grants);
            l.losing.push(loses);
            l.revealing.push(reveals);
            let mut before = false;
            visit_rule(rule, &mut |n| {
                if let Node::Clause(c) = n {
                    before |= c.at == At::Before || c.newly;
                }
            });
            l.needs_before.push(before);
        }
        l.edge_stages = l.edges.iter().filter_map(|id| l.edge_stage(*id)).collect();
        l.edge_stages.sort_unstable();
        l.edge_stages.dedup();
        l.doubted = super::doubts::doubted(&l);
        l.find_later();
        l.find_reads();
        l
    }

    /// The same rules in another match, with shortcuts if there are any here.
    pub fn with_match(&self, game: Match) -> Linked {
        match self.shortcuts.any() {
            true => Linked::new(self.rules.clone(), game),
            false => Linked::unaided(self.rules.clone(), game),
        }
    }
    fn find_later(&mut self) {
        let rules = self.rules.clone();
        let mut found: Vec<(usize, Block)> = vec![];
        let mut bodies: Vec<&Block> = vec![];
        for r in &rules.rules {
            match &r.form {
                Form::Trigger { body, .. } | Form::Action { body, .. } => bodies.push(body),
                Form::Turn(b) | Form::Round(b) | Form::Setup(b) => bodies.push(b),
                _ => {}
            }
        }
        bodies.extend(rules.procs.iter().map(|p| &p.body));
        for b in bodies {
            walk_own(b, &mut |s| {
                if let Step::Later { body, .. } = s {
                    found.push((body.as_ptr() as usize, body.clone()));
                }
            });
        }
        for (i, (at, b)) in found.into_iter().enumerate() {
            self.later.insert(at, i);
            self.later_blocks.push(b);
        }
    }

    /// The stage before the verdicts that an `as soon as` rule names; none: it belongs to the verdicts.
    pub fn edge_stage(&self, id: RuleId) -> Option<usize> {
        match &self.rule(id).form {
            Form::Trigger { stage: Some(s), .. } if s.index() < self.verdicts => Some(s.index()),
            _ => None,
        }
    }
    /// The views that may say this of something.
    pub fn views_on(&self, q: &Quality) -> &[RuleId] {
        match q {
            Quality::Kind(_) => &self.kind_views,
            Quality::Word(w) => &self.word_views[w.index()],
            Quality::Mark(f, _) => &self.field_views[f.index()],
            _ => &self.other_views,
        }
    }
    /// The army whose set-up a seat with this army has.
    pub fn sets_up(&self, a: ArmyId) -> &Army {
        let plain = self.rules.plain_army.filter(|_| self.plain_setups);
        &self.rules.armies[plain.unwrap_or(a).index()]
    }
    /// A value belongs to one holder of the power that declared it, apart from those of others: all but what a player has
    /// by his own power.
    pub fn kept_by_holder(&self, f: FieldId) -> bool {
        let decl = &self.rules.fields[f.index()];
        matches!(decl.by, Holder::Power(_))
            && (decl.on_everybody || !matches!(decl.of, Owner::Seat))
    }
    /// The definition of royal, and those it is said by.
    pub fn royal_words(&self) -> Vec<WordId> {
        let Some(royal) = self.royal_word else {
            return vec![];
        };
        let mut words = vec![royal];
        for part in &self.rules.words[royal.index()].parts {
            let mut see = |n: Node<'_>| {
                if let Node::Quality(Quality::Word(w)) = n {
                    words.push(*w);
                }
            };
            visit_value(&part.value, &mut see);
            part.when.iter().for_each(|c| visit_cond(c, &mut see));
        }
        words
    }
    /// What a rule brings about is an ability: it is one of a power, or of a kind that belongs to an army.
    pub fn is_ability(&self, rule: &Rule) -> bool {
        match rule.holder {
            Holder::Power(_) => true,
            Holder::Kind(k) => self.rules.kinds[k.index()].army.is_some(),
            Holder::Game | Holder::EachSeat => false,
        }
    }
    /// By what a change is caused that a rule brings about.
    pub fn means_of(&self, rule: &Rule) -> Means {
        match self.is_ability(rule) {
            true => Means::Ability,
            false => Means::Rule,
        }
    }
    /// The rule in whose steps an imposed fact stands.
    pub fn parent(&self, fact: RuleId) -> Option<RuleId> {
        let imposes = |r: &Rule| {
            let body = match &r.form {
                Form::Trigger { body, .. } | Form::Action { body, .. } => body,
                Form::Turn(b) | Form::Round(b) | Form::Setup(b) => b,
                _ => return false,
            };
            let mut found = false;
            walk_steps(&self.rules, body, 0, &mut |s| {
                found |= matches!(s, Step::Impose { fact: f, .. } if *f == fact);
            });
            found
        };
        self.rules.rules.iter().position(imposes).map(RuleId::from)
    }
    /// The word the host chose for an option, by its place; none: a number.
    pub fn chosen_word(&self, o: OptionId) -> Option<usize> {
        let option = self.rules.options.get(o.index())?;
        let v = self
            .game
            .options
            .get(o.index())
            .and_then(|v| v.first())
            .copied();
        let v = v.unwrap_or(option.usually);
        match option.values {
            OptionValues::Words(_) => usize::try_from(v).ok(),
            OptionValues::Mixed(..) if v < 0 => usize::try_from(-1 - v).ok(),
            _ => None,
        }
    }
    /// A text.
    pub fn text(&self, t: TextId) -> &str {
        &self.rules.texts[t.index()]
    }
    /// A rule.
    pub fn rule(&self, r: RuleId) -> &Rule {
        &self.rules.rules[r.index()]
    }
    /// Seats that share pieces with a seat are one owner: the first of them.
    #[inline]
    pub fn owner_seat(&self, s: SeatId) -> SeatId {
        self.rules.seats[s.index()].shares
    }
    /// Two seats win together.
    pub fn partners(&self, a: SeatId, b: SeatId) -> bool {
        self.rules.seats[a.index()].side == self.rules.seats[b.index()].side
    }
}

/// Turn an offset clockwise by quarter turns.
pub fn turned(d: (i8, i8), facing: u8) -> (i8, i8) {
    match facing % 4 {
        0 => d,
        1 => (d.1, -d.0),
        2 => (-d.0, -d.1),
        _ => (-d.1, d.0),
    }
}

/// Every step of a block, procedures looked through.
pub fn walk_steps<'a>(rules: &'a Ruleset, b: &'a [Step], depth: u8, f: &mut dyn FnMut(&'a Step)) {
    if depth > 16 {
        return;
    }
    for s in b {
        f(s);
        if let Step::Call(p, _) = s {
            walk_steps(rules, &rules.procs[p.index()].body, depth + 1, f);
        }
        for c in children(s) {
            walk_steps(rules, c, depth + 1, f);
        }
    }
}

/// Every step of a block, without looking into procedures.
pub fn walk_own<'a>(b: &'a Block, f: &mut dyn FnMut(&'a Step)) {
    for s in b {
        f(s);
        for c in children(s) {
            walk_own(c, f);
        }
    }
}

fn children(s: &Step) -> Vec<&Block> {
    match s {
        Step::May { body, .. }
        | Step::Each { body, .. }
        | Step::Repeat { body, .. }
        | Step::Within { body, .. }
        | Step::Later { body, .. } => vec![body],
        Step::Either { ways, .. } => ways.iter().map(|w| &w.1).collect(),
        Step::OrElse(a, b) | Step::If(_, a, b) => vec![a, b],
        Step::AllAtOnce { ask, then, .. } => vec![ask, then],
        _ => vec![],
    }
}
