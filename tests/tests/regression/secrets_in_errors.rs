//! Errors contained sensitive values: in map keys of paths, in names and types of dynamic members, and in messages from
//! other formats and from user code. This happened both when writing values and when checking a configuration.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::net::IpAddr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tfvalue::msgpack::{self, Purpose};
use tfvalue::tfplugin6::{DynamicValue, RawState};
use tfvalue::{Attr, Diagnostics, Dynamic, Number, Set, TfSchema, Type, Value, json};
use tfvalue_show::Change;

const SECRET: &str = "hunter2";

/// A struct with a sensitive attribute.
#[derive(TfSchema)]
struct One<T> {
    #[tf(optional, sensitive)]
    secret: T,
}

#[derive(Clone, Default, TfSchema)]
struct Login {
    #[tf(required)]
    pin: Attr<u8>,
    #[tf(optional)]
    keys: Attr<BTreeMap<String, Attr<u8>>>,
}

#[derive(TfSchema)]
enum Colour {
    Red,
}

/// An adapter that rejects every string and quotes the string in the error.
mod picky {
    use serde::de::{Deserialize, Deserializer, Error as _};
    use serde::ser::{Error as _, Serializer};

    pub(super) fn serialize<S: Serializer>(text: &str, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom(format_args!("cannot write {text}")))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<String, D::Error> {
        let text = String::deserialize(d)?;
        Err(D::Error::custom(format_args!("{text} is too short")))
    }
}

#[derive(TfSchema)]
struct Picky {
    #[tf(optional, sensitive, with = "picky", as = String)]
    secret: Attr<String>,
}

#[derive(TfSchema)]
struct Address {
    #[tf(optional, sensitive, display)]
    secret: Attr<IpAddr>,
}

#[derive(TfSchema)]
struct WriteOnly {
    #[tf(optional, write_only)]
    secret: Attr<Vec<Attr<u8>>>,
}

/// Returns values of all kinds that contain the secret.
fn values() -> Vec<Json> {
    let object = json!({ SECRET: SECRET });
    let ty = json!(["object", { SECRET: "string" }]);
    vec![
        json!(SECRET),
        json!([SECRET]),
        object.clone(),
        json!([object]),
        json!({ SECRET: [SECRET] }),
        json!({ "pin": SECRET, "keys": { SECRET: SECRET } }),
        json!({ "pin": 1, "keys": { SECRET: 256 } }),
        json!({ "pin": 1, "keys": null, SECRET: true }),
        json!({ "type": "string", "value": object }),
        json!({ "type": ty, "value": SECRET }),
        json!({ "type": ty, "value": { SECRET: [] } }),
        json!({ "type": ["list", ty], "value": [{ SECRET: {} }] }),
        json!({ "type": SECRET, "value": SECRET }),
        json!([ty.to_string(), SECRET]),
        json!([ty.to_string(), { SECRET: [] }]),
        json!([format!("{{{SECRET}"), SECRET]),
        json!({ "type": "string", SECRET: 1 }),
    ]
}

#[track_caller]
fn assert_hidden(route: &str, text: &impl Display) {
    let text = text.to_string();
    assert!(!text.contains(SECRET), "{route} shows the secret: {text}");
}

/// Checks that errors hide the secret, and collects the errors.
struct Routes {
    errors: BTreeMap<&'static str, usize>,
}

impl Routes {
    #[track_caller]
    fn take<T, E: Display + Debug>(&mut self, route: &'static str, result: Result<T, E>) {
        if let Err(error) = result {
            assert_hidden(route, &error);
            assert_hidden(route, &format!("{error:?}"));
            *self.errors.entry(route).or_default() += 1;
        }
    }

    fn read<T: TfSchema + DeserializeOwned + Serialize>(&mut self, value: &Json) {
        let document = json!({ "secret": value });
        let text = document.to_string();
        let bytes = rmp_serde::to_vec(&document).unwrap();

        self.take("json", json::from_str::<T>(&text));
        self.take("MessagePack", msgpack::from_slice::<T>(&bytes));
        self.take("serde_json", serde_json::from_str::<T>(&text));
        self.take("serde_json::Value", serde_json::from_value::<T>(document));
        self.take("rmp_serde", rmp_serde::from_slice::<T>(&bytes));
        let state = RawState {
            json: text.clone().into_bytes(),
            ..RawState::default()
        };
        self.take("state", state.decode::<T>());
        for config in [
            DynamicValue {
                msgpack: bytes,
                json: Vec::new(),
            },
            DynamicValue {
                msgpack: Vec::new(),
                json: text.clone().into_bytes(),
            },
        ] {
            self.take("configuration", config.decode_config::<T>());
            for diagnostic in config.validate_config::<T>() {
                assert_hidden("diagnostic", &format!("{diagnostic:?}"));
            }
        }
        self.read_shown::<T>(&text, value);
    }

    fn read_shown<T: TfSchema + DeserializeOwned>(&mut self, text: &str, value: &Json) {
        let change: Change = serde_json::from_value(json!({
            "actions": ["create"],
            "after": { "secret": value },
            "after_sensitive": { "secret": true },
        }))
        .unwrap();
        let after = change.after();
        self.take("snapshot", after.read::<T>());
        self.take("view", after.read_ignoring_unsupported::<T>());
        self.take("try_from", after.read::<Tried>());
        self.take("flatten", after.read::<Outer>());
        let any: Value = after.value(&Type::Dynamic).unwrap();
        self.take("validation", T::block().validate_value(&any));
        self.take("value", T::from_config(&any));
        let typed = json::value_from_slice(text.as_bytes(), &T::block().implied_type());
        if let Ok(value) = typed {
            self.take("typed validation", T::block().validate_value(&value));
            self.take("typed value", T::from_config(&value));
        }
    }
}

