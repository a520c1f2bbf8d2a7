//! Prints `data/perft.txt`: perft counts by the array reference.
//!
//! ```text
//! cargo run --release -p outflank-core --example perft_table > data/perft.txt
//! ```
//!
//! Depth grows until the reference has counted [`ENOUGH`] sequences.

use std::str::FromStr;

use outflank_core::reference::ArrayBoard;
use outflank_core::{Game, Move, Position};

/// Sequences after which a line ends.
const ENOUGH: u64 = 1_000_000;

/// Boards that games seldom reach but programs must survive, and endgames
/// full of passes.
const BY_HAND: [&str; 8] = [
    // An empty board, a full one, and one colour alone.
    "---------------------------------------------------------------- X",
    "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X",
    "---------------------------XX------XX--------------------------- X",
    // The side to move has to pass at once.
    "OX-------------------------------------------------------------- X",
    // A ring around the centre: moves on all sides.
    "------------------XXXX----XOOX----XOOX----XXXX------------------ O",
    // One move turns discs in every direction and takes the whole board.
    "X--X--X--O-O-O----OOO---XOO-OOOX--OOO----O-O-O--X--O--X----X---- X",
    // Two open corners and an odd region each.
    "-OOOOOO-XOOOOOOXXXOXXOXXXOXXOXXXXXXOOXXXXOXOOXOXOXXXXXXO-XXXXXX- X",
    // Half a board of endgame, from a known problem with many passes.
    "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X",
];

fn main() {
    println!("% Perft by the array reference: POSITION; Ddepth sequences; ...");
    println!("% A pass is a ply; a game that ends earlier is one sequence.");
    println!("% Made by crates/core/examples/perft_table.rs.");
    let by_hand = BY_HAND.map(|text| Position::from_str(text).expect("a position by hand"));
    let from_games = (1..=12).map(|seed| along_a_random_game(seed, 4 * seed as usize));
    for position in [Position::START].into_iter().chain(from_games).chain(by_hand) {
        print!("{position};");
        let array = ArrayBoard::from(position.board());
        for depth in 1..=12 {
            let sequences = array.perft(depth);
            print!(" D{depth} {sequences};");
            if sequences >= ENOUGH {
                break;
            }
        }
        println!();
    }
}

/// The position after `plies` of a game of pseudo-random moves.
fn along_a_random_game(seed: u64, plies: usize) -> Position {
    let mut state = seed;
    let mut game = Game::new();
    while game.moves().len() < plies && !game.is_over() {
        let moves: Vec<_> = game.position().board().legal_moves().iter().collect();
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let attempt = match moves.len() {
            0 => Move::Pass,
            count => Move::Place(moves[(state >> 33) as usize % count]),
        };
        game.play(attempt).expect("the move was chosen among the legal ones");
    }
    game.position()
}
