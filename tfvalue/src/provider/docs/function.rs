//! The page of a function.

use std::fmt::Write as _;

use super::said::says;
use super::schema::type_name;
use super::{code_block, head, paragraph, usage};
use crate::schema::{Function, Parameter};
use crate::ty::Type;

/// Returns the page of a function.
pub(super) fn page(provider: &str, name: &str, function: &Function, examples: &[String]) -> String {
    let mut page = head(&format!("{name} function - {provider}"), &function.summary);
    let _ = writeln!(page, "# function: {name}\n");
    let deprecation = &function.deprecation_message;
    let is_repeated =
        says(&function.description, deprecation) || says(&function.summary, deprecation);
    if !deprecation.is_empty() && !is_repeated {
        let _ = writeln!(page, "~> **Deprecated:** {deprecation}\n");
    }
    let text = paragraph(&function.description);
    let _ = writeln!(
        page,
        "{}",
        if text.is_empty() {
            paragraph(&function.summary)
        } else {
            text
        }
    );
    page.push_str(&usage(examples));
    let signature = code_block("text", &signature(name, function));
    let _ = writeln!(page, "## Signature\n\n{signature}");
    let variadic = function.variadic_parameter.iter();
    let all = function
        .parameters
        .iter()
        .map(|one| (one, false))
        .chain(variadic.map(|one| (one, true)));
    for (index, (parameter, is_variadic)) in all.enumerate() {
        if index == 0 {
            page.push_str("## Arguments\n\n");
        }
        argument(&mut page, index + 1, parameter, is_variadic);
    }
    page
}

fn signature(name: &str, function: &Function) -> String {
    let parameter = |one: &Parameter| format!("{} {}", one.name, constraint(&one.ty));
    let mut parameters: Vec<_> = function.parameters.iter().map(parameter).collect();
    parameters.extend(
        function
            .variadic_parameter
            .iter()
            .map(|one| parameter(one) + "..."),
    );
    let result = constraint(&function.return_type);
    format!("{name}({}) {result}", parameters.join(", "))
}

fn argument(page: &mut String, number: usize, parameter: &Parameter, is_variadic: bool) {
    let mut facts = Vec::new();
    if is_variadic {
        facts.push("Variadic".to_owned());
    }
    facts.push(type_name(&parameter.ty));
    if parameter.allow_null_value {
        facts.push("Nullable".to_owned());
    }
    let text: Vec<_> = parameter.description.split_whitespace().collect();
    let line = format!(
        "{number}. `{}` ({}) {}",
        parameter.name,
        facts.join(", "),
        text.join(" ")
    );
    let _ = writeln!(page, "{}", line.trim_end());
}

/// Returns a type in the notation of the Terraform language.
fn constraint(ty: &Type) -> String {
    match ty {
        Type::String => "string".to_owned(),
        Type::Number => "number".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::List(element) => format!("list of {}", constraint(element)),
        Type::Set(element) => format!("set of {}", constraint(element)),
        Type::Map(element) => format!("map of {}", constraint(element)),
        Type::Object(_) => "object".to_owned(),
        Type::Tuple(_) => "tuple".to_owned(),
        Type::Dynamic => "dynamic".to_owned(),
    }
}
