//! Detects the platform of a program from the first bytes of the program.

/// Returns a description of the program's platform if it differs from the expected platform.
pub(super) fn wrong(head: &[u8], system: &str, processor: &str) -> Option<String> {
    let (found_system, found_processor) = platform(head);
    let is_other_system = match found_system {
        "elf" => !matches!(
            system,
            "linux" | "freebsd" | "netbsd" | "openbsd" | "solaris"
        ),
        found => found != system,
    };
    let is_universal = found_system == "darwin" && found_processor == "all";
    let is_other_processor = !found_processor.is_empty() && found_processor != processor;
    let words = match found_system {
        "" => "no program of a system that Terraform runs on".to_owned(),
        "elf" => format!("for Linux or BSD on {found_processor}"),
        found => format!("for {found} on {found_processor}"),
    };
    (is_other_system || (is_other_processor && !is_universal)).then_some(words)
}

/// Returns the names that Go uses for the operating system and the processor. The name of an unknown processor is an
/// empty string.
fn platform(head: &[u8]) -> (&'static str, &'static str) {
    let at = |index: usize| head.get(index).copied().unwrap_or_default();
    let u16_at = |index| u16::from_le_bytes([at(index), at(index + 1)]);
    let u32_at =
        |index| u32::from_le_bytes([at(index), at(index + 1), at(index + 2), at(index + 3)]);
    match head {
        [0x7f, b'E', b'L', b'F', ..] => {
            let is_big = at(5) == 2;
            let machine = if is_big {
                u16_at(18).swap_bytes()
            } else {
                u16_at(18)
            };
            let processor = match machine {
                3 => "386",
                62 => "amd64",
                40 => "arm",
                183 => "arm64",
                22 => "s390x",
                21 if !is_big => "ppc64le",
                243 => "riscv64",
                258 => "loong64",
                8 if !is_big => "mips64le",
                _ => "",
            };
            ("elf", processor)
        }
        [b'M', b'Z', ..] => {
            let header = (u32_at(0x3c) as usize).min(head.len());
            let rest = head.get(header..).unwrap_or_default();
            let processor = match u16_at(header + 4) {
                _ if !rest.starts_with(b"PE\0\0") => "",
                0x14c => "386",
                0x8664 => "amd64",
                0xaa64 => "arm64",
                0x1c4 => "arm",
                _ => "",
            };
            ("windows", processor)
        }
        [0xcf, 0xfa, 0xed, 0xfe, ..] => {
            let processor = match u32_at(4) {
                0x0100_0007 => "amd64",
                0x0100_000c => "arm64",
                _ => "",
            };
            ("darwin", processor)
        }
        [0xca, 0xfe, 0xba, 0xbe, ..] => ("darwin", "all"),
        _ => ("", ""),
    }
}
