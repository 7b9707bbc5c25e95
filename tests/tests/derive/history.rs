//! The older versions of a resource.

use tfvalue::state::{self, Encoded, Stored};
use tfvalue::{Attr, Diagnostics, Error, TfSchema, msgpack};

mod versions {
    pub(super) const CURRENT: i64 = 4;
}

/// Versions 0 to 2 have all attributes, but contain nulls instead of defaults. Version 3 can be read without a conversion.
#[derive(TfSchema)]
#[tf(
    kind = resource, version = versions::CURRENT, upgrade(0..=2 = Old, 3.. = Password),
    check = check_password, plan = plan_password,
)]
struct Password {
    #[tf(default = true)]
    special: Attr<bool>,
    #[tf(required)]
    length: Attr<i64>,
}

/// An older version has the attributes of the current struct, but does not need the struct's functions.
#[derive(TfSchema)]
struct Old {
    #[tf(flatten)]
    now: Password,
}

fn check_password(password: &Password) -> Result<(), Diagnostics> {
    let mut faults = Diagnostics::new();
    if password.length == 0 {
        faults.push(Error::msg("a positive number is required").at("length"));
    }
    faults.into_result().map(drop)
}

fn plan_password(_: &mut tfvalue::plan::Change<'_, Password>) -> Result<(), Error> {
    Ok(())
}

impl From<Old> for Password {
    fn from(old: Old) -> Self {
        Password {
            special: old.now.special.unwrap_or(true).into(),
            ..old.now
        }
    }
}

#[test]
fn one_struct_reads_several_older_versions() {
    assert_eq!(Password::VERSION, 4);
    let old = Stored::json(br#"{"length": 8, "special": null}"#);
    for version in 0..=3 {
        let Encoded::MessagePack(bytes) = state::upgrade::<Password>(version, &old).unwrap() else {
            panic!("the state is upgraded");
        };
        let password: Password = msgpack::from_slice(&bytes).unwrap();
        assert_eq!(password.length, 8);
        assert_eq!(password.special.is_null(), version == 3, "{version}");
    }
    let newer = state::upgrade::<Password>(5, &old).unwrap_err();
    assert!(newer.to_string().contains("a newer version"), "{newer}");
}

#[test]
fn errors_list_the_ranges_of_versions() {
    #[derive(TfSchema)]
    #[tf(kind = resource, version = 9, upgrade(1..=2 = Thing, 4 = Thing))]
    struct Thing {}

    let error = state::upgrade::<Thing>(3, &Stored::json(b"{}")).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("only versions 1 to 2 and 4 can"),
        "{error}"
    );
}

#[test]
fn check_can_return_diagnostics() {
    let config = |json: &str| {
        let ty = Password::schema().implied_type();
        let config = tfvalue::json::value_from_slice(json.as_bytes(), &ty).unwrap();
        Password::from_config(&config)
            .err()
            .map(|error| error.to_string())
    };
    assert_eq!(config(r#"{"length": 8, "special": null}"#), None);
    let fault = config(r#"{"length": 0, "special": null}"#);
    assert_eq!(
        fault.as_deref(),
        Some("length: a positive number is required")
    );
}

#[test]
fn paths_are_any_strings() {
    let find = |name: &str, place: String| {
        let attribute: Attr<i64> = Attr::null();
        let one = attribute.require(name).unwrap_err();
        let other = attribute.require(format!("{place}.{name}")).unwrap_err();
        let third = Error::msg("no")
            .at(&place)
            .at(name)
            .at(tfvalue::Path::root().attribute(name));
        format!("{one}; {other}; {third}")
    };
    assert_eq!(
        find("size", "disk[0]".to_owned()),
        "size: a value is required, got null; disk[0].size: a value is required, got null; size.size.disk[0]: no"
    );
}
