//! A network.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use outflank_net::{Inference, Network, NetworkFile, NetworkProvenance, NetworkShape, Prediction};
use outflank_zero::shipped_network;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::boards;
use crate::error::{file_error, value_error};
use crate::input::{self, Number, whole};
use crate::rule::{Rule, RuleArg};

/// Policies, outcomes and scores of some boards, one after another.
type Predicted<'py> =
    (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>);

/// A network with its game; use it through `outflank.zero.Network`.
#[pyclass(frozen, module = "outflank._outflank")]
pub(crate) struct Net {
    pub(super) file: NetworkFile,
    inference: Mutex<Inference>,
}

impl Net {
    fn of(file: NetworkFile) -> Self {
        let inference = Mutex::new(Inference::new(&file.network));
        Self { file, inference }
    }
}

#[pymethods]
impl Net {
    /// A network with random numbers.
    #[new]
    fn new(
        rules: RuleArg,
        blocks: Number<'_>,
        channels: Number<'_>,
        seed: Number<'_>,
    ) -> PyResult<Self> {
        let (blocks, channels) =
            (whole("blocks", &blocks, 1..=64)?, whole("channels", &channels, 16..=256)?);
        let shape = NetworkShape { blocks, channels };
        if !shape.is_valid() {
            return Err(value_error(format!("channels is {channels}, expected a multiple of 16")));
        }
        let seed = input::seed(&seed)?;
        let provenance = NetworkProvenance { seed, ..NetworkProvenance::default() };
        let network = Network::random(shape, seed);
        Ok(Self::of(NetworkFile { rule: rules.0, provenance, network }))
    }

    /// Reads a file.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        let bytes = fs::read(&path).map_err(|error| file_error(&path, &error))?;
        let named = |error| value_error(format!("{}: {error}", path.display()));
        NetworkFile::of_any_rule(&bytes).map(Self::of).map_err(named)
    }

    /// The network of a game that ships with the package.
    #[staticmethod]
    fn shipped(rules: RuleArg) -> Self {
        Self::of(shipped_network(rules.0))
    }

    /// Reads the bytes of a file.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        NetworkFile::of_any_rule(data).map(Self::of).map_err(value_error)
    }

    /// The bytes of its file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.file.to_bytes())
    }

    /// Writes a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        fs::write(&path, self.file.to_bytes()).map_err(|error| file_error(&path, &error))
    }

    /// The game.
    #[getter]
    fn rules(&self) -> Rule {
        self.file.rule.into()
    }

    /// The numbers of blocks and channels.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        let NetworkShape { blocks, channels } = self.file.network.shape();
        (blocks, channels)
    }

    /// The generation of its run, the games before it and the steps of its training.
    #[getter]
    fn provenance(&self) -> (u32, u64, u64) {
        let NetworkProvenance { generation, games, steps, .. } = self.file.provenance;
        (generation, games, steps)
    }

    /// The probabilities of moves, those of win, draw and loss, and the expected scores.
    fn predict<'py>(
        &self,
        py: Python<'py>,
        own: PyReadonlyArray1<'py, u64>,
        opp: PyReadonlyArray1<'py, u64>,
    ) -> PyResult<Predicted<'py>> {
        let boards = boards(&own, &opp)?;
        let predictions = py.detach(|| {
            let mut inference = self.inference.lock().unwrap_or_else(PoisonError::into_inner);
            inference.predict(&boards)
        });
        let each = predictions.iter().zip(&boards);
        let policies: Vec<f32> = each.flat_map(|(one, board)| policy(one, *board)).collect();
        let outcomes: Vec<f32> = predictions.iter().flat_map(|one| one.outcome).collect();
        let scores: Vec<f32> = predictions.iter().map(|one| one.score).collect();
        Ok((policies.into_pyarray(py), outcomes.into_pyarray(py), scores.into_pyarray(py)))
    }
}

/// The probabilities of the legal moves.
fn policy(prediction: &Prediction, board: outflank_core::Board) -> [f32; 64] {
    let mut policy = [0.0; 64];
    let moves = board.legal_moves();
    let number = |square: outflank_core::Square| prediction.moves[square.index()];
    let highest = moves.iter().map(number).fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = moves.iter().map(|square| (number(square) - highest).exp()).sum();
    for square in moves {
        policy[square.index()] = (number(square) - highest).exp() / sum;
    }
    policy
}
