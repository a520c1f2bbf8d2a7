//! WTHOR games and names: any bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| outflank_fuzz::wthor(bytes));