/// A type whose errors quote the rejected value and contain no position.
#[derive(Deserialize)]
#[serde(try_from = "serde_json::Value")]
struct Tried;

impl TryFrom<Json> for Tried {
    type Error = String;

    fn try_from(value: Json) -> Result<Self, String> {
        Err(format!("{value} is not good enough"))
    }
}

#[derive(Deserialize)]
struct Outer {
    #[serde(flatten)]
    _inner: Inner,
}

#[derive(Deserialize)]
struct Inner {
    #[serde(rename = "secret")]
    _secret: Option<Never>,
}

#[derive(Deserialize)]
enum Never {}

#[test]
fn reading_hides_secrets() {
    let mut routes = Routes {
        errors: BTreeMap::new(),
    };
    for value in values() {
        routes.read::<One<Attr<u8>>>(&value);
        routes.read::<One<Attr<bool>>>(&value);
        routes.read::<One<Attr<Number>>>(&value);
        routes.read::<One<Attr<Colour>>>(&value);
        routes.read::<One<Attr<Vec<Attr<u8>>>>>(&value);
        routes.read::<One<Attr<Set<Attr<Colour>>>>>(&value);
        routes.read::<One<Attr<BTreeMap<String, Attr<u8>>>>>(&value);
        routes.read::<One<Attr<BTreeMap<String, Attr<Vec<Attr<Number>>>>>>>(&value);
        routes.read::<One<Attr<(u8, Colour)>>>(&value);
        routes.read::<One<Dynamic>>(&value);
        routes.read::<One<Attr<Login>>>(&value);
        routes.read::<One<Attr<Vec<Attr<Login>>>>>(&value);
        routes.read::<Picky>(&value);
        routes.read::<Address>(&value);
        routes.read::<WriteOnly>(&value);
    }
    // Every way of reading has rejected values, except for typed validation: values that match the type are valid for
    // the schema.
    assert_eq!(routes.errors.len(), 14, "{:?}", routes.errors);
    assert!(routes.errors.values().all(|&count| count > 5));
    assert!(!routes.errors.contains_key("typed validation"));
}

/// Writes a value in every possible way and returns the number of failures.
fn unwritable<T: TfSchema + Serialize>(value: &T) -> usize {
    let mut routes = Routes {
        errors: BTreeMap::new(),
    };
    for purpose in [Purpose::Plain, Purpose::Plan, Purpose::State] {
        let written = msgpack::to_vec_for(value, purpose);
        routes.take("MessagePack", written);
        if let Err(error) = msgpack::to_vec_for(value, purpose) {
            assert_hidden("diagnostic", &format!("{:?}", Diagnostics::from(error)));
        }
    }
    routes.take("json", json::to_string(value));
    routes.take("serde_json", serde_json::to_string(value));
    routes.take("rmp_serde", rmp_serde::to_vec(value));
    routes.take("value", Value::of(value, &Type::Bool));
    routes.errors.len()
}

#[test]
fn writing_hides_secrets() {
    let picky = Picky {
        secret: SECRET.into(),
    };
    assert_eq!(unwritable(&picky), 5);
    let keys = BTreeMap::from([(SECRET.to_owned(), Attr::<u8>::unknown())]);
    let map = One {
        secret: Attr::from(keys.clone()),
    };
    assert_eq!(unwritable(&map), 5);
    let login = Login {
        keys: keys.into(),
        ..Login::default()
    };
    let login = One {
        secret: Attr::from(login),
    };
    assert_eq!(unwritable(&login), 5);
    let member = Value::unknown(Type::String);
    let dynamic = Value::object([(SECRET, member)]).unwrap();
    let dynamic = One {
        secret: Dynamic::from(dynamic),
    };
    assert!(unwritable(&dynamic) > 2);
}

#[test]
fn paths_end_at_secrets() {
    let error = msgpack::from_slice::<One<Attr<Login>>>(
        b"\x81\xa6secret\x82\xa4keys\x81\xa7hunter2\xc3\xa3pin\x01",
    );
    let error = error.err().unwrap();
    assert_eq!(
        error.to_string(),
        "secret.keys: a number is required, got a bool"
    );
    // The names of members come from the program.
    let login = One {
        secret: Attr::from(Login {
            pin: Attr::unknown(),
            ..Login::default()
        }),
    };
    let error = msgpack::to_vec_for(&login, Purpose::State).unwrap_err();
    assert_eq!(
        error.to_string(),
        "secret.pin: a known value is required, got an unknown value"
    );
    let config = DynamicValue {
        json: br#"{"secret": {"pin": "hunter2", "keys": null}}"#.into(),
        msgpack: Vec::new(),
    };
    let error = config.decode_config::<One<Attr<Login>>>().err().unwrap();
    assert_eq!(
        error.to_string(),
        "secret.pin: a number is required, got another value at line 1 column 20"
    );
    let error = json::from_str::<One<Attr<u8>>>(r#"{"secret": 256}"#);
    let error = error.err().unwrap().to_string();
    assert!(
        error.starts_with("secret: a whole number from 0 to 255 is required, got "),
        "{error}"
    );
    // Attributes that are not sensitive are shown.
    let error = msgpack::from_slice::<Login>(b"\x82\xa4keys\x81\xa7hunter2\xc3\xa3pin\x01");
    let error = error.err().unwrap().to_string();
    assert_eq!(
        error,
        r#"keys["hunter2"]: a number is required, got a bool"#
    );
}
