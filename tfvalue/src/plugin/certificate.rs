//! The certificate of the process.
//!
//! The certificate always has the same content except for the key, so a few lines of code replace a certificate library.

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

/// The name in the certificate. Terraform expects this name for any address.
const NAME: &[u8] = b"localhost";

// The object identifiers, encoded.
const ECDSA_WITH_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const EC_PUBLIC_KEY: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
const P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
const ALTERNATIVE_NAME: &[u8] = &[0x55, 0x1d, 0x11];

// The tags of DER.
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const OBJECT_IDENTIFIER: u8 = 0x06;
const UTF8_STRING: u8 = 0x0c;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const VERSION: u8 = 0xa0;
const EXTENSIONS: u8 = 0xa3;
const DNS_NAME: u8 = 0x82;

/// Creates a key, and a self-signed certificate for the key. The certificate is valid as long as the process runs.
///
/// # Errors
///
/// Fails if the system cannot provide random bytes.
pub fn generate()
-> Result<(CertificateDer<'static>, PrivateKeyDer<'static>), ring::error::Unspecified> {
    let random = SystemRandom::new();
    let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random)?;
    let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random)
        .map_err(|_| ring::error::Unspecified)?;
    let content = content(key.public_key().as_ref());
    let signature = key.sign(&random, &content)?;
    let certificate = der(
        SEQUENCE,
        &[&content, &signed_with(), &bits(signature.as_ref())],
    );
    let key = PrivatePkcs8KeyDer::from(pkcs8.as_ref().to_vec());
    Ok((certificate.into(), key.into()))
}

/// Returns the part of the certificate that is signed: RFC 5280, section 4.1.
fn content(public_key: &[u8]) -> Vec<u8> {
    let oid = |oid: &[u8]| der(OBJECT_IDENTIFIER, &[oid]);
    let version = der(VERSION, &[&der(INTEGER, &[&[2]])]);
    let serial = der(INTEGER, &[&[1]]);
    let name = der(SEQUENCE, &[&oid(COMMON_NAME), &der(UTF8_STRING, &[NAME])]);
    let name = der(SEQUENCE, &[&der(SET, &[&name])]);
    let start = der(UTC_TIME, &[b"000101000000Z"]);
    let end = der(GENERALIZED_TIME, &[b"99991231235959Z"]);
    let validity = der(SEQUENCE, &[&start, &end]);
    let algorithm = der(SEQUENCE, &[&oid(EC_PUBLIC_KEY), &oid(P256)]);
    let key = der(SEQUENCE, &[&algorithm, &bits(public_key)]);
    let names = der(SEQUENCE, &[&der(DNS_NAME, &[NAME])]);
    let names = der(OCTET_STRING, &[&names]);
    let extension = der(SEQUENCE, &[&oid(ALTERNATIVE_NAME), &names]);
    let extensions = der(EXTENSIONS, &[&der(SEQUENCE, &[&extension])]);
    let parts = [
        &version,
        &serial,
        &signed_with(),
        &name,
        &validity,
        &name,
        &key,
        &extensions,
    ];
    der(SEQUENCE, &parts.map(Vec::as_slice))
}

fn signed_with() -> Vec<u8> {
    der(SEQUENCE, &[&der(OBJECT_IDENTIFIER, &[ECDSA_WITH_SHA256])])
}

/// Encodes a bit string that consists of whole bytes.
fn bits(bytes: &[u8]) -> Vec<u8> {
    der(BIT_STRING, &[&[0], bytes])
}

/// Encodes a value as its tag, its length and its content.
fn der(tag: u8, content: &[&[u8]]) -> Vec<u8> {
    let content = content.concat();
    let length = content.len().to_be_bytes();
    let length = &length[content.len().leading_zeros() as usize / 8..];
    let mut out = vec![tag];
    if content.len() < 0x80 {
        out.push(content.len() as u8);
    } else {
        out.push(0x80 | length.len() as u8);
        out.extend_from_slice(length);
    }
    out.extend(content);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_take_as_many_bytes_as_needed() {
        assert_eq!(der(4, &[b"ab", b"c"]), b"\x04\x03abc");
        assert_eq!(der(4, &[]), b"\x04\x00");
        assert_eq!(der(4, &[&[7; 127]])[..3], [4, 127, 7]);
        assert_eq!(der(4, &[&[7; 128]])[..4], [4, 0x81, 128, 7]);
        assert_eq!(der(4, &[&[7; 0x123]])[..5], [4, 0x82, 1, 0x23, 7]);
    }
}
