//! The memory of a process.

use std::future;
use std::time::Duration;

use tokio::time;

/// The time between two checks. Linux itself limits the memory of a process, apart from shared memory and files in
/// memory.
#[cfg(target_os = "linux")]
const PAUSE: Duration = Duration::from_millis(50);

/// The time between two checks if each check has to run a program.
#[cfg(not(target_os = "linux"))]
const PAUSE: Duration = Duration::from_millis(500);

/// Waits until a process uses more memory than the given number of bytes, and returns the given number. Never completes
/// if the process ends first.
pub(crate) async fn exceeds(process: Option<u32>, most: Option<u64>) -> u64 {
    if let (Some(process), Some(most)) = (process, most) {
        while let Some(used) = used(process).await {
            if used > most {
                return most;
            }
            time::sleep(PAUSE).await;
        }
    }
    future::pending().await
}

/// Returns the number of bytes of a process that are in memory or swapped out. `None` if the process has ended, or if
/// the system does not report the memory of processes.
#[cfg(target_os = "linux")]
#[allow(clippy::unused_async)] // as on other systems
async fn used(process: u32) -> Option<u64> {
    // The file is virtual and is not on a disk.
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let kib = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    };
    let resident = kib("VmRSS:")?;
    Some((resident + kib("VmSwap:").unwrap_or(0)) << 10)
}

#[cfg(all(unix, not(target_os = "linux")))]
async fn used(process: u32) -> Option<u64> {
    let output = tokio::process::Command::new("ps")
        .args(["-o", "rss=", "-p", &process.to_string()])
        .output()
        .await
        .ok()?;
    let kib: u64 = String::from_utf8(output.stdout).ok()?.trim().parse().ok()?;
    Some(kib << 10)
}

#[cfg(not(unix))]
async fn used(_process: u32) -> Option<u64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::used;

    #[tokio::test]
    async fn the_memory_of_a_process_is_known() {
        let own = used(std::process::id()).await.unwrap();
        assert!((1 << 18..1 << 34).contains(&own), "{own}");
        // No process has this number.
        assert_eq!(used(u32::MAX).await, None);
    }
}
