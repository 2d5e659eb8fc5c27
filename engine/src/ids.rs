//! Typed indices: an id names one entry of one list of a [`Ruleset`](crate::rules::Ruleset), so that
//! a kind can never be taken for a field.

macro_rules! declare_ids {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u16);
        impl $name {
            /// The place in its list.
            #[inline]
            pub fn index(self) -> usize { self.0 as usize }
        }
        impl From<usize> for $name {
            fn from(i: usize) -> Self { $name(i as u16) }
        }
    )* };
}

declare_ids! {
    /// A board of [`Ruleset::boards`](crate::rules::Ruleset).
    BoardId
    /// A square, numbered over all boards: board by board, rank by rank from a1.
    SquareId
    /// A kind of piece or card.
    KindId
    /// A declared value or mark.
    FieldId
    /// A declared zone.
    ZoneId
    /// A definition made with `call`.
    WordId
    /// The rules of a seat that can change hands.
    PowerId
    /// An army: set-up, kinds, power.
    ArmyId
    /// A rule (sentence).
    RuleId
    /// A limit of use.
    LimitId
    /// A procedure (`to handle a knight { .. }`).
    ProcId
    /// A stage of settling.
    StageId
    /// A seat at the table, in the order of the `seats` line.
    SeatId
    /// A side: seats that win together, or a colour of nobody.
    SideId
    /// An option of the host.
    OptionId
    /// A text of [`Ruleset::texts`](crate::rules::Ruleset).
    TextId
    /// A place in the source text of [`Ruleset::sources`](crate::rules::Ruleset).
    SourceId
    /// A name or bound role of one rule, numbered within that rule (blocks nested in it and facts it
    /// imposes share the numbering).
    Name
}
