//! Lists and maps of blocks with dynamic attributes, which are only possible in a resource without a struct. Terraform
//! sends each list as a tuple and each map as an object, along with the type of the tuple or object.

use tfvalue::provider::{Context, Description, DynamicResource, Provider};
use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting, Schema};
use tfvalue::tfplugin6::{DynamicValue, RawState, apply_resource_change, upgrade_resource_state};
use tfvalue::{Diagnostic, Diagnostics, Value, json};
use tfvalue_testing::Harness;
use tfvalue_tests::no_config::NoConfig;

use crate::call;
use crate::calls::{config, configured};

struct Shelves {
    /// Whether an error during creation contains all values.
    tells: bool,
}

impl DynamicResource for Shelves {
    type Client = ();

    fn describe(&self) -> Description {
        let part = Block::new().attributes([
            Attribute::new("label", tfvalue::Type::Dynamic).optional(),
            Attribute::new("text", tfvalue::Type::Dynamic)
                .optional()
                .sensitive(),
        ]);
        let blocks = [
            NestedBlock::new("list", Nesting::List, part.clone()),
            NestedBlock::new("map", Nesting::Map, part),
        ];
        Description::new(Schema::new(Block::new().block_types(blocks)))
    }

    async fn create(&self, plan: Value, _: &mut Context<()>) -> Result<Value, Diagnostics> {
        if self.tells {
            let told = "[open] [one-1] [16180] [two-2]";
            return Err(Diagnostic::error("Told", told).into());
        }
        Ok(plan)
    }

    async fn read(&self, state: Value, _: &mut Context<()>) -> Result<Option<Value>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(
        &self,
        _: Value,
        plan: Value,
        _: &mut Context<()>,
    ) -> Result<Value, Diagnostics> {
        Ok(plan)
    }

    async fn delete(&self, _: Value, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn provider(tells: bool) -> Provider<()> {
    Provider::new::<NoConfig>("x").dynamic_resource("shelf", Shelves { tells })
}

#[test]
fn blocks_may_differ_in_type() {
    let harness = Harness::new(provider(false));
    let harness = harness.allow(tfvalue_testing::Lint::NotDeleted, tfvalue::Path::root());
    harness.configure("{}").succeeds();
    let mut shelf = harness.resource("x_shelf");
    let blocks = r#"{"list": [{"label": 1, "text": "a"}, {"label": "b"}], "map": {"k": {"text": [true, 1]}}}"#;
    shelf.apply(blocks).succeeds();
    let other = r#"{"list": [{"label": "b", "text": {"a": 1}}], "map": {}}"#;
    shelf.apply(other).succeeds();
}

#[test]
fn missing_blocks_of_a_state_become_empty() {
    let request = upgrade_resource_state::Request {
        type_name: "x_shelf".into(),
        version: 0,
        raw_state: Some(RawState {
            json: b"{}".to_vec(),
            ..Default::default()
        }),
    };
    let provider = provider(false);
    let response: upgrade_resource_state::Response =
        call(&provider, "UpgradeResourceState", &request);
    let schema = Shelves { tells: false }.describe();
    let ty = schema.schema().implied_type();
    let state = response.upgraded_state.unwrap().decode_value(&ty).unwrap();
    assert_eq!(
        json::value_to_string(&state, &ty).unwrap(),
        r#"{"list":{"value":[],"type":["tuple",[]]},"map":{"value":{},"type":["object",{}]}}"#
    );
}

#[test]
fn their_secrets_are_masked() {
    let provider = configured(provider(true), "{}");
    let planned = config(
        r#"{
            "list": {
                "type": ["tuple", [
                    ["object", {"label": "string", "text": "string"}], ["object", {"label": "string", "text": "number"}]
                ]],
                "value": [{"label": "open", "text": "one-1"}, {"label": "open", "text": 16180}]
            },
            "map": {
                "type": ["object", {"k": ["object", {"label": "string", "text": ["tuple", ["string"]]}]}],
                "value": {"k": {"label": "open", "text": ["two-2"]}}
            }
        }"#,
    );
    let request = apply_resource_change::Request {
        type_name: "x_shelf".into(),
        prior_state: Some(DynamicValue::null()),
        planned_state: Some(planned),
        ..apply_resource_change::Request::default()
    };
    let response: apply_resource_change::Response =
        call(&provider, "ApplyResourceChange", &request);
    assert_eq!(
        response.diagnostics[0].detail,
        format!("[open]{}", " [(sensitive value)]".repeat(3))
    );
}
