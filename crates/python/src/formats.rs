//! Files of all formats, read and written.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use outflank_formats::{Format, Item, ReadError, ReadOptions, Writer};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::attend::LOOK;
use crate::error::value_error;
use crate::input::TurnArg;
use crate::process::Process;
use crate::record::{Problem, Record};
use crate::rule::RuleArg;

/// How many games are read ahead.
const AHEAD: usize = 64;
/// How much of a file is looked at to tell its format.
const BEGINNING: u64 = 1 << 16;

/// Reads the bytes of a file in any format, one game or position at a time.
#[pyfunction]
#[pyo3(signature = (data, format=None, rules=RuleArg::REVERSI, turn=TurnArg::BLACK))]
pub(crate) fn read_bytes(
    data: Vec<u8>,
    format: Option<&str>,
    rules: RuleArg,
    turn: TurnArg,
) -> PyResult<Reading> {
    let format = match named(format)? {
        Some(format) => format,
        None => told_by(&data, "this")?,
    };
    Reading::new(Cursor::new(data), format, options(rules, turn))
}

/// Reads a file in any format, one game or position at a time.
#[pyfunction]
#[pyo3(signature = (path, format=None, rules=RuleArg::REVERSI, turn=TurnArg::BLACK))]
pub(crate) fn read_file(
    path: PathBuf,
    format: Option<&str>,
    rules: RuleArg,
    turn: TurnArg,
) -> PyResult<Reading> {
    let file = File::open(&path)?;
    let told = path.extension().and_then(|extension| extension.to_str());
    let format =
        if let Some(format) = named(format)?.or_else(|| told.and_then(Format::from_extension)) {
            format
        } else {
            let mut beginning = Vec::new();
            File::open(&path)?.take(BEGINNING).read_to_end(&mut beginning)?;
            told_by(&beginning, &path.display().to_string())?
        };
    Reading::new(BufReader::new(file), format, options(rules, turn))
}

/// The bytes of a file with these games or positions.
#[pyfunction]
pub(crate) fn write_bytes<'py>(
    py: Python<'py>,
    items: &Bound<'py, PyAny>,
    format: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut out = Cursor::new(Vec::new());
    let mut writer = Writer::new(parsed(format)?, &mut out).map_err(value_error)?;
    for item in items.try_iter()? {
        writer.write(item_of(&item?)?).map_err(value_error)?;
    }
    writer.finish().map_err(value_error)?;
    Ok(PyBytes::new(py, out.get_ref()))
}

/// The name of the format a text is in, by its looks; None if it is none.
#[pyfunction]
pub(crate) fn detect(text: &str) -> Option<&'static str> {
    outflank_formats::detect(text).map(Format::name)
}

/// The name of the format of files with this extension; None if it does not tell.
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
    let sentence = || format!("{what} is in no format that can be told by its looks: name it");
    told.ok_or_else(|| value_error(sentence()))
}

fn options(rules: RuleArg, turn: TurnArg) -> ReadOptions {
    ReadOptions { rule: rules.0, to_move: turn.0, ..ReadOptions::default() }
}

/// What to write for a record, a problem, a game or a board.
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

/// Games and positions of a file, one after the other.
///
/// One that is broken raises `ValueError`, and the next one can still be asked
/// for.
#[pyclass(frozen, module = "outflank.formats")]
pub(crate) struct Reading {
    items: Mutex<Receiver<Result<Item, ReadError>>>,
    process: Process,
}

impl Reading {
    fn new<R: std::io::BufRead + Send + 'static>(
        reader: R,
        format: Format,
        options: ReadOptions,
    ) -> PyResult<Self> {
        let (sender, receiver) = sync_channel(AHEAD);
        // Readers stay on one thread, which Python's objects need not.
        thread::Builder::new().spawn(move || {
            for item in outflank_formats::read(format, reader, options) {
                if sender.send(item).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { items: Mutex::new(receiver), process: Process::this() })
    }
}

#[pymethods]
impl Reading {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.process.check("this reader")?;
        let next = || self.items.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
        let item = loop {
            match py.detach(next) {
                Ok(item) => break item,
                // A pipe may take long.
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        };
        Ok(Some(match item.map_err(value_error)? {
            Item::Game(record) => Record(*record).into_pyobject(py)?.into_any(),
            Item::Problem(problem) => Problem(problem).into_pyobject(py)?.into_any(),
        }))
    }
}
