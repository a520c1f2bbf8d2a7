//! The writer of `.wtb` files.

use std::io::{Seek, SeekFrom, Write};

use outflank_core::{Color, Rule, Score};

use super::names::{Numbered, name_bytes};
use super::{Header, NameKind, Names, Row};
use crate::{Format, GameResult, Record, WriteError, tree};

/// The tag of black's theoretical discs in a [`Record`].
pub(super) const THEORETICAL: &str = "TH";

/// Writes games one by one, then the header.
pub struct Writer<W> {
    out: W,
    header: Header,
    year: Option<u16>,
    players: Numbered,
    tournaments: Numbered,
}

impl<W: Write + Seek> Writer<W> {
    /// Writes to `out`. The date of creation stays zero, so that the same games
    /// give the same file on any day.
    pub fn new(mut out: W) -> Result<Self, WriteError> {
        let header = Header { size: 8, ..Header::default() };
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
        // The header has one year: that of all games, or 0.
        self.year = Some(self.year.map_or(year, |before| if before == year { year } else { 0 }));
        Ok(())
    }

    /// Completes the header and returns the names that the games use.
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
            name_bytes(name.unwrap_or_default(), kind)?;
        }
        let black_discs = black_discs(record);
        let theoretical = tree::kept(record, THEORETICAL)
            .and_then(|discs| discs.parse().ok())
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

/// Black's discs by the recorded result, or by the board without one. An odd
/// margin is rounded towards the winner, so that no win becomes a draw.
fn black_discs(record: &Record) -> u8 {
    let full = Score::MAX.discs();
    let margin = record.outcome.map_or_else(
        || record.game().position().final_score(record.rule, Color::Black).discs().into(),
        GameResult::for_black,
    );
    let half = (margin.abs() / 2.0).ceil().min(f64::from(full / 2)).copysign(margin);
    #[expect(clippy::cast_sign_loss, reason = "half of the board at most is taken away")]
    let discs = (f64::from(full / 2) + half) as u8;
    discs
}

/// The year a date begins with.
fn year(date: &str) -> Option<u16> {
    let digits: String = date.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|year| *year >= 1000)
}
