//! Errors did not show the input, contained hundreds of digits, used "is" for several blocks, and had wrong positions.

use tfvalue::schema::{Block, NestedBlock, Nesting};
use tfvalue::{Error, Number, Set, Type, Value, errors::Position, json, msgpack, schema};
use tfvalue_show::{self as show, Plan};

fn text<T>(result: tfvalue::Result<T>) -> String {
    result.err().unwrap().to_string()
}

#[test]
fn positions_count_from_one() {
    for input in ["", "{", "\n", "{\n"] {
        for error in [
            show::from_slice::<Plan>(input.as_bytes()).unwrap_err(),
            show::from_reader::<_, Plan>(input.as_bytes()).unwrap_err(),
            schema::json::from_slice::<schema::Schema>(input.as_bytes()).unwrap_err(),
            json::from_str::<bool>(input).unwrap_err(),
            Type::from_json(input.as_bytes()).unwrap_err(),
        ] {
            if let Some(Position::LineColumn(line, column)) = error.position() {
                assert!(line > 0 && column > 0, "{input:?}: {error}");
            }
        }
    }
}

#[test]
fn schema_errors_use_terraform_types() {
    let read = |json: &str| text(schema::json::from_slice::<schema::Schema>(json.as_bytes()));
    assert_eq!(
        read(r#"{"version": "a"}"#),
        "version: a whole number is required, got a string at line 1 column 15"
    );
    let negative = r#"{"block": {"block_types": {"a": {"min_items": -1}}}}"#;
    let error = read(negative);
    assert!(
        error.contains("a whole number is required, got -1"),
        "{error}"
    );
}

#[test]
fn number_errors_show_the_input() {
    assert_eq!(
        text(msgpack::from_slice::<Number>(b"\xa3abc")),
        r#"a number is required, got "abc""#
    );
    assert_eq!(
        text(msgpack::from_slice::<Number>(b"\xc3")),
        "a number is required, got a bool"
    );
    let error = serde_json::from_str::<Number>(r#""abc""#).unwrap_err();
    let error = error.to_string();
    assert!(
        error.starts_with("a number is required, got another value"),
        "{error}"
    );
}

#[test]
fn shortens_long_values() {
    let big = b"\xa51e400";
    for error in [
        text(msgpack::from_slice::<f64>(big)),
        text(msgpack::from_slice::<f32>(big)),
        text(msgpack::from_slice::<u64>(big)),
        text(json::from_str::<f64>("1e400")),
        text(json::from_str::<u8>("1e400")),
        text(Value::from("1e400".parse::<Number>().unwrap()).read_into::<f64>()),
        text(Value::from("1e400".parse::<Number>().unwrap()).read_into::<u8>()),
    ] {
        assert!(error.len() < 140 && error.contains("1000000000"), "{error}");
    }
    let long = format!("\"{}\"", "ä".repeat(10_000));
    let error = text(json::from_str::<char>(&long));
    assert!(error.len() < 200, "{error}");
}

#[test]
fn malformed_numbers_have_the_position_of_their_start() {
    let at = |error: Error| error.position();
    let bytes = b"\x92\x01\xa312x";
    let byte = Some(Position::Byte(2));
    assert_eq!(
        at(msgpack::from_slice::<Vec<f64>>(bytes).unwrap_err()),
        byte
    );
    assert_eq!(at(msgpack::from_slice::<Vec<u8>>(bytes).unwrap_err()), byte);
    assert_eq!(
        at(msgpack::from_slice::<Vec<Number>>(bytes).unwrap_err()),
        byte
    );
    let numbers = Type::list(Type::Number);
    assert_eq!(
        at(msgpack::value_from_slice(bytes, &numbers).unwrap_err()),
        byte
    );
    // Strings that are not valid UTF-8, and NaN.
    for bytes in [
        &b"\x92\x01\xa2\xff1"[..],
        b"\x92\x01\xcb\x7f\xf8\0\0\0\0\0\0",
    ] {
        assert_eq!(
            at(msgpack::from_slice::<Vec<f64>>(bytes).unwrap_err()),
            byte
        );
        assert_eq!(at(msgpack::from_slice::<Vec<u8>>(bytes).unwrap_err()), byte);
        assert_eq!(
            at(msgpack::value_from_slice(bytes, &numbers).unwrap_err()),
            byte
        );
    }
    let column = Some(Position::LineColumn(1, 5));
    for json in [r#"[1, "12x"]"#, "[1, 1e400]"] {
        assert_eq!(at(json::from_str::<Vec<f32>>(json).unwrap_err()), column);
        assert_eq!(at(json::from_str::<Vec<u8>>(json).unwrap_err()), column);
    }
}

fn blocks(nesting: Nesting, min_items: u64) -> Block {
    let disk = NestedBlock::new("disk", nesting, Block::new()).min_items(min_items);
    Block::new().block_types([disk])
}

#[test]
fn counts_blocks_grammatically() {
    let none = Value::null(Type::Dynamic);
    let config = Value::object([("disk", none)]).unwrap();
    let check = |min_items| text(blocks(Nesting::List, min_items).validate_value(&config));
    assert_eq!(check(1), "disk: at least 1 block is required, got 0");
    assert_eq!(check(2), "disk: at least 2 blocks are required, got 0");
}

#[test]
fn equal_blocks_of_a_set_count_once() {
    let check = |disks: Vec<Value>| {
        let disks = Value::set(Type::Dynamic, disks).unwrap();
        let config = Value::object([("disk", disks)]).unwrap();
        blocks(Nesting::Set, 2).validate_value(&config)
    };
    let disk = || Value::object(std::iter::empty::<(&str, Value)>()).unwrap();
    // Two equal blocks are a single element of the set.
    check(vec![disk(), disk()]).unwrap();
    assert_eq!(
        text(check(Vec::new())),
        "disk: at least 2 blocks are required, got 0"
    );
}

#[test]
fn debug_shows_the_message() {
    let error = msgpack::from_slice::<Set<u8>>(b"\x91\xc3").unwrap_err();
    assert_eq!(
        format!("{error:?}"),
        "[0]: a number is required, got a bool"
    );
}
