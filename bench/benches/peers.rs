//! Move generation beside the crates `magpie` and `rust_reversi_core`, in one
//! run: legal moves, playing a move, and perft to depth 8 with every leaf made.
//!
//! All three work on the same positions and squares, taken from random games.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use magpie::othello::{Board as MagpieBoard, Position as MagpieSquare, Stone};
use outflank_core::{Board, InstructionSet, Kernel, Square, Task, perft_on};
use rust_reversi_core::board::{Board as RustReversiBoard, Turn};

/// Positions of random games with one legal move each, spread by a fixed rule
/// so that every run sees the same.
fn sample() -> Vec<(Board, Square)> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut sample = Vec::new();
    while sample.len() < 4096 {
        let mut board = Board::START;
        while !board.is_over() && sample.len() < 4096 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                board = board.pass();
                continue;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let pick = (state >> 33) as usize % moves.len() as usize;
            let square = moves.iter().nth(pick).expect("the pick is below the count");
            sample.push((board, square));
            board = board.play(square).expect("the square is legal");
        }
    }
    sample
}

fn magpie(board: Board) -> MagpieBoard {
    MagpieBoard::try_from((mirrored(board.own().bits()), mirrored(board.opp().bits())))
        .expect("the discs are apart")
}

/// magpie counts squares from the other end.
fn mirrored(bits: u64) -> u64 {
    bits.reverse_bits()
}

fn magpie_square(square: Square) -> MagpieSquare {
    MagpieSquare::try_from(mirrored(square.bitboard().bits())).expect("one square")
}

fn rust_reversi(board: Board) -> RustReversiBoard {
    let mut peer = RustReversiBoard::new();
    peer.set_board(mirrored(board.own().bits()), mirrored(board.opp().bits()), Turn::Black);
    peer
}

struct AllLegalMoves<'a>(&'a [(Board, Square)]);

impl Task for AllLegalMoves<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        self.0.iter().fold(0, |sum, (board, _)| sum ^ board.legal_moves_on(kernel).bits())
    }
}

struct PlayAll<'a>(&'a [(Board, Square)]);

impl Task for PlayAll<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        self.0.iter().fold(0, |sum, (board, square)| {
            sum ^ board.play_flips(*square, board.flips_on(kernel, *square)).own().bits()
        })
    }
}

fn legal_moves(c: &mut Criterion) {
    let sample = sample();
    let magpies: Vec<_> = sample.iter().map(|(board, _)| magpie(*board)).collect();
    let rust_reversis: Vec<_> = sample.iter().map(|(board, _)| rust_reversi(*board)).collect();
    let expected = sample.iter().fold(0, |sum, (board, _)| sum ^ board.legal_moves().bits());

    let mut group = c.benchmark_group("legal_moves");
    group.throughput(Throughput::Elements(sample.len() as u64));
    for set in InstructionSet::supported() {
        assert_eq!(set.run(AllLegalMoves(&sample)), expected);
        group.bench_function(BenchmarkId::new("outflank task", set), |b| {
            b.iter(|| set.run(AllLegalMoves(black_box(&sample))));
        });
    }
    group.bench_function("outflank call", |b| {
        b.iter(|| {
            black_box(&sample).iter().fold(0, |sum, (board, _)| sum ^ board.legal_moves().bits())
        });
    });
    let run_magpie = || {
        black_box(&magpies).iter().fold(0, |sum, board| sum ^ board.moves_for(Stone::Black).raw())
    };
    assert_eq!(mirrored(run_magpie()), expected);
    group.bench_function("magpie", |b| b.iter(run_magpie));
    // The peer keeps the moves it has found, so each pass works on a fresh copy.
    let run_rust_reversi = || {
        black_box(&rust_reversis).iter().fold(0, |sum, board| sum ^ board.clone().get_legal_moves())
    };
    assert_eq!(mirrored(run_rust_reversi()), expected);
    group.bench_function("rust_reversi_core", |b| b.iter(run_rust_reversi));
    group.finish();
}

