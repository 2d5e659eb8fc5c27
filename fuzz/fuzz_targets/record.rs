#![no_main]
//! See `tests::fuzz::record`.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    tests::fuzz::record(bytes);
});
