//! Reading or writing a value uses at most 64 times the size of the input plus 1 MiB. The tests use large inputs and a
//! lower constant, so that the result depends on the factor.

use std::collections::BTreeMap;

use tfvalue::tfplugin6::{Diagnostic, DynamicValue, Schema};
use tfvalue::{Attr, TfSchema, Type, Unknown, errors::Category, json, msgpack, types::ObjectType};
use tfvalue_testing::response;
use tfvalue_tests::peak::{exception, measure};

const SIZE: usize = 1 << 18;
const MORE: usize = 1 << 16;

fn ty(json: &str) -> Type {
    Type::from_json(json.as_bytes()).unwrap()
}

#[track_caller]
fn assert_limited(peak: usize, input: &[u8]) {
    let times = peak / input.len();
    assert!(peak <= 64 * input.len() + MORE, "{times} times");
}

/// Reads a list that has enough elements to be a large input.
#[track_caller]
fn read_list(ty_json: &str, element: impl Fn(usize) -> Vec<u8>) {
    let (mut elements, mut len) = (Vec::new(), 0_u32);
    while elements.len() < SIZE {
        elements.extend(element(len as usize));
        len += 1;
    }
    let mut input = vec![0xdd];
    input.extend(len.to_be_bytes());
    input.extend(elements);
    let (result, peak) = measure(|| msgpack::value_from_slice(&input, &ty(ty_json)));
    let value = result.unwrap();
    assert_limited(peak, &input);
    let (result, peak) = measure(|| response::from_msgpack(&input, &ty(ty_json)));
    assert_eq!(result.unwrap(), value);
    assert_limited(peak, &input);
    let (result, peak) = measure(|| msgpack::value_to_vec(&value, &ty(ty_json)));
    result.unwrap();
    assert_limited(peak, &input);
}

