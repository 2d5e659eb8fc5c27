#![no_main]
//! See `tests::fuzz::layout`.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    tests::fuzz::layout(bytes);
});
