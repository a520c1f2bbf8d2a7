//! Logging in with OpenID Connect, against a provider that is a program of its own:
//! `pip install oidc-provider-mock`, then `OUTFLANK_OPENID_PROVIDER=.../bin/oidc-provider-mock`.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use outflank_class::ClassStore;
use outflank_server::{ClassServing, Clock, OpenIdClaim, OpenIdSettings, Settings};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::TestClass;
use crate::client::{Answer, Visitor, raw, wait_until};
use crate::server::{Server, settings};

/// A provider, as a process.
struct Provider {
    process: Child,
    address: String,
}

impl Provider {
    /// Starts one whose tokens are good for some seconds; `None`, and a sentence, if there is
    /// none.
    fn start(seconds: &str) -> Option<Self> {
        let Some(program) = std::env::var_os("OUTFLANK_OPENID_PROVIDER").map(PathBuf::from) else {
            eprintln!("skipped: OUTFLANK_OPENID_PROVIDER names no oidc-provider-mock");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let people = [
            json!({"sub": "1", "preferred_username": "Ann", "email": "ann@example.org", "email_verified": true}),
            json!({"sub": "2", "preferred_username": "nobody", "email": "ann", "email_verified": false}),
            json!({"sub": "3", "email": "ann"}),
        ];
        let mut command = Command::new(program);
        command.args(["--port", &port.to_string(), "--require-nonce", "--token-max-age", seconds]);
        for person in people {
            command.args(["--user-claims", &person.to_string()]);
        }
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let address = format!("127.0.0.1:{port}");
        wait_until("no provider", || TcpStream::connect(&address).is_ok());
        Some(Self { process, address })
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What stands between the class and the provider: it sees what is said, and can answer with the
/// keys of another provider, or pass a token on late.
struct Between {
    address: String,
    said: Arc<Mutex<Vec<String>>>,
    has_other_keys: Arc<AtomicBool>,
    is_slow: Arc<AtomicBool>,
}

impl Between {
    fn start(provider: &Provider, other: &Provider) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        let has_other_keys = Arc::new(AtomicBool::new(false));
        let is_slow = Arc::new(AtomicBool::new(false));
        let (heard, swapped) = (Arc::clone(&said), Arc::clone(&has_other_keys));
        let slow = Arc::clone(&is_slow);
        let (own, other) = (provider.address.clone(), other.address.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let request = read_request(&mut stream);
                let is_keys = request.starts_with("GET /jwks");
                let to = if is_keys && swapped.load(Ordering::Relaxed) { &other } else { &own };
                heard.lock().unwrap().push(request.clone());
                let request = request.replacen("\r\n", "\r\nconnection: close\r\n", 1);
                let mut upstream = TcpStream::connect(to).unwrap();
                upstream.write_all(request.as_bytes()).unwrap();
                let mut answer = Vec::new();
                upstream.read_to_end(&mut answer).unwrap();
                if request.starts_with("POST /oauth2/token") && slow.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_secs(5));
                }
                let _ = stream.write_all(&answer);
                let _ = stream.shutdown(Shutdown::Both);
            }
        });
        Self { address, said, has_other_keys, is_slow }
    }
}

/// A whole request.
fn read_request(stream: &mut TcpStream) -> String {
    let (mut text, mut chunk) = (String::new(), [0; 4096]);
    loop {
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok()
            });
            if body.len() >= length.unwrap_or(0) {
                return text;
            }
        }
        let count = stream.read(&mut chunk).unwrap();
        if count == 0 {
            return text;
        }
        text.push_str(std::str::from_utf8(&chunk[..count]).unwrap());
    }
}

/// A class with Ann, and a provider.
struct Lab {
    class: TestClass,
    _folder: Option<tempfile::TempDir>,
}

