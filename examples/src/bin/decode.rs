//! Decodes a message that Terraform sent into a struct. Prints the schema and the struct, encodes the
//! struct again, and prints the error for an invalid message.

use tfvalue::{Result, TfSchema};
use tfvalue_examples::{LambdaAlias, captured_config};

fn main() -> Result<()> {
    let schema = LambdaAlias::schema();
    println!("Schema: {}\n", schema.implied_type().to_json());

    let bytes = captured_config();
    let alias: LambdaAlias = tfvalue::msgpack::from_slice(&bytes)?;
    println!("Terraform sent {} bytes: {alias:#?}\n", bytes.len());

    let again = tfvalue::msgpack::to_vec(&alias)?;
    println!("Encoding it gives the same bytes: {}\n", again == bytes);

    // Replace the value of `function_version`, the string "1", with `true`.
    let mut wrong = bytes;
    let at = wrong
        .windows(3)
        .position(|part| part == b"\xa11\xa2")
        .unwrap_or(0);
    wrong.splice(at..at + 2, [0xc3]);
    if let Err(error) = tfvalue::msgpack::from_slice::<LambdaAlias>(&wrong) {
        println!("Error for a bool in place of a string: {error}");
    }
    Ok(())
}
