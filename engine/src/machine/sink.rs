//! Where the generator puts its groups: collected, or only counted.
use super::bits::Bits;
use super::program::{Group, MAX_ATOMS, MAX_PINS};

/// A receiver of groups.
pub trait Sink<B> {
    /// Takes one.
    fn put(&mut self, group: Group<B>);
}

/// All options of a decision, as groups.
#[derive(Clone, Debug, Default)]
pub struct Options<B> {
    /// The groups.
    pub groups: Vec<Group<B>>,
    /// How many options they hold.
    pub total: u32,
}

impl<B: Bits> Options<B> {
    /// An empty list with room for any decision.
    pub fn new() -> Self {
        Options {
            groups: Vec::with_capacity(128),
            total: 0,
        }
    }

    /// Forgets everything.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.groups.clear();
        self.total = 0;
    }

    /// The group, destination and choice of option `i` in the order of generation.
    #[inline]
    pub fn nth(&self, mut i: u32) -> Option<(Group<B>, u8, u8)> {
        for group in &self.groups {
            let n = u32::from(group.n);
            if i < n {
                let (mut skip, choice) = if group.fan == 1 {
                    (i, 0)
                } else {
                    (i / u32::from(group.fan), i % u32::from(group.fan))
                };
                let mut targets = group.targets;
                while skip > 0 {
                    targets = targets.rest();
                    skip -= 1;
                }
                return Some((*group, targets.first(), choice as u8));
            }
            i -= n;
        }
        None
    }
}

impl<B: Bits> Sink<B> for Options<B> {
    #[inline(always)]
    fn put(&mut self, group: Group<B>) {
        self.total += u32::from(group.n);
        self.groups.push(group);
    }
}

/// How many options there are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(pub u32);

impl<B> Sink<B> for Count {
    #[inline(always)]
    fn put(&mut self, group: Group<B>) {
        self.0 += u32::from(group.n);
    }
}

/// What the generator works out on the way. The caller owns it, so that it is neither cleared nor
/// copied for every position.
#[derive(Clone, Debug)]
pub struct Scratch<B> {
    /// Per atom: the hostile pieces that threaten so.
    pub carriers: [B; MAX_ATOMS],
    /// Pinned pieces and where they may go.
    pub pins: [(u8, B); MAX_PINS],
    /// How many.
    pub pinned: usize,
}

impl<B: Bits> Scratch<B> {
    /// Unused scratch space.
    pub fn new() -> Self {
        Scratch {
            carriers: [B::NONE; MAX_ATOMS],
            pins: [(0, B::NONE); MAX_PINS],
            pinned: 0,
        }
    }
}

impl<B: Bits> Default for Scratch<B> {
    fn default() -> Self {
        Self::new()
    }
}