impl Lab {
    fn new(issuer: &str, claim: OpenIdClaim) -> Self {
        let mut first = TestClass::start(0);
        first.students(&["ann", "ann@example.org"]);
        // Started again with a provider.
        let TestClass { server, folder, _folder: kept, .. } = first;
        server.stop();
        let openid = OpenIdSettings {
            issuer: format!("http://{issuer}"),
            client_id: "outflank".to_owned(),
            client_secret: Some("a secret".to_owned()),
            address: "http://127.0.0.1:8303".to_owned(),
            claim,
            name: "University".to_owned(),
        };
        let serving = ClassServing {
            folder: folder.clone(),
            workers: 0,
            https: false,
            python: None,
            cluster: None,
            openid: Some(openid),
        };
        let settings = Settings { class: Some(serving), ..settings(&folder.join("visitors")) };
        let server = Server::start_by(settings, Clock::by_hand());
        let instructor = server.visitor();
        let class = TestClass { server, instructor, code: String::new(), folder, _folder: None };
        Self { class, _folder: kept }
    }

    fn get(&self, path: &str, cookies: &[String]) -> Answer {
        let cookie = (!cookies.is_empty()).then(|| cookies.join("; "));
        let address = self.class.server.address.clone();
        Visitor { address, cookie }.get(path)
    }

    /// Begins a login: the address at the provider, and the cookie of the browser.
    fn begin(&self) -> (String, Vec<String>) {
        let answer = self.get("/api/class/openid/login", &[]);
        assert_eq!(answer.status, 303, "{}", answer.text());
        let cookies = cookies(&answer);
        assert_eq!(cookies.len(), 1, "{answer:?}");
        (answer.header("location").unwrap().to_owned(), cookies)
    }

    /// Comes back from the provider: the page, and the cookies of the browser.
    fn come_back(&self, path: &str, cookies: &[String]) -> (String, Vec<String>) {
        let answer = self.get(path, cookies);
        assert_eq!(answer.status, 303, "{}", answer.text());
        (answer.header("location").unwrap().to_owned(), self::cookies(&answer))
    }

    /// Logs somebody in; where the browser is then, and the login of the session.
    fn log_in(&self, person: &str) -> (String, Option<String>) {
        let (address, ticket) = self.begin();
        let (page, cookies) = self.come_back(&consent(&address, person), &ticket);
        (page, self.who(&cookies))
    }

    /// The login of a session.
    fn who(&self, cookies: &[String]) -> Option<String> {
        let info = self.get("/api/class", cookies).ok();
        assert_eq!(info["openid"], "University");
        info["me"]["login"].as_str().map(str::to_owned)
    }
}

/// The cookies of the class that an answer sets to something.
fn cookies(answer: &Answer) -> Vec<String> {
    let set = answer.headers.iter().filter(|(name, _)| name == "set-cookie");
    let pairs = set.map(|(_, value)| value.split(';').next().unwrap().to_owned());
    pairs.filter(|pair| pair.starts_with("class") && !pair.ends_with('=')).collect()
}

/// Says yes at the provider; the path to which the browser comes back.
fn consent(address: &str, person: &str) -> String {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let body = format!("sub={person}");
    let request = format!(
        "POST /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let answer = raw(host, request.as_bytes());
    let back = answer.header("location").unwrap_or_else(|| panic!("{}", answer.text()));
    back.strip_prefix("http://127.0.0.1:8303").unwrap().to_owned()
}

/// A value of a query.
fn value<'a>(text: &'a str, name: &str) -> &'a str {
    let pairs = text.split(['?', '&', '\n']).filter_map(|pair| pair.split_once('='));
    pairs.rev().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
}

