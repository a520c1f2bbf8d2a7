//! Files that are read whole or written whole.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank_formats::wthor::{NameKind, Names, read_names, write_names};
use outflank_formats::{Format, Writer, detect};
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// The name for standard input and output.
const STANDARD: &str = "-";

pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// The name of a file in messages.
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

/// The files that a path names: itself, or those of known kinds in a folder.
pub(crate) fn inputs(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files: Vec<_> =
        siblings(path)?.into_iter().filter(|file| by_name(file).is_some()).collect();
    if files.is_empty() {
        return Err(Failure::input(format!("no file of a known kind in {}", path.display())));
    }
    files.sort();
    Ok(files)
}

fn siblings(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries: io::Result<Vec<_>> =
        fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    entries.with_context(|| format!("cannot read {}", folder.display())).map_err(Failure::Input)
}

/// The format a file's name tells.
pub(crate) fn by_name(path: &Path) -> Option<Format> {
    Format::from_extension(path.extension()?.to_str()?)
}

/// The format that the beginning of a file looks like.
pub(crate) fn by_looks(reader: &mut BufReader<impl Read>) -> io::Result<Option<Format>> {
    let beginning = reader.fill_buf()?;
    Ok(detect(&String::from_utf8_lossy(beginning)))
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

/// A file with this extension beside another one: of the same name, else the
/// only one, or the first.
fn beside(path: &Path, extension: &str) -> Result<Option<PathBuf>, Failure> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if is_standard(path) {
        return Ok(None);
    }
    let mut found: Vec<_> = siblings(folder)?
        .into_iter()
        .filter(|file| file.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)))
        .collect();
    found.sort();
    let same_name = found.iter().find(|file| file.file_stem() == path.file_stem());
    Ok(same_name.or(found.first()).cloned())
}

/// Writes a file that appears under its name only when it is complete; with
/// `-`, standard output. A WTHOR file brings its `.jou` and `.trn` along.
pub(crate) fn write_whole(
    path: &Path,
    format: Format,
    fill: impl FnOnce(&mut Writer<&mut Sink>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if is_standard(path) {
        if format == Format::Wthor {
            return Err(Failure::input("a wthor file cannot go to standard output"));
        }
        let mut sink = Sink::Standard(BufWriter::new(io::stdout()));
        let mut writer = Writer::new(format, &mut sink, UNDATED)?;
        fill(&mut writer)?;
        writer.finish()?;
        return Ok(());
    }
    let mut sink = Sink::File(BufWriter::new(temporary_beside(path)?));
    let mut writer = Writer::new(format, &mut sink, UNDATED)?;
    fill(&mut writer)?;
    let names = writer.finish()?;
    if let Some(names) = names {
        for (extension, kind, names) in [
            ("jou", NameKind::Player, names.players),
            ("trn", NameKind::Tournament, names.tournaments),
        ] {
            let path = path.with_extension(extension);
            let mut file = BufWriter::new(temporary_beside(&path)?);
            write_names(&mut file, kind, &names, UNDATED)?;
            keep(file, &path)?;
        }
    }
    match sink {
        Sink::File(file) => keep(file, path),
        Sink::Standard(_) => Ok(()),
    }
}

/// The creation date in WTHOR headers: none, so that the same games give the
/// same file on any day.
const UNDATED: [u8; 4] = [0; 4];

fn temporary_beside(path: &Path) -> Result<NamedTempFile, Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".outflank-").suffix(".tmp");
    // The mode of any new file; a private one is the default of the crate.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Looked for first, as the usual mistake: the error of the temporary file
    // would name a path that says nothing to the user.
    fs::metadata(folder)
        .and_then(|_| builder.tempfile_in(folder))
        .with_context(|| format!("cannot write {}", path.display()))
        .map_err(Failure::Run)
}

fn keep(file: BufWriter<NamedTempFile>, path: &Path) -> Result<(), Failure> {
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.persist(path)
        .with_context(|| format!("cannot write {}", path.display()))
        .map_err(Failure::Run)?;
    Ok(())
}

/// Where a file goes until it is complete.
pub(crate) enum Sink {
    File(BufWriter<NamedTempFile>),
    Standard(BufWriter<io::Stdout>),
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
