//! Measures inferences a second: `cargo run --release -p outflank-net --example speed`.

use outflank_core::Board;
use outflank_net::{Inference, Network, NetworkShape};

/// The seconds that this process has had a processor.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux counts time");
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    nanoseconds.expect("the first number is the time") / 1e9
}

fn main() {
    println!(
        "{:<8} {:>7} {:>7} {:>7}   inferences a second at batch 1, 32, 256",
        "network", 1, 32, 256
    );
    let tower = NetworkShape { blocks: 4, channels: 64 };
    let shapes = NetworkShape::PRESETS.map(|(_, shape)| shape);
    for shape in shapes.into_iter().chain([tower]) {
        let mut inference = Inference::new(&Network::random(shape, 1));
        let rates = [1, 32, 256].map(|batch| {
            let boards = vec![Board::START; batch];
            inference.predict(&boards);
            let (start, mut count) = (processor_time(), 0);
            while processor_time() - start < 1.0 {
                inference.predict(&boards);
                count += batch;
            }
            count as f64 / (processor_time() - start)
        });
        println!("{:<8} {:>7.0} {:>7.0} {:>7.0}", shape.to_string(), rates[0], rates[1], rates[2]);
    }
}
