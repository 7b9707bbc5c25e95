//! Compares tfvalue with go-cty on a sample of random cases. The program `differential` compares any number of cases.

use tfvalue::{Type, Value, errors::Category, msgpack};
use tfvalue_testing::response;
use tfvalue_tests::differential::{
    Case, Difference, Op, Oracle, Verdict, is_newer_than_15, judge, run,
};
use tfvalue_tests::hex;
use tfvalue_tests::notices::skipped;
use unicode_normalization::UnicodeNormalization;

#[test]
fn random_cases_agree() {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return skipped("go is missing");
    };
    let report = run(&mut oracle, 1, 0, 5_000).unwrap();
    println!("{report}");
    assert_eq!(report.failed, 0, "{report}");
    // The sample must contain enough cases of each kind.
    assert!(report.same > 2_000 && report.rejected > 1_000, "{report}");
}

/// Compares how both implementations read an unknown value in a response, for each extension type and for many lengths
/// in each form.
#[test]
fn extensions_of_every_type_and_length() {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return skipped("go is missing");
    };
    let mut headers: Vec<(Vec<u8>, usize)> = Vec::new();
    for (power, marker) in (0xd4..=0xd8).enumerate() {
        headers.push((vec![marker], 1 << power));
    }
    for len in [0_u32, 1, 2, 3, 4, 8, 15, 16, 17, 255, 256, 1024, 1025] {
        let bytes = len.to_be_bytes();
        if len < 256 {
            headers.push((vec![0xc7, bytes[3]], len as usize));
        }
        headers.push((vec![0xc8, bytes[2], bytes[3]], len as usize));
        headers.push(([&[0xc9][..], &bytes].concat(), len as usize));
    }
    // An empty map, a map that declares the value not null, null, and zeros, which are not a map; then maps and null
    // after the header of another extension.
    let payloads = [
        &[0x80][..],
        &[0x81, 1, 0xc2],
        &[0xc0],
        &[0],
        &[0xd5, 12, 0x80],
        &[0xc7, 1, 12, 0x81, 1, 0xc2],
        &[0xc8, 0, 1, 12, 0xc0],
        &[0xd8],
    ];
    let mut inputs = Vec::new();
    for code in i8::MIN..=i8::MAX {
        for (header, len) in &headers {
            for payload in payloads
                .iter()
                .filter(|payload| payload.len() <= *len || *len < 3)
            {
                let mut input = [&header[..], &code.to_be_bytes(), *payload].concat();
                input.resize(header.len() + 1 + len, 0);
                inputs.push(input);
            }
        }
    }
    let mut read = 0;
    for ty in [Type::String, Type::list(Type::Number), Type::Dynamic] {
        let json = ty.to_json();
        let requests: Vec<_> = inputs
            .iter()
            .map(|input| (Op::Msgpack, json.as_str(), input.as_slice()))
            .collect();
        for (input, answer) in inputs.iter().zip(oracle.ask(&requests).unwrap()) {
            let own = response::from_msgpack(input, &ty);
            let own = own.map(|value| msgpack::value_to_vec(&value, &ty).unwrap());
            let theirs = answer.msgpack.done().map(<[u8]>::to_vec);
            assert_eq!(
                own.ok(),
                theirs,
                "{} as {json}: {answer:?}",
                hex::encode(input)
            );
            read += usize::from(answer.read.done().is_some());
        }
    }
    assert!(
        read > 5_000 && read < 3 * inputs.len(),
        "{read} of {}",
        inputs.len()
    );
}

/// Compares how the beginning of a dynamic value and the beginning of its type are read.
#[test]
fn dynamic_values_begin_with_an_array_and_a_type() {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return skipped("go is missing");
    };
    // Other extensions are read as unknown values, or cause their own errors.
    let bytes = (0..=u8::MAX).filter(|byte| !matches!(byte, 0xc7..=0xc9 | 0xd4..=0xd8));
    let inputs: Vec<_> = bytes
        .flat_map(|byte| [vec![byte], vec![0x92, byte]])
        .collect();
    let json = Type::Dynamic.to_json();
    let requests: Vec<_> = inputs
        .iter()
        .map(|input| (Op::Msgpack, json.as_str(), input.as_slice()))
        .collect();
    for (input, answer) in inputs.iter().zip(oracle.ask(&requests).unwrap()) {
        match response::from_msgpack(input, &Type::Dynamic) {
            Ok(value) => assert!(value.is_null() && answer.read.done().is_some()),
            // Both implementations detect that the input is too short, but at different positions.
            Err(error) if error.category() != Category::Data => {
                assert!(!answer.read.message().is_empty(), "{}", hex::encode(input));
            }
            Err(error) => {
                let theirs = answer.read.message();
                let shown = hex::encode(input);
                assert!(
                    theirs.ends_with(&error.message()),
                    "{shown}: {error}, {theirs}"
                );
            }
        }
    }
}

