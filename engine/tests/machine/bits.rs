//! Lines and shifts of sets of squares, beside walking them.
use armorial_engine::machine::bits::{Bits, Wide};

/// A line by walking: what `Bits::line` must give.
fn walk(occ: u64, lower: u64, upper: u64, from: u8) -> u64 {
    let mut reached = 0;
    for step in [-1i32, 1] {
        let half = if step < 0 { lower } else { upper };
        let mut at = i32::from(from);
        while (0..64).contains(&(at + step)) {
            at += step;
            if half.has(at as u8) {
                reached |= u64::bit(at as u8);
                if occ.has(at as u8) {
                    break;
                }
            }
        }
    }
    reached
}

#[test]
fn lines_end_at_the_first_blocker_in_one_word_and_in_four() {
    let mut z = 1u64;
    for from in 0..64u8 {
        for stride in [1u32, 7, 8, 9] {
            let mut line = 0u64;
            (0..64u32)
                .filter(|sq| sq % stride == u32::from(from) % stride)
                .for_each(|sq| line |= u64::bit(sq as u8));
            let lower = line & (u64::bit(from) - 1);
            let upper = line & !lower & !u64::bit(from);
            for _ in 0..50 {
                z = z.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let occ = z & z.rotate_left(23);
                let want = walk(occ, lower, upper, from);
                assert_eq!(u64::line(occ, lower, upper), want);
                for at in 0..3 {
                    let half = |x: u64| {
                        let mut words = [0; 4];
                        words[at] = x << 32;
                        words[at + 1] = x >> 32;
                        Wide(words)
                    };
                    assert_eq!(Wide::line(half(occ), half(lower), half(upper)), half(want));
                }
            }
        }
    }
}

#[test]
fn wide_sets_shift_like_one_long_word() {
    for sq in 0..=255u8 {
        for d in [-128i8, -127, -64, -15, -1, 0, 1, 14, 64, 65, 127] {
            let to = i32::from(sq) + i32::from(d);
            let want = if (0..256).contains(&to) {
                Wide::bit(to as u8)
            } else {
                Wide::NONE
            };
            assert_eq!(Wide::bit(sq).shift(d), want, "{sq} by {d}");
        }
    }
}
