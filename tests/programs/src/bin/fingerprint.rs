//! Measures how long it takes to compute a fingerprint of a write-only value. The guide gives this time. The hash and
//! the number of rounds are the same as in the feature `fingerprint`.

use std::num::NonZeroU32;
use std::time::Instant;

use ring::pbkdf2::{PBKDF2_HMAC_SHA256, derive};

const ROUNDS: NonZeroU32 = NonZeroU32::new(100_000).unwrap();
const TIMES: u32 = 20;

fn main() {
    let start = Instant::now();
    let mut bits = [0; 3];
    for number in 0..TIMES {
        let value = number.to_be_bytes();
        derive(PBKDF2_HMAC_SHA256, ROUNDS, &[7; 16], &value, &mut bits);
    }
    println!(
        "{} µs for each fingerprint",
        (start.elapsed() / TIMES).as_micros()
    );
}
