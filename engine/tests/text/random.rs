//! Randomness: frozen, numbered, weighted.
use armorial_engine::random::*;

#[test]
fn the_stream_is_frozen() {
    // ChaCha8, zero key and stream 0: the first key-stream bytes of the published test vector
    // "TC1: all zero key and IV" (3e00ef2f 895f40d6 7f5bb8e8 1f09a5a1).
    let mut s = Stream::new(0, Purpose::Chance);
    assert_eq!(
        s.value(0),
        u64::from_le_bytes([0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6])
    );
    assert_eq!(
        s.value(1),
        u64::from_le_bytes([0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1])
    );
}

#[test]
fn a_value_depends_on_its_number_only() {
    let mut in_order = Stream::new(7, Purpose::Players);
    let values: Vec<u64> = (0..40).map(|_| in_order.next_value()).collect();
    let mut jumping = Stream::new(7, Purpose::Players);
    for n in [39, 0, 17, 18, 3] {
        assert_eq!(jumping.value(n), values[n as usize]);
    }
    assert_ne!(Stream::new(7, Purpose::Chance).value(0), values[0]);
    assert_ne!(Stream::new(8, Purpose::Players).value(0), values[0]);
}

#[test]
fn weights_share_the_range_in_order() {
    assert_eq!(pick(0, 3, &[]), 0);
    assert_eq!(pick(u64::MAX, 3, &[]), 2);
    assert_eq!(pick(u64::MAX / 2, 2, &[1, 3]), 1);
    assert_eq!(pick(u64::MAX / 5, 2, &[1, 3]), 0);
    assert_eq!(pick(5, 2, &[0, 3]), 1);
    assert_eq!(pick(5, 2, &[0, 0]), 0);
}
