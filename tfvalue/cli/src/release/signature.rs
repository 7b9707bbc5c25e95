//! The form of the signature. Only the registry has the public key to verify it.

use super::Release;

impl Release {
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

/// Says what is wrong with a signature, and perhaps how to fix it.
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
