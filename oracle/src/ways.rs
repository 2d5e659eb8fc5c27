//! Which ways a piece has now (language 5.2): the printed ones, replaced or joined by what powers and modes say.
use super::moves::*;
use super::patterns::*;
use super::read::Cx;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

impl Cx<'_> {
    /// A rule of no kind gives a piece its movement now; whose rule it is.
    pub(super) fn moved_by(&self, id: RuleId, p: PieceId) -> Option<Option<SeatId>> {
        let rule = self.l.rule(id);
        let (me, mut you) = (Val::Piece(p), None);
        if let Form::Movement { of, .. } = &rule.form
            && self.may_concern(rule, of, me)
        {
            self.instances(id, Some(me), &mut |c| {
                if c.has(of, me) && c.all(&rule.when) {
                    you = Some(c.env.you);
                }
            });
        }
        you
    }
}

impl<'a> Gen<'_, 'a> {
    /// The ways this piece has now (language 5.2): printed ones, replaced or joined by what powers and modes say.
    pub fn ways(&mut self, like: Option<&[Val]>) -> Vec<Found<'a>> {
        let l = self.cx.l;
        let me = Val::Piece(self.piece);
        let attack = matches!(self.ask, Ask::Attack(_));
        if let Some(kinds) = like {
            let mut out = vec![];
            for k in kinds {
                let k = match k {
                    Val::Kind(k) => *k,
                    Val::Piece(p) => self.cx.kind(*p),
                    _ => continue,
                };
                self.printed(k, attack, attack, &mut out, 0);
            }
            return out;
        }
        let mut out: Vec<Found> = vec![];
        let kind = self.cx.kind(self.piece);
        self.printed(kind, true, attack, &mut out, 0);
        let mut replaced: Option<(Specific, Vec<Found>)> = None;
        let mut also: Vec<(Specific, Vec<Found>)> = vec![];
        for id in &l.other_movements {
            let rule = l.rule(*id);
            let Form::Movement {
                also: more,
                aim,
                ways,
                ..
            } = &rule.form
            else {
                continue;
            };
            if *aim == Aim::Attack && !attack {
                continue;
            }
            let Some(you) = self.cx.moved_by(*id, self.piece) else {
                continue;
            };
            let mut found: Vec<Found> = vec![];
            for w in ways {
                match &w.path {
                    Path::Torus => self.torus = true,
                    Path::Like(s) => {
                        let env = Env {
                            you,
                            it: Some(me),
                            rule: Some(*id),
                            ..Env::default()
                        };
                        for x in self.cx.with(&env).set(s) {
                            let k = match x {
                                Val::Kind(k) => k,
                                Val::Piece(p) => self.cx.kind(p),
                                _ => continue,
                            };
                            self.printed(k, true, attack, &mut found, 1);
                        }
                    }
                    _ => found.push((*id, w, you, Some(me))),
                }
            }
            if ways.iter().all(|w| w.path == Path::Torus) {
                continue;
            }
            let key = specific(l, *id);
            if *more {
                also.push((key, found));
            } else if replaced.as_ref().is_none_or(|(k, _)| key < *k) {
                replaced = Some((key, found));
            }
        }
        let instead = replaced.map(|(key, ways)| {
            out = ways;
            key
        });
        let stays = also.into_iter().filter(|(key, _)| beside(*key, instead));
        out.extend(stays.flat_map(|(_, ways)| ways));
        self.find_passes();
        out
    }
    /// The printed patterns of a kind; `also`: with those it has besides.
    pub(super) fn printed(
        &mut self,
        k: KindId,
        also: bool,
        attack: bool,
        out: &mut Vec<Found<'a>>,
        depth: u8,
    ) {
        if depth > 4 {
            return;
        }
        let l = self.cx.l;
        let me = Val::Piece(self.piece);
        let owner = self.owner;
        let env = |id: RuleId| Env {
            you: owner,
            it: Some(me),
            rule: Some(id),
            ..Env::default()
        };
        let mut base: Vec<Found> = vec![];
        let mut more: Vec<Found> = vec![];
        let mut attack_base: Option<Vec<Found>> = None;
        for id in l.kind_movements[k.index()].clone() {
            let rule = l.rule(id);
            let Form::Movement {
                also: plus,
                aim,
                ways,
                ..
            } = &rule.form
            else {
                continue;
            };
            if (*aim == Aim::Attack && !attack)
                || (*plus && !also)
                || !self.cx.with(&env(id)).all(&rule.when)
            {
                continue;
            }
            let mut found: Vec<Found> = vec![];
            for w in ways {
                match &w.path {
                    Path::Like(s) => {
                        for x in self.cx.with(&env(id)).set(s) {
                            let k = match x {
                                Val::Kind(k) => k,
                                Val::Piece(p) => self.cx.kind(p),
                                _ => continue,
                            };
                            self.printed(k, true, attack, &mut found, depth + 1);
                        }
                    }
                    Path::Torus => self.torus = true,
                    _ => found.push((id, w, self.owner, Some(me))),
                }
            }
            match (*aim, *plus) {
                (Aim::Attack, false) => attack_base = Some(found),
                (_, true) => more.extend(found),
                _ => base = found,
            }
        }
        match attack_base {
            Some(v) => out.extend(v),
            None => {
                out.extend(base);
                out.extend(more);
            }
        }
    }
    pub(super) fn find_passes(&mut self) {
        let me = Val::Piece(self.piece);
        for id in &self.cx.l.permits {
            let rule = self.cx.l.rule(*id);
            let Form::Guard { deed, .. } = &rule.form else {
                continue;
            };
            if deed.verb != Verb::Pass {
                continue;
            }
            let Some(subject) = &deed.subject else {
                continue;
            };
            if !self.cx.may_concern(rule, subject, me) {
                continue;
            }
            let mut you = None;
            self.cx.instances(*id, Some(me), &mut |c| {
                if c.has(subject, me) {
                    you = Some(c.env.you);
                }
            });
            if let Some(you) = you {
                self.passes.push((*id, you, deed.how.quiet));
            }
        }
    }
    /// May a slide pass over this piece by permission; `Some(true)`: only without capturing.
    pub(super) fn may_pass(&self, p: PieceId) -> Option<bool> {
        let mut found = None;
        for (id, you, quiet) in &self.passes {
            let rule = self.cx.l.rule(*id);
            let Form::Guard { deed, .. } = &rule.form else {
                continue;
            };
            let mut env = Env {
                you: *you,
                it: Some(Val::Piece(self.piece)),
                rule: Some(*id),
                ..Env::default()
            };
            for (role, name) in &rule.roles {
                let of = match role {
                    Role::Mover | Role::Subject => self.piece,
                    Role::Object | Role::Path => p,
                    _ => continue,
                };
                env.bind(*name, vec![Val::Piece(of)]);
            }
            let hit = deed.cases.iter().any(|(c, v)| {
                *c == Case::Over
                    && matches!(v, Value::Set(s) if self.cx.with(&env).has(s, Val::Piece(p)))
            });
            if hit && self.cx.with(&env).all(&rule.when) {
                found = Some(*quiet && found.unwrap_or(true));
            }
        }
        found
    }
}
