//! Files that only their owner may read.

use std::io;
use std::path::{Path, PathBuf};

/// Makes a file that only its owner may read, if there is none, and takes the rights of
/// others away from one that exists. The files that `SQLite` keeps beside a database are
/// included; it makes them with the rights of the database.
///
/// No-op on systems without such rights.
pub fn keep_private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::fs::{File, Permissions, set_permissions};
        use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};

        const OWNER_ONLY: u32 = 0o600;
        let mut options = File::options();
        options.write(true).create(true).truncate(false).mode(OWNER_ONLY).open(path)?;
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            match set_permissions(PathBuf::from(name), Permissions::from_mode(OWNER_ONLY)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                changed => changed?,
            }
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn only_the_owner_may_read_a_private_file() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("new.db");
        let old = folder.path().join("old.db");
        let log = folder.path().join("old.db-wal");
        for path in [&old, &log] {
            fs::write(path, "kept").unwrap();
            fs::set_permissions(path, fs::Permissions::from_mode(0o666)).unwrap();
        }
        keep_private(&new).unwrap();
        keep_private(&old).unwrap();
        for path in [&new, &old, &log] {
            assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(fs::read_to_string(&old).unwrap(), "kept");
    }
}
