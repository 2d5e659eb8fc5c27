//! The text of records: written and read back, cut off, wrong in known ways.
use armorial_engine::record::*;
use armorial_engine::rules::Ruleset;

fn example() -> Record {
    Record {
        heading: Heading {
            variant: "some-variant".into(),
            program: Some("some program 1.2".into()),
            modes: vec!["a".into(), "b".into()],
            options: vec![
                ("goal".into(), None, "10".into()),
                ("stones".into(), Some("red".into()), "3".into()),
            ],
            armies: vec![("red".into(), "x".into())],
            players: vec![("green".into(), "random".into())],
            seed: u64::MAX,
            rules: "sha256:00".into(),
            position: Some("K1 . / . . ; given red is on turn".into()),
        },
        comments: vec!["played on a train".into()],
        lines: vec![Line {
            who: "red".into(),
            answer: "accept the trade".into(),
            index: 0,
            options: 2,
            state: "12345678".into(),
            comments: vec!["greedy".into()],
            variations: vec![Variation {
                comments: vec!["quieter".into()],
                lines: vec![Line {
                    who: "red".into(),
                    answer: "decline".into(),
                    index: 1,
                    options: 2,
                    state: "87654321".into(),
                    ..Line::default()
                }],
            }],
        }],
        result: Some(vec![
            ("red".into(), "win".into()),
            ("green".into(), "loss".into()),
        ]),
    }
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let record = example();
    assert_eq!(Record::read(&record.write()), Ok(record));
}

#[test]
fn bad_records_name_their_line() {
    let line = |text: &str| Record::read(text).expect_err(text).line;
    assert_eq!(line(""), 1);
    assert_eq!(line("armorial record 9\n"), 1);
    assert_eq!(line("armorial record 2\nvariant x\nseed -1\n"), 3);
    assert_eq!(
        line("armorial record 2\nvariant x\n\n2 red a2-a3 0/1 00\n"),
        4
    );
    assert_eq!(
        line("armorial record 2\nvariant x\n\n1 red a2-a3 0-1 00\n"),
        4
    );
    assert_eq!(
        line("armorial record 2\nvariant x\nresult red win\nseed 1\n"),
        4
    );
    let text = example().write();
    for end in 0..text.len() {
        // Whatever is cut off: an answer, never a panic.
        let _ = Record::read(&text[..end]);
    }
}

#[test]
fn places_in_the_source_do_not_change_the_identity() {
    let mut rules = Ruleset::default();
    let before = identity(&rules).expect("identity");
    rules.sources.push(armorial_engine::rules::Source {
        line: 3,
        ..Default::default()
    });
    assert_eq!(identity(&rules).expect("identity"), before);
    rules.armies_differ = true;
    assert_ne!(identity(&rules).expect("identity"), before);
}
