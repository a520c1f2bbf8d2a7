//! A page of memory that an agent's process shares with the arena.
//!
//! The script in the process writes the candidate list into it at every change.
//! The arena takes the list at the time limit, whatever the process does, and
//! writes which move has exceeded its limit. An agent can write into the page too,
//! which only lets it choose its own move.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;

/// The size of the page. The script uses the same layout:
///
/// | bytes | content |
/// |---|---|
/// | 0 to 8, 8 | the move that exceeded its time limit, and how |
/// | 16 to 24 | the number of lists written; the last bit chooses the slot |
/// | 1024, 2048 | the two slots: move (8), length (8), kind (1), squares from byte 24 |
const SIZE: usize = 4096;
const STRUCK: u64 = 0;
const GENERATION: usize = 16;
const SLOTS: [usize; 2] = [1024, 2048];
const SQUARES: usize = 24;
/// The maximum number of elements in a slot: the last ones of the list.
pub(super) const MAX_SQUARES: usize = 1000;
/// The number of attempts to read a list that is being changed.
const ATTEMPTS: usize = 100;

/// A page of shared memory.
#[derive(Debug)]
pub(super) struct ListPage(File);

/// How a move exceeded its time limit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Strike {
    /// `go` is interrupted, and the game goes on.
    Soft = 1,
    /// The game is lost. The log shall tell where `go` was.
    Fatal = 2,
}

/// The candidate list of a move, as it is in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageList {
    /// The length of the list; `None` if the attribute is not a list.
    pub(super) count: Option<usize>,
    /// The last elements: 0 to 63, or another number for what is no square.
    pub(super) squares: Vec<u8>,
}

impl ListPage {
    /// A new page. Its size cannot change.
    #[cfg(target_os = "linux")]
    pub(super) fn new() -> io::Result<Self> {
        use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, ftruncate, memfd_create};

        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let memory = memfd_create("outflank-list", flags)?;
        ftruncate(&memory, SIZE as u64)?;
        fcntl_add_seals(&memory, SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL)?;
        Ok(Self(memory.into()))
    }

    /// A new page: a file without a name.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn new() -> io::Result<Self> {
        let name = format!("outflank-list-{}-{:x}", std::process::id(), rand::random::<u64>());
        let path = std::env::temp_dir().join(name);
        let file = File::options().read(true).write(true).create_new(true).open(&path)?;
        std::fs::remove_file(&path)?;
        file.set_len(SIZE as u64)?;
        Ok(Self(file))
    }

    /// A descriptor of the page for the process.
    pub(super) fn descriptor(&self) -> io::Result<OwnedFd> {
        Ok(self.0.try_clone()?.into())
    }

    /// Tells the script that a move has exceeded its time limit.
    pub(super) fn strike(&self, number: u64, kind: Strike) {
        let mut bytes = [0; 9];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        bytes[8] = kind as u8;
        // The page is memory: writing cannot fail.
        let _ = self.0.write_all_at(&bytes, STRUCK);
    }

    /// The candidate list of a move; `None` if the agent has not begun to think
    /// about it.
    pub(super) fn list(&self, number: u64) -> Option<PageList> {
        let mut page = [0; SIZE];
        let mut again = [0; 8];
        for _ in 0..ATTEMPTS {
            self.0.read_exact_at(&mut page, 0).ok()?;
            self.0.read_exact_at(&mut again, GENERATION as u64).ok()?;
            if page[GENERATION..GENERATION + 8] == again {
                break;
            }
        }
        let slot = &page[SLOTS[usize::from(page[GENERATION] & 1)]..];
        let word = |at: usize| u64::from_le_bytes(slot[at..at + 8].try_into().unwrap_or_default());
        if word(0) != number {
            return None;
        }
        let is_list = slot[16] == 0;
        let count = usize::try_from(word(8)).ok().filter(|_| is_list);
        let length = count.unwrap_or_default().min(MAX_SQUARES);
        Some(PageList { count, squares: slot[SQUARES..SQUARES + length].to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::FileExt;

    use super::{ListPage, PageList, Strike};

    #[test]
    fn a_list_is_read_for_its_own_move_only() {
        let page = ListPage::new().unwrap();
        assert_eq!(page.list(1), None);
        let mut slot = [0; 27];
        slot[0] = 7;
        slot[8] = 3;
        slot[24..].copy_from_slice(&[19, 255, 26]);
        page.0.write_all_at(&slot, 2048).unwrap();
        assert_eq!(page.list(7), None);
        page.0.write_all_at(&1_u64.to_le_bytes(), 16).unwrap();
        let list = PageList { count: Some(3), squares: vec![19, 255, 26] };
        assert_eq!((page.list(7), page.list(8)), (Some(list), None));
        // A length that an agent makes up is bounded.
        page.0.write_all_at(&u64::MAX.to_le_bytes(), 2048 + 8).unwrap();
        assert_eq!(page.list(7).unwrap().squares.len(), 1000);
        page.strike(7, Strike::Fatal);
        let mut struck = [0; 9];
        page.0.read_exact_at(&mut struck, 0).unwrap();
        assert_eq!(struck, [7, 0, 0, 0, 0, 0, 0, 0, 2]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_page_never_grows() {
        let page = ListPage::new().unwrap();
        assert!(page.0.set_len(1 << 20).is_err());
        assert!(page.0.write_all_at(&[1], 4096).is_err());
    }
}
