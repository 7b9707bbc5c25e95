//! Addresses, in Terraform's language.

use std::fmt::Write;

use tfvalue::__internal::show::is_printable;

use super::instance_key::Key;
use super::mode::Mode;

/// Returns the absolute address of a resource instance.
pub(super) fn of_instance(
    module: Option<&str>,
    mode: &Mode,
    kind: &str,
    name: &str,
    key: Option<&Key>,
) -> String {
    let mut address = module
        .filter(|module| !module.is_empty())
        .map_or_else(String::new, |module| format!("{module}."));
    if *mode == Mode::Data {
        address.push_str("data.");
    }
    address.push_str(kind);
    address.push('.');
    address.push_str(name);
    match key {
        Some(Key::Number(number)) => address.push_str(&format!("[{number}]")),
        Some(Key::String(text)) => {
            address.push('[');
            quote(&mut address, text);
            address.push(']');
        }
        Some(Key::Other(raw)) => address.push_str(&format!("[{}]", raw.get())),
        None => {}
    }
    address
}

/// Appends a string in quotes. Source: `toHCLQuotedString` of Terraform.
fn quote(out: &mut String, text: &str) {
    out.push('"');
    for (at, c) in text.char_indices() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '$' | '%' => {
                out.push(c);
                if text[at + 1..].starts_with('{') {
                    out.push(c);
                }
            }
            c if is_printable(c) => out.push(c),
            c => {
                let code = u32::from(c);
                let width = if code < 0x1_0000 { 4 } else { 8 };
                let letter = if width == 4 { 'u' } else { 'U' };
                // Writing to a string cannot fail.
                let _ = write!(out, "\\{letter}{code:0width$x}");
            }
        }
    }
    out.push('"');
}

/// Extracts the provider's address from the address of a provider configuration, such as
/// `module.m.provider["registry.terraform.io/hashicorp/aws"].west`.
pub(super) fn provider(config: &str) -> Option<&str> {
    let (_, rest) = config.split_once("provider[\"")?;
    rest.split_once("\"]").map(|(address, _)| address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_quoted() {
        let address = |key| of_instance(Some("module.m"), &Mode::Data, "x_y", "z", Some(&key));
        assert_eq!(address(Key::Number(3)), "module.m.data.x_y.z[3]");
        for (key, quoted) in [
            ("a", r#""a""#),
            ("", r#""""#),
            ("a\"\\\n\r\t", r#""a\"\\\n\r\t""#),
            ("${x} %{y} $ %", r#""$${x} %%{y} $ %""#),
            ("\u{7}\u{e000}\u{f0000}é", r#""\u0007\ue000\U000f0000é""#),
        ] {
            let expected = format!("module.m.data.x_y.z[{quoted}]");
            assert_eq!(address(Key::String(key.into())), expected);
        }
        assert_eq!(of_instance(None, &Mode::Managed, "x_y", "z", None), "x_y.z");
    }

    #[test]
    fn configurations_name_their_provider() {
        for (config, found) in [
            (r#"provider["a.io/b/c"]"#, Some("a.io/b/c")),
            (
                r#"module.m["x"].provider["a.io/b/c"].west["k"]"#,
                Some("a.io/b/c"),
            ),
            ("provider.aws", None),
        ] {
            assert_eq!(provider(config), found);
        }
    }
}
