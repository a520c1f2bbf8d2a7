//! The system calls that a program in a sandbox may not make.
//!
//! The list names what has no place in a game: what reaches into other processes,
//! changes the machine, opens more of the kernel than a game needs, holds memory
//! that no process shows, or carries messages between two sandboxes. A refused
//! call fails with `ENOSYS`, as on a system without it, so libraries use their
//! other ways.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, sock_filter,
};

/// Calls that are refused whatever their arguments are.
const REFUSED: &[c_long] = &[
    // Other processes. The first process of the sandbox is one of them.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Namespaces and mounts. `clone3` hides its flags in memory, so the filter
    // cannot read them; libraries fall back to `clone`.
    libc::SYS_clone3,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_mount_setattr,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    // The kernel and the machine.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_setup,
    libc::SYS_io_submit,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_syslog,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_personality,
    libc::SYS_vhangup,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    // The arena decides where and when a program runs.
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_ioprio_set,
    // Memory that belongs to no process and to no folder.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semctl,
    libc::SYS_semtimedop,
    libc::SYS_mq_open,
    libc::SYS_mq_notify,
    // Messages to another sandbox: keyrings, locks on files that both can read,
    // and notices or questions about who has read them.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_flock,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_mincore,
    CACHESTAT,
];

/// Calls that only this processor has.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[c_long] = &[
    libc::SYS_kexec_file_load,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
    libc::SYS_uselib,
    libc::SYS_ustat,
    libc::SYS_sysfs,
    libc::SYS__sysctl,
    libc::SYS_lookup_dcookie,
    libc::SYS_inotify_init,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[c_long] = &[];

/// `cachestat` tells which parts of a file were read. All processors have the
/// same number for it.
const CACHESTAT: c_long = 451;
/// The first number that this list does not know: calls that came later, and on
/// x86 those of the other interface of 64-bit processors.
const UNKNOWN: u32 = 463;

/// The flags of `clone` that make a new namespace.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];
/// A process that is hidden from the arena, or that forgets its parent.
const SETTINGS: [i32; 3] = [libc::PR_SET_PDEATHSIG, libc::PR_SET_DUMPABLE, libc::PR_SET_MM];
/// Locks, leases, and notices about files.
const FILE_COMMANDS: [i32; 8] = [
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_SETLEASE,
    libc::F_NOTIFY,
    // A stopped process could ask for the signal that wakes it.
    F_SETSIG,
    F_SETOWN_EX,
];
const F_SETSIG: i32 = 10;
const F_SETOWN_EX: i32 = 15;
/// `TIOCSTI` and `TIOCLINUX` type into a terminal.
const TERMINAL_COMMANDS: [i32; 2] = [0x5412, 0x541c];

/// The filter in the form that bubblewrap reads; `None` on processors for which
/// there is none.
pub(super) fn filter() -> Option<&'static [u8]> {
    static FILTER: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let made = || Some(bytes(&program(TargetArch::try_from(std::env::consts::ARCH).ok()?)));
    FILTER.get_or_init(made).as_deref()
}

fn program(processor: TargetArch) -> BpfProgram {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().chain(REFUSED_HERE).map(|call| (*call, Vec::new())).collect();
    let with_flag =
        |flag: i32| rule(0, SeccompCmpOp::MaskedEq(u64::from(flag.cast_unsigned())), flag);
    let with_command = |at: u8| move |command: i32| rule(at, SeccompCmpOp::Eq, command);
    // Sockets reach processes of the same sandbox only. Other families, such as
    // `AF_VSOCK`, do not stay in the network of the sandbox.
    let other_family = || vec![rule(0, SeccompCmpOp::Ne, libc::AF_UNIX)];
    rules.insert(libc::SYS_clone, NAMESPACES.map(with_flag).into());
    rules.insert(libc::SYS_prctl, SETTINGS.map(with_command(0)).into());
    rules.insert(libc::SYS_fcntl, FILE_COMMANDS.map(with_command(1)).into());
    rules.insert(libc::SYS_ioctl, TERMINAL_COMMANDS.map(with_command(1)).into());
    rules.insert(libc::SYS_socket, other_family());
    rules.insert(libc::SYS_socketpair, other_family());
    let refused = SeccompAction::Errno(libc::ENOSYS as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused.clone(), processor);
    let known: BpfProgram = filter
        .and_then(BpfProgram::try_from)
        .expect("the actions differ and the list is shorter than a filter may be");
    unknown(refused).into_iter().chain(known).collect()
}

/// A rule on one argument, of which the lower half counts: the kernel ignores
/// the rest of an `int`.
fn rule(argument: u8, is: SeccompCmpOp, value: i32) -> SeccompRule {
    let value = u64::from(value.cast_unsigned());
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, is, value)
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .expect("there is a condition, on one of the first arguments")
}

/// Refuses calls with a number that the list does not know. The rest of the
/// filter follows.
fn unknown(action: SeccompAction) -> [sock_filter; 3] {
    let instruction = |code: u32, jt, jf, k| sock_filter { code: code as u16, jt, jf, k };
    [
        // The number of the call is at the start of its data.
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, UNKNOWN),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, action.into()),
    ]
}

/// The instructions as the kernel has them in memory.
fn bytes(program: &BpfProgram) -> Vec<u8> {
    let instruction = |one: &sock_filter| {
        let mut bytes = one.code.to_ne_bytes().to_vec();
        bytes.extend([one.jt, one.jf]);
        bytes.extend(one.k.to_ne_bytes());
        bytes
    };
    program.iter().flat_map(instruction).collect()
}

#[cfg(test)]
mod tests {
    use super::{UNKNOWN, filter};

    #[test]
    fn the_filter_begins_with_unknown_calls_and_is_not_too_long() {
        let filter = filter().expect("tests run on a common processor");
        assert_eq!(filter.len() % 8, 0);
        assert!(filter.len() / 8 < 4096, "{} instructions", filter.len() / 8);
        assert_eq!(filter[12..16], UNKNOWN.to_ne_bytes());
    }
}
