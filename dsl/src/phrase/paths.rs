//! Conditions on the squares that a way of moving goes over. Never reads one: only refuses what no way could meet.
use super::names::Names;
use super::pattern::Pattern;
use super::reader::*;
use engine::ids::Name;
use engine::rules::*;

impl Rd<'_> {
    /// E151: `it leaps (1,2) if the path is in your camp`: a leap has no path. `name`: what the path is called here; `q`: behind the
    /// sentence.
    pub(super) fn leaps_by_its_path(&self, pattern: &Pattern, name: Name, q: usize) -> bool {
        let asks = |when: &Option<Cond>| {
            let mut asks = false;
            if let Some(mut when) = when.clone() {
                when.names(&mut |spoken| asks |= *spoken == name);
            }
            asks
        };
        let leap = |way: &Way| matches!(way.path, Path::Leap(_)) && asks(&way.when);
        let found = pattern.ways.iter().any(leap);
        if found {
            let message = "a leap goes over no squares: its path is empty whatever stands there, and nothing could be so on it";
            let help = "leave the condition out; of a slide it can be asked: `it slides orthogonally if the path is in your camp`";
            self.fail_help(q, "E151", message, Some(help.to_owned()));
        }
        found
    }
}
