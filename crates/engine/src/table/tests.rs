use super::*;

const DRAFT: Draft = Draft { depth: 5, selectivity: Selectivity::Full };
const SMALL: usize = 1 << 20;
const LARGE: usize = 16 << 20;

/// A table of 64 MiB that holds the start position from a small search.
fn with_start() -> Table {
    let mut table = Table::new(64);
    table.begin(Rule::Reversi, SMALL);
    table.put(table.slot(Board::START), DRAFT, -2, 2, Some(Square::F5));
    table
}

fn knows_start(table: &Table) -> bool {
    table.get(table.slot(Board::START)).is_some()
}

#[test]
fn a_later_search_that_needs_no_more_finds_the_boards_of_the_first() {
    let mut table = with_start();
    for bytes in [SMALL, 0, MIN_BUCKETS * LINE] {
        table.begin(Rule::Reversi, bytes);
        assert!(knows_start(&table), "{bytes} bytes");
    }
    table.begin(Rule::Reversed, SMALL);
    assert!(!knows_start(&table), "a board of the other game");
}

#[test]
fn boards_are_lost_at_most_once_when_searches_grow() {
    let mut table = with_start();
    assert_eq!(table.used, MIN_BUCKETS);
    table.begin(Rule::Reversi, LARGE);
    assert_eq!(table.used, table.buckets);
    table.put(table.slot(Board::START), DRAFT, -2, 2, None);
    table.begin(Rule::Reversi, usize::MAX);
    assert!(knows_start(&table));
}

#[test]
fn forgetting_makes_the_next_search_choose_its_part_again() {
    let mut table = with_start();
    table.forget();
    table.begin(Rule::Reversi, LARGE);
    assert_eq!(table.used, LARGE / LINE);
    assert!(!knows_start(&table));
}

#[test]
fn only_the_memory_in_use_is_occupied_and_an_interruption_is_made_up_for() {
    let mut table = with_start();
    table.occupy(|| true);
    assert!(table.occupied > 0 && table.occupied < table.used);
    table.occupy(|| false);
    assert_eq!(table.occupied, table.used);
}

#[test]
fn a_table_smaller_than_the_smallest_part_is_used_whole() {
    let mut table = Table::new(1);
    table.begin(Rule::Reversi, 0);
    assert_eq!(table.used, table.buckets);
}
