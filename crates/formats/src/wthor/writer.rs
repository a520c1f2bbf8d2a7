//! Writing a `.wtb` file.

use std::io::{Seek, SeekFrom, Write};

use outflank_core::{Rule, Score};

use super::names::{Numbered, name_bytes};
use super::{Header, NameKind, Names, Row};
use crate::{Format, Record, Tag, WriteError};

/// The tag that keeps black's theoretical discs outside of this format.
pub(super) const THEORETICAL: &str = "WTHOR";

/// Writes games one by one, then the header.
pub struct Writer<W> {
    out: W,
    header: Header,
    year: Option<u16>,
    players: Numbered,
    tournaments: Numbered,
}

impl<W: Write + Seek> Writer<W> {
    /// Writes to `out`, which was made on the day `created`: century, year of
    /// the century, month and day.
    pub fn new(mut out: W, created: [u8; 4]) -> Result<Self, WriteError> {
        let header = Header { created, size: 8, ..Header::default() };
        out.write_all(&header.to_bytes())?;
        let (players, tournaments) = (Numbered::new(), Numbered::new());
        Ok(Self { out, header, year: None, players, tournaments })
    }

    /// Writes a game.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        let row = self.row(record)?;
        self.out.write_all(&row.to_bytes())?;
        self.header.games += 1;
        let year = record.date.as_deref().and_then(year).unwrap_or(0);
        // The header has one year: that of all games, or none.
        self.year = Some(self.year.map_or(year, |before| if before == year { year } else { 0 }));
        Ok(())
    }

    /// Completes the header and hands over the names that the games use.
    pub fn finish(mut self) -> Result<Names, WriteError> {
        self.header.year = self.year.unwrap_or(0);
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&self.header.to_bytes())?;
        self.out.seek(SeekFrom::End(0))?;
        self.out.flush()?;
        Ok(Names { players: self.players.into_names(), tournaments: self.tournaments.into_names() })
    }

    fn row(&mut self, record: &Record) -> Result<Row, WriteError> {
        let unfit = |what: &str| WriteError::Unfit { format: Format::Wthor, what: what.to_owned() };
        if record.rule != Rule::Reversi {
            return Err(unfit("a game of Reversed Reversi"));
        }
        record.expect_usual_start(Format::Wthor)?;
        let names = [
            (record.black.name.as_deref(), NameKind::Player),
            (record.white.name.as_deref(), NameKind::Player),
            (record.event.as_deref(), NameKind::Tournament),
        ];
        for (name, kind) in names {
            if let Some(name) = name.filter(|name| name_bytes(name, kind).is_none()) {
                let most = kind.size() - 1;
                return Err(unfit(&format!(
                    "the name '{name}': names are at most {most} Latin-1 characters"
                )));
            }
        }
        let black_discs = black_discs(record);
        let theoretical = Tag::new(THEORETICAL)
            .and_then(|tag| record.other.get(&tag)?.parse().ok())
            .unwrap_or(black_discs);
        let too_many = || unfit("more than 65534 different names");
        Ok(Row {
            tournament: self.tournaments.number(names[2].0).ok_or_else(too_many)?,
            black: self.players.number(names[0].0).ok_or_else(too_many)?,
            white: self.players.number(names[1].0).ok_or_else(too_many)?,
            black_discs,
            theoretical,
            moves: Row::codes(record.game().moves()),
        })
    }
}

/// Black's discs by the recorded result, or by the board if there is none.
fn black_discs(record: &Record) -> u8 {
    let margin = record.outcome.map_or_else(
        || {
            let position = record.game().position();
            position.final_score(record.rule, outflank_core::Color::Black).discs()
        },
        |outcome| outcome.for_black().round() as i32,
    );
    let full = Score::MAX.discs();
    u8::try_from(i32::midpoint(full, margin.clamp(-full, full))).unwrap_or(0)
}

/// The year a date begins with.
fn year(date: &str) -> Option<u16> {
    let digits: String = date.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|year| *year >= 1000)
}
