//! Functions that use each type as a parameter and as a result.

use std::collections::BTreeMap;

use serde_json::json;
use tfvalue::provider::{Function, Provider};
use tfvalue::{Attr, Diagnostics, Dynamic, Error, Number, Set, TfFunction, TfSchema, Value};
use tfvalue_testing::acceptance::{Case, Product, Step};
use tfvalue_tests::no_config::NoConfig;

#[derive(TfSchema, Clone)]
#[tf(object)]
struct Pair {
    text: String,
    count: Option<i64>,
}

/// Defines functions that return their argument.
macro_rules! echoes {
    ($($Echo:ident $name:literal $ty:ty,)*) => {
        $(
            #[derive(TfFunction)]
            #[tf(returns = $ty, summary = "Returns the argument")]
            struct $Echo {
                value: $ty,
            }

            impl Function for $Echo {
                const NAME: &'static str = $name;

                async fn run(self) -> Result<$ty, Diagnostics> {
                    Ok(self.value)
                }
            }
        )*

        fn with_echoes(provider: Provider<()>) -> Provider<()> {
            provider$(.function::<$Echo>())*
        }
    };
}

echoes! {
    EchoBool "bool" bool,
    EchoFloat32 "float32" f32,
    EchoFloat64 "float64" f64,
    EchoInt32 "int32" i32,
    EchoInt64 "int64" i64,
    EchoNumber "number" Number,
    EchoString "string" String,
    EchoList "list" Vec<String>,
    EchoSet "set" Set<String>,
    EchoMap "map" BTreeMap<String, i64>,
    EchoObject "object" Pair,
    EchoObjects "objects" Vec<Pair>,
    EchoDynamic "dynamic" Dynamic,
    EchoNullable "nullable" Option<String>,
    EchoUnknown "unknown" Attr<String>,
    EchoElements "elements" Vec<Option<String>>,
}

/// Says what the argument is.
#[derive(TfFunction)]
#[tf(returns = String, summary = "Says what the argument is")]
struct Describe {
    value: Attr<String>,
}

impl Function for Describe {
    const NAME: &'static str = "describe";

    async fn run(self) -> Result<String, Diagnostics> {
        Ok(match self.value.value() {
            _ if self.value.is_unknown() => "unknown".to_owned(),
            Some(text) => format!("the text {text}"),
            None => "null".to_owned(),
        })
    }
}

/// Joins texts.
#[derive(TfFunction)]
#[tf(returns = String, summary = "Joins texts")]
struct Join {
    separator: String,
    #[tf(variadic)]
    texts: Vec<String>,
}

impl Function for Join {
    const NAME: &'static str = "join";

    async fn run(self) -> Result<String, Diagnostics> {
        Ok(self.texts.join(&self.separator))
    }
}

/// Returns the types of the function's arguments.
#[derive(TfFunction)]
#[tf(returns = Vec<String>, summary = "Returns the types of its arguments")]
struct Types {
    #[tf(variadic)]
    values: Vec<Dynamic>,
}

impl Function for Types {
    const NAME: &'static str = "types";

    async fn run(self) -> Result<Vec<String>, Diagnostics> {
        let types = self.values.iter().map(|value| Value::ty(value).to_json());
        Ok(types.collect())
    }
}

/// Divides whole numbers.
#[derive(TfFunction)]
#[tf(returns = i64, summary = "Divides")]
struct Divide {
    dividend: i64,
    divisor: i64,
}

impl Function for Divide {
    const NAME: &'static str = "divide";

    async fn run(self) -> Result<i64, Diagnostics> {
        let quotient = self.dividend.checked_div(self.divisor);
        Ok(quotient.ok_or_else(|| Error::msg("division by zero").at("divisor"))?)
    }
}

fn provider() -> Provider<()> {
    let provider = Provider::new::<NoConfig>("example/corner")
        .function::<Describe>()
        .function::<Join>()
        .function::<Types>()
        .function::<Divide>();
    with_echoes(provider)
}