#[test]
fn limits_small_elements() {
    read_list(r#"["list","bool"]"#, |_| vec![0xc0]);
    read_list(r#"["list","number"]"#, |_| vec![1]);
    read_list(r#"["list","dynamic"]"#, |_| vec![0xd4, 0, 0]);
    read_list(r#"["list",["list","string"]]"#, |_| vec![0x90]);
    read_list(r#"["list",["object",{}]]"#, |_| vec![0x80]);
    read_list(r#"["list",["list",["list",["tuple",[]]]]]"#, |_| {
        vec![0x91, 0x91, 0x90]
    });
    read_list(r#"["list",["object",{"":"bool"}]]"#, |_| {
        vec![0x81, 0xa0, 0xc3]
    });
    read_list(r#"["list",["map","bool"]]"#, |_| vec![0x81, 0xa0, 0xc3]);
}

#[test]
fn limits_small_elements_of_sets() {
    let number = |n: usize| [&[0xce][..], &(n as u32).to_be_bytes()].concat();
    read_list(r#"["set","number"]"#, number);
    read_list(r#"["set",["list","string"]]"#, |_| vec![0x90]);
    read_list(r#"["set",["list","bool"]]"#, |n| {
        vec![0x91, 0xc2 + (n % 2) as u8]
    });
    let short = |n: usize| [&[0x91, 0xcd][..], &(n as u16).to_be_bytes()].concat();
    read_list(r#"["set",["list","number"]]"#, short);
}

#[test]
fn limits_elements_with_types() {
    let envelope =
        |ty: &str, value: &[u8]| [&[0x92, 0xc4, ty.len() as u8], ty.as_bytes(), value].concat();
    read_list(r#"["list",["list","dynamic"]]"#, |_| {
        [vec![0x91], envelope(r#""bool""#, &[0xc3])].concat()
    });
    read_list(r#"["list",["object",{"":"dynamic"}]]"#, |_| {
        [vec![0x81, 0xa0], envelope(r#""bool""#, &[0xc3])].concat()
    });
    read_list(r#"["list","dynamic"]"#, |_| {
        envelope(r#"["object",{"":"bool"}]"#, &[0x81, 0xa0, 0xc3])
    });
    read_list(r#"["list","dynamic"]"#, |_| {
        envelope(r#"["tuple",["bool","bool"]]"#, &[0x92, 0xc3, 0xc3])
    });
}

#[test]
fn limits_refined_elements() {
    // Unknown lists with a fixed length that are not null: the maximum length that is expanded into unknown elements,
    // and this length plus one.
    for len in [16, 17] {
        read_list(r#"["list",["list","bool"]]"#, |_| {
            vec![0xc7, 7, 12, 0x83, 1, 0xc2, 5, len, 6, len]
        });
    }
    read_list(r#"["list","string"]"#, |_| {
        vec![0xc7, 5, 12, 0x81, 2, 0xa1, b'-', 0]
    });
    read_list(r#"["list","number"]"#, |_| {
        vec![0xc7, 5, 12, 0x81, 3, 0x92, 1, 0xc3]
    });
}

#[test]
fn limits_unsorted_maps() {
    let ty = ty(r#"["map","bool"]"#);
    let len = 200_000_u32;
    let mut input = vec![0xdf];
    input.extend(len.to_be_bytes());
    for n in (0..len).rev() {
        input.extend(format!("\u{a6}{n:06}").chars().map(|c| c as u8));
        input.push(0xc0);
    }
    let (result, peak) = measure(|| msgpack::value_from_slice(&input, &ty));
    assert_eq!(result.unwrap().entries().unwrap().len(), len as usize);
    assert_limited(peak, &input);
}

#[test]
fn limits_declared_lengths() {
    // At each level, the header declares as many elements as there are remaining bytes.
    let header = |len: usize| [&[0xdd][..], &(len as u32).to_be_bytes()].concat();
    for (open, close) in [(r#"["list","#, "]"), (r#"["set","#, "]")] {
        let ty = ty(&format!(
            "{}\"bool\"{}",
            open.repeat(100),
            close.repeat(100)
        ));
        let mut input: Vec<u8> = (0..100).flat_map(|_| header(SIZE)).collect();
        input.resize(SIZE + 600, 0xc0);
        let (result, peak) = measure(|| msgpack::value_from_slice(&input, &ty));
        assert!(result.is_err());
        assert_limited(peak, &input);
    }
    for byte in [0xdd, 0xdf] {
        let ty = ty(if byte == 0xdd {
            r#"["list","bool"]"#
        } else {
            r#"["map","bool"]"#
        });
        let input = [byte, 0xff, 0xff, 0xff, 0xff];
        let (result, peak) = measure(|| msgpack::value_from_slice(&input, &ty));
        assert!(result.is_err());
        assert_limited(peak, &input);
    }
}

#[test]
fn limits_json() {
    let read = |ty_json: &str, element: &str| {
        let input = format!(
            "[{}{element}]",
            format!("{element},").repeat(SIZE / element.len())
        );
        let (result, peak) = measure(|| json::value_from_slice(input.as_bytes(), &ty(ty_json)));
        let value = result.unwrap();
        assert_limited(peak, input.as_bytes());
        let (result, peak) = measure(|| json::value_to_string(&value, &ty(ty_json)));
        result.unwrap();
        assert_limited(peak, input.as_bytes());
    };
    read(r#"["list","number"]"#, "1");
    read(r#"["list",["list","bool"]]"#, "[]");
    read(r#"["list",["object",{"":"bool"}]]"#, "{}");
    read(r#"["list",["object",{"":"bool"}]]"#, r#"{"":true}"#);
    read(r#"["set",["map","string"]]"#, r#"{"":""}"#);
    read(r#"["list","dynamic"]"#, r#"{"type":"bool","value":true}"#);
}

/// A fault takes up much more memory than the value that it reports.
#[test]
fn limits_faults() {
    #[derive(TfSchema)]
    struct Server {
        #[tf(block)]
        disk: Unknown<Vec<Disk>>,
        #[tf(optional, sensitive)]
        key: Attr<Vec<Attr<Disk>>>,
    }

    #[derive(TfSchema)]
    struct Disk {
        #[tf(required)]
        id: Attr<String>,
    }

    for head in [
        b"\x82\xa4disk\x90\xa3key\xdd",
        b"\x82\xa3key\xc0\xa4disk\xdd",
    ] {
        let count: u32 = 1 << 16;
        let mut input = head.to_vec();
        input.extend(count.to_be_bytes());
        input.extend(b"\x81\xa2id\xc0".repeat(count as usize));
        let config = DynamicValue {
            msgpack: input,
            json: Vec::new(),
        };
        let (faults, peak) = measure(|| config.validate_config::<Server>());
        assert_eq!(faults.len(), 1_000);
        assert_limited(peak, &config.msgpack);
    }
}

/// Each fault has a path, with a copy of each key.
#[test]
fn limits_faults_with_long_paths() {
    #[derive(TfSchema)]
    struct Ports {
        #[tf(optional)]
        names: Attr<BTreeMap<String, Attr<Vec<Attr<u8>>>>>,
        #[tf(optional)]
        disks: Attr<BTreeMap<String, Attr<Disks>>>,
    }

    #[derive(TfSchema)]
    struct Disks {
        #[tf(optional)]
        all: Attr<Vec<Attr<Disk>>>,
    }

    #[derive(TfSchema)]
    struct Disk {
        #[tf(required)]
        id: Attr<String>,
    }

    for size in [4, 1_000, 10_000, 100_000] {
        let key = "k".repeat(size);
        for (attribute, element) in [("names", "256"), ("disks", "{}")] {
            let list = format!("[{}{element}]", format!("{element},").repeat(2_000));
            let value = if attribute == "disks" {
                format!(r#"{{"all": {list}}}"#)
            } else {
                list
            };
            let config = DynamicValue {
                json: format!(r#"{{"{attribute}": {{"{key}": {value}}}}}"#).into(),
                msgpack: Vec::new(),
            };
            let (faults, peak) =
                measure(|| Vec::<Diagnostic>::from(config.validate_config::<Ports>()));
            assert!(!faults.is_empty());
            let times = peak / config.json.len();
            let most = 64 * config.json.len() + (1 << 20);
            assert!(peak <= most, "{size} {attribute}: {times} times");
        }
    }
}

#[test]
fn limits_messages_of_schemas() {
    // Field 2 of a block is an attribute, and field 1 of an attribute is the attribute's name.
    let named = [18, 3, 10, 1, b'a'];
    let empty = [18, 0];
    let limit = exception("for a block that consists of empty attributes");
    for (attribute, limit) in [(&named[..], 64), (&empty, limit)] {
        let block = attribute.repeat(SIZE / attribute.len());
        let schema = Schema {
            block: Some(block.clone()),
            ..Schema::default()
        };
        let (decoded, peak) = measure(|| schema.decode_block());
        assert_eq!(decoded.unwrap().attributes.len(), SIZE / attribute.len());
        let times = peak / block.len();
        assert!(times <= limit, "{times} times");
    }
}

#[test]
fn limits_schemas() {
    // Field 2 of an attribute is its type; field 3 of a block is a nested block, and field 3 of the nested block is its
    // nesting mode.
    let attribute = b"\x12\x08\x12\x06\"bool\"".to_vec();
    let nested = [26, 2, 24, 2];
    let with_block = [26, 4, 18, 0, 24, 2];
    let of = |parts: Vec<Vec<u8>>| parts.concat();
    // Nested blocks that are all different.
    let different = (0..SIZE as u32 / 12).map(|number| {
        let [a, b, c, _] = number.to_le_bytes().map(|byte| byte & 0x7f);
        let rest = ((number >> 7) & 0x7f) as u8;
        vec![26, 10, 18, 6, 34, 4, a, rest, b, c, 24, 2]
    });
    for block in [
        attribute.repeat(SIZE / attribute.len()),
        nested.repeat(SIZE / nested.len()),
        with_block.repeat(SIZE / with_block.len()),
        of(different.collect()),
    ] {
        let schema = Schema {
            block: Some(block.clone()),
            ..Schema::default()
        };
        let (read, peak) = measure(|| tfvalue::schema::Schema::try_from(&schema));
        let read = read.unwrap().block;
        assert!(read.attributes.len() + read.block_types.len() > SIZE / 20);
        let times = peak / block.len();
        assert!(times <= 64, "{times} times");
    }
}

/// The message of a nested block may be split across many fields. Sorting the block's attributes after each field would
/// take hours.
#[test]
fn limits_blocks_in_many_parts() {
    let attribute = b"\x12\x0a\x12\x08\x12\x06\"bool\"";
    for part in [&b"\x12\0"[..], attribute] {
        let count = SIZE / part.len();
        let mut nested = part.repeat(count);
        nested.extend([24, 2]);
        let mut block = vec![26];
        prost::encoding::encode_varint(nested.len() as u64, &mut block);
        block.extend(nested);
        let len = block.len();
        let schema = Schema {
            block: Some(block),
            ..Schema::default()
        };
        let (read, peak) = measure(|| tfvalue::schema::Schema::try_from(&schema));
        let block = read.unwrap().block.block_types.remove(0).block;
        assert_eq!(
            block.attributes.len(),
            if part.len() > 2 { count } else { 0 }
        );
        let times = peak / len;
        assert!(times <= 64, "{times} times");
    }
}

/// Every missing member becomes null. At most about one member per byte of input may be missing.
#[test]
fn limits_missing_members_in_json() {
    let members = |count: usize| (0..count).map(|at| (format!("a{at}"), Type::Bool));
    let (mut read, mut refused) = (0, 0);
    for count in [1, 2, 3, 4, 8, 1_000, 20_000] {
        let object = Type::Object(ObjectType::new(members(count)));
        for ty in [Type::list(object.clone()), Type::set(object)] {
            for size in [1 << 4, 1 << 10, 1 << 14, SIZE] {
                let value = format!("[{}{{}}]", "{},".repeat(size / 3));
                let envelope = format!(r#"{{"type":{},"value":{value}}}"#, ty.to_json());
                for (input, ty) in [(&value, &ty), (&envelope, &Type::Dynamic)] {
                    let input = input.as_bytes();
                    let (result, peak) = measure(|| json::value_from_slice(input, ty));
                    let times = peak / input.len();
                    assert!(
                        peak <= 64 * input.len() + (1 << 20),
                        "{count}: {times} times"
                    );
                    match result {
                        Ok(_) => read += 1,
                        Err(error) => {
                            assert_eq!(error.category(), Category::Limit);
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(read > 40 && refused > 20, "{read} {refused}");
}

#[test]
fn limits_json_responses() {
    let names: Vec<String> = (0..1000).map(|n| format!(r#""a{n}":"bool""#)).collect();
    let wide = format!(r#"["list",["object",{{{}}}]]"#, names.join(","));
    for (ty_json, element) in [
        (r#"["list","number"]"#, "1"),
        (r#"["list",["list","bool"]]"#, "[]"),
        (r#"["list",["object",{"":"bool"}]]"#, "{}"),
        (&wide, "{}"),
    ] {
        let input = format!("[{}]", vec![element; SIZE / element.len()].join(","));
        let read = || response::from_json(input.as_bytes(), &ty(ty_json));
        let (result, peak) = measure(read);
        assert_limited(peak, input.as_bytes());
        if ty_json == wide {
            assert_eq!(result.unwrap_err().category(), Category::Limit);
        } else {
            result.unwrap();
        }
    }
}
