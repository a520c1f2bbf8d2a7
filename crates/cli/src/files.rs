//! Files that are read as a stream and written whole.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank_durable::{AtomicFile, FolderClaim, parent_folder};
use outflank_formats::wthor::{NameKind, Names, names_beside, read_names, write_names};
use outflank_formats::{Format, ReadError, ReadErrorKind, WriteError, Writer, detect};

use crate::failure::Failure;

/// The name for standard input and output.
const STANDARD: &str = "-";

pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// A file or standard input, and how long it is if that can be known.
pub(crate) fn open(path: &Path) -> Result<(Box<dyn Read>, Option<u64>), Failure> {
    if is_standard(path) {
        return Ok((Box::new(io::stdin()), None));
    }
    let cannot = || format!("cannot read {}", path.display());
    let file = File::open(path).with_context(cannot).map_err(Failure::Input)?;
    let length = file.metadata().with_context(cannot).map_err(Failure::Input)?.len();
    Ok((Box::new(file), Some(length)))
}

/// The files of a path: the file itself, or the files of a folder for which `is_wanted`
/// holds.
pub(crate) fn inputs(
    path: &Path,
    is_wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = in_folder(path)?;
    files.retain(|file| is_wanted(file));
    if files.is_empty() {
        let name = path.display();
        return Err(Failure::input(format!(
            "no file of a known kind in {name}: give it with --from"
        )));
    }
    Ok(files)
}

/// The regular files in a folder by name.
fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries: io::Result<Vec<_>> =
        fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut files = entries
        .with_context(|| format!("cannot read {}", folder.display()))
        .map_err(Failure::Input)?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}

/// The format that the name of a file implies.
pub(crate) fn by_name(path: &Path) -> Option<Format> {
    Format::from_extension(path.extension()?.to_str()?)
}

/// The format that the name or the content of a file implies. Many tools write JSON, so
/// for a JSON name the content decides first.
pub(crate) fn by_name_or_looks(path: &Path, looks: Option<Format>) -> Option<Format> {
    match by_name(path) {
        by_name @ (None | Some(Format::Json)) => looks.or(by_name),
        by_name => by_name,
    }
}

/// The failure to read games from an input of this name: of the input, unless
/// the machine is to blame.
pub(crate) fn cannot_read(name: &str, error: ReadError) -> Failure {
    let is_machine = matches!(error.kind, ReadErrorKind::Io(_));
    let error = anyhow::Error::new(error).context(format!("cannot read {name}"));
    if is_machine { Failure::Run(error) } else { Failure::Input(error) }
}

/// The number of bytes that are read to detect the format of a file.
const GLANCE: u64 = 1 << 16;

/// The format detected from the start of a file, and a reader of the whole file.
pub(crate) fn by_looks(mut file: impl Read) -> io::Result<(Option<Format>, impl Read)> {
    let mut beginning = Vec::new();
    file.by_ref().take(GLANCE).read_to_end(&mut beginning)?;
    let format = detect(&String::from_utf8_lossy(&beginning));
    Ok((format, Cursor::new(beginning).chain(file)))
}

/// The name files of a WTHOR file: the given ones, or the ones beside it.
pub(crate) fn wthor_names(
    games: &Path,
    players: Option<&Path>,
    tournaments: Option<&Path>,
) -> Result<Names, Failure> {
    let read = |given: Option<&Path>, kind| -> Result<Vec<String>, Failure> {
        let path = match given {
            Some(path) => path.to_owned(),
            None => match beside(games, kind)? {
                Some(path) => path,
                None => return Ok(Vec::new()),
            },
        };
        let (file, _) = open(&path)?;
        read_names(BufReader::new(file), kind)
            .with_context(|| format!("cannot read {}", path.display()))
            .map_err(Failure::Input)
    };
    Ok(Names {
        players: read(players, NameKind::Player)?,
        tournaments: read(tournaments, NameKind::Tournament)?,
    })
}

