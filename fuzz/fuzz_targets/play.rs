#![no_main]
//! See `tests::fuzz::play`.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    tests::fuzz::play(bytes);
});
