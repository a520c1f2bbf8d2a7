//! The course's board, boards log and step log: any text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_formats::Format;

fuzz_target!(|bytes: &[u8]| {
    for format in [Format::CourseBoard, Format::CourseBoards, Format::CourseSteps] {
        outflank_fuzz::reader(format, bytes);
    }
});
