//! Files that are read as a stream and written whole.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank_formats::wthor::{NameKind, Names, read_names, write_names};
use outflank_formats::{Fault, Format, ReadError, WriteError, Writer, detect};
use tempfile::TempPath;

use crate::failure::Failure;

/// How the names of files begin and end that are being written.
const PREFIX: &str = ".outflank-";
const SUFFIX: &str = ".tmp";

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

/// The files that a path names: itself, or those in a folder that `is_wanted`.
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

/// The format a file's name tells.
pub(crate) fn by_name(path: &Path) -> Option<Format> {
    Format::from_extension(path.extension()?.to_str()?)
}

/// The format that a file's name or its looks tell. A name that says JSON may
/// be any tool's: there the looks come first.
pub(crate) fn by_name_or_looks(path: &Path, looks: Option<Format>) -> Option<Format> {
    match by_name(path) {
        by_name @ (None | Some(Format::Json)) => looks.or(by_name),
        by_name => by_name,
    }
}

/// The failure to read games from an input of this name: of the input, unless
/// the machine is to blame.
pub(crate) fn cannot_read(name: &str, error: ReadError) -> Failure {
    let is_machine = matches!(error.fault, Fault::Io(_));
    let error = anyhow::Error::new(error).context(format!("cannot read {name}"));
    if is_machine { Failure::Run(error) } else { Failure::Input(error) }
}

/// How much of a file is looked at to tell its format.
const GLANCE: u64 = 1 << 16;

/// The format that the beginning of a file looks like, and the whole file.
pub(crate) fn by_looks(mut file: impl Read) -> io::Result<(Option<Format>, impl Read)> {
    let mut beginning = Vec::new();
    file.by_ref().take(GLANCE).read_to_end(&mut beginning)?;
    let format = detect(&String::from_utf8_lossy(&beginning));
    Ok((format, Cursor::new(beginning).chain(file)))
}

/// The names of a WTHOR file: those given, or those beside it.
pub(crate) fn wthor_names(
    games: &Path,
    players: Option<&Path>,
    tournaments: Option<&Path>,
) -> Result<Names, Failure> {
    let read = |given: Option<&Path>, kind, extension| -> Result<Vec<String>, Failure> {
        let path = match given {
            Some(path) => path.to_owned(),
            None => match beside(games, extension)? {
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
        players: read(players, NameKind::Player, "jou")?,
        tournaments: read(tournaments, NameKind::Tournament, "trn")?,
    })
}

/// The file with this extension that belongs to another one: of the same name,
/// else of the longest name that it begins with (`WTH.JOU` for `WTH_2024.wtb`),
/// else the only one there is. Numbers would find wrong names in any other.
fn beside(path: &Path, extension: &str) -> Result<Option<PathBuf>, Failure> {
    if is_standard(path) {
        return Ok(None);
    }
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_ascii_lowercase();
    let is_beginning = |file: &Path| {
        let (whole, part) = (stem(path), stem(file));
        whole.as_encoded_bytes().starts_with(part.as_encoded_bytes())
    };
    let mut found = in_folder(folder_of(path))?;
    found.retain(|file| file.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)));
    let related =
        found.iter().filter(|file| is_beginning(file)).max_by_key(|file| stem(file).len());
    let only = found.first().filter(|_| found.len() == 1);
    Ok(related.or(only).cloned())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes games to a file that appears under its name only when it is complete;
/// to standard output with `-`. A WTHOR file brings its `.jou` and `.trn` along.
pub(crate) fn write_games(
    path: &Path,
    format: Format,
    fill: impl FnOnce(&mut Writer<&mut Sink>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut sink = Sink::create(path)?;
    if format == Format::Wthor && matches!(sink, Sink::Stream(_)) {
        let name = if is_standard(path) { "standard output".into() } else { name(path) };
        return Err(Failure::input(format!("a wthor file cannot go to {name}")));
    }
    let mut writer = Writer::new(format, &mut sink).map_err(|error| cannot_write(path, error))?;
    fill(&mut writer)?;
    let names = writer.finish().map_err(|error| cannot_write(path, error))?;
    // All that belongs together is complete before any of it appears.
    let mut complete = vec![(path.to_owned(), sink)];
    for (extension, kind, names) in names.into_iter().flat_map(|names| {
        [("jou", NameKind::Player, names.players), ("trn", NameKind::Tournament, names.tournaments)]
    }) {
        let path = path.with_extension(extension);
        let mut sink = Sink::create(&path)?;
        write_names(&mut sink, kind, &names).map_err(|error| cannot_write(&path, error))?;
        complete.push((path, sink));
    }
    complete.into_iter().try_for_each(|(path, sink)| sink.keep(&path))
}

/// Refuses a file whose folder is missing before the work for it is done.
pub(crate) fn expect_folder(path: &Path) -> Result<(), Failure> {
    fs::metadata(folder_of(path)).map(drop).map_err(|error| cannot_write(path, error))
}

/// Writes a file that appears under its name only when it is complete.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut sink = Sink::create(path)?;
    sink.write_all(bytes).map_err(|error| cannot_write(path, error))?;
    sink.keep(path)
}

/// Removes what a killed command was still writing to a folder of its own.
pub(crate) fn sweep(folder: &Path) -> Result<(), Failure> {
    for path in in_folder(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
            fs::remove_file(&path).map_err(|error| cannot_write(&path, error))?;
        }
    }
    Ok(())
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

/// Where an output goes until it is complete.
pub(crate) enum Sink {
    /// A temporary file beside the one it will be.
    File { file: BufWriter<File>, temporary: TempPath, target: PathBuf },
    /// Standard output, a pipe or a device, which cannot be renamed to.
    Stream(BufWriter<Box<dyn Write>>),
}

impl Sink {
    fn create(path: &Path) -> Result<Self, Failure> {
        if is_standard(path) {
            return Ok(Self::Stream(BufWriter::new(Box::new(io::stdout()))));
        }
        Self::create_file(path).map_err(|error| cannot_write(path, error))
    }

    fn create_file(path: &Path) -> io::Result<Self> {
        // A link stays a link: what it leads to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&target) {
            Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => {
                let device = File::options().write(true).open(&target)?;
                return Ok(Self::Stream(BufWriter::new(Box::new(device))));
            }
            _ => {}
        }
        // Looked for first, as the usual mistake: the error of the temporary
        // file would name a path that says nothing to the user.
        fs::metadata(folder_of(&target))?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        // The mode of any new file; a private one is the default of the crate.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let (file, temporary) = builder.tempfile_in(folder_of(&target))?.into_parts();
        Ok(Self::File { file: BufWriter::new(file), temporary, target })
    }

    /// Lets the file appear under its name.
    fn keep(mut self, path: &Path) -> Result<(), Failure> {
        self.flush()
            .and_then(|()| match self {
                Self::Stream(_) => Ok(()),
                Self::File { temporary, target, .. } => {
                    temporary.persist(target).map_err(|failed| failed.error)
                }
            })
            .map_err(|error| cannot_write(path, error))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File { file, .. } => file.write(bytes),
            Self::Stream(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File { file, .. } => file.flush(),
            Self::Stream(out) => out.flush(),
        }
    }
}

impl Seek for Sink {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File { file, .. } => file.seek(to),
            Self::Stream(_) => Err(io::ErrorKind::NotSeekable.into()),
        }
    }
}
