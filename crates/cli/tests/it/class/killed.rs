//! A class that is killed and started again.

use super::course::{Course, played};
use crate::serve::client::wait_until;

#[test]
fn a_killed_class_loses_no_pk_and_counts_none_twice() {
    let course = Course::new(&["ann", "bo", "cy"], 0, true);
    course.plan(1);
    for expected in 1..=3 {
        let (_process, visitor) = course.serve(&["--workers", "1"]);
        wait_until("no PK is played", || played(&visitor) >= expected);
        // It is killed here: in the middle of the next PK, if there is one.
    }
    course.assert_complete(3);
}
