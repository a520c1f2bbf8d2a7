//! Reads and writes files of all formats.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use outflank_formats::wthor::{NameKind, Names, names_beside, read_names, write_names};
use outflank_formats::{Format, Item, ReadError, ReadOptions, Writer};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::attend::SIGNAL_CHECK_INTERVAL;
use crate::error::{file_error, value_error};
use crate::input::TurnArg;
use crate::process::Process;
use crate::record::{Problem, Record};
use crate::rule::RuleArg;

/// The number of games that are read ahead.
const AHEAD: usize = 64;
/// The number of bytes that are read to detect the format of a file.
const BEGINNING: u64 = 1 << 16;

/// Reads the bytes of a file in any format, one game or position at a time.
#[pyfunction]
#[pyo3(
    signature = (
        data, format=None, rules=RuleArg::REVERSI, turn=TurnArg::BLACK, players=None,
        tournaments=None
    ),
    text_signature = "(data, format=None, rules='reversi', turn='black', players=None, \
                      tournaments=None)"
)]
pub(crate) fn read_bytes(
    data: Vec<u8>,
    format: Option<&str>,
    rules: RuleArg,
    turn: TurnArg,
    players: Option<PathBuf>,
    tournaments: Option<PathBuf>,
) -> PyResult<Reading> {
    let format = match named(format)? {
        Some(format) => format,
        None => told_by(&data, "the data")?,
    };
    let names = names(format, None, [players, tournaments])?;
    Reading::new(Cursor::new(data), format, options(rules, turn, names), None)
}

/// Reads a file in any format, one game or position at a time.
///
/// A WTHOR file takes its names from `players` and `tournaments`, or else from
/// the `.jou` and `.trn` file beside it.
#[pyfunction]
#[pyo3(
    signature = (
        path, format=None, rules=RuleArg::REVERSI, turn=TurnArg::BLACK, players=None,
        tournaments=None
    ),
    text_signature = "(path, format=None, rules='reversi', turn='black', players=None, \
                      tournaments=None)"
)]
pub(crate) fn read_file(
    path: PathBuf,
    format: Option<&str>,
    rules: RuleArg,
    turn: TurnArg,
    players: Option<PathBuf>,
    tournaments: Option<PathBuf>,
) -> PyResult<Reading> {
    let failed = |error| file_error(&path, &error);
    let file = File::open(&path).map_err(failed)?;
    let told = path.extension().and_then(|extension| extension.to_str());
    let format =
        if let Some(format) = named(format)?.or_else(|| told.and_then(Format::from_extension)) {
            format
        } else {
            let mut beginning = Vec::new();
            let file = File::open(&path).map_err(failed)?;
            file.take(BEGINNING).read_to_end(&mut beginning).map_err(failed)?;
            told_by(&beginning, &path.display().to_string())?
        };
    let names = names(format, Some(&path), [players, tournaments])?;
    let name = path.display().to_string();
    Reading::new(BufReader::new(file), format, options(rules, turn, names), Some(name))
}

/// The names of a WTHOR file: those given, or else those beside the file.
fn names(format: Format, path: Option<&Path>, given: [Option<PathBuf>; 2]) -> PyResult<Names> {
    if format != Format::Wthor {
        if given.iter().any(Option::is_some) {
            return Err(value_error(format!(
                "players and tournaments are files of names for wthor, not for {format}"
            )));
        }
        return Ok(Names::default());
    }
    let read = |kind, given: Option<PathBuf>| -> PyResult<Vec<String>> {
        let beside = || path.map_or(Ok(None), |path| names_beside(path, kind));
        let Some(path) = given.map_or_else(beside, |given| Ok(Some(given)))? else {
            return Ok(Vec::new());
        };
        let file = File::open(&path).map_err(|error| file_error(&path, &error))?;
        let names = read_names(BufReader::new(file), kind);
        names.map_err(|error| value_error(format!("{}: {error}", path.display())))
    };
    let [players, tournaments] = given;
    Ok(Names {
        players: read(NameKind::Player, players)?,
        tournaments: read(NameKind::Tournament, tournaments)?,
    })
}

