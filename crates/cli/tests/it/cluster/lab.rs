//! Machines with links that can be cut: network namespaces around a bridge.

use std::process::Command;

use super::machines::program;

/// Some machines. Number 0 has the bridge, and the others a link to it.
pub(crate) struct Lab {
    machines: Vec<String>,
}

fn ip(arguments: &str) -> bool {
    let output = Command::new("ip").args(arguments.split(' ')).output().unwrap();
    output.status.success()
}

impl Lab {
    /// A lab; `None`, and a sentence, where namespaces cannot be made.
    pub(crate) fn new(machines: usize) -> Option<Self> {
        let name = |number| format!("outflank-{}-{number}", std::process::id());
        let hub = name(0);
        if program("ip").is_none() || !ip(&format!("netns add {hub}")) {
            eprintln!("skipped: network namespaces need root and ip (apt-get install iproute2)");
            return None;
        }
        let mut lab = Self { machines: vec![hub.clone()] };
        let mut is_made = ip(&format!("-n {hub} link add hub type bridge"))
            && ip(&format!("-n {hub} address add {}/24 dev hub", lab.address(0)))
            && ip(&format!("-n {hub} link set hub up"))
            && ip(&format!("-n {hub} link set lo up"));
        for number in 1..machines {
            let machine = name(number);
            is_made &= ip(&format!("netns add {machine}"));
            lab.machines.push(machine.clone());
            let port = format!("port{number}");
            is_made &=
                ip(&format!("-n {hub} link add {port} type veth peer name wire netns {machine}"))
                    && ip(&format!("-n {hub} link set {port} master hub up"))
                    && ip(&format!("-n {machine} address add {}/24 dev wire", lab.address(number)))
                    && ip(&format!("-n {machine} link set wire up"))
                    && ip(&format!("-n {machine} link set lo up"));
        }
        assert!(is_made, "the machines could not be linked");
        Some(lab)
    }

    /// The namespace of a machine.
    pub(crate) fn machine(&self, number: usize) -> &str {
        &self.machines[number]
    }

    #[expect(clippy::unused_self, reason = "an address means nothing without the lab")]
    pub(crate) fn address(&self, number: usize) -> String {
        format!("10.77.0.{}", number + 1)
    }

    /// Cuts or joins the link of a machine.
    pub(crate) fn set_link(&self, number: usize, state: &str) {
        assert!(ip(&format!("-n {} link set port{number} {state}", self.machines[0])));
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        for machine in &self.machines {
            ip(&format!("netns delete {machine}"));
        }
    }
}
