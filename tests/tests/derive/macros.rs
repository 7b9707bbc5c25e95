//! Structs whose annotations and names come from `macro_rules!`, or that are allowed only by their own lint levels.

use tfvalue::json::value_from_slice;
use tfvalue::msgpack::{from_slice, to_vec};
use tfvalue::{Attr, TfSchema};

/// Passes the arguments on in invisible groups.
macro_rules! declare {
    (
        $default:expr, $option:expr, $count:literal, $negative:expr, $range:expr, $size:expr, $pattern:literal,
        $names:literal, $version:expr, $many:expr, $part:literal
    ) => {
        #[derive(TfSchema)]
        #[tf(kind = resource, version = $version, description = $pattern)]
        struct Literals {
            #[tf(default = $default, one_of = [$option, "z"])]
            text: Attr<String>,
            #[tf(default = $count, range = 1..=5)]
            number: Attr<i64>,
            #[tf(default = $negative, one_of = $many)]
            least: Attr<i64>,
            #[tf(optional, range = $negative..=$count)]
            bounds: Attr<i64>,
            #[tf(optional, range = $range)]
            range: Attr<i64>,
            #[tf(optional, range = $size, deprecated = $pattern)]
            size: Attr<i64>,
            #[tf(optional, length = $count, regex = $pattern, conflicts_with = $names, headline = $pattern)]
            pattern: Attr<String>,
            #[tf(computed, refine(prefix = $part, not_null), keep(unless_changed = $names), rename = "id", description = $part)]
            named: Attr<String>,
        }
    };
}

declare!(
    "a\"\u{e9}",
    "a\"\u{e9}",
    4,
    -2,
    1..=64,
    i64::MAX,
    "^x+$",
    "text",
    3,
    [-2, 4],
    "i-"
);

fn faults(json: &str) -> String {
    let config = value_from_slice(json.as_bytes(), &Literals::schema().implied_type()).unwrap();
    let faults = Literals::from_config(&config).err();
    faults.map_or(String::new(), |faults| faults.to_string())
}

