//! A counting allocator for checking the memory limits of the decoder.

#![allow(unsafe_code)] // `GlobalAlloc` is an unsafe trait; `System` does all the work

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator. The allocator counts the memory that a thread allocates while the thread is being measured.
///
/// A program installs the allocator with `#[global_allocator]`.
pub struct Counting;

/// The memory that a piece of work used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    /// The maximum number of bytes that were allocated at the same time.
    pub peak: usize,
    /// The number of allocations and reallocations.
    pub allocations: usize,
}

thread_local! {
    // Plain numbers need no allocation and no drop, so the allocator can use them.
    static COUNTED: Cell<bool> = const { Cell::new(false) };
    // Negative if memory from before the measurement is freed.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// Runs `work` and returns its result and the maximum number of bytes that were allocated at the same time.
///
/// # Panics
///
/// Panics if [`Counting`] is not installed as the allocator.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let (result, used) = account(work);
    (result, used.peak)
}

/// Runs `work` and returns its result and the memory that it used.
///
/// # Panics
///
/// Panics if [`Counting`] is not installed as the allocator.
pub fn account<T>(work: impl FnOnce() -> T) -> (T, Used) {
    let ((), check) = count(|| drop(std::hint::black_box(Box::new(0_u64))));
    assert!(check.peak > 0, "the counting allocator is not installed");
    count(work)
}

/// Returns the maximum ratio of allocated memory to the size of the input, according to the exception with the given
/// text in `SECURITY.md`.
///
/// # Panics
///
/// Panics if there is no such exception.
#[must_use]
pub fn exception(text: &str) -> usize {
    let security = include_str!("../../SECURITY.md").replace('\n', " ");
    let (before, _) = security.split_once(text).expect("an exception");
    let before = before
        .trim_end()
        .strip_suffix(" times the size of the input");
    let number = before.and_then(|before| before.rsplit(' ').next());
    number
        .and_then(|number| number.parse().ok())
        .expect("a number")
}

fn count<T>(work: impl FnOnce() -> T) -> (T, Used) {
    HELD.set(0);
    PEAK.set(0);
    ALLOCATIONS.set(0);
    COUNTED.set(true);
    let result = work();
    COUNTED.set(false);
    let peak = PEAK.get().unsigned_abs();
    let allocations = ALLOCATIONS.get();
    (result, Used { peak, allocations })
}

fn grow(bytes: usize) {
    if COUNTED.get() {
        let held = HELD.get().wrapping_add_unsigned(bytes);
        HELD.set(held);
        PEAK.set(PEAK.get().max(held));
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
    }
}

fn shrink(bytes: usize) {
    if COUNTED.get() {
        HELD.set(HELD.get().wrapping_sub_unsigned(bytes));
    }
}

// SAFETY: all calls are forwarded to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller upholds the same contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: the pointer came from `alloc` or `realloc` above, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks are allocated while the data is moved.
        grow(size);
        shrink(layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
