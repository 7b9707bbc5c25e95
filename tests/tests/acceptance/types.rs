//! Every type of attribute and block in resources, data sources and ephemeral resources, with known, unknown and null
//! values.

use std::collections::BTreeMap;

use serde_json::json;
use tfvalue::provider::{Context, DataSource, EphemeralResource, Opened, Provider, Resource};
use tfvalue::{Attr, Diagnostics, Dynamic, Error, Number, Set, TfSchema, Unknown};
use tfvalue_testing::acceptance::{Case, Object, Product, State, Step};
use tfvalue_tests::no_config::NoConfig;

/// The types that both versions of the protocol support.
#[derive(TfSchema)]
#[tf(kind(resource, data_source, ephemeral))]
struct Types {
    #[tf(optional)]
    bool: Attr<bool>,
    #[tf(optional, lossy)]
    float32: Attr<f32>,
    #[tf(optional, lossy)]
    float64: Attr<f64>,
    #[tf(optional)]
    int32: Attr<i32>,
    #[tf(optional)]
    int64: Attr<i64>,
    #[tf(optional)]
    number: Attr<Number>,
    #[tf(optional)]
    string: Attr<String>,
    #[tf(optional)]
    list: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    set: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<i64>>>,
    #[tf(optional)]
    object: Attr<Pair>,
    #[tf(optional)]
    dynamic: Dynamic,
    #[tf(block)]
    lists: Unknown<Vec<Part>>,
    #[tf(block)]
    sets: Unknown<Set<Part>>,
    #[tf(block)]
    single: Attr<Part>,
}

/// The types that only version 6 supports.
#[derive(TfSchema)]
#[tf(kind(resource, data_source, ephemeral))]
struct Nested {
    #[tf(optional)]
    single: Attr<Part>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Part>>>,
    #[tf(optional)]
    set: Attr<Set<Attr<Part>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Part>>>,
    #[tf(optional)]
    deep: Attr<Vec<Attr<Deep>>>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Pair {
    text: Attr<String>,
    count: Attr<i64>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(optional)]
    text: Attr<String>,
    #[tf(optional)]
    count: Attr<i64>,
}

#[derive(TfSchema)]
struct Deep {
    #[tf(optional)]
    parts: Attr<BTreeMap<String, Attr<Part>>>,
}

/// Fails if the write-only strings are not the expected strings.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Same {
    #[tf(required)]
    expected: Attr<String>,
    #[tf(required, write_only)]
    known: Attr<String>,
    #[tf(required, write_only)]
    unknown: Attr<String>,
}

impl Resource for Same {
    const NAME: &'static str = "same";
    type Client = ();

