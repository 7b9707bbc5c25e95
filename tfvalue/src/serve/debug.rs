//! Supports debugging a provider that the user starts.

use std::io::{self, Write as _};
use std::process;

use serde_json::json;

use crate::plugin::address::Address;

/// Returns a source address in which a missing host or namespace is replaced by Terraform's default.
pub(super) fn full_address(source: &str) -> String {
    match source.split('/').count() {
        1 => format!("registry.terraform.io/hashicorp/{source}"),
        2 => format!("registry.terraform.io/{source}"),
        _ => source.to_owned(),
    }
}

/// Prints the environment variable for Terraform to standard output, and instructions to standard error. `is_own` is
/// `true` if `source` is the address of the provider itself.
///
/// The variable contains the source address as it is written in `required_providers`, because Terraform and OpenTofu
/// assume different hosts.
pub(super) fn print(source: &str, is_own: bool, address: &Address, version: u32) -> io::Result<()> {
    let other = if is_own {
        " Another source can follow --debug."
    } else {
        ""
    };
    let instructions = format!(
        "The provider runs until Ctrl-C. Terraform connects to it with this variable, if the source in\n\
         required_providers is {source:?}.{other}\n\n"
    );
    io::stderr().lock().write_all(instructions.as_bytes())?;
    let mut stdout = io::stdout().lock();
    // The value is quoted for the shell.
    let value = reattach(source, address, version).replace('\'', r"'\''");
    writeln!(stdout, "TF_REATTACH_PROVIDERS='{value}'")?;
    stdout.flush()
}

/// Returns the value of `TF_REATTACH_PROVIDERS` for a provider in this process.
pub(super) fn reattach(source: &str, address: &Address, version: u32) -> String {
    json!({
        source: {
            "Protocol": "grpc",
            "ProtocolVersion": version,
            "Pid": process::id(),
            // Terraform does not end the process.
            "Test": true,
            "Addr": { "Network": address.network(), "String": address.text() },
        }
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_addresses() {
        for (name, address) in [
            ("notes", "registry.terraform.io/hashicorp/notes"),
            ("example/notes", "registry.terraform.io/example/notes"),
            ("example.com/example/notes", "example.com/example/notes"),
        ] {
            assert_eq!(full_address(name), address);
        }
    }

    #[test]
    fn value_has_the_address_of_the_process() {
        let address = Address::Tcp(([127, 0, 0, 1], 4321).into());
        assert_eq!(
            reattach("a/b/c", &address, 5),
            format!(
                "{{\"a/b/c\":{{\"Addr\":{{\"Network\":\"tcp\",\"String\":\"127.0.0.1:4321\"}},\"Pid\":{},\
                 \"Protocol\":\"grpc\",\"ProtocolVersion\":5,\"Test\":true}}}}",
                process::id()
            )
        );
    }
}