/// Compares the normalized form of every character: alone, decomposed, and between marks with the lowest and the
/// highest combining class. Planes without assigned characters are only sampled.
#[test]
fn normalization_differs_only_for_new_characters() {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return skipped("go is missing");
    };
    let has_characters = |c: &char| matches!(u32::from(*c) >> 16, 0..=3 | 14);
    let texts: Vec<(char, String)> = ('\u{80}'..=char::MAX)
        .filter(|c| has_characters(c) || u32::from(*c) % 61 == 0)
        .flat_map(|c| {
            let parts: String = [c].into_iter().nfd().collect();
            [
                (c, c.to_string()),
                (c, parts),
                (c, format!("-\u{315}{c}\u{334}")),
            ]
        })
        .collect();
    let requests: Vec<_> = texts
        .iter()
        .map(|(_, text)| (Op::Normalize, "", text.as_bytes()))
        .collect();
    let answers = oracle.ask(&requests).unwrap();
    let mut differing: Vec<char> = texts
        .iter()
        .zip(answers)
        .filter(|((_, text), answer)| answer.read.done() != Some(normalized(text).as_bytes()))
        .map(|((c, _), _)| *c)
        .collect();
    differing.dedup();
    println!("{} characters differ", differing.len());
    let unexpected: Vec<String> = differing
        .iter()
        .filter(|c| !is_newer_than_15(**c))
        .map(|c| format!("{:x}", u32::from(*c)))
        .collect();
    assert!(unexpected.is_empty(), "{} {unexpected:?}", unexpected.len());
}

/// go-cty treats U+10391 and U+345 like U+391 and U+345.
#[test]
fn go_cty_composes_by_the_low_16_bits() {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return skipped("go is missing");
    };
    let text = "\u{10391}\u{345}";
    let answer = oracle.ask(&[(Op::Normalize, "", text.as_bytes())]).unwrap();
    assert_eq!(answer[0].read.done(), Some("\u{1fbc}".as_bytes()));
    assert_eq!(normalized(text), text);
}

/// go-cty rounds numbers to 10 digits to compute their hashes. This double is rounded in one direction, and the equal
/// number that is written as a string is rounded in the other direction.
#[test]
fn go_cty_keeps_equal_numbers_with_different_hashes() {
    let listed = Verdict::Listed(vec![Difference::RoundedHash]);
    assert_verdicts(-4981496.9395, &listed);
    // With one digit fewer, or without a fraction, both numbers have the same hash.
    assert_verdicts(-4981496.935, &Verdict::Same);
    assert_verdicts(49814969395.0, &Verdict::Same);
}

/// Compares sets that contain a number as a double and as a string, in both orders.
fn assert_verdicts(number: f64, expected: &Verdict) {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return skipped("go is missing");
    };
    let double = [&[0xcb][..], &number.to_be_bytes()].concat();
    let text = number.to_string();
    let text = [&[0xa0 | text.len() as u8], text.as_bytes()].concat();
    for elements in [[&double[..], &text], [&text, &double]] {
        let case = Case {
            seed: 0,
            number: 0,
            op: Op::Msgpack,
            ty: Type::set(Type::Number),
            input: [&[0x92], elements[0], elements[1]].concat(),
            canonical: false,
        };
        let request = (case.op, &*case.ty.to_json(), &*case.input);
        let answers = oracle.ask(&[request]).unwrap();
        assert_eq!(&judge(&case, &answers[0]), expected, "{case}");
    }
}

fn normalized(text: &str) -> String {
    Value::string(text).as_str().unwrap_or_default().to_owned()
}
