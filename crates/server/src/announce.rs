//! The address of the page, for the person who starts the server.

use std::io::{self, Write as _};
use std::net::SocketAddr;

use super::assets;
use super::log;

/// Prints the address of the page, and opens it in a browser if that is wanted.
pub(super) fn announce(address: SocketAddr, open: bool) -> io::Result<()> {
    if !assets::is_built() {
        log::tell(assets::HINT);
    }
    let shown = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::from(([127, 0, 0, 1], address.port())),
        _ => address,
    };
    let url = format!("http://{shown}");
    let mut out = io::stdout().lock();
    writeln!(out, "{url}")?;
    out.flush()?;
    if open {
        let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
        let quiet = std::process::Stdio::null;
        let started = std::process::Command::new(opener)
            .arg(&url)
            .stdin(quiet())
            .stdout(quiet())
            .stderr(quiet())
            .spawn();
        if let Err(error) = started {
            log::tell(&format!("cannot open a browser with {opener}: {error}"));
        }
    }
    Ok(())
}
