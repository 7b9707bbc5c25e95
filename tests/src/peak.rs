//! An allocator that counts, to hold the decoder to the memory that it may take.

#![allow(unsafe_code)] // `GlobalAlloc` is an unsafe trait; all work is left to the system's

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting what a thread takes while it is measured.
///
/// A program that measures installs it with `#[global_allocator]`.
pub struct Counting;

/// What some work took of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    /// The most bytes that it held at once, beyond what was held before.
    pub peak: usize,
    /// How often it allocated, or let a block grow or shrink.
    pub allocations: usize,
}

thread_local! {
    // Plain numbers: nothing to allocate or drop, so that the allocator may use them.
    static COUNTED: Cell<bool> = const { Cell::new(false) };
    // Below zero where what was there before is freed.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// Runs `work` and returns the most bytes that it held at once, beyond what was held before.
///
/// # Panics
///
/// If [`Counting`] is not the allocator, and nothing would be measured.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let (result, used) = account(work);
    (result, used.peak)
}

/// Runs `work` and returns what it took of memory.
///
/// # Panics
///
/// If [`Counting`] is not the allocator, and nothing would be measured.
pub fn account<T>(work: impl FnOnce() -> T) -> (T, Used) {
    let ((), check) = count(|| drop(std::hint::black_box(Box::new(0_u64))));
    assert!(check.peak > 0, "the counting allocator is not installed");
    count(work)
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

// SAFETY: all calls go to the system's allocator as they come.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: the pointer came from `alloc` or `realloc` above, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While it moves, both blocks are held.
        grow(size);
        shrink(layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
