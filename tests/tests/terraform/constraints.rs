//! Tests constraints on elements and keys at any depth, and the headlines of their errors.

use std::collections::BTreeMap;

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema};
use tfvalue_tests::no_config::NoConfig;

use crate::harness::{Bench, Protocol};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Table {
    #[tf(optional, each(each(range = 1..10)), headline = "Not a digit")]
    cells: Attr<Vec<Attr<Vec<Attr<i64>>>>>,
    #[tf(optional, keys(length = ..=3), each(check = is_lower))]
    names: Attr<BTreeMap<String, Attr<String>>>,
}

fn is_lower(text: &str) -> Result<(), String> {
    match text.chars().find(|letter| letter.is_uppercase()) {
        Some(letter) => Err(format!("a lower-case text is required, got {letter:?}")),
        None => Ok(()),
    }
}

impl Resource for Table {
    const NAME: &'static str = "table";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[test]
fn elements_and_keys_at_any_depth() {
    for protocol in [Protocol::V5, Protocol::V6] {
        let provider = Provider::new::<NoConfig>("inventory").resource::<Table>();
        let Some(bench) = Bench::serving(protocol, provider) else {
            return;
        };
        let body = r#"
resource "inventory_table" "a" {
  cells = [[1, 9], [10]]
  names = {
    abc  = "X"
    long = "x"
  }
}
"#;
        bench.configure_with("", body);
        let run = bench.run(&["validate", "-json"]).exits(1);
        let found = run.diagnostics();
        let mut texts: Vec<_> = found
            .iter()
            .map(|one| format!("{}: {}", one.summary, one.detail))
            .collect();
        texts.sort();
        assert_eq!(
            texts,
            [
                "Invalid value: names[\"abc\"]: a lower-case text is required, got 'X'",
                "Invalid value: names[\"long\"]: a key of at most 3 characters is required, got 4 characters",
                "Not a digit: cells[1][0]: a number of at least 1 and less than 10 is required, got 10",
            ]
        );
        assert!(found.iter().all(|one| one.address == "inventory_table.a"));

        bench.configure_with(
            "",
            "resource \"inventory_table\" \"a\" {\n  cells = [[1]]\n  names = { a = \"x\" }\n}\n",
        );
        bench.plan();
        bench.apply();
        bench.plan().assert_empty();
    }
}
