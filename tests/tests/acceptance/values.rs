//! Values that the plan, the service or the language changes: defaults in sets, dynamic values, floats at their limits,
//! and strings with several spellings in collections.

use std::collections::BTreeMap;

use serde_json::json;
use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::{Attr, Diagnostics, Dynamic, GoDuration, Json, Set, TfSchema, Unknown};
use tfvalue_testing::acceptance::{Case, Product, State, Step};
use tfvalue_tests::no_config::NoConfig;

/// Defaults in elements of sets.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Defaults {
    #[tf(block)]
    rule: Unknown<Set<Rule>>,
    #[tf(block)]
    group: Unknown<Vec<Group>>,
}

#[derive(TfSchema)]
struct Group {
    #[tf(block)]
    rule: Unknown<Set<Rule>>,
}

#[derive(TfSchema)]
struct Rule {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(default = 80)]
    port: Attr<i64>,
    #[tf(default = true)]
    open: Attr<bool>,
}

/// The same defaults in nested attributes.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct NestedDefaults {
    #[tf(optional)]
    rules: Attr<Set<Attr<Rule>>>,
}

/// Dynamic values in every place that allows them.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Anything {
    #[tf(optional)]
    value: Dynamic,
    #[tf(optional)]
    pair: Attr<Pair>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Pair {
    first: Dynamic,
    second: Dynamic,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Floats {
    #[tf(optional, lossy)]
    single: Attr<Vec<Attr<f32>>>,
    #[tf(optional, lossy)]
    double: Attr<Vec<Attr<f64>>>,
}

/// Strings for which the service uses its own spelling.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Texts {
    #[tf(optional)]
    documents: Attr<Vec<Attr<Json<serde_json::Value>>>>,
    #[tf(optional)]
    durations: Attr<BTreeMap<String, Attr<GoDuration>>>,
    #[tf(optional, same_as(each = case_insensitive))]
    names: Attr<Set<Attr<String>>>,
    #[tf(block)]
    part: Unknown<Vec<TextPart>>,
}

#[derive(TfSchema)]
struct TextPart {
    #[tf(optional)]
    document: Attr<Json<serde_json::Value>>,
    #[tf(optional, same_as = rfc3339)]
    time: Attr<String>,
}

macro_rules! state_only {
    ($($Resource:ident $name:literal)*) => {$(
        impl Resource for $Resource {
            const NAME: &'static str = $name;
            type Client = ();
            tfvalue::state_only!();
        }
    )*};
}

state_only! {
    Defaults "defaults"
    NestedDefaults "nested_defaults"
    Anything "anything"
    Floats "floats"
}

fn spelled(document: &Attr<Json<serde_json::Value>>) -> Attr<Json<serde_json::Value>> {
    match document.value() {
        Some(document) => Json::new(document.value().clone()).map_or(Attr::null(), Into::into),
        None => Attr::null(),
    }
}

impl Texts {
    fn spelled(mut self) -> Self {
        if let Some(documents) = self.documents.value_mut() {
            documents.iter_mut().for_each(|one| *one = spelled(one));
        }
        if let Some(names) = self.names.value() {
            let upper = names
                .iter()
                .map(|name| name.as_deref().unwrap_or_default().to_uppercase().into());
            self.names = upper.collect::<Set<_>>().into();
        }
        if let Some(parts) = self.part.known_mut() {
            for part in parts {
                part.document = spelled(&part.document);
                if part.time.as_deref() == Some("2026-01-02T03:04:05+01:00") {
                    part.time = "2026-01-02T02:04:05Z".into();
                }
            }
        }
        self
    }
}

impl Resource for Texts {
    const NAME: &'static str = "texts";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan.spelled())
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state.spelled()))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan.spelled())
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn case(name: &str, protocol: u32) -> Case {
    let provider = Provider::new::<NoConfig>("example/corner")
        .resource::<Defaults>()
        .resource::<Anything>()
        .resource::<Floats>()
        .resource::<Texts>();
    let provider = if protocol == 6 {
        provider.resource::<NestedDefaults>()
    } else {
        provider
    };
    Case::new(format!("values: {name}, protocol {protocol}"), provider)
        .protocol(protocol)
        .since(Product::Terraform, 1, 4)
        .since(Product::OpenTofu, 1, 6)
}

/// Returns the cases.
pub(crate) fn cases() -> Vec<Case> {
    let both = |protocol| {
        [
            defaults(protocol),
            dynamic(protocol),
            floats(protocol),
            texts(protocol),
        ]
    };
    let mut cases: Vec<_> = [5, 6].into_iter().flat_map(both).collect();
    cases.push(nested_defaults());
    cases
}

/// For defaults in sets, the Go framework is known to report duplicate elements.
fn defaults(protocol: u32) -> Case {
    let config = |rules: &str| {
        format!("resource \"corner_defaults\" \"a\" {{\n{rules}\n  group {{\n{rules}\n  }}\n}}\n")
    };
    let rule = |name: &str, port: i64| json!({"name": name, "port": port, "open": true});
    let has = |rules: Vec<serde_json::Value>| {
        move |state: &State| {
            let object = state.resource("corner_defaults.a");
            object.has("rule", &rules).has("group[0].rule", &rules);
        }
    };
    case("defaults in sets of blocks", protocol)
        .step(
            Step::apply(config(
                "  rule { name = \"a\" }\n  rule { name = \"b\" }\n  rule { name = \"c\" }",
            ))
            .check_state(has(vec![rule("a", 80), rule("b", 80), rule("c", 80)])),
        )
        .step(
            Step::apply(config(
                "  rule { name = \"a\" }\n  rule {\n    name = \"b\"\n    port = 81\n  }",
            ))
            .updates("corner_defaults.a")
            .check_state(has(vec![rule("a", 80), rule("b", 81)])),
        )
        .step(
            Step::apply(config(
                "  rule {\n    name = \"b\"\n    port = 80\n  }\n  rule { name = \"a\" }",
            ))
            .updates("corner_defaults.a")
            .check_state(has(vec![rule("a", 80), rule("b", 80)])),
        )
}