    async fn create(plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        let config: Self = context.config()?;
        let expected = config.expected.require("expected")?;
        for (name, text) in [("known", &config.known), ("unknown", &config.unknown)] {
            if text.require(name)? != expected {
                let at = text
                    .require(name)?
                    .chars()
                    .zip(expected.chars())
                    .take_while(|(a, b)| a == b);
                let start: String = at.map(|(letter, _)| letter).collect();
                return Err(
                    Error::msg(format!("another text after {} characters", start.len()))
                        .at(name)
                        .into(),
                );
            }
        }
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// Implements `Resource`, `DataSource` and `EphemeralResource` for structs. The handlers return the values that they
/// receive.
macro_rules! parts {
    ($($Part:ident $name:literal)*) => {$(
        impl Resource for $Part {
            const NAME: &'static str = $name;
            type Client = ();
            tfvalue::state_only!();
        }

        impl DataSource for $Part {
            const NAME: &'static str = $name;
            type Client = ();

            async fn read(config: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
                Ok(config)
            }
        }

        impl EphemeralResource for $Part {
            const NAME: &'static str = $name;
            type Client = ();

            async fn open(config: Self, _: &mut Context<()>) -> Result<Opened<Self>, Diagnostics> {
                Ok(config.into())
            }
        }
    )*};
}

parts! {
    Types "types"
    Nested "nested"
}

fn provider(protocol: u32) -> Provider<()> {
    let provider = Provider::new::<NoConfig>("example/corner")
        .resource::<Types>()
        .resource::<Same>()
        .data_source::<Types>()
        .ephemeral_resource::<Types>();
    if protocol == 5 {
        return provider;
    }
    provider
        .resource::<Nested>()
        .data_source::<Nested>()
        .ephemeral_resource::<Nested>()
}

/// The attributes of `Types` with values that are both JSON and expressions in the Terraform language.
const TYPES: &[(&str, &str)] = &[
    ("bool", "true"),
    ("float32", "0.1"),
    ("float64", "1099511627776.5"),
    ("int32", "-2147483648"),
    ("int64", "9223372036854775807"),
    ("number", "123456789012345678901234567890.5"),
    ("string", r#""a\nb""#),
    ("list", r#"["b", "a", "b", null]"#),
    ("set", r#"["a", "b"]"#),
    ("map", r#"{"a": 1, "b": null}"#),
    ("object", r#"{"count": 1, "text": "a"}"#),
    ("dynamic", r#"{"a": [1, "b", true], "c": {"d": null}}"#),
];

/// The attributes of `Nested`.
const NESTED: &[(&str, &str)] = &[
    ("single", r#"{"count": 1, "text": "a"}"#),
    (
        "list",
        r#"[{"count": 1, "text": "a"}, {"count": null, "text": ""}]"#,
    ),
    (
        "set",
        r#"[{"count": 1, "text": "a"}, {"count": 2, "text": null}]"#,
    ),
    (
        "map",
        r#"{"k": {"count": 1, "text": "a"}, "l": {"count": null, "text": null}}"#,
    ),
    (
        "deep",
        r#"[{"parts": {"k": {"count": 1, "text": "a"}}}, {"parts": {}}, {"parts": null}]"#,
    ),
];

const BLOCKS: &str = r#"
  lists { text = "a" }
  lists { count = 2 }
  sets { text = "a" }
  sets { text = "b" }
  single { text = "a" }
"#;

/// The common parts of the three kinds of blocks.
struct Kind {
    name: &'static str,
    attributes: &'static [(&'static str, &'static str)],
    blocks: &'static str,
}

impl Kind {
    /// Returns a block that contains a value for each attribute.
    fn block(
        &self,
        keyword: &str,
        label: &str,
        value: impl Fn(&str, &str) -> String,
        blocks: &str,
    ) -> String {
        let lines = self.attributes.iter();
        let lines = lines.map(|(name, known)| format!("  {name} = {}\n", value(name, known)));
        let lines: String = lines.collect();
        format!(
            "{keyword} \"corner_{}\" \"{label}\" {{\n{lines}{blocks}}}\n",
            self.name
        )
    }

    /// Returns a configuration with known, unknown and null values in each kind of block.
    fn config(&self) -> String {
        let mut text = String::new();
        for (name, known) in self.attributes {
            text += &format!("resource \"terraform_data\" \"{name}\" {{\n  input = {known}\n}}\n");
        }
        let unknown = |name: &str, _: &str| format!("terraform_data.{name}.output");
        for keyword in ["resource", "data", "ephemeral"] {
            text += &self.block(keyword, "known", |_, known| known.to_owned(), self.blocks);
            text += &self.block(keyword, "unknown", unknown, "");
            text += &self.block(keyword, "null", |_, _| "null".to_owned(), "");
        }
        // Ephemeral resources do not appear in any state, but a write-only attribute can be set to their values.
        let all = |source: &str| {
            let values = self
                .attributes
                .iter()
                .map(|(name, _)| format!("    {name} = {source}.{name}\n"));
            format!("jsonencode({{\n{}  }})", values.collect::<String>())
        };
        let of = |kind: &str, label: &str| all(&format!("{kind}corner_{}.{label}", self.name));
        text += &format!(
            "resource \"corner_same\" \"a\" {{\n  expected = {}\n  known = {}\n  unknown = {}\n}}\n",
            of("", "known"),
            of("ephemeral.", "known"),
            of("ephemeral.", "unknown"),
        );
        text
    }

    fn step(&'static self) -> Step {
        let address = |prefix: &str, label: &str| format!("{prefix}corner_{}.{label}", self.name);
        Step::apply(self.config())
            .creates(address("", "known"))
            .creates(address("", "unknown"))
            .creates(address("", "null"))
            .reads(address("data.", "unknown"))
            .check_plan(move |plan| {
                let planned = plan.resource(&address("", "unknown"));
                let read = plan.resource(&address("data.", "unknown"));
                for (name, _) in self.attributes {
                    planned.is_unknown(*name);
                    read.is_unknown(*name);
                }
            })
            .check_state(move |state| {
                for prefix in ["", "data."] {
                    for label in ["known", "unknown"] {
                        self.has_values(&state.resource(&address(prefix, label)));
                    }
                    let null = state.resource(&address(prefix, "null"));
                    for (name, _) in self.attributes {
                        null.is_null(*name);
                    }
                }
            })
    }

    fn has_values(&self, object: &Object<'_>) {
        for (name, known) in self.attributes {
            let known: Box<serde_json::value::RawValue> = serde_json::from_str(known).unwrap();
            object.has(*name, known);
        }
    }
}

static TYPES_KIND: Kind = Kind {
    name: "types",
    attributes: TYPES,
    blocks: BLOCKS,
};

static NESTED_KIND: Kind = Kind {
    name: "nested",
    attributes: NESTED,
    blocks: "",
};

fn case(name: &str, protocol: u32) -> Case {
    Case::new(format!("{name}, protocol {protocol}"), provider(protocol))
        .protocol(protocol)
        .since(Product::Terraform, 1, 11)
        .since(Product::OpenTofu, 1, 11)
}

/// Returns the cases.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![case("types: nested attributes", 6).step(NESTED_KIND.step())];
    for protocol in [5, 6] {
        let blocks = |state: &State| {
            for address in ["corner_types.known", "data.corner_types.known"] {
                let object = state.resource(address);
                let a = json!({"text": "a", "count": null});
                object.has("lists", json!([a, {"text": null, "count": 2}]));
                object.has("sets", json!([a, {"text": "b", "count": null}]));
                object.has("single", a);
            }
            let null = state.resource("corner_types.null");
            null.has("lists", json!([]))
                .has("sets", json!([]))
                .is_null("single");
        };
        cases.push(
            case("types: attributes and blocks", protocol)
                .step(TYPES_KIND.step().check_state(blocks)),
        );
        cases.push(dynamic_blocks(protocol));
        cases.push(invalid(protocol));
    }
    cases
}

/// Blocks whose number or values are unknown in the plan.
fn dynamic_blocks(protocol: u32) -> Case {
    let config = |values: &str| {
        format!(
            r#"
resource "terraform_data" "a" {{
  input = {values}
}}
resource "corner_types" "a" {{
  dynamic "lists" {{
    for_each = terraform_data.a.output
    content {{
      text = lists.value
    }}
  }}
  dynamic "sets" {{
    for_each = terraform_data.a.output
    content {{
      text = sets.value
    }}
  }}
}}
"#
        )
    };
    let has = |texts: &'static [&'static str]| {
        move |state: &State| {
            let parts: Vec<_> = texts
                .iter()
                .map(|text| json!({"text": text, "count": null}))
                .collect();
            state
                .resource("corner_types.a")
                .has("lists", &parts)
                .has("sets", &parts);
        }
    };
    case("types: unknown numbers of blocks", protocol)
        .step(
            Step::apply(config(r#"["a", "b"]"#))
                .check_plan(|plan| {
                    plan.resource("corner_types.a")
                        .is_unknown("lists")
                        .is_unknown("sets");
                })
                .check_state(has(&["a", "b"])),
        )
        .step(
            Step::apply(config(r#"["b", "c", "d"]"#))
                .updates("corner_types.a")
                .check_state(has(&["b", "c", "d"])),
        )
        .step(
            Step::apply(config("[]"))
                .updates("corner_types.a")
                .check_state(has(&[])),
        )
}

/// Values that do not match the schema: each error points at the line of the value.
fn invalid(protocol: u32) -> Case {
    let rows = [
        ("bool", "3", "bool required"),
        ("float32", "1e39", "a 32-bit float can hold"),
        ("float64", "1e309", "a double can hold"),
        (
            "int32",
            "2147483648",
            "a whole number from -2147483648 to 2147483647",
        ),
        ("int64", "9223372036854775808", "a whole number"),
        ("int64", "1.5", "a whole number"),
        ("list", "\"a\"", "list of string required"),
        ("map", "[1]", "map of number required"),
        (
            "object",
            r#"{ text = "a" }"#,
            "attribute \"count\" is required",
        ),
    ];
    let config = rows.iter().enumerate().map(|(index, (name, value, _))| {
        format!("resource \"corner_types\" \"r{index}\" {{\n  {name} = {value}\n}}\n")
    });
    let mut step = Step::plan(config.collect::<String>());
    for (index, (name, value, text)) in rows.iter().enumerate() {
        step = step.fails(
            format!("main.tf:{}: {name} = {value}", 3 * index + 2),
            *text,
        );
    }
    case("types: values that do not fit", protocol).step(step)
}
