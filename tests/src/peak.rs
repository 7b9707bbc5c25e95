//! An allocator that counts, to hold the decoder to the memory that it may take.

#![allow(unsafe_code)] // `GlobalAlloc` is an unsafe trait; all work is left to the system's

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting what each thread holds.
///
/// A program that measures installs it with `#[global_allocator]`.
pub struct Counting;

thread_local! {
    // Plain numbers: nothing to allocate or drop, so that the allocator may use them.
    static HELD: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

/// Runs `work` and returns the most bytes that it held at once, beyond what was held before.
///
/// # Panics
///
/// If [`Counting`] is not the allocator, and nothing would be measured.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    drop(std::hint::black_box(Box::new(0_u64)));
    assert!(
        PEAK.get() > before,
        "the counting allocator is not installed"
    );
    PEAK.set(before);
    let result = work();
    (result, PEAK.get().saturating_sub(before))
}

fn grow(bytes: usize) {
    let held = HELD.get().wrapping_add(bytes);
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
}

fn shrink(bytes: usize) {
    // What another thread has allocated may be freed here.
    HELD.set(HELD.get().saturating_sub(bytes));
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