#[test]
fn literals_in_invisible_groups_are_literals() {
    let schema = Literals::schema();
    assert_eq!(schema.version, 3);
    let text = format!("{schema:?}");
    assert!(text.contains("^x+$") && text.contains("i-"), "{text}");
    let config = |members: &str| {
        let names = [
            "id", "text", "number", "least", "bounds", "range", "size", "pattern",
        ];
        let rest = names
            .iter()
            .filter(|name| !members.contains(&format!("{name:?}:")));
        let rest: String = rest.map(|name| format!(", {name:?}: null")).collect();
        faults(&format!("{{{members}{rest}}}"))
    };
    assert_eq!(config(r#""text": "z""#), "");
    assert!(config(r#""text": "y""#).contains("text"));
    assert!(config(r#""number": 9"#).contains("1 to 5"));
    assert!(config(r#""least": 4"#).is_empty());
    assert!(config(r#""least": 3"#).contains("least"));
    assert!(config(r#""bounds": -3"#).contains("-2 to 4"));
    assert!(config(r#""range": 65"#).contains("1 to 64"));
    assert!(config(r#""pattern": "y""#).contains("pattern"));
}

/// Types with the same names as primitive types, which generated code must not confuse with the primitive types.
mod shadowed {
    #![allow(non_camel_case_types, dead_code)]

    use tfvalue::{Attr, TfFunction, TfSchema, Unknown};

    pub(super) struct bool;
    pub(super) struct usize;
    pub(super) struct str;
    pub(super) struct u8;
    pub(super) struct i64;
    struct Option;
    struct String;

    type Text = std::string::String;

    #[derive(TfSchema, Clone)]
    #[tf(kind = resource, version = 1, known_view = KnownThing, paths)]
    pub(super) struct Thing {
        #[tf(required)]
        name: Attr<Text>,
        #[tf(default = "x", length = 1..)]
        size: Attr<Text>,
        #[tf(optional, display)]
        address: Attr<std::net::IpAddr>,
        #[tf(block)]
        part: Unknown<Vec<Part>>,
        #[tf(flatten)]
        rest: Rest,
    }

    #[derive(TfSchema, Clone)]
    #[tf(paths, known_view = KnownPart)]
    pub(super) struct Part {
        #[tf(optional)]
        size: Attr<Size>,
    }

    #[derive(TfSchema, Clone)]
    #[tf(paths, known_view = KnownRest)]
    pub(super) struct Rest {
        #[tf(optional)]
        more: Attr<Text>,
    }

    #[derive(TfSchema, Clone)]
    #[tf(as_str)]
    pub(super) enum Size {
        Small,
        #[tf(other)]
        Other(Text),
    }

    #[derive(TfSchema, Clone)]
    #[tf(as_str)]
    pub(super) enum Color {
        Red,
    }

    #[derive(TfFunction)]
    #[tf(returns = Text)]
    pub(super) struct Call {
        name: Text,
    }
}

#[test]
fn types_with_names_of_primitives_do_not_matter() {
    use tfvalue::TfFunction;

    assert_eq!(shadowed::Thing::schema().block.attributes.len(), 4);
    assert_eq!(shadowed::Color::Red.as_str(), "Red");
    assert_eq!(shadowed::Call::function().parameters.len(), 1);
}

/// Without known variants, the match arm for `other` is the last arm.
#[deny(warnings)]
mod only_other {
    use tfvalue::TfSchema;

    #[derive(TfSchema, PartialEq)]
    #[tf(as_str)]
    pub(super) enum Anything {
        #[tf(other)]
        Other(String),
    }
}

#[test]
fn an_enum_can_have_only_other() {
    let one = only_other::Anything::Other("a".to_owned());
    let bytes = to_vec(&one).unwrap();
    assert_eq!(from_slice::<only_other::Anything>(&bytes).unwrap(), one);
    assert_eq!(one.as_str(), "a");
}

/// Generated structs and methods reuse the user's names, some of which are allowed only by the user's lint levels.
#[deny(warnings)]
mod lints {
    use tfvalue::{Attr, TfSchema};

    #[allow(non_snake_case, dead_code)]
    #[derive(TfSchema)]
    #[tf(paths, known_view = ViewOfFields)]
    pub(super) struct Fields {
        #[tf(optional, rename = "size")]
        pub(super) Size: Attr<i64>,
        #[tf(optional)]
        pub(super) r#type: Attr<String>,
    }

    #[allow(dead_code)]
    #[expect(non_snake_case, reason = "the service writes it so")]
    #[derive(TfSchema)]
    #[tf(paths, known_view = ViewOfField)]
    pub(super) struct Field {
        #[tf(optional, rename = "size")]
        pub(super) Size: Attr<i64>,
    }

    #[expect(non_camel_case_types)]
    #[derive(TfSchema)]
    #[tf(paths, known_view = view)]
    pub(super) struct r#type {
        #[tf(optional)]
        pub(super) r#struct: Attr<i64>,
    }
}

#[test]
fn generated_items_inherit_lint_levels() {
    assert_eq!(lints::Fields::paths().Size(), "size".into());
    assert_eq!(lints::Fields::paths().r#type(), "type".into());
    assert_eq!(lints::Field::paths().Size(), "size".into());
    assert_eq!(lints::r#type::paths().r#struct(), "struct".into());
}

#[derive(TfSchema, PartialEq, Clone)]
#[tf(object)]
struct Corners<const N: usize> {
    all: Attr<[Attr<String>; N]>,
}

#[derive(TfSchema, PartialEq, Clone)]
struct Shape<const N: usize, T> {
    #[tf(optional)]
    all: Attr<[Attr<T>; N]>,
    #[tf(optional)]
    one: Attr<Corners<N>>,
}

#[test]
fn arrays_can_have_a_length_that_is_a_parameter() {
    let corners = || Corners::<2> {
        all: Attr::from(["a".into(), "b".into()]),
    };
    assert_eq!(
        from_slice::<Corners<2>>(&to_vec(&corners()).unwrap()).unwrap(),
        corners()
    );
    let shape = Shape::<2, i64> {
        all: Attr::from([1.into(), Attr::null()]),
        one: corners().into(),
    };
    assert_eq!(
        from_slice::<Shape<2, i64>>(&to_vec(&shape).unwrap()).unwrap(),
        shape
    );
}
