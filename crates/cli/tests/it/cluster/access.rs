//! Servers that ask for a password, a key or a certificate.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::machines::{Server, Setup, program};
use crate::common::text;

/// A key pair that is used nowhere else.
const NKEY_SEED: &str = "SUANQDPB2RUOE4ETUA26CNX7FUKE5ZZKFCQIIW63OX225F2CO7UEXTM7ZY";
const NKEY_PUBLIC: &str = "UAMMBNV2EYR65NYZZ7IAK5SIR5ODNTTERJOBOF4KJLMWI45YOXOSWULM";

/// Who may enter a server, and who may not, by the variables of the environment. A worker that
/// enters can also take part.
fn only_some_may_enter(
    lines: String,
    allowed: &[(&'static str, String)],
    refused: &[&[(&'static str, String)]],
) {
    let folder = TempDir::new().unwrap();
    let environment = allowed.to_vec();
    let setup = Setup { lines, environment, ..Setup::default() };
    let Some(server) = Server::start_with(folder.path(), setup) else { return };
    server.run(&["cluster", "status"]);
    let mut worker = server.worker();
    let run = folder.path().join("run");
    server.run(&[
        "selfplay",
        text(&run),
        "--games",
        "100",
        "--weights",
        "hand-made",
        "--depth",
        "1",
    ]);
    assert!(run.join("positions.data").exists());
    assert!(!worker.has_ended());
    for other in refused {
        let mut command = server.outflank(&["cluster", "status"]);
        for (name, _) in allowed {
            command.env_remove(name);
        }
        let output = command.envs(other.iter().cloned()).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{other:?} may enter");
        assert!(said.contains("cannot use"), "{said}");
        // What is secret is not shown.
        assert!(
            other.iter().all(|(_, value)| value.contains('/') || !said.contains(value)),
            "{said}"
        );
    }
}

#[test]
fn a_server_may_ask_for_a_user_and_a_password() {
    let lines = "authorization { users: [ { user: lab, password: 'right one' } ] }";
    let user = |name: &str, password: &str| {
        [
            ("OUTFLANK_CLUSTER_USER", name.to_owned()),
            ("OUTFLANK_CLUSTER_PASSWORD", password.to_owned()),
        ]
    };
    let wrong = user("lab", "wrong one");
    only_some_may_enter(lines.to_owned(), &user("lab", "right one"), &[&wrong, &[]]);
}

#[test]
fn a_server_may_ask_for_an_nkey() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("worker.nk");
    fs::write(&file, format!("{NKEY_SEED}\n")).unwrap();
    let lines = format!("authorization {{ users: [ {{ nkey: {NKEY_PUBLIC} }} ] }}");
    let key = |path: &Path| [("OUTFLANK_CLUSTER_NKEY", text(path).to_owned())];
    let missing = key(&folder.path().join("missing.nk"));
    only_some_may_enter(lines, &key(&file), &[&[], &missing]);
}

/// Makes a certificate that `signer` signs, or that signs itself.
fn certificate(folder: &Path, name: &str, signer: Option<&str>) {
    let at = |name: &str, ending: &str| text(&folder.join(format!("{name}.{ending}"))).to_owned();
    let (key, file) = (at(name, "key"), at(name, "pem"));
    let subject = format!("/CN={name}");
    let mut arguments =
        vec!["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
    arguments.extend(["-nodes", "-days", "2", "-subj", &subject, "-keyout", &key, "-out", &file]);
    let signing = signer.map(|signer| [at(signer, "pem"), at(signer, "key")]);
    if let Some([authority, key]) = &signing {
        arguments.extend(["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"]);
        arguments.extend(["-addext", "basicConstraints=critical,CA:FALSE"]);
        arguments.extend(["-CA", authority, "-CAkey", key]);
    }
    let output = Command::new("openssl").args(&arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_server_may_have_a_certificate_and_ask_for_one() {
    if program("openssl").is_none() {
        eprintln!("skipped: openssl is not installed (apt-get install openssl)");
        return;
    }
    let folder = TempDir::new().unwrap();
    let at = |name: &str| text(&folder.path().join(name)).to_owned();
    for (name, signer) in
        [("lab", None), ("server", Some("lab")), ("worker", Some("lab")), ("stranger", None)]
    {
        certificate(folder.path(), name, signer);
    }
    let (server, key, lab) = (at("server.pem"), at("server.key"), at("lab.pem"));
    let lines = format!(
        "tls {{ cert_file: '{server}', key_file: '{key}', ca_file: '{lab}', verify: true }}"
    );
    let papers = |authority: &str, name: &str| {
        [
            ("OUTFLANK_CLUSTER_CA", at(&format!("{authority}.pem"))),
            ("OUTFLANK_CLUSTER_CERT", at(&format!("{name}.pem"))),
            ("OUTFLANK_CLUSTER_KEY", at(&format!("{name}.key"))),
        ]
    };
    // A client that trusts another authority, one that another authority trusts, and none.
    let (misled, stranger) = (papers("stranger", "worker"), papers("lab", "stranger"));
    let nobody = &stranger[..1];
    only_some_may_enter(lines, &papers("lab", "worker"), &[&misled, &stranger, nobody]);
}