fn nested_defaults() -> Case {
    let config = |rules: &str| {
        format!("resource \"corner_nested_defaults\" \"a\" {{\n  rules = {rules}\n}}\n")
    };
    let rule = |name: &str, port: i64| json!({"name": name, "port": port, "open": true});
    let has = |rules: Vec<serde_json::Value>| {
        move |state: &State| {
            state
                .resource("corner_nested_defaults.a")
                .has("rules", &rules);
        }
    };
    case("defaults in sets of nested attributes", 6)
        .step(
            Step::apply(config(
                r#"[{ name = "a" }, { name = "b" }, { name = "c", port = 80 }]"#,
            ))
            .check_state(has(vec![rule("a", 80), rule("b", 80), rule("c", 80)])),
        )
        .step(
            Step::apply(config(
                r#"[{ name = "b", port = 81 }, { name = "a", open = true }]"#,
            ))
            .updates("corner_nested_defaults.a")
            .check_state(has(vec![rule("a", 80), rule("b", 81)])),
        )
}

fn dynamic(protocol: u32) -> Case {
    let config = |value: &str| {
        format!(
            r#"
resource "terraform_data" "a" {{
  input = {value}
}}
resource "corner_anything" "known" {{
  value = {value}
  pair  = {{
    first  = {value}
    second = "b"
  }}
}}
resource "corner_anything" "unknown" {{
  value = terraform_data.a.output
  pair  = {{
    first  = {{ inner = terraform_data.a.output }}
    second = [terraform_data.a.output, 1]
  }}
}}
"#
        )
    };
    let step = |value: &str| {
        let expected: serde_json::Value = serde_json::from_str(value).unwrap();
        Step::apply(config(value))
            .check_plan(|plan| {
                plan.resource("corner_anything.unknown")
                    .is_unknown("value")
                    .is_unknown("pair.first.inner");
            })
            .check_state(move |state| {
                let value = &expected;
                let known = state.resource("corner_anything.known");
                known.has("value", value);
                known.has("pair.first", value).has("pair.second", "b");
                let unknown = state.resource("corner_anything.unknown");
                unknown.has("value", value);
                unknown.has("pair.first.inner", value);
                unknown.has("pair.second[0]", value);
            })
    };
    // The type of each value changes with each step.
    case("dynamic values of other types", protocol)
        .step(step("\"a\""))
        .step(step(r#"{"a": {"b": [true, 1]}}"#))
        .step(
            Step::apply("resource \"corner_anything\" \"known\" {\n}\n")
                .updates("corner_anything.known")
                .destroys("corner_anything.unknown"),
        )
}

fn floats(protocol: u32) -> Case {
    let single = r#"["3.4028234663852886e38", "-3.4028234663852886e38", "1.401298464324817e-45", "0.1", "16777216", "-0"]"#;
    let double = r#"["1.7976931348623157e308", "5e-324", "0.1", "0.30000000000000004", "9007199254740993", "1e-7"]"#;
    let numbers = |texts: &str| texts.replace('"', "");
    let config = format!(
        "resource \"corner_floats\" \"a\" {{\n  single = {}\n  double = {}\n}}\n",
        numbers(single),
        numbers(double)
    );
    case("floats at their limits", protocol)
        .step(Step::apply(config))
        .step(invalid(
            "floats",
            &[
                ("single = [3.5e38]", "single[0]"),
                ("double = [1.8e308]", "double[0]"),
                ("double = [1e-400]", "double[0]"),
            ],
        ))
}

/// Plans resources that each consist of one invalid line.
fn invalid(kind: &str, lines: &[(&str, &'static str)]) -> Step {
    let resources = lines.iter().enumerate();
    let resources = resources.map(|(index, (line, _))| {
        format!("resource \"corner_{kind}\" \"r{index}\" {{\n  {line}\n}}\n")
    });
    let mut step = Step::plan(resources.collect::<String>());
    for (index, (line, text)) in lines.iter().enumerate() {
        step = step.fails(format!("main.tf:{}: {line}", 3 * index + 2), *text);
    }
    step
}

fn texts(protocol: u32) -> Case {
    let config = r#"
resource "corner_texts" "a" {
  documents = ["{ \"b\": 1, \"a\": [ 1 ] }", "null", "\"x\""]
  durations = { a = "90m", b = "1h30m0s", c = "1.5h" }
  names     = ["Ann", "bob"]
  part {
    document = "{ \"a\" : 1.0 }"
    time     = "2026-01-02T03:04:05+01:00"
  }
}
"#;
    case("texts with several spellings in collections", protocol)
        .step(Step::apply(config).check_state(|state| {
            let texts = state.resource("corner_texts.a");
            texts
                .has("documents[0]", "{ \"b\": 1, \"a\": [ 1 ] }")
                .has("names", ["Ann", "bob"]);
            texts.has("part[0].time", "2026-01-02T03:04:05+01:00");
        }))
        .step(invalid(
            "texts",
            &[
                ("documents = [\"{\"]", "documents[0]"),
                ("durations = { a = \"90 minutes\" }", "durations[\"a\"]"),
            ],
        ))
}
