//! Shows how the library handles a message from Terraform: the schema of a struct, the message, the plan according to
//! the annotations, the response, and an error.

use tfvalue::msgpack::{self, Purpose};
use tfvalue::{Result, TfSchema, plan};
use tfvalue_examples::{LambdaAlias, captured_config};

fn main() -> Result<()> {
    let schema = LambdaAlias::schema();
    println!("The struct is the schema:\n");
    for attribute in &schema.block.attributes {
        let flags = [
            (attribute.required, "required"),
            (attribute.optional, "optional"),
            (attribute.computed, "computed"),
        ];
        let flags = flags.iter().filter(|flag| flag.0).map(|flag| flag.1);
        let flags = flags.collect::<Vec<_>>().join(", ");
        let ty = attribute.implied_type();
        println!("  {:<17} {ty}, {flags}", attribute.name);
    }

    let (ty, sent) = (schema.implied_type(), captured_config());
    let config: LambdaAlias = msgpack::from_slice(&sent)?;
    let bytes = sent.len();
    println!("\nTerraform sent a configuration, in {bytes} bytes:\n");
    println!("{:#}\n", msgpack::value_from_slice(&sent, &ty)?);

    let (planned, _) = plan::typed(&config, None)?;
    let answer = msgpack::to_vec_for(&planned, Purpose::Plan)?;
    let bytes = answer.len();
    println!("The annotations make a plan of it. It goes back, in {bytes} bytes:\n");
    println!("{:#}\n", msgpack::value_from_slice(&answer, &ty)?);

    // `function_version` is the string "1". Replace it with `true`.
    let mut wrong = sent;
    let at = wrong.windows(3).position(|part| part == b"\xa11\xa2");
    wrong.splice(at.map_or(0..0, |at| at..at + 2), [0xc3]);
    if let Err(error) = msgpack::from_slice::<LambdaAlias>(&wrong) {
        println!("A bool in place of a string is an error:\n\n{error}");
    }
    Ok(())
}
