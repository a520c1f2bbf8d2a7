//! Measures a network on each instruction set:
//! `CARGO_PROFILE_RELEASE_LTO=off cargo run --release -p outflank-net --example speed`.
//! An argument such as `4x32` or `avx512` measures only what it names.

use outflank_core::{Bitboard, Board, InstructionSet};
use outflank_net::{Example, Inference, Network, NetworkShape, gradient};

/// The seconds that this thread has had a processor.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts time");
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    nanoseconds.expect("the first number is the time") / 1e9
}

/// How many of `batch` that a call of `work` does are done in a second: the fastest of many short
/// times, because other programs use the caches of this machine too.
fn rate(batch: usize, mut work: impl FnMut()) -> f64 {
    work();
    let (begin, mut best) = (processor_time(), 0.0_f64);
    while processor_time() - begin < 0.6 {
        let (start, mut count) = (processor_time(), 0);
        while processor_time() - start < 0.01 {
            work();
            count += batch;
        }
        best = best.max(count as f64 / (processor_time() - start));
    }
    best
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!("predictions a second at batch 1, 8, 32, 256, and examples of training at batch 128");
    let tower = NetworkShape { blocks: 4, channels: 64 };
    let shapes = NetworkShape::PRESETS.map(|(_, shape)| shape);
    let example = Example {
        board: Board::START,
        moves: None,
        outcome: [0.5, 0.2, 0.3],
        score: 4,
        own_at_end: Bitboard::new(!0),
        opponent_at_end: Bitboard::EMPTY,
    };
    let examples = vec![example; 128];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    let pool = pool.expect("a pool of this thread");
    for shape in shapes.into_iter().chain([tower]) {
        let network = Network::random(shape, 1);
        for set in InstructionSet::supported() {
            let names = [shape.to_string(), set.to_string()];
            if !wanted.iter().all(|wanted| names.contains(wanted)) {
                continue;
            }
            let mut inference = Inference::on(set, &network);
            let rates = [1, 8, 32, 256].map(|batch| {
                let boards = vec![Board::START; batch];
                rate(batch, || drop(inference.predict(&boards)))
            });
            print!("{:<8} {set:<10}", shape.to_string());
            for rate in rates {
                print!(" {rate:>7.0}");
            }
            if set == InstructionSet::best() {
                let training = rate(128, || drop(pool.install(|| gradient(&network, &examples))));
                print!(" {training:>7.0}");
            }
            println!();
        }
    }
}
