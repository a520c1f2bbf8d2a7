//! Measures inferences a second: `cargo run --release -p outflank-net --example speed`.

use std::time::Instant;

use outflank_core::Board;
use outflank_net::{Inference, Network, NetworkShape};

fn main() {
    println!("{:<8} {:>7} {:>7} {:>7}   inferences a second at batch 1, 32, 256", "network", 1, 32, 256);
    let tower = NetworkShape { blocks: 4, channels: 64 };
    let shapes = NetworkShape::PRESETS.map(|(_, shape)| shape);
    for shape in shapes.into_iter().chain([tower]) {
        let mut inference = Inference::new(&Network::random(shape, 1));
        let rates = [1, 32, 256].map(|batch| {
            let boards = vec![Board::START; batch];
            inference.predict(&boards);
            let (start, mut count) = (Instant::now(), 0);
            while start.elapsed().as_secs_f64() < 1.0 {
                inference.predict(&boards);
                count += batch;
            }
            count as f64 / start.elapsed().as_secs_f64()
        });
        println!("{:<8} {:>7.0} {:>7.0} {:>7.0}", shape.to_string(), rates[0], rates[1], rates[2]);
    }
}
