//! Packed weights: ways to fill a shape that mirror each other share one weight.

use std::sync::LazyLock;

use outflank_core::Board;
use outflank_core::gather::Places;

use super::PatternState;
use super::layout::{INSTANCES, PHASE_SIZE, PLACES, turned};
use super::shape::{SHAPES, Shape};

/// The map from the weights of a phase to the packed weights.
pub struct Packing {
    /// The packed weight of every number of a phase, except the last, which is
    /// for lanes without an instance.
    packed: Vec<u32>,
    len: usize,
}

impl Packing {
    /// The packing of all shapes.
    pub fn get() -> &'static Self {
        static PACKING: LazyLock<Packing> = LazyLock::new(Packing::new);
        &PACKING
    }

    /// The number of packed weights of a phase.
    #[expect(clippy::len_without_is_empty, reason = "a packing is never empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The packed weight of each number of a phase.
    pub(super) fn places(&self) -> &[u32] {
        &self.packed
    }

    /// The packed weights of a board. Their sum is its value.
    pub fn weights_of(&self, board: Board) -> [u32; INSTANCES] {
        let indices = PatternState::of(board).0;
        std::array::from_fn(|lane| {
            let place = PLACES.lanes()[lane] as usize - Places::MARGIN;
            self.packed[place.wrapping_add_signed(indices.0[lane].into())]
        })
    }

    fn new() -> Self {
        let mut packed = Vec::with_capacity(PHASE_SIZE);
        let mut len = 0;
        for shape in &SHAPES {
            let images: Vec<_> = mirrors(shape).iter().map(|mirror| images(mirror)).collect();
            let start = packed.len();
            for number in 0..shape.ways() {
                let twin = images.iter().map(|image| image[number] as usize).min();
                let twin = twin.unwrap_or(number).min(number);
                if twin < number {
                    packed.push(packed[start + twin]);
                } else {
                    packed.push(len as u32);
                    len += 1;
                }
            }
        }
        Self { packed, len }
    }
}

/// Every number of a shape after its squares are put in another order. Each digit
/// moves by itself, so the images of longer numbers are those of shorter ones
/// plus a constant.
fn images(order: &[usize]) -> Vec<u32> {
    let mut images = vec![0];
    for digit in 0..order.len() {
        let place = order.iter().position(|from| *from == digit);
        let power = 3_u32.pow(place.expect("an order names every square") as u32);
        let shorter = images.len();
        for times in 1..3 {
            images.extend_from_within(..shorter);
            images[times * shorter..].iter_mut().for_each(|image| *image += times as u32 * power);
        }
    }
    images
}

/// The orders of the squares under the symmetries that map the shape to itself.
fn mirrors(shape: &Shape) -> Vec<Vec<usize>> {
    let own = &shape.squares[..shape.len];
    (1..8)
        .filter_map(|symmetry| {
            let image = turned(shape, symmetry);
            own.iter()
                .map(|square| image[..shape.len].iter().position(|other| other == square))
                .collect()
        })
        .collect()
}
