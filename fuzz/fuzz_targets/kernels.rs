//! Move generation on every instruction set: any board.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|masks: (u64, u64)| outflank_fuzz::kernels(masks.0, masks.1));
