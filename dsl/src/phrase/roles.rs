//! Names of a finished rule: numbered without gaps, roles bound to those that are used.
use super::item::ItemReader;
use super::names::Names;
use super::words::role_of;
use engine::ids::*;
use engine::rules::*;

impl ItemReader<'_> {
    /// Numbers the names of a rule and its imposed facts without gaps, and binds the roles they use.
    pub fn settle(&self, rule: &mut Rule, imposed: &mut [Rule], anchors: &[u32]) {
        self.place_the_gone(rule, anchors);
        self.keep_the_places(rule);
        let mut order: Vec<Name> = Vec::new();
        let mut note = |n: &mut Name| {
            if !order.contains(n) {
                order.push(*n);
            }
        };
        rule.names(&mut note);
        for fact in imposed.iter_mut() {
            fact.names(&mut note);
        }
        // a fact that stands by itself names its roles at its own place
        rule.roles = self.roles_used(&order, anchors, None);
        for (fact, anchor) in imposed.iter_mut().zip(anchors) {
            let mut used = Vec::new();
            fact.names(&mut |n: &mut Name| used.push(*n));
            fact.roles = self.roles_used(&used, anchors, Some(*anchor));
        }
        let new = |n: &mut Name| {
            if let Some(i) = order.iter().position(|x| x == n) {
                *n = Name::from(i);
            }
        };
        let texts = self.shared.texts.borrow();
        let names: Vec<TextId> = order
            .iter()
            .map(|n| {
                let text = texts.get(n.index()).map_or("", String::as_str);
                self.shared.pool.borrow_mut().text(text)
            })
            .collect();
        let mut apply = |r: &mut Rule| {
            r.names(&mut { new });
            for (_, n) in &mut r.roles {
                new(n);
            }
            r.names.clone_from(&names);
        };
        apply(rule);
        imposed.iter_mut().for_each(&mut apply);
    }

    /// The roles a rule refers to; of an imposed fact those named at its own place.
    pub(super) fn roles_used(
        &self,
        used: &[Name],
        anchors: &[u32],
        own: Option<u32>,
    ) -> Vec<(Role, Name)> {
        let names = self.shared.names.borrow();
        let mut out: Vec<(Role, Name)> = names
            .iter()
            .filter_map(|((lo, key), name)| {
                let (_, role) = key.split_once("/role:")?;
                let mine = match own {
                    Some(anchor) => *lo == anchor,
                    None => !anchors.contains(lo),
                };
                (mine && used.contains(name)).then_some((role_of(role)?, *name))
            })
            .collect();
        out.sort();
        out
    }
}
