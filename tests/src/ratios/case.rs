//! What is measured: a case, and those who do it.

use std::hint::black_box;

/// One thing to do, done by several.
pub struct Case {
    /// What is done.
    pub name: String,
    contenders: Box<dyn Fn() -> Vec<Contender>>,
}

/// One way to do it.
pub struct Contender {
    /// Who does it.
    pub name: &'static str,
    /// Does it once, and drops what comes of it.
    pub work: Box<dyn FnMut()>,
    /// How our time should compare with this one's.
    pub time: Option<Bound>,
    /// How our peak of memory should compare with this one's.
    pub peak: Option<Bound>,
    /// How our instructions should compare with this one's.
    pub instructions: Option<Bound>,
}

/// A target.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// The other takes so many times what we take, or more.
    AtLeast(f64),
    /// We take so many times what the other takes, or less.
    AtMost(f64),
}

impl Case {
    /// Makes a case; its contenders are prepared when it is measured. The first is us.
    pub(super) fn new(
        name: impl Into<String>,
        contenders: impl Fn() -> Vec<Contender> + 'static,
    ) -> Self {
        Case {
            name: name.into(),
            contenders: Box::new(contenders),
        }
    }

    /// Prepares those who do it, us first.
    #[must_use]
    pub fn contenders(&self) -> Vec<Contender> {
        (self.contenders)()
    }
}

impl Contender {
    /// Makes one from what it does.
    pub(super) fn new<T>(name: &'static str, mut work: impl FnMut() -> T + 'static) -> Self {
        Contender {
            name,
            work: Box::new(move || drop(black_box(work()))),
            time: None,
            peak: None,
            instructions: None,
        }
    }

    /// Makes ourselves.
    pub(super) fn ours<T>(work: impl FnMut() -> T + 'static) -> Self {
        Contender::new("tfvalue", work)
    }

    pub(super) fn time(mut self, bound: Bound) -> Self {
        self.time = Some(bound);
        self
    }

    pub(super) fn instructions(mut self, bound: Bound) -> Self {
        self.instructions = Some(bound);
        self
    }

    pub(super) fn peak(mut self, bound: Bound) -> Self {
        self.peak = Some(bound);
        self
    }
}

impl Bound {
    /// Returns the ratio of what we take and what the other takes, in the sense of the target.
    #[must_use]
    pub fn ratio(self, ours: f64, other: f64) -> f64 {
        match self {
            Bound::AtLeast(_) => other / ours,
            Bound::AtMost(_) => ours / other,
        }
    }

    /// Tells whether the target is met.
    #[must_use]
    pub fn is_met(self, ours: f64, other: f64) -> bool {
        let ratio = self.ratio(ours, other);
        match self {
            Bound::AtLeast(least) => ratio >= least,
            Bound::AtMost(most) => ratio <= most,
        }
    }
}
