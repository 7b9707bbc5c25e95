//! A random number generator that returns the same results on every platform.

/// A stream of random numbers (`SplitMix64`) that is determined by a seed.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates the stream for a seed and a case number, so that each case can be reproduced without running the
    /// preceding cases.
    #[must_use]
    pub fn new(seed: u64, case: u64) -> Self {
        let mut rng = Rng(seed);
        Rng(rng.next() ^ case.wrapping_mul(0xa076_1d64_78bd_642f))
    }

    /// Returns the next 64 bits.
    #[allow(clippy::should_implement_trait)] // an infinite stream needs no `Option`
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Returns `true` with a probability of one in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns a random element.
    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    /// Shuffles a slice.
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for end in (1..slice.len()).rev() {
            slice.swap(end, self.below(end + 1));
        }
    }
}
