//! The formats by name.

use std::fmt;
use std::str::FromStr;

/// A file format.
///
/// ```
/// use outflank_formats::Format;
///
/// assert_eq!(Format::from_extension("ggf"), Some(Format::Ggf));
/// assert_eq!("wthor".parse(), Ok(Format::Wthor));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Position strings.
    Position,
    /// Edax's problem files.
    Obf,
    /// Squares in a row.
    Transcript,
    /// The Generic Game Format.
    Ggf,
    /// The Smart Game Format.
    Sgf,
    /// The French federation's base.
    Wthor,
    /// Outflank's JSON lines.
    Json,
    /// The course's 8x8 array.
    CourseBoard,
    /// The course's array of boards.
    CourseBoards,
    /// The course's step log.
    CourseSteps,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 10] = [
        Self::Position,
        Self::Obf,
        Self::Transcript,
        Self::Ggf,
        Self::Sgf,
        Self::Wthor,
        Self::Json,
        Self::CourseBoard,
        Self::CourseBoards,
        Self::CourseSteps,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Obf => "obf",
            Self::Transcript => "transcript",
            Self::Ggf => "ggf",
            Self::Sgf => "sgf",
            Self::Wthor => "wthor",
            Self::Json => "json",
            Self::CourseBoard => "course-board",
            Self::CourseBoards => "course-boards",
            Self::CourseSteps => "course-steps",
        }
    }

    /// The format of files with this extension; `None` if several formats use it,
    /// such as `txt` and `log`.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "pos" => Self::Position,
            "obf" => Self::Obf,
            "ggf" => Self::Ggf,
            "sgf" => Self::Sgf,
            "wtb" => Self::Wthor,
            "json" | "jsonl" => Self::Json,
            _ => return None,
        })
    }

    /// Whether a file in this format holds only one game or board.
    pub const fn is_single(self) -> bool {
        matches!(self, Self::CourseBoard | Self::CourseBoards | Self::CourseSteps)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a text that names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not a format: expected one of {}", Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat {
    /// The text.
    pub found: String,
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| UnknownFormat { found: text.to_owned() })
    }
}
