//! Answers a plan: what the provider will decide is unknown, with what is known of it already.

use tfvalue::tfplugin6::{Diagnostic, DynamicValue};
use tfvalue::{Attr, Refinements, Result};
use tfvalue_examples::{LambdaAlias, captured_config};

fn main() -> Result<()> {
    let request = DynamicValue {
        msgpack: captured_config(),
        json: Vec::new(),
    };
    let mut planned: LambdaAlias = request.decode()?;
    planned.arn = Attr::refined(Refinements::new().not_null().prefix("arn:aws:lambda:")?);
    planned.invoke_arn.set_unknown();
    planned.id.set_unknown();

    let response = DynamicValue::encode_plan(&planned)?;
    println!(
        "planned_state: {} bytes of MessagePack",
        response.msgpack.len()
    );
    println!("arn: {:?}\n", planned.arn);

    // After apply nothing may be unknown: each attribute that is becomes a diagnostic of its own.
    if let Err(error) = DynamicValue::encode_state(&planned) {
        for diagnostic in Diagnostic::all(&error) {
            println!("{}: {}", diagnostic.summary, diagnostic.detail);
        }
    }
    Ok(())
}