/// Calls, with their results as JSON.
const CALLS: &[(&str, &str)] = &[
    ("bool(true)", "true"),
    ("bool(\"false\")", "false"),
    ("float32(0.5)", "0.5"),
    ("float64(-0.1)", "-0.1"),
    ("int32(2147483647)", "2147483647"),
    ("int64(-9223372036854775808)", "-9223372036854775808"),
    ("number(0.1234567890123456789)", "0.1234567890123456789"),
    ("number(1e100)", "1e100"),
    ("string(\"a${1 + 1}\")", "\"a2\""),
    ("string(5)", "\"5\""),
    ("list([])", "[]"),
    ("list([\"b\", \"a\", \"b\"])", r#"["b", "a", "b"]"#),
    ("set([\"b\", \"a\", \"b\"])", r#"["a", "b"]"#),
    ("map({ a = 1, b = 2 })", r#"{"a": 1, "b": 2}"#),
    (
        "object({ text = \"a\", count = 1 })",
        r#"{"text": "a", "count": 1}"#,
    ),
    (
        "object({ text = \"a\", count = null, more = 1 })",
        r#"{"text": "a", "count": null}"#,
    ),
    (
        "objects([{ text = \"a\", count = 1 }])",
        r#"[{"text": "a", "count": 1}]"#,
    ),
    ("dynamic(1)", "1"),
    ("dynamic([1, \"a\"])", r#"[1, "a"]"#),
    ("dynamic({ a = { b = true } })", r#"{"a": {"b": true}}"#),
    ("dynamic(toset([\"a\"]))", r#"["a"]"#),
    ("nullable(\"a\")", "\"a\""),
    ("nullable(null) == null", "true"),
    ("elements([\"a\", null])", r#"["a", null]"#),
    ("describe(\"a\")", "\"the text a\""),
    ("describe(null)", "\"null\""),
    ("join(\"-\")", "\"\""),
    ("join(\"-\", \"a\")", "\"a\""),
    ("join(\"-\", \"a\", 2, true)", "\"a-2-true\""),
    ("join(\"-\", [\"a\", \"b\"]...)", "\"a-b\""),
    ("types()", "[]"),
    (
        "types(1, \"a\", [true], { a = 1 }, tolist([\"a\"]))",
        r#"["\"number\"", "\"string\"", "[\"tuple\",[\"bool\"]]", "[\"object\",{\"a\":\"number\"}]", "[\"list\",\"string\"]"]"#,
    ),
    ("divide(7, 2)", "3"),
];

/// Calls that fail, with the end of the source line and part of the message.
const ERRORS: &[(&str, &str)] = &[
    ("bool(null)", "argument must not be null"),
    ("bool(\"a\")", "bool"),
    ("float32(1e39)", "a 32-bit float can hold"),
    (
        "int32(2147483648)",
        "a whole number from -2147483648 to 2147483647",
    ),
    ("int64(1.5)", "a whole number"),
    ("list([null])", "null"),
    ("map({ a = null })", "null"),
    ("object({ text = \"a\" })", "count"),
    ("object({ text = null, count = 1 })", "null"),
    ("dynamic(null)", "argument must not be null"),
    ("join(\"-\", \"a\", null)", "null"),
    ("join()", "Not enough function arguments"),
    ("bool(true, false)", "Too many function arguments"),
    ("divide(1, 0)", "division by zero"),
];

fn case(name: &str, protocol: u32) -> Case {
    Case::new(
        format!("functions: {name}, protocol {protocol}"),
        provider(),
    )
    .protocol(protocol)
    .since(Product::Terraform, 1, 8)
    .since(Product::OpenTofu, 1, 7)
}

/// Returns the cases.
pub(crate) fn cases() -> Vec<Case> {
    let both = |protocol| [results(protocol), errors(protocol), unknowns(protocol)];
    [5, 6].into_iter().flat_map(both).collect()
}

fn results(protocol: u32) -> Case {
    let outputs = CALLS.iter().enumerate();
    let outputs = outputs.map(|(index, (call, _))| {
        format!("output \"o{index}\" {{\n  value = provider::corner::{call}\n}}\n")
    });
    case("results", protocol).step(
        Step::apply(outputs.collect::<String>()).check_state(|state| {
            for (index, (_, result)) in CALLS.iter().enumerate() {
                let result: Box<serde_json::value::RawValue> =
                    serde_json::from_str(result).unwrap();
                state.output(&format!("o{index}")).is(result);
            }
        }),
    )
}

/// Each call is an output value, and each error points at the line of the call.
fn errors(protocol: u32) -> Case {
    let outputs = ERRORS.iter().enumerate();
    let outputs = outputs.map(|(index, (call, _))| {
        format!("output \"o{index}\" {{\n  value = provider::corner::{call}\n}}\n")
    });
    let mut step = Step::plan(outputs.collect::<String>());
    for (index, (call, text)) in ERRORS.iter().enumerate() {
        let line = 3 * index + 2;
        step = step.fails(
            format!("main.tf:{line}: value = provider::corner::{call}"),
            *text,
        );
    }
    case("errors at arguments", protocol).step(step)
}

/// Arguments that are only known after apply.
fn unknowns(protocol: u32) -> Case {
    let config = r#"
resource "terraform_data" "a" {
  input = "a"
}
output "string" {
  value = provider::corner::string(terraform_data.a.output)
}
output "join" {
  value = provider::corner::join("-", "x", terraform_data.a.output)
}
output "list" {
  value = provider::corner::list(["x", terraform_data.a.output])
}
output "dynamic" {
  value = provider::corner::dynamic({ a = terraform_data.a.output })
}
output "unknown" {
  value = provider::corner::unknown(terraform_data.a.output)
}
"#;
    let step = Step::apply(config)
        .check_plan(|plan| {
            for name in ["string", "join", "list", "dynamic", "unknown"] {
                plan.output(name).is_unknown(tfvalue::Path::root());
            }
        })
        .check_state(|state| {
            state.output("string").is("a");
            state.output("join").is("x-a");
            state.output("list").is(["x", "a"]);
            state.output("dynamic").is(json!({"a": "a"}));
            state.output("unknown").is("a");
        });
    // The result of the function depends on whether the argument is known, so the result would differ in the next plan.
    let describe = "resource \"terraform_data\" \"b\" {\n}\noutput \"b\" {\n  value = provider::corner::describe(terraform_data.b.id)\n}\n";
    let described = Step::plan(describe).check_plan(|plan| {
        plan.output("b").is("unknown");
    });
    case("unknown arguments", protocol)
        .step(step)
        .step(described)
}
