//! Decodes a message that a real Terraform sent into a struct, prints the schema and the struct,
//! writes the struct again, and shows what is said of a message that does not fit.

use tfvalue::{Result, TfSchema};
use tfvalue_examples::{LambdaAlias, captured_config};

fn main() -> Result<()> {
    let schema = LambdaAlias::schema();
    println!("The schema says: {}\n", schema.implied_type().to_json());

    let bytes = captured_config();
    let alias: LambdaAlias = tfvalue::msgpack::from_slice(&bytes)?;
    println!("Terraform sent {} bytes: {alias:#?}\n", bytes.len());

    let again = tfvalue::msgpack::to_vec(&alias)?;
    println!("Written again, the same bytes: {}\n", again == bytes);

    // The version of the function, a string "1", becomes the bool true.
    let mut wrong = bytes;
    let at = wrong
        .windows(3)
        .position(|part| part == b"\xa11\xa2")
        .unwrap_or(0);
    wrong.splice(at..at + 2, [0xc3]);
    if let Err(error) = tfvalue::msgpack::from_slice::<LambdaAlias>(&wrong) {
        println!("With a bool in the place of a string: {error}");
    }
    Ok(())
}