fn play(c: &mut Criterion) {
    let sample = sample();
    let magpies: Vec<_> =
        sample.iter().map(|(board, square)| (magpie(*board), magpie_square(*square))).collect();
    let rust_reversis: Vec<_> = sample
        .iter()
        .map(|(board, square)| {
            let mut peer = rust_reversi(*board);
            // The peer checks that a move is legal against the moves it keeps.
            // With them found beforehand, only the move itself is measured.
            peer.get_legal_moves();
            (peer, 63 - mirrored(square.bitboard().bits()).trailing_zeros() as usize)
        })
        .collect();
    let expected = sample.iter().fold(0, |sum, (board, square)| {
        sum ^ board.play(*square).expect("the square is legal").own().bits()
    });

    let mut group = c.benchmark_group("play");
    group.throughput(Throughput::Elements(sample.len() as u64));
    for set in InstructionSet::supported() {
        assert_eq!(set.run(PlayAll(&sample)), expected);
        group.bench_function(BenchmarkId::new("outflank task", set), |b| {
            b.iter(|| set.run(PlayAll(black_box(&sample))));
        });
    }
    group.bench_function("outflank call", |b| {
        b.iter(|| {
            black_box(&sample).iter().fold(0, |sum, (board, square)| {
                sum ^ board.play(*square).map_or(0, |next| next.own().bits())
            })
        });
    });
    let run_magpie = || {
        black_box(&magpies).iter().fold(0, |sum, (board, square)| {
            let mut board = board.clone();
            board.play(Stone::Black, *square);
            sum ^ board.bits_for(Stone::White).raw()
        })
    };
    assert_eq!(mirrored(run_magpie()), expected);
    group.bench_function("magpie", |b| b.iter(run_magpie));
    let run_rust_reversi = || {
        black_box(&rust_reversis).iter().fold(0, |sum, (board, square)| {
            let mut board = board.clone();
            board.do_move(*square).expect("the square is legal");
            sum ^ board.get_board().0
        })
    };
    assert_eq!(mirrored(run_rust_reversi()), expected);
    group.bench_function("rust_reversi_core", |b| b.iter(run_rust_reversi));
    group.finish();
}

const DEPTH: u32 = 8;
const LEAVES: u64 = 390_216;

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft8");
    group.sample_size(20);
    group.throughput(Throughput::Elements(LEAVES));
    for set in InstructionSet::supported() {
        assert_eq!(perft_on(set, Board::START, DEPTH), LEAVES);
        group.bench_function(BenchmarkId::new("outflank", set), |b| {
            b.iter(|| perft_on(set, black_box(Board::START), DEPTH));
        });
    }
    let start = MagpieBoard::standard();
    assert_eq!(magpie_perft(&start, Stone::Black, DEPTH), LEAVES);
    group.bench_function("magpie", |b| {
        b.iter(|| magpie_perft(black_box(&start), Stone::Black, DEPTH));
    });
    let start = RustReversiBoard::new();
    assert_eq!(rust_reversi_perft(start.clone(), DEPTH), LEAVES);
    group.bench_function("rust_reversi_core", |b| {
        b.iter(|| rust_reversi_perft(black_box(start.clone()), DEPTH));
    });
    group.finish();
}

fn magpie_perft(board: &MagpieBoard, stone: Stone, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves_for(stone);
    if moves == 0 {
        if board.moves_for(stone.flip()) == 0 {
            return 1;
        }
        return magpie_perft(board, stone.flip(), depth - 1);
    }
    let mut leaves = 0;
    for square in moves.hot_bits() {
        let mut next = board.clone();
        next.play(stone, square);
        leaves += magpie_perft(&next, stone.flip(), depth - 1);
    }
    leaves
}

fn rust_reversi_perft(mut board: RustReversiBoard, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = board.get_legal_moves();
    if moves == 0 {
        if board.is_game_over() {
            return 1;
        }
        board.do_pass().expect("there is no move");
        return rust_reversi_perft(board, depth - 1);
    }
    let mut leaves = 0;
    while moves != 0 {
        let square = moves.leading_zeros() as usize;
        moves ^= 1 << (63 - square);
        let mut next = board.clone();
        next.do_move(square).expect("the square is legal");
        leaves += rust_reversi_perft(next, depth - 1);
    }
    leaves
}

criterion_group!(benches, legal_moves, play, perft);
criterion_main!(benches);
