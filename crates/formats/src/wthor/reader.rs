//! The reader of `.wtb` files.

use std::io::Read;

use super::names::fill;
use super::{Header, Names, Row};
use crate::{Place, ReadError, ReadErrorKind, Record, Tag};

/// Reads games one by one.
pub struct Reader<R> {
    file: R,
    names: Names,
    header: Option<Header>,
    next: u32,
    stopped: bool,
}

impl<R: Read> Reader<R> {
    /// Reads from `reader`. Without names the players are unknown.
    pub fn new(reader: R, names: Names) -> Self {
        Self { file: reader, names, header: None, next: 0, stopped: false }
    }

    /// The header. Reads it if that has not happened yet.
    pub fn header(&mut self) -> Result<Header, ReadError> {
        if let Some(header) = self.header {
            return Ok(header);
        }
        let mut bytes = [0; Header::SIZE];
        fill(&mut self.file, &mut bytes, 0, "the header")?;
        let header = Header::from_bytes(bytes);
        header.check_games()?;
        self.header = Some(header);
        Ok(header)
    }

    /// The offset of the next game.
    fn offset(&self) -> u64 {
        Header::SIZE as u64 + u64::from(self.next) * Row::SIZE as u64
    }

    /// The next game as it is stored.
    pub fn next_row(&mut self) -> Result<Option<Row>, ReadError> {
        let header = self.header()?;
        let offset = self.offset();
        if self.next == header.games {
            return match self.file.read(&mut [0]) {
                Ok(0) => Ok(None),
                Ok(_) => {
                    let place = Place::Byte { offset };
                    let expected = "as many as there are in the file";
                    let found = header.games.into();
                    Err(ReadError {
                        place,
                        kind: ReadErrorKind::Header { field: "number of games", expected, found },
                    })
                }
                Err(error) => Err(ReadError { place: Place::Byte { offset }, kind: error.into() }),
            };
        }
        let mut bytes = [0; Row::SIZE];
        fill(&mut self.file, &mut bytes, offset, "a game")?;
        self.next += 1;
        Ok(Some(Row::from_bytes(&bytes)))
    }

    fn record(&self, row: &Row, offset: u64, year: u16) -> Result<Record, ReadError> {
        let mut record = row.record().map_err(|(within, kind)| ReadError {
            place: Place::Byte { offset: offset + within },
            kind,
        })?;
        record.black.name = self.names.player(row.black).map(str::to_owned);
        record.white.name = self.names.player(row.white).map(str::to_owned);
        record.event = self.names.tournament(row.tournament).map(str::to_owned);
        record.date = (year != 0).then(|| year.to_string());
        if let Some(tag) = Tag::new(super::writer::THEORETICAL) {
            record.other.insert(tag, row.theoretical.to_string());
        }
        Ok(record)
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped {
            return None;
        }
        let row = self.header().and_then(|header| {
            let offset = self.offset();
            Ok(self.next_row()?.map(|row| (row, offset, header.year)))
        });
        match row {
            Ok(Some((row, offset, year))) => Some(self.record(&row, offset, year)),
            Ok(None) => {
                self.stopped = true;
                None
            }
            Err(error) => {
                self.stopped = true;
                Some(Err(error))
            }
        }
    }
}