/// The bytes of a file with these games or positions, and of the files that
/// belong beside it, by their extensions.
#[pyfunction]
pub(crate) fn write_bytes<'py>(
    py: Python<'py>,
    items: &Bound<'py, PyAny>,
    format: &str,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyDict>)> {
    let mut out = Cursor::new(Vec::new());
    let mut writer = Writer::new(parsed(format)?, &mut out).map_err(value_error)?;
    for (number, item) in (1..).zip(items.try_iter()?) {
        let failed = |error| value_error(format!("item {number}: {error}"));
        writer.write(item_of(&item?)?).map_err(failed)?;
    }
    let names = writer.finish().map_err(value_error)?;
    let beside = PyDict::new(py);
    for (kind, names) in names.into_iter().flat_map(|names| {
        [(NameKind::Player, names.players), (NameKind::Tournament, names.tournaments)]
    }) {
        let mut bytes = Vec::new();
        write_names(&mut bytes, kind, &names).map_err(value_error)?;
        beside.set_item(kind.extension(), PyBytes::new(py, &bytes))?;
    }
    Ok((PyBytes::new(py, out.get_ref()), beside))
}

/// Detects the format of a text and returns its name; None if it is unknown.
#[pyfunction]
pub(crate) fn detect(text: &str) -> Option<&'static str> {
    outflank_formats::detect(text).map(Format::name)
}

/// The name of the format of files with this extension; None if there is none.
#[pyfunction]
pub(crate) fn format_of_extension(extension: &str) -> Option<&'static str> {
    Format::from_extension(extension).map(Format::name)
}

/// The names of all formats.
#[pyfunction]
pub(crate) fn format_names() -> Vec<&'static str> {
    Format::ALL.map(Format::name).to_vec()
}

fn named(format: Option<&str>) -> PyResult<Option<Format>> {
    format.map(parsed).transpose()
}

fn parsed(format: &str) -> PyResult<Format> {
    format.parse().map_err(value_error)
}

fn told_by(data: &[u8], what: &str) -> PyResult<Format> {
    let told = outflank_formats::detect(&String::from_utf8_lossy(data));
    let sentence = || format!("the format of {what} cannot be detected: name it");
    told.ok_or_else(|| value_error(sentence()))
}

fn options(rules: RuleArg, turn: TurnArg, names: Names) -> ReadOptions {
    ReadOptions { rule: rules.0, to_move: turn.0, names }
}

/// The item to write for a record, a problem, a game or a board.
fn item_of(object: &Bound<'_, PyAny>) -> PyResult<Item> {
    if let Ok(record) = object.cast::<Record>() {
        return Ok(record.get().0.clone().into());
    }
    if let Ok(problem) = object.cast::<Problem>() {
        return Ok(problem.get().0.clone().into());
    }
    if let Ok(game) = object.cast::<crate::game::Game>() {
        let game = game.try_borrow()?;
        return Ok(outflank_formats::Record::of_game(game.rule, game.game.clone()).into());
    }
    if let Ok(board) = object.cast::<crate::board::Board>() {
        let rule = RuleArg::REVERSI.0;
        return Ok(outflank_formats::Problem::new(rule, board.get().0).into());
    }
    let kind = object.get_type().name()?;
    Err(pyo3::exceptions::PyTypeError::new_err(format!(
        "expected a Record, a Problem, a Game or a Board to write, found {kind}"
    )))
}

/// An iterator over the games and positions of a file.
///
/// A broken game raises `ValueError`; the next one can still be read.
#[pyclass(frozen, module = "outflank.formats")]
pub(crate) struct Reading {
    items: Mutex<Receiver<Result<Item, ReadError>>>,
    process: Process,
    /// The name of the file, for errors.
    name: Option<String>,
}

impl Reading {
    fn new<R: std::io::BufRead + Send + 'static>(
        reader: R,
        format: Format,
        options: ReadOptions,
        name: Option<String>,
    ) -> PyResult<Self> {
        let (sender, receiver) = sync_channel(AHEAD);
        // A reader cannot move between threads, but Python objects can.
        thread::Builder::new().spawn(move || {
            for item in outflank_formats::read(format, reader, options) {
                if sender.send(item).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { items: Mutex::new(receiver), process: Process::this(), name })
    }
}

#[pymethods]
impl Reading {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.process.check("this reader")?;
        let next = || {
            self.items
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .recv_timeout(SIGNAL_CHECK_INTERVAL)
        };
        let item = loop {
            match py.detach(next) {
                Ok(item) => break item,
                // Reading from a pipe may take long.
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        };
        let failed = |error: ReadError| match &self.name {
            Some(name) => value_error(format!("{name}: {error}")),
            None => value_error(error),
        };
        Ok(Some(match item.map_err(failed)? {
            Item::Game(record) => Record(*record).into_pyobject(py)?.into_any(),
            Item::Problem(problem) => Problem(problem).into_pyobject(py)?.into_any(),
        }))
    }
}
