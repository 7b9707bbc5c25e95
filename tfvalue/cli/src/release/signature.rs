//! Checks the form of the signature, and verifies it if there is a public key.
//!
//! GnuPG verifies the signature, because everyone who signs a release has GnuPG installed. The program therefore does
//! not need a crate for OpenPGP.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::Release;
use crate::scratch::Scratch;
use crate::terminal::Failure;

impl Release {
    /// Verifies the signature with a public key. Returns a sentence about the result, or `None` if the result is a
    /// problem.
    pub(super) fn verify_signature(
        &mut self,
        key: Option<&Path>,
    ) -> Result<Option<String>, Failure> {
        let (sums, signature) = (self.file("SHA256SUMS"), self.file("SHA256SUMS.sig"));
        if !self.files.contains_key(&sums) || !self.files.contains_key(&signature) {
            return Ok(None);
        }
        let Some(key) = key else {
            let sentence =
                "the signature is not verified, because --key does not name the public key";
            return Ok(Some(sentence.to_owned()));
        };
        // GnuPG reports a missing key in the same way as a wrong key.
        fs::metadata(key).map_err(|error| Failure::file(key, error))?;
        let keys = Keys::import(key)?;
        let paths = [&signature, &sums].map(|name| self.folder.join(name));
        let output = keys.gpg(&["--verify"], &[&paths[0], &paths[1]])?;
        let status = String::from_utf8_lossy(&output.stdout).into_owned();
        let has = |word: &str| {
            status
                .lines()
                .any(|line| line.starts_with(&format!("[GNUPG:] {word} ")))
        };
        let fingerprint = status.lines().find_map(|line| {
            let rest = line.strip_prefix("[GNUPG:] VALIDSIG ")?;
            // The last word is the fingerprint of the primary key, which registries show.
            rest.split_whitespace().next_back()
        });
        let (problem, fix) = match fingerprint {
            Some(fingerprint) if output.status.success() && has("GOODSIG") => {
                return Ok(Some(format!(
                    "the signature is right, and of the key {fingerprint}"
                )));
            }
            _ if has("BADSIG") => (
                "the signature is not one of these checksums",
                "sign the checksums again after the last change",
            ),
            _ if has("NO_PUBKEY") => (
                "the signature is of another key",
                "sign with the key that is registered, or register this one",
            ),
            _ if has("EXPKEYSIG") => (
                "the key has expired",
                "extend it with gpg --quick-set-expire, and register it again",
            ),
            _ if has("REVKEYSIG") => ("the key is revoked", "create a key, and register it"),
            _ => (
                "GnuPG cannot verify the signature",
                "sign the checksums again",
            ),
        };
        self.find(&signature, problem, fix);
        Ok(None)
    }

    pub(super) fn check_signature(&mut self) {
        let file = self.file("SHA256SUMS.sig");
        let sign =
            "sign the checksums: gpg --detach-sign terraform-provider-NAME_VERSION_SHA256SUMS";
        if !self.files.contains_key(&file) {
            return self.find(&file, "the signature is missing", sign);
        }
        let Some(bytes) = self.read(&file) else {
            return;
        };
        if let Some((problem, fix)) = wrong(&bytes) {
            self.find(&file, problem, fix.unwrap_or(sign));
        }
    }
}

/// A folder with one public key, so that GnuPG ignores the user's own keys.
struct Keys(Scratch);

impl Keys {
    fn import(key: &Path) -> Result<Self, Failure> {
        let keys = Keys(Scratch::new()?);
        let output = keys.gpg(&["--import"], &[key])?;
        let status = String::from_utf8_lossy(&output.stdout);
        if status.contains("[GNUPG:] IMPORT_OK ") {
            Ok(keys)
        } else {
            Err(Failure::file(key, "a public key of OpenPGP is required"))
        }
    }

    fn gpg(&self, arguments: &[&str], paths: &[&Path]) -> Result<Output, Failure> {
        let mut command = Command::new("gpg");
        command.arg("--homedir").arg(self.0.path());
        command.args(["--batch", "--no-autostart", "--no-options", "--status-fd=1"]);
        command.args(arguments).arg("--").args(paths);
        let output = command.output();
        output.map_err(|error| {
            Failure::unusable(format!(
                "--key needs GnuPG, which cannot be started: gpg: {error}"
            ))
        })
    }
}

/// Describes the problem with a signature, with a fix if possible.
fn wrong(bytes: &[u8]) -> Option<(String, Option<&'static str>)> {
    let problem = |problem: &str| Some((problem.to_owned(), None));
    if bytes.starts_with(b"-----BEGIN PGP") {
        let fix = "sign without --armor and --clear-sign: gpg --detach-sign FILE";
        return Some(("the signature is armored: it is text".to_owned(), Some(fix)));
    }
    let Some((tag, body)) = packet(bytes) else {
        return problem("this is no signature of OpenPGP");
    };
    match (tag, body) {
        (2, [4, kind, algorithm, hash, ..]) => {
            if *kind != 0 {
                return problem("the signature is not one of a file in binary mode");
            }
            if *hash == 1 || *hash == 2 {
                let fix = "sign with --digest-algo SHA512";
                return Some(("the signature uses MD5 or SHA-1".to_owned(), Some(fix)));
            }
            // RSA and DSA.
            let is_accepted = matches!(algorithm, 1 | 3 | 17);
            (!is_accepted).then(|| {
                let fix = "create a key of type RSA with 4096 bits: gpg --full-generate-key. The registry of OpenTofu accepts \
                           other types, too";
                let problem = "the key is neither RSA nor DSA, which the registry of Terraform requires";
                (problem.to_owned(), Some(fix))
            })
        }
        (2, _) => problem("the signature has another version than 4"),
        (8 | 4, _) => Some((
            "the file contains the signed text, too".to_owned(),
            Some("sign with --detach-sign, not with --sign"),
        )),
        _ => problem("this is no signature of OpenPGP"),
    }
}

/// Returns the kind and the content of the first packet.
fn packet(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    if first & 0x80 == 0 {
        return None;
    }
    if first & 0x40 != 0 {
        let skip = match *rest.first()? {
            0..=191 => 1,
            192..=223 => 2,
            255 => 5,
            _ => return None,
        };
        return Some((first & 0x3f, rest.get(skip..)?));
    }
    let skip = match first & 3 {
        0 => 1,
        1 => 2,
        2 => 4,
        _ => 0,
    };
    Some((first >> 2 & 0xf, rest.get(skip..)?))
}
