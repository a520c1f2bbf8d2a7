//! SGF games: any text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_formats::Format;

fuzz_target!(|bytes: &[u8]| outflank_fuzz::reader(Format::Sgf, bytes));
