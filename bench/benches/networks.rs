//! Predictions a second of one network, computed by outflank and by frameworks for machine learning,
//! in one run on one thread:
//! `cargo bench --manifest-path bench/Cargo.toml --features frameworks --bench networks`.
//!
//! All have the same random weights, and must predict the same before they are measured. tract reads
//! the ONNX file of the network and optimises it for each batch size. For burn and candle the layers
//! are written by hand. The frameworks get the planes of the boards ready made; `outflank` computes
//! them, with the legal moves, in the measured time.

use std::hint::black_box;

use outflank_core::Board;
use outflank_net::{Inference, Network, NetworkShape};
use rustix::time::{ClockId, clock_gettime};

use crate::boards::{planes, sample};
use crate::outputs::Outputs;
use crate::weights::Weights;
use crate::with_burn::BurnNetwork;
use crate::with_candle::CandleNetwork;
use crate::with_tract::TractNetwork;

#[path = "networks/boards.rs"]
mod boards;
#[path = "networks/outputs.rs"]
mod outputs;
#[path = "networks/weights.rs"]
mod weights;
#[path = "networks/with_burn.rs"]
mod with_burn;
#[path = "networks/with_candle.rs"]
mod with_candle;
#[path = "networks/with_tract.rs"]
mod with_tract;

const SHAPES: [NetworkShape; 3] =
    [NetworkShape::TINY, NetworkShape::SMALL, NetworkShape { blocks: 4, channels: 64 }];
const BATCHES: [usize; 3] = [1, 32, 256];
/// How often each network is measured, in turn with the others.
const ROUNDS: usize = 4;
/// The seconds of a measurement.
const ROUND: f64 = 0.2;
/// The shortest time from which a rate is computed, in seconds.
const SHORTEST: f64 = 0.01;

/// Predicts a batch of boards.
type Work<'a> = Box<dyn FnMut() + 'a>;

fn main() {
    use_one_thread();
    println!("predictions a second on one thread, and ours as a multiple of the fastest other");
    println!("network  batch  outflank     tract      burn    candle  multiple");
    for shape in SHAPES {
        let network = Network::random(shape, 1);
        let file = network.to_onnx();
        let weights = Weights::of(&file);
        for batch in BATCHES {
            let boards = sample(batch);
            let rates = rates(&network, &file, &weights, &boards);
            let fastest_other = rates[1..].iter().copied().fold(0.0, f64::max);
            print!("{:<7} {batch:>6}", shape.to_string());
            for rate in rates {
                print!(" {rate:>9.0}");
            }
            println!(" {:>9.1}", rates[0] / fastest_other);
        }
    }
    let (process, thread) = (seconds(ClockId::ProcessCPUTime), seconds(ClockId::ThreadCPUTime));
    assert!(process < 1.01 * thread, "other threads ran for {} seconds", process - thread);
}

/// Keeps the frameworks on this thread: candle asks the environment, and the work of rayon is done
/// by a pool of this thread alone. tract and burn use no threads by default.
fn use_one_thread() {
    // SAFETY: No other thread is running yet.
    unsafe { std::env::set_var("RAYON_NUM_THREADS", "1") };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("nothing has used rayon before");
}

/// The rates of outflank, tract, burn and candle.
fn rates(network: &Network, file: &[u8], weights: &Weights, boards: &[Board]) -> [f64; 4] {
    let planes = planes(boards);
    let mut ours = Inference::new(network);
    let mut tract = TractNetwork::new(file, boards.len());
    let burn = BurnNetwork::new(weights);
    let candle = CandleNetwork::new(weights);

    let expected = ours.predict(boards);
    tract.predict(&planes).assert_agree("tract", &expected);
    burn.predict(&planes).assert_agree("burn", &expected);
    candle.predict(&planes).assert_agree("candle", &expected);

    let mut works: [Work; 4] = [
        Box::new(|| drop(black_box(ours.predict(black_box(boards))))),
        Box::new(|| drop(black_box(tract.predict(black_box(&planes))))),
        Box::new(|| drop(black_box(burn.predict(black_box(&planes))))),
        Box::new(|| drop(black_box(candle.predict(black_box(&planes))))),
    ];
    let mut best = [0.0_f64; 4];
    for _ in 0..ROUNDS {
        for (best, work) in best.iter_mut().zip(&mut works) {
            *best = best.max(rate(boards.len(), work));
        }
    }
    best
}

/// How many of `batch` boards a second `work` does: the fastest of many short times, because other
/// programs use the caches of this machine too.
fn rate(batch: usize, work: &mut Work) -> f64 {
    let batch = u32::try_from(batch).expect("a batch is small");
    work();
    let (begin, mut best) = (processor_time(), 0.0_f64);
    while processor_time() - begin < ROUND {
        let (start, mut count, mut time) = (processor_time(), 0, 0.0);
        while time < SHORTEST {
            work();
            count += batch;
            time = processor_time() - start;
        }
        best = best.max(f64::from(count) / time);
    }
    best
}

/// The seconds that this thread has had a processor.
fn processor_time() -> f64 {
    seconds(ClockId::ThreadCPUTime)
}

fn seconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    std::time::Duration::try_from(time).expect("time is not negative").as_secs_f64()
}
