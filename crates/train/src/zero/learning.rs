//! The training of a generation: steps of the optimiser over the window.

use outflank_core::Symmetry;
use outflank_net::{LossSums, Trainee, gradient};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::ZeroSettings;
use super::sample::ZeroSample;

/// The streams of training are apart from those of games.
const STREAM: u64 = 1 << 62;

/// Trains with positions of the window, of which `new` are of this generation. Returns the sums
/// of the losses of all steps. `on_step` is called with the number of steps done and to do.
pub(super) fn learn(
    settings: &ZeroSettings,
    generation: u32,
    trainee: &mut Trainee,
    window: &[ZeroSample],
    new: usize,
    on_step: &(dyn Fn(u64, u64) + Sync),
) -> LossSums {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    random.set_stream(STREAM | u64::from(generation));
    let steps = (new as u64 * u64::from(settings.passes)).div_ceil(settings.batch as u64);
    let rate = settings.rate(generation);
    let mut sums = LossSums::default();
    for step in 0..steps {
        let mut examples = Vec::with_capacity(settings.batch);
        while examples.len() < settings.batch {
            let sample = window.choose(&mut random).expect("a generation has positions");
            let symmetry = Symmetry::ALL.choose(&mut random).expect("there are eight");
            examples.push(sample.example().mirrored(*symmetry));
        }
        let (gradient, losses) = gradient(trainee.network(), &examples);
        sums += losses;
        trainee.step(&gradient, rate);
        on_step(step + 1, steps);
    }
    sums
}
