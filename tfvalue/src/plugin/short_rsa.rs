//! Signatures made with RSA keys of fewer than 2,048 bits, which ring rejects.
//!
//! Each side of a plugin connection accepts exactly one certificate. The certificate comes from the process that this
//! side started, or from the process that started this side. The security of this exchange does not depend on the
//! length of the key, and Go also accepts keys with 1,024 bits.

use p521::elliptic_curve::bigint::modular::{FixedMontyForm, FixedMontyParams};
use p521::elliptic_curve::bigint::{Odd, U64, U2048};
use ring::digest::{Algorithm, Context, SHA256, SHA384, SHA512, digest};
use rustls::SignatureScheme;
use rustls::crypto::WebPkiSupportedAlgorithms;
use rustls::pki_types::{
    AlgorithmIdentifier, InvalidSignature, SignatureVerificationAlgorithm, alg_id,
};

/// The accepted lengths of keys, in bits. Shorter keys can be factored.
const BITS: std::ops::Range<u32> = 1024..2048;

/// The maximum length of a number, in bytes.
const BYTES: usize = 256;

/// The algorithms for RSA keys in TLS 1.3.
pub(super) static SHORT_RSA: WebPkiSupportedAlgorithms = WebPkiSupportedAlgorithms {
    all: &[&WITH_SHA256, &WITH_SHA384, &WITH_SHA512],
    mapping: &[
        (SignatureScheme::RSA_PSS_SHA256, &[&WITH_SHA256]),
        (SignatureScheme::RSA_PSS_SHA384, &[&WITH_SHA384]),
        (SignatureScheme::RSA_PSS_SHA512, &[&WITH_SHA512]),
    ],
};

static WITH_SHA256: Pss = Pss(&SHA256, alg_id::RSA_PSS_SHA256);
static WITH_SHA384: Pss = Pss(&SHA384, alg_id::RSA_PSS_SHA384);
static WITH_SHA512: Pss = Pss(&SHA512, alg_id::RSA_PSS_SHA512);

/// RSASSA-PSS with a salt that is as long as the digest: RFC 8017, section 8.1.2.
#[derive(Debug)]
struct Pss(&'static Algorithm, AlgorithmIdentifier);

impl SignatureVerificationAlgorithm for Pss {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        let (encoded, bits) = encoded(public_key, signature).ok_or(InvalidSignature)?;
        match self.is_encoding_of(message, &encoded, bits) {
            Some(true) => Ok(()),
            _ => Err(InvalidSignature),
        }
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::RSA_ENCRYPTION
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        self.1
    }
}

impl Pss {
    /// Checks an encoded message with the given number of bits: EMSA-PSS-VERIFY, section 9.1.2.
    fn is_encoding_of(&self, message: &[u8], encoded: &[u8], bits: usize) -> Option<bool> {
        let size = self.0.output_len();
        let (rest, hash) = encoded
            .strip_suffix(&[0xbc])?
            .split_at_checked(encoded.len().checked_sub(size + 1)?)?;
        // The first byte can have unused bits.
        let mask = match bits % 8 {
            0 => 0xff,
            used => 0xff_u8 >> (8 - used),
        };
        let mut block = rest.to_vec();
        if block.first()? & !mask != 0 {
            return Some(false);
        }
        for (byte, other) in block.iter_mut().zip(self.mask(hash)) {
            *byte ^= other;
        }
        block[0] &= mask;
        let (padding, salt) = block.split_at_checked(block.len().checked_sub(size)?)?;
        let (one, zeros) = padding.split_last()?;
        let mut context = Context::new(self.0);
        context.update(&[0; 8]);
        context.update(digest(self.0, message).as_ref());
        context.update(salt);
        let is_padding = *one == 1 && zeros.iter().all(|byte| *byte == 0);
        Some(is_padding && context.finish().as_ref() == hash)
    }

    /// Returns the bytes of a mask: MGF1, section B.2.1.
    fn mask(&self, seed: &[u8]) -> impl Iterator<Item = u8> {
        (0..u32::MAX).flat_map(move |counter| {
            let mut context = Context::new(self.0);
            context.update(seed);
            context.update(&counter.to_be_bytes());
            context.finish().as_ref().to_vec()
        })
    }
}

