//! Tests `tfvalue::serve` with the `serve_echo` program, which is run as Terraform runs a provider.

mod client;
mod program;

use tfvalue_tests::binary;
mod blocking;
mod calls;
mod crash;
mod drive;
#[cfg(feature = "inventory")]
mod examine;
#[cfg(target_os = "linux")]
mod examine_ends;
mod fallback;
mod hostile;
mod in_process;
mod life;
mod log;
#[cfg(all(feature = "inventory", target_os = "linux", target_arch = "x86_64"))]
mod release;

mod terraform;
mod tls;
#[cfg(target_os = "linux")]
mod trace_ends;

/// Runs a test that needs tokio.
fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(test)
}
