//! The place of each instance of a shape in the weights.
//!
//! A way to fill a shape is a number in balanced ternary: a square adds its
//! power of three if it is own, and subtracts it if it is the opponent's. So the
//! numbers of the other side are the same numbers negated, and a disc that turns
//! adds twice its power.

use outflank_core::gather::{Indices, LANES, Places};

use super::shape::{MAX_SQUARES, SHAPES, Shape};

/// The layout of one phase of the weights.
pub(super) const LAYOUT: Layout = Layout::new();

/// The number of weights of one phase: all ways to fill all shapes, and a zero
/// for lanes without an instance.
pub(super) const PHASE_SIZE: usize = LAYOUT.size;

/// The number of instances.
pub(super) const INSTANCES: usize = LAYOUT.instances;

/// The places of the lanes in the table. A constant, so that a kernel knows each place when it
/// is compiled.
pub(super) const PLACES: Places = Places::new(LAYOUT.places);

/// The change of every lane when an own disc is placed on a square.
pub(super) static PLACED: [Indices; 64] = LAYOUT.by_square(1);

/// The change of every lane when a disc turns to own.
pub(super) static TURNED: [Indices; 64] = LAYOUT.by_square(2);

pub(super) struct Layout {
    places: [u32; LANES],
    /// The power of three of each square in each lane.
    powers: [[i16; LANES]; 64],
    instances: usize,
    size: usize,
}

impl Layout {
    const fn new() -> Self {
        let mut layout =
            Self { places: [0; LANES], powers: [[0; LANES]; 64], instances: 0, size: 0 };
        let mut at = 0;
        while at < SHAPES.len() {
            layout.add(&SHAPES[at]);
            at += 1;
        }
        // Lanes without an instance read a zero.
        let mut lane = layout.instances;
        while lane < LANES {
            layout.places[lane] = (Places::MARGIN + layout.size) as u32;
            lane += 1;
        }
        layout.size += 1;
        layout
    }

    /// Adds the instances of a shape.
    const fn add(&mut self, shape: &Shape) {
        let first = self.instances;
        let mut symmetry = 0;
        while symmetry < 8 {
            let squares = turned(shape, symmetry);
            if !self.has_instance(first, &squares, shape.len) {
                let center = self.size + shape.ways() / 2;
                self.places[self.instances] = (Places::MARGIN + center) as u32;
                let mut at = 0;
                while at < shape.len {
                    self.powers[squares[at] as usize][self.instances] = 3_i16.pow(at as u32);
                    at += 1;
                }
                self.instances += 1;
            }
            symmetry += 1;
        }
        self.size += shape.ways();
    }

    /// Whether an instance since `first` covers exactly these squares.
    const fn has_instance(&self, first: usize, squares: &[u8; MAX_SQUARES], len: usize) -> bool {
        let mut lane = first;
        while lane < self.instances {
            let mut covered = 0;
            let mut at = 0;
            while at < len {
                covered += (self.powers[squares[at] as usize][lane] != 0) as usize;
                at += 1;
            }
            if covered == len {
                return true;
            }
            lane += 1;
        }
        false
    }

    const fn by_square(&self, times: i16) -> [Indices; 64] {
        let mut all = [Indices([0; LANES]); 64];
        let mut square = 0;
        while square < 64 {
            let mut lane = 0;
            while lane < LANES {
                // An overflow is undone by the disc that was there before.
                all[square].0[lane] = times.wrapping_mul(self.powers[square][lane]);
                lane += 1;
            }
            square += 1;
        }
        all
    }
}

/// The squares of a shape under one of the eight symmetries.
pub(super) const fn turned(shape: &Shape, symmetry: usize) -> [u8; MAX_SQUARES] {
    let mut squares = shape.squares;
    let mut at = 0;
    while at < shape.len {
        let (mut row, mut column) = (squares[at] / 8, squares[at] % 8);
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        if symmetry & 2 != 0 {
            row = 7 - row;
        }
        if symmetry & 1 != 0 {
            column = 7 - column;
        }
        squares[at] = row * 8 + column;
        at += 1;
    }
    squares
}
