#![no_main]
//! See `tests::fuzz::read`.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    tests::fuzz::read(bytes);
});
