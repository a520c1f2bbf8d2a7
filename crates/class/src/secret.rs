//! Passwords, codes for the first login, and the tokens of sessions.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use outflank_arena::ContentHash;

use crate::ClassError;

/// The letters of codes: none looks like another.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// The length of a password, in letters.
const LENGTHS: std::ops::RangeInclusive<usize> = 10..=128;

/// The least number of different letters of a password.
const LEAST_DIFFERENT: usize = 5;
/// The most common passwords that are long enough.
const COMMON: [&str; 12] = [
    "1234567890",
    "0123456789",
    "12345678910",
    "123456789a",
    "a123456789",
    "1q2w3e4r5t",
    "qwertyuiop",
    "password12",
    "password123",
    "password1234",
    "passw0rd123",
    "administrator",
];

/// A hash of no password, so that a login with an unknown name takes as long as any other.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$\
                      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The hash of a new password. It takes some tens of milliseconds, on purpose.
pub fn hash_password(password: &str) -> Result<String, ClassError> {
    let letters = password.chars().count();
    if !LENGTHS.contains(&letters) {
        return Err(ClassError::unfit(format!(
            "a password has {} to {} letters, this one has {letters}",
            LENGTHS.start(),
            LENGTHS.end()
        )));
    }
    let different: std::collections::BTreeSet<_> = password.chars().collect();
    if different.len() < LEAST_DIFFERENT || COMMON.contains(&&*password.to_lowercase()) {
        return Err(ClassError::unfit("this password is too easy to guess"));
    }
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string())
        .map_err(|error| ClassError::Database(format!("cannot hash a password: {error}")))
}

/// True if this is the password of a hash. Without a hash it takes as long and is false.
pub fn is_password(password: &str, hash: Option<&str>) -> bool {
    // A password that is too long was never set, and would take long to hash.
    if password.chars().count() > *LENGTHS.end() {
        return false;
    }
    let Ok(parsed) = PasswordHash::new(hash.unwrap_or(NOBODY)) else { return false };
    let is_right = Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok();
    is_right && hash.is_some()
}

/// A new code: 16 letters, 80 random bits.
pub(crate) fn new_code() -> String {
    let bits: u128 = rand::random();
    let letter = |at: u32| char::from(LETTERS[(bits >> (5 * at)) as usize % 32]);
    let parts = (0..4).map(|part| (4 * part..4 * part + 4).map(letter).collect::<String>());
    parts.collect::<Vec<_>>().join("-")
}

/// A new token of a session: 256 random bits.
pub(crate) fn new_token() -> String {
    let bits: [u128; 2] = rand::random();
    format!("{:032x}{:032x}", bits[0], bits[1])
}

/// What is kept of a code or a token. They are random and long, so a fast hash is enough.
pub(crate) fn kept(secret: &str) -> String {
    ContentHash::of(secret.trim().to_lowercase().as_bytes()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_password_itself_is_right() {
        let hash = hash_password("correct horse").unwrap();
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert!(is_password("correct horse", Some(&hash)));
        assert!(!is_password("correct house", Some(&hash)));
        assert!(!is_password("correct horse", None));
        for easy in ["too short", "aaaaabbbbbcc", "Password123"] {
            assert!(hash_password(easy).is_err(), "{easy}");
        }
        assert!(PasswordHash::new(NOBODY).is_ok());
    }

    #[test]
    fn codes_and_tokens_do_not_repeat() {
        let code = new_code();
        assert_eq!(code.len(), 19);
        assert_ne!(code, new_code());
        assert_eq!(kept(&code), kept(&format!(" {} ", code.to_uppercase())));
        assert_ne!(new_token(), new_token());
    }
}
