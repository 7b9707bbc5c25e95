//! Functions, and the structs that contain their parameters.

use std::borrow::Cow;
use std::net::IpAddr;

use tfvalue::schema::StringKind;
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Diagnostic, Diagnostics, Dynamic, Error, Path, Type, Value};
use tfvalue::{TfFunction, functions::TfArguments};

/// Returns `true` if the network contains the address.
#[derive(TfFunction)]
#[tf(returns = bool, summary = "Looks for an address", deprecated = "use `has`")]
struct Contains<'a> {
    /// The network.
    network: Cow<'a, str>,
    #[tf(display)]
    address: Option<IpAddr>,
    #[tf(rename = "more-or-less")]
    more: Attr<Vec<u8>>,
}

#[derive(TfFunction)]
#[tf(returns = Vec<String>)]
struct Pick {
    index: u8,
    #[tf(variadic)]
    from: Vec<Option<String>>,
}

#[test]
fn description() {
    let function = Contains::function();
    assert_eq!(function.summary, "Looks for an address");
    assert_eq!(
        function.description,
        "Returns `true` if the network contains the address."
    );
    assert_eq!(function.description_kind, StringKind::Markdown);
    assert_eq!(function.deprecation_message, "use `has`");
    assert_eq!(function.return_type, Type::Bool);
    let parameters = function.parameters.iter();
    let parameters: Vec<_> = parameters
        .map(|parameter| {
            (
                &*parameter.name,
                parameter.ty.to_json(),
                parameter.allow_null_value,
                parameter.allow_unknown_values,
            )
        })
        .collect();
    assert_eq!(
        parameters,
        [
            ("network", r#""string""#.into(), false, false),
            ("address", r#""string""#.into(), true, false),
            ("more-or-less", r#"["list","number"]"#.into(), true, true),
        ]
    );
    assert_eq!(function.parameters[0].description, "The network.");
    assert_eq!(function.variadic_parameter, None);
    let variadic = Pick::function().variadic_parameter.unwrap();
    assert_eq!(
        (variadic.ty, variadic.allow_null_value),
        (Type::String, true)
    );
}

/// The type of a dynamic parameter does not determine which arguments the parameter accepts.
#[test]
fn dynamic_parameters() {
    #[derive(TfFunction)]
    #[tf(returns = Dynamic)]
    struct Any {
        known: Dynamic,
        #[tf(allow(null))]
        null: Dynamic,
        #[tf(allow(null, unknown))]
        any: Dynamic,
        #[tf(variadic, allow(unknown))]
        rest: Vec<Dynamic>,
    }

    let function = Any::function();
    assert_eq!(function.return_type, Type::Dynamic);
    let rest = function.variadic_parameter.as_ref();
    let allowed: Vec<_> = (function.parameters.iter().chain(rest))
        .map(|one| (one.allow_null_value, one.allow_unknown_values))
        .collect();
    let expected = [(false, false), (true, false), (true, true), (false, true)];
    assert_eq!(allowed, expected);

    let null = Value::null(Type::String);
    let arguments = [
        Value::from(1),
        null.clone(),
        Value::unknown(Type::Bool),
        true.into(),
    ];
    let arguments = arguments.map(|one| DynamicValue::encode_value(&one, &Type::Dynamic).unwrap());
    let result = Any::call(&arguments, |call| -> Result<_, Error> {
        assert_eq!(call.known, Value::from(1));
        assert!(call.any.is_unknown());
        assert_eq!(call.rest, [Dynamic::from(true)]);
        Ok(call.null)
    });
    let result = tfvalue::msgpack::value_from_slice(&result.unwrap(), &Type::Dynamic).unwrap();
    assert_eq!(result, null);
}

#[test]
fn arguments() {
    let arguments = [
        DynamicValue::encode("10.0.0.0/8").unwrap(),
        DynamicValue::encode("10.0.0.1").unwrap(),
        DynamicValue::encode(&Attr::<Vec<u8>>::unknown()).unwrap(),
    ];
    let call = Contains::from_arguments(&arguments).unwrap();
    assert!(matches!(call.network, Cow::Borrowed("10.0.0.0/8")));
    assert_eq!(call.address, "10.0.0.1".parse().ok());
    assert!(call.more.is_unknown());
}

#[test]
fn errors_name_the_argument() {
    let fault = |arguments: &[&'static [u8]]| {
        let error = Pick::from_arguments(arguments.iter().copied()).unwrap_err();
        (error.to_string(), error.argument)
    };
    assert_eq!(
        fault(&[]),
        ("the argument \"index\" is missing".to_owned(), None)
    );
    assert_eq!(
        fault(&[b"\x01", b"\xc0", b"\xc3"]),
        ("a string is required, got a bool".to_owned(), Some(2))
    );
    let pick = Pick::from_arguments([&b"\x01"[..]]).unwrap();
    assert!(pick.index == 1 && pick.from.is_empty());
    let many = [&b"\xa1a"[..], b"\xc0", b"\xc0", b"\x01"];
    let error = Contains::from_arguments(many).unwrap_err();
    assert_eq!(error.text, "3 arguments are required, got more");
    assert_eq!(error.argument, Some(3));
}

/// Divides each number and returns the results.
#[derive(TfFunction)]
#[tf(returns = Vec<i64>)]
struct Divide {
    divisor: i64,
    #[tf(variadic)]
    numbers: Vec<i64>,
}

fn divide(call: Divide) -> Result<Vec<i64>, Diagnostics> {
    if call.divisor == 0 {
        return Err(
            Diagnostic::error("Division by zero", "Choose another divisor.")
                .at("divisor")
                .into(),
        );
    }
    let mut results = Vec::new();
    for (number, index) in call.numbers.into_iter().zip(0..) {
        if number % call.divisor != 0 {
            let fault = Error::msg(format!("{number} leaves a remainder"));
            return Err(fault.at(Path::from("numbers").index(index)).into());
        }
        results.push(number / call.divisor);
    }
    if results.len() > 2 {
        return Err(std::io::Error::other("too many numbers").into());
    }
    Ok(results)
}

#[test]
fn calls_read_run_and_write() {
    let call = |arguments: &[&'static [u8]]| Divide::call(arguments.iter().copied(), divide);
    assert_eq!(call(&[b"\x02", b"\x04", b"\x08"]).unwrap(), b"\x92\x02\x04");

    let fault = |arguments: &[&'static [u8]]| {
        let error = call(arguments).unwrap_err();
        (error.text, error.argument)
    };
    let text = "Division by zero: Choose another divisor";
    assert_eq!(fault(&[b"\0"]), (text.to_owned(), Some(0)));
    let text = "3 leaves a remainder";
    assert_eq!(
        fault(&[b"\x02", b"\x04", b"\x03"]),
        (text.to_owned(), Some(2))
    );
    // An argument can be sensitive.
    let text = "a number is required, got another value";
    assert_eq!(fault(&[b"\x02", b"\xa1x"]), (text.to_owned(), Some(1)));
    let text = "too many numbers";
    assert_eq!(
        fault(&[b"\x01", b"\x01", b"\x01", b"\x01"]),
        (text.to_owned(), None)
    );
}
