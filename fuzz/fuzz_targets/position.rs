#![no_main]
//! See `tests::fuzz::position`.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    tests::fuzz::position(bytes);
});
