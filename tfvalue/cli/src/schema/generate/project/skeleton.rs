//! Writes the files of a crate other than the modules for its parts.

use crate::schema::generate::fit::LeftOut;

/// Writes `mod.rs` of a folder.
pub(super) fn folder(folder: &str, modules: &[(String, String)]) -> String {
    let method = folder.strip_suffix('s').unwrap_or(folder);
    let title = folder.replace('_', " ");
    let mut text = format!("//! The {title}.\n\n");
    for (module, _) in modules {
        text += &format!("pub mod {module};\n");
    }
    text += &format!(
        "\nuse tfvalue::provider::Provider;\n\nuse crate::Client;\n\n\
         /// Adds the {title} to the provider.\n\
         pub fn add(provider: Provider<Client>) -> Provider<Client> {{\n"
    );
    let calls = modules
        .iter()
        .map(|(_, path)| format!("provider.{method}::<{path}>()"));
    text + &steps(calls) + "}\n"
}

/// Writes a separate statement for each step. An expression with thousands of calls would need a large part of the
/// compiler's stack.
fn steps(calls: impl Iterator<Item = String>) -> String {
    let mut calls: Vec<_> = calls.collect();
    let last = calls.pop().unwrap_or_else(|| "provider".to_owned());
    let steps = calls
        .iter()
        .map(|call| format!("    let provider = {call};\n"));
    format!("{}    {last}\n", steps.collect::<String>())
}

/// Writes `main.rs`. Everything else is in the library so that the tests in the `tests` folder can use the code.
pub(super) fn main(name: &str) -> String {
    let name = name.replace('-', "_");
    format!(
        "use std::process::ExitCode;

fn main() -> ExitCode {{
    tfvalue::serve(terraform_provider_{name}::provider())
}}
"
    )
}

/// Writes `lib.rs`.
pub(super) fn library(
    address: &str,
    has_meta: bool,
    folders: &[(&'static str, usize)],
    left_out: &[LeftOut],
) -> String {
    let meta = has_meta.then_some("meta");
    let folders = || folders.iter().map(|(folder, _)| *folder);
    let mut modules: Vec<_> = folders().chain(["config"]).chain(meta).collect();
    modules.sort_unstable();
    let modules: String = modules
        .iter()
        .map(|name| format!("mod {name};\n"))
        .collect();
    let mut new = format!("Provider::new::<Config>({address:?})");
    if has_meta {
        new += ".provider_meta::<meta::Meta>()";
    }
    let adds = folders().map(|folder| format!("{folder}::add(provider)"));
    let body = match folders().next() {
        None => format!("    {new}\n"),
        Some(_) => format!("    let provider = {new};\n{}", steps(adds)),
    };
    let left_out = match left_out {
        [] => String::new(),
        some => {
            let lines = some.iter().map(|one| format!("// - {}\n", one_line(one)));
            format!(
                "// Left out of the schemas that the crate was generated from:\n{}\n",
                lines.collect::<String>()
            )
        }
    };
    format!(
        "//! The provider `{address}`, generated from its schemas.

#![allow(dead_code, unused_variables)] // until the handlers are written

{modules}
use tfvalue::provider::Provider;
use tfvalue::{{Diagnostic, Diagnostics}};

pub use config::{{Client, Config}};

type Result<T, E = Diagnostics> = std::result::Result<T, E>;

{left_out}/// Returns the provider with all its parts.
pub fn provider() -> Provider<Client> {{
{body}}}

/// Returns the error from a handler that is not yet written.
fn not_written(handler: &str, file: &str) -> Diagnostics {{
    let summary = format!(\"{{handler}} is not written yet\");
    Diagnostic::error(summary, format!(\"Write it in {{file}}.\")).into()
}}
{TEST}"
    )
}

const TEST: &str = r#"
#[cfg(test)]
mod tests {
    use tfvalue::schema::diff::{ChangeKind, compare_providers};
    use tfvalue::schema::{ProviderSchema, ProviderSchemas, json};

    fn read(text: &str) -> ProviderSchema {
        let all: ProviderSchemas = json::from_slice(text.as_bytes()).unwrap();
        all.provider_schemas.into_values().next().unwrap()
    }

    /// `schemas.json` contains the schemas from which the crate was generated, without the parts that were left out.
    #[test]
    fn the_schemas_are_those_of_the_original() {
        let schemas = super::provider().schemas().unwrap();
        let all = ProviderSchemas::new().provider_schemas([(String::new(), schemas)]);
        let now = read(&json::to_string(&all).unwrap());
        let original = read(include_str!("../schemas.json"));
        let changes = compare_providers(&original, &now);
        let changes = changes.iter().filter(|change| change.kind != ChangeKind::Text);
        let changes: Vec<_> = changes.map(ToString::to_string).collect();
        assert!(changes.is_empty(), "{changes:#?}");
    }
}
"#;

/// Writes `Cargo.toml`, with paths into a clone of the repository.
pub(super) fn manifest(name: &str, has_state_stores: bool) -> String {
    let features = if has_state_stores {
        "\"provider\", \"unstable-state-store\""
    } else {
        "\"provider\""
    };
    format!(
        "[package]
name = \"terraform-provider-{name}\"
version = \"0.1.0\"
edition = \"2024\"
publish = false

[dependencies]
tfvalue = {{ version = \"{}\", path = \"../../tfvalue\", features = [{features}] }}
",
        concat!(
            env!("CARGO_PKG_VERSION_MAJOR"),
            ".",
            env!("CARGO_PKG_VERSION_MINOR")
        ),
    )
}

/// Writes `README.md`.
pub(super) fn readme(name: &str, left_out: &[LeftOut]) -> String {
    let left_out = match left_out {
        [] => "Nothing was left out of the schemas.\n".to_owned(),
        some => {
            let lines = some.iter().map(|one| format!("* {}\n", one_line(one)));
            format!("Left out of the schemas:\n\n{}", lines.collect::<String>())
        }
    };
    format!(
        "# terraform-provider-{name}

`tfvalue schema generate` wrote this crate from the schemas of a provider. The crate compiles, and Terraform
can load the provider.

1. Write `configure` in `src/config.rs`: it creates the client of the service.
2. Write the handlers in the other folders of `src`. One that is not written yet fails, and says where it is. Remove `update`
   from a resource if every change replaces the object, and `import` if the annotation `import` is enough.
3. Add what a schema does not say to the annotations: defaults, values, changes that replace the object, and the ID of an
   import. `number` is `Number`: choose `i64`, `f64` or another type.
4. `cargo fmt` formats the code. `cargo test` compares the schemas with those of the original, in `schemas.json`. Tests in the
   folder `tests` can use `provider()` from the library.

{left_out}"
    )
}

/// The names come from another provider and could therefore end a comment.
fn one_line(left_out: &LeftOut) -> String {
    left_out.to_string().replace(['\n', '\r'], " ")
}