#[test]
fn a_provider_logs_people_of_the_class_in_and_nobody_else() {
    let Some((provider, other)) = Provider::start("3600").zip(Provider::start("3600")) else {
        return;
    };
    let between = Between::start(&provider, &other);
    let lab = Lab::new(&between.address, OpenIdClaim::PreferredUsername);
    assert_eq!(lab.log_in("1"), ("/class".to_owned(), Some("ann".to_owned())));
    // The code is useless without the secret of this login, and the secret of the class is not
    // in any address.
    let said = between.said.lock().unwrap().join("\n");
    let challenge = value(&said, "code_challenge").to_owned();
    let verifier = value(&said, "code_verifier").split('&').next().unwrap().to_owned();
    assert_eq!(URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier)), challenge, "{said}");
    assert_eq!(value(&said, "code_challenge_method"), "S256");
    // Whom the provider knows and the class does not is told so, and gets no account.
    let people = lab.class.folder.clone();
    let count = || {
        let store = ClassStore::open(&people, outflank_class::ClassAccess::Beside).unwrap();
        store.people().unwrap().len()
    };
    let before = count();
    assert_eq!(lab.log_in("2"), ("/class?openid=unknown".to_owned(), None));
    // A provider that does not tell the name, also when it is asked.
    assert_eq!(lab.log_in("3"), ("/class?openid=refused".to_owned(), None));
    assert_eq!(count(), before);
    // The person says no.
    let (_, ticket) = lab.begin();
    let denied = "/api/class/openid/callback?error=access_denied";
    assert_eq!(lab.come_back(denied, &ticket), ("/class?openid=refused".to_owned(), vec![]));
}

#[test]
fn a_login_ends_in_the_browser_that_began_it_and_once() {
    let Some(provider) = Provider::start("3600") else { return };
    let lab = Lab::new(&provider.address, OpenIdClaim::PreferredUsername);
    let refused = ("/class?openid=refused".to_owned(), vec![]);
    // Another browser, one that began a login of its own, and a state that was changed.
    let (address, ticket) = lab.begin();
    let path = consent(&address, "1");
    assert_eq!(lab.come_back(&path, &[]), refused);
    assert_eq!(lab.come_back(&path, &lab.begin().1), refused);
    let other = path.replace(value(&path, "state"), &"0".repeat(64));
    assert_eq!(lab.come_back(&other, &ticket), refused);
    assert_eq!(lab.come_back(&path.replace("state=", "other="), &ticket), refused);
    // A token that was made for another login.
    let (other, other_ticket) = lab.begin();
    let mixed = other.replace(value(&other, "nonce"), value(&address, "nonce"));
    assert_ne!(mixed, other);
    assert_eq!(lab.come_back(&consent(&mixed, "1"), &other_ticket), refused);
    // The right browser, once.
    let (page, cookies) = lab.come_back(&path, &ticket);
    assert_eq!((page.as_str(), lab.who(&cookies).as_deref()), ("/class", Some("ann")));
    assert_eq!(lab.come_back(&path, &ticket), refused);
}

#[test]
fn a_token_that_is_too_old_or_has_another_signature_logs_nobody_in() {
    let Some((provider, other)) = Provider::start("4").zip(Provider::start("3600")) else {
        return;
    };
    let refused = ("/class?openid=refused".to_owned(), None);
    let between = Between::start(&provider, &other);
    let lab = Lab::new(&between.address, OpenIdClaim::PreferredUsername);
    assert_eq!(lab.log_in("1"), ("/class".to_owned(), Some("ann".to_owned())));
    between.is_slow.store(true, Ordering::Relaxed);
    assert_eq!(lab.log_in("1"), refused);
    between.is_slow.store(false, Ordering::Relaxed);
    between.has_other_keys.store(true, Ordering::Relaxed);
    let forged = Lab::new(&between.address, OpenIdClaim::PreferredUsername);
    assert_eq!(forged.log_in("1"), refused);
}

#[test]
fn only_an_address_that_the_provider_has_verified_is_a_login() {
    let Some(provider) = Provider::start("3600") else { return };
    let lab = Lab::new(&provider.address, OpenIdClaim::Email);
    // The second and the third person call themselves "ann".
    assert_eq!(lab.log_in("2"), ("/class?openid=refused".to_owned(), None));
    assert_eq!(lab.log_in("3"), ("/class?openid=refused".to_owned(), None));
    assert_eq!(lab.log_in("1"), ("/class".to_owned(), Some("ann@example.org".to_owned())));
}

#[test]
fn a_provider_that_does_not_answer_is_told_of() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let lab = Lab::new(&closed, OpenIdClaim::PreferredUsername);
    let answer = lab.get("/api/class/openid/login", &[]);
    assert_eq!(answer.header("location"), Some("/class?openid=unavailable"));
    assert!(cookies(&answer).is_empty());
}
