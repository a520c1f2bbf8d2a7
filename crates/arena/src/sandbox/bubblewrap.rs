//! The command line of bubblewrap.

use std::ffi::{OsStr, OsString};
use std::io::{self, PipeReader, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use command_fds::{CommandFdExt, FdMapping};

use super::{Program, SHARED_DESCRIPTOR, SandboxError, seccomp};
use crate::Resources;
use crate::paths::find_on_path;

/// Folders of the system that every program may read. Those that are links, as
/// `/bin` is on most systems, stay links.
const SYSTEM: [&str; 8] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"];
/// Files by which programs find their libraries, alternatives, time and users.
const SETTINGS: [&str; 6] = [
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/nsswitch.conf",
];
/// Parts of `/proc` through which root, even in a sandbox, could change the
/// system outside of it.
const KERNEL: [&str; 8] = [
    "/proc/sys",
    "/proc/sysrq-trigger",
    "/proc/fs",
    "/proc/scsi",
    "/proc/acpi",
    "/proc/mtrr",
    "/proc/dynamic_debug",
    "/proc/irq",
];

/// The descriptor from which bubblewrap reads the filter of system calls.
const FILTER: i32 = 3;
/// The descriptor to which bubblewrap writes the number of the first process.
const INFO: i32 = 4;

/// The environment of every program. Nothing of the arena is in it.
const ENVIRONMENT: [(&str, &str); 5] = [
    ("PATH", "/usr/local/bin:/usr/bin:/bin"),
    ("HOME", "/tmp"),
    ("TMPDIR", "/tmp"),
    ("LANG", "C.UTF-8"),
    // The folder of an agent is read-only, so Numba needs another cache.
    ("NUMBA_CACHE_DIR", "/tmp/numba"),
];

/// A program in a sandbox: without network, with read-only access to the system
/// and to its visible files, and with its own `/tmp`. The pipe tells of the
/// sandbox once it exists.
pub(super) fn command(
    program: &Program,
    resources: Resources,
) -> Result<(Command, PipeReader), SandboxError> {
    let mut command = Command::new(working()?);
    let info = connect(&mut command, Some(program))
        .map_err(|error| SandboxError::Broken { reason: error.to_string() })?;
    // A program can read the environment of the sandbox process.
    command.env_clear().args(base());
    let size = OsString::from((u64::from(resources.file_mib) << 20).to_string());
    // Semaphores and shared arrays of Python live in /dev/shm.
    let tmpfs = |at: &str| {
        ["--perms", "1777", "--size"]
            .map(OsString::from)
            .into_iter()
            .chain([size.clone(), "--tmpfs".into(), at.into()])
            .collect::<Vec<_>>()
    };
    command.args(tmpfs("/tmp")).args(tmpfs("/dev/shm")).args(["--remount-ro", "/dev"]);
    for path in &program.visible {
        if !is_system(path) {
            command.arg("--ro-bind").arg(path).arg(path);
        }
    }
    for path in &program.hidden {
        if path.is_dir() {
            command.args(["--tmpfs".as_ref(), path.as_os_str()]);
            command.args(["--remount-ro".as_ref(), path.as_os_str()]);
        } else {
            command.args(["--ro-bind".as_ref(), "/dev/null".as_ref(), path.as_os_str()]);
        }
    }
    for (name, value) in ENVIRONMENT {
        command.args(["--setenv", name, value]);
    }
    for (name, value) in &program.environment {
        command.args(["--setenv".as_ref(), name.as_os_str(), value.as_os_str()]);
    }
    command.args(["--dir".as_ref(), program.folder.as_os_str()]);
    command.args(["--remount-ro", "/"]);
    command.args(["--chdir".as_ref(), program.folder.as_os_str(), "--".as_ref()]);
    Ok((command, info))
}

/// Passes the filter of system calls to bubblewrap, and a pipe for what it says
/// of the sandbox.
fn connect(command: &mut Command, program: Option<&Program>) -> io::Result<PipeReader> {
    let unknown = || io::Error::other("there is no filter of system calls for this processor");
    let (filter, mut writer) = io::pipe()?;
    // The filter is much smaller than what a pipe holds.
    writer.write_all(seccomp::filter().ok_or_else(unknown)?)?;
    let (info, writer) = io::pipe()?;
    let mut passed: Vec<(OwnedFd, _)> = vec![(filter.into(), FILTER), (writer.into(), INFO)];
    if let Some(shared) = program.and_then(|program| program.shared.as_ref()) {
        passed.push((shared.try_clone()?, SHARED_DESCRIPTOR));
    }
    let passed = passed.into_iter().map(|(parent_fd, child_fd)| FdMapping { parent_fd, child_fd });
    command.fd_mappings(passed.collect()).map_err(io::Error::other)?;
    let (filter, info_fd) = (FILTER.to_string(), INFO.to_string());
    command.args(["--seccomp", &filter, "--info-fd", &info_fd]);
    Ok(info)
}

/// The arguments for every program.
fn base() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = [
        "--unshare-all",
        "--unshare-user",
        "--disable-userns",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
        "--hostname",
        "arena",
        "--clearenv",
        "--proc",
        "/proc",
        // The first process of the sandbox: who could write to its memory could
        // make it outlive the arena.
        "--tmpfs",
        "/proc/1",
        "--remount-ro",
        "/proc/1",
        "--dev",
        "/dev",
    ]
    .map(OsString::from)
    .into();
    let mut add = |parts: [&OsStr; 3]| arguments.extend(parts.map(OsStr::to_owned));
    for path in SYSTEM {
        match std::fs::read_link(path) {
            Ok(target) => add(["--symlink".as_ref(), target.as_os_str(), path.as_ref()]),
            Err(_) => add(["--ro-bind-try".as_ref(), path.as_ref(), path.as_ref()]),
        }
    }
    for path in SETTINGS {
        add(["--ro-bind-try".as_ref(), path.as_ref(), path.as_ref()]);
    }
    for path in KERNEL.into_iter().filter(|path| Path::new(path).exists()) {
        add(["--ro-bind".as_ref(), path.as_ref(), path.as_ref()]);
    }
    arguments
}

/// Whether a path is part of the system, which every program may read.
pub(super) fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// The sandbox, if it works. It is tried once.
pub(super) fn working() -> Result<&'static Path, SandboxError> {
    static FOUND: OnceLock<Result<PathBuf, SandboxError>> = OnceLock::new();
    FOUND.get_or_init(find).as_deref().map_err(Clone::clone)
}

fn find() -> Result<PathBuf, SandboxError> {
    let path = find_on_path("bwrap").ok_or(SandboxError::Missing)?;
    let broken = |reason: String| Err(SandboxError::Broken { reason });
    let mut command = Command::new(&path);
    let info = match connect(&mut command, None) {
        Ok(info) => info,
        Err(error) => return broken(error.to_string()),
    };
    command.args(base()).args(["--", "/bin/sh", "-c", "exit 0"]).stdin(Stdio::null());
    let output = command.output();
    drop(info);
    match output {
        Ok(output) if output.status.success() => Ok(path),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            let line = said.lines().next().unwrap_or("it says nothing");
            broken(line.trim_start_matches("bwrap: ").to_owned())
        }
        Err(error) => broken(error.to_string()),
    }
}
