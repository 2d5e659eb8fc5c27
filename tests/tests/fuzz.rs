//! The bodies of the fuzz targets on bytes of these tests: any bytes, and texts of the library with damage done to them.
use proptest::prelude::*;
use tests::damage::Dice;
use tests::fuzz;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for (_, target) in fuzz::TARGETS {
            target(&bytes);
        }
    }
}

#[test]
fn damaged_variants_records_and_positions() {
    let mut dice = Dice(0xf022);
    let variant = |name: &str| {
        let file = library::FILES
            .iter()
            .find(|f| f.path == format!("variants/{name}.variant"));
        file.expect("a file of the library").text
    };
    let record = "armorial record 2\nvariant chess\nseed 7\nrules sha256:00\n\n1 white e2-e4 8/20 a1b2\n2 black e7-e5 8/20 00\n";
    for round in 0..120 {
        let name = ["chess", "half-alice", "coin", "synchronous"][round % 4];
        let text = dice.damaged(variant(name));
        fuzz::read(text.as_bytes());
        fuzz::layout(text.as_bytes());
        fuzz::record(dice.damaged(record).as_bytes());
        fuzz::position(
            dice.damaged("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
                .as_bytes(),
        );
    }
}

#[test]
fn what_reads_well_is_played() {
    let mut dice = Dice(0x91a7);
    let (mut read, mut decisions) = (0, 0);
    for _ in 0..400 {
        let bytes: Vec<u8> = (0..240).map(|_| dice.below(256) as u8).collect();
        if let Some(n) = fuzz::play(&bytes) {
            read += 1;
            decisions += n;
        }
    }
    println!("{read} of 400 variants read well, {decisions} decisions");
    assert!(read > 300, "only {read} of 400 variants read well");
    assert!(decisions > 30_000, "only {decisions} decisions");
}
