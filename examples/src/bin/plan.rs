//! Plans a resource: values that the provider will decide are unknown, with refinements.

use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Diagnostics, Result, types::Refinements};
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

    // After apply, no value may be unknown. Each unknown attribute gets a diagnostic.
    if let Err(error) = DynamicValue::encode_state(&planned) {
        println!("{}", Diagnostics::from(error));
    }
    Ok(())
}
