//! What the tables of European Chess ask of a layout of planes, counted over all armies before a layout is settled: sorts of
//! piece, what is kept on pieces, squares and players, and how often a move may be taken back inside another.
use cli::args::GameFlags;
use engine::ids::ArmyId;
use engine::position_text::directional;
use engine::rules::*;

/// What rules and kinds ask for.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Needs {
    /// Sorts of piece: a plane each, of kinds that face some way one for each of four facings.
    species: usize,
    /// Marks on pieces and squares: a plane each.
    marks: usize,
    /// Other values on pieces and squares.
    values: usize,
    /// Values and marks of players and of the game.
    numbers: usize,
    /// Zones.
    zones: usize,
    /// Rules that take a move back: a saved state each.
    takers: usize,
}

impl Needs {
    fn of(rules: &Ruleset, mine: impl Fn(Option<ArmyId>) -> bool) -> Needs {
        let facing = directional(rules);
        let army_of = |holder: Holder| match holder {
            Holder::Kind(k) => rules.kinds[k.index()].army,
            Holder::Power(p) => (rules.armies.iter())
                .position(|a| a.power == Some(p))
                .map(ArmyId::from),
            Holder::Game | Holder::EachSeat => None,
        };
        let mut needs = Needs::default();
        let kinds = rules.kinds.iter().enumerate();
        needs.species = kinds
            .filter(|(_, kind)| mine(kind.army) && !kind.card)
            .map(|(k, _)| if facing.contains(&k.into()) { 4 } else { 1 })
            .sum();
        for field in rules.fields.iter().filter(|f| mine(army_of(f.by))) {
            match (&field.of, field.ty) {
                (Owner::Piece(_) | Owner::Square | Owner::Border | Owner::Card, Ty::Mark) => {
                    needs.marks += 1
                }
                (Owner::Piece(_) | Owner::Square | Owner::Border | Owner::Card, _) => {
                    needs.values += 1
                }
                _ => needs.numbers += 1,
            }
        }
        needs.zones = (rules.zones.iter()).filter(|z| mine(army_of(z.by))).count();
        for rule in rules.rules.iter().filter(|r| mine(army_of(r.holder))) {
            let mut takes_back = false;
            visit_rule(rule, &mut |node| {
                takes_back |= matches!(node, Node::Step(Step::Do(d)) if d.verb == Verb::TakeBack);
            });
            needs.takers += usize::from(takes_back);
        }
        needs
    }
}

/// The most that four of the armies can ask for together with what every table has, each thing counted for itself.
fn worst(rules: &Ruleset) -> Needs {
    let mut all = Needs::of(rules, |army| army.is_none());
    let armies: Vec<Needs> = (0..rules.armies.len())
        .map(|a| Needs::of(rules, |army| army == Some(ArmyId::from(a))))
        .collect();
    let top = |part: fn(&Needs) -> usize| {
        let mut each: Vec<usize> = armies.iter().map(part).collect();
        each.sort_unstable();
        each.iter().rev().take(4).sum::<usize>()
    };
    all.species += top(|n| n.species);
    all.marks += top(|n| n.marks);
    all.values += top(|n| n.values);
    all.numbers += top(|n| n.numbers);
    all.zones += top(|n| n.zones);
    all.takers += top(|n| n.takers);
    all
}

/// Sorts of piece in the largest layouts of the fast machine.
const SORTS: usize = 28;

#[test]
fn any_four_armies_fit_the_largest_layout() {
    for (variant, modes) in [
        ("european-club", vec![]),
        ("european-club", vec!["lightning".to_string()]),
        ("european-web", vec![]),
    ] {
        let ready = tests::ready(GameFlags {
            variant: variant.into(),
            mode: modes,
            seed: Some(1),
            ..GameFlags::default()
        });
        let needs = worst(&ready.rules);
        assert!(needs.species <= SORTS, "{variant}: {needs:?}");
        // as ARCHITECTURE.md says
        let told = Needs {
            species: 16,
            marks: 8,
            values: 3,
            numbers: 6,
            zones: 4,
            takers: 2,
        };
        let at_most = [
            (needs.species, told.species),
            (needs.marks, told.marks),
            (needs.values, told.values),
            (needs.numbers, told.numbers),
            (needs.zones, told.zones),
            (needs.takers, told.takers),
        ];
        assert!(
            at_most.iter().all(|(n, most)| n <= most),
            "{variant}: {needs:?}"
        );
    }
}