/// The file of names that belongs to a file of games; none for standard input.
fn beside(games: &Path, kind: NameKind) -> Result<Option<PathBuf>, Failure> {
    if is_standard(games) {
        return Ok(None);
    }
    names_beside(games, kind)
        .with_context(|| format!("cannot read {}", parent_folder(games).display()))
        .map_err(Failure::Input)
}

/// Writes games to a file that appears under its name only when it is complete;
/// to standard output with `-`. A WTHOR file brings its `.jou` and `.trn` along.
pub(crate) fn write_games(
    path: &Path,
    format: Format,
    fill: impl FnOnce(&mut Writer<&mut Sink>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut sink = Sink::create(path)?;
    if format == Format::Wthor && sink.is_stream() {
        let name = if is_standard(path) { "standard output".into() } else { name(path) };
        return Err(Failure::input(format!("a wthor file cannot go to {name}")));
    }
    let mut writer = Writer::new(format, &mut sink).map_err(|error| cannot_write(path, error))?;
    fill(&mut writer)?;
    let names = writer.finish().map_err(|error| cannot_write(path, error))?;
    // All that belongs together is complete before any of it appears.
    let mut complete = vec![(path.to_owned(), sink)];
    for (kind, names) in names.into_iter().flat_map(|names| {
        [(NameKind::Player, names.players), (NameKind::Tournament, names.tournaments)]
    }) {
        let path = path.with_extension(kind.extension());
        let mut sink = Sink::create(&path)?;
        write_names(&mut sink, kind, &names).map_err(|error| cannot_write(&path, error))?;
        complete.push((path, sink));
    }
    complete.into_iter().try_for_each(|(path, sink)| sink.keep(&path))
}

/// Refuses a file whose folder is missing before the work for it is done.
pub(crate) fn expect_folder(path: &Path) -> Result<(), Failure> {
    fs::metadata(parent_folder(path)).map(drop).map_err(|error| cannot_write(path, error))
}

/// Writes a file that appears under its name only when it is complete.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut sink = Sink::create(path)?;
    sink.write_all(bytes).map_err(|error| cannot_write(path, error))?;
    sink.keep(path)
}

/// Removes the temporary files of a killed command from a folder.
pub(crate) fn sweep(folder: &Path) -> Result<(), Failure> {
    outflank_durable::sweep(folder).map_err(|error| cannot_write(folder, error))
}

/// Claims a folder for this process.
pub(crate) fn claim(folder: &Path) -> Result<FolderClaim, Failure> {
    FolderClaim::take(folder).map_err(|error| Failure::Run(error.into()))
}

/// The failure to write a file, by its own name.
pub(crate) fn cannot_write(path: &Path, error: impl Into<WriteError>) -> Failure {
    match error.into() {
        WriteError::Io(error) if is_standard(path) => Failure::Run(error.into()),
        WriteError::Io(error) => Failure::Run(
            anyhow::Error::new(error).context(format!("cannot write {}", path.display())),
        ),
        unfit => Failure::Input(unfit.into()),
    }
}

/// The destination of an output.
pub(crate) enum Sink {
    /// A file that appears when it is complete.
    File(AtomicFile),
    /// Standard output.
    Standard(BufWriter<io::Stdout>),
}

impl Sink {
    fn create(path: &Path) -> Result<Self, Failure> {
        if is_standard(path) {
            return Ok(Self::Standard(BufWriter::new(io::stdout())));
        }
        AtomicFile::create(path).map(Self::File).map_err(|error| cannot_write(path, error))
    }

    /// True if the output cannot seek.
    fn is_stream(&self) -> bool {
        match self {
            Self::File(file) => file.is_stream(),
            Self::Standard(_) => true,
        }
    }

    /// Puts a file under its name.
    fn keep(self, path: &Path) -> Result<(), Failure> {
        let kept = match self {
            Self::File(file) => file.commit(),
            Self::Standard(mut out) => out.flush(),
        };
        kept.map_err(|error| cannot_write(path, error))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Standard(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Standard(out) => out.flush(),
        }
    }
}

impl Seek for Sink {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(to),
            Self::Standard(_) => Err(io::ErrorKind::NotSeekable.into()),
        }
    }
}