/// Returns the encoded message of a signature, and the number of bits in the message: section 8.1.2, step 2.
fn encoded(public_key: &[u8], signature: &[u8]) -> Option<(Vec<u8>, usize)> {
    let (key, _) = element(0x30, public_key)?;
    let (modulus, rest) = element(0x02, key)?;
    let (exponent, _) = element(0x02, rest)?;
    let (modulus, exponent) = (number(modulus)?, number(exponent)?);
    let bits = modulus.bit_width_vartime();
    let size = usize::try_from(bits.div_ceil(8)).ok()?;
    let signature_number = number(signature)?;
    let is_valid = BITS.contains(&bits)
        && signature.len() == size
        && signature_number < modulus
        && exponent.bit_width_vartime() <= U64::BITS;
    is_valid.then_some(())?;
    let modulus = Odd::new(modulus).into_option()?;
    let parameters = FixedMontyParams::new_vartime(modulus);
    let power = FixedMontyForm::new(&signature_number, &parameters);
    let power = power.pow_bounded_exp(&exponent, U64::BITS).retrieve();
    let bits = usize::try_from(bits - 1).ok()?;
    let bytes = power.to_be_bytes();
    let (zeros, encoded) = bytes.as_ref().split_at_checked(BYTES - bits.div_ceil(8))?;
    let fits = zeros.iter().all(|byte| *byte == 0);
    fits.then(|| (encoded.to_vec(), bits))
}

/// Reads an unsigned number.
fn number(bytes: &[u8]) -> Option<U2048> {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let bytes = &bytes[zeros..];
    let mut all = [0; BYTES];
    all.get_mut(BYTES.checked_sub(bytes.len())?..)?
        .copy_from_slice(bytes);
    Some(U2048::from_be_slice(&all))
}

/// Reads a DER element with the given tag. Returns the content of the element, and the remaining bytes.
fn element(tag: u8, der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = match der {
        [first, length @ 0..=0x7f, rest @ ..] if *first == tag => (usize::from(*length), rest),
        [first, 0x81, length, rest @ ..] if *first == tag => (usize::from(*length), rest),
        [first, 0x82, high, low, rest @ ..] if *first == tag => {
            (usize::from(u16::from_be_bytes([*high, *low])), rest)
        }
        _ => return None,
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key with 1,024 bits and its signatures of `message`, created with OpenSSL.
    const KEY: &str = "30818902818100c0409108a0cb15020aa61fe41a2ab4ae755f30a471e429be6cb95f103104e71d4411f5314561674317\
         629d0869702e0c53fff4f66e409309a82865ef01598836fffb9af4d648277f1754fb966de343a5de299c22af8a9cc69fcd3d0e01ebae2e\
         8fa872415a868dcfe97ba249749064bdd5635fd412233a5cccbb66bb6290fcb90203010001";
    const SIGNED_WITH_SHA256: &str = "767fe73e911113ac956823c4b4e4f91343529882a3f9f4e54a706ad0e953e81d019d0a58dff11d2f27\
         a96b48aba26926329fec9e677861fad6042202a9ff12789f2735f5e0191a2a48ee09c00f51181c74860f058aba0323cadd8b33de89dfbe\
         bd11216cc17dfc8bfe2d06d674d68e9a243e95a7923510f0b584b81100b1fd20";
    const SIGNED_WITH_SHA384: &str = "2ec51b935c5cfcb36ba0703b0ee18d0024f8ecba019a5a7d48f28cdb96e9f6e4eb4752784313f9a78e\
         00ba3d5495e9f66f108e71b7c01dff1a534cf20b4a4c4f22499479202b49862781c0863aa5d2307f14d4bab3ab7d88d59bac43ac1d2857\
         63577620f370d6964585d879d28f3ed127e1ef9e32f08affe45b4d7e53f8875a";

    fn bytes(hex: &str) -> Vec<u8> {
        let digits = (0..hex.len()).step_by(2);
        digits
            .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
            .collect()
    }

    fn is_valid(pss: &Pss, key: &[u8], message: &[u8], signature: &[u8]) -> bool {
        pss.verify_signature(key, message, signature).is_ok()
    }

    #[test]
    fn only_the_signature_of_the_key_is_valid() {
        let key = bytes(KEY);
        for (pss, other, signature) in [
            (&WITH_SHA256, &WITH_SHA384, bytes(SIGNED_WITH_SHA256)),
            (&WITH_SHA384, &WITH_SHA256, bytes(SIGNED_WITH_SHA384)),
        ] {
            assert!(is_valid(pss, &key, b"message", &signature));
            assert!(!is_valid(other, &key, b"message", &signature));
            assert!(!is_valid(pss, &key, b"messagf", &signature));
            for index in 0..signature.len() {
                let mut changed = signature.clone();
                changed[index] ^= 1;
                assert!(!is_valid(pss, &key, b"message", &changed), "{index}");
            }
            for length in 0..signature.len() {
                assert!(!is_valid(pss, &key, b"message", &signature[..length]));
            }
        }
    }

    #[test]
    fn malformed_keys_are_rejected() {
        let (key, signature) = (bytes(KEY), bytes(SIGNED_WITH_SHA256));
        for length in 0..key.len() {
            assert!(!is_valid(
                &WITH_SHA256,
                &key[..length],
                b"message",
                &signature
            ));
        }
        for index in 0..key.len() {
            let mut changed = key.clone();
            changed[index] ^= 0x80;
            assert!(
                !is_valid(&WITH_SHA256, &changed, b"message", &signature),
                "{index}"
            );
        }
    }
}
