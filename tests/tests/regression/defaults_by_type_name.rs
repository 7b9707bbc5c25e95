//! A user's struct lost its nested defaults if it had the same name as one of our types (`Number`, `Set`, `Dynamic`),
//! because the derive macro checked the name.

use std::collections::BTreeMap;

use tfvalue::{Attr, TfSchema, Unknown};

macro_rules! named {
    ($($Name:ident)*) => {$(
        #[derive(TfSchema, Clone, PartialEq)]
        struct $Name {
            #[tf(default = 7)]
            size: Attr<u8>,
        }

        impl $Name {
            fn null() -> Self {
                $Name { size: Attr::null() }
            }

            fn of(size: u8) -> Self {
                $Name { size: size.into() }
            }
        }
    )*};
}

named! { Number Set Dynamic String Plain }

type Alias = Plain;
type Deep = Attr<Vec<Attr<Plain>>>;

macro_rules! holder {
    ($Name:ident { $($field:ident: $t:ty),* $(,)? }) => {
        #[derive(TfSchema, Clone)]
        struct $Name {
            $(#[tf(optional)] $field: $t,)*
        }
    };
}

holder!(InMacro {
    number: Attr<Number>,
    alias: Attr<Alias>,
    deep: Deep,
});

#[derive(TfSchema, Clone)]
struct Boxed(Box<Set>);

#[derive(TfSchema, Clone)]
struct Root {
    #[tf(optional)]
    number: Attr<Number>,
    #[tf(optional)]
    set: Attr<Vec<Set>>,
    #[tf(optional)]
    dynamic: Attr<BTreeMap<std::string::String, Dynamic>>,
    #[tf(optional)]
    string: Attr<String>,
    #[tf(optional)]
    deep: Deep,
    #[tf(optional)]
    boxed: Attr<Boxed>,
    #[tf(block)]
    block: Unknown<Vec<Alias>>,
    #[tf(optional)]
    in_macro: Attr<InMacro>,
}

fn root() -> Root {
    Root {
        number: Number::null().into(),
        set: vec![Set::null(), Set::of(1)].into(),
        dynamic: BTreeMap::from([("a".to_owned(), Dynamic::null())]).into(),
        string: String::null().into(),
        deep: vec![Attr::from(Plain::null()), Attr::null(), Attr::unknown()].into(),
        boxed: Boxed(Box::new(Set::null())).into(),
        block: vec![Plain::null()].into(),
        in_macro: InMacro {
            number: Number::null().into(),
            alias: Plain::null().into(),
            deep: vec![Attr::from(Plain::null())].into(),
        }
        .into(),
    }
}

#[track_caller]
fn assert_all_set(root: &Root) {
    assert!(root.number.value() == Some(&Number::of(7)));
    assert!(root.set.value().unwrap() == &[Set::of(7), Set::of(1)]);
    assert!(root.dynamic.value().unwrap()["a"] == Dynamic::of(7));
    assert!(root.string.value() == Some(&String::of(7)));
    let deep = root.deep.value().unwrap();
    assert!(deep[0].value() == Some(&Plain::of(7)));
    assert!(deep[1].is_null() && deep[2].is_unknown());
    assert!(*root.boxed.value().unwrap().0 == Set::of(7));
    assert!(root.block.known().unwrap()[0] == Plain::of(7));
    let in_macro = root.in_macro.value().unwrap();
    assert!(in_macro.number.value() == Some(&Number::of(7)));
    assert!(in_macro.alias.value() == Some(&Plain::of(7)));
    assert!(in_macro.deep.value().unwrap()[0].value() == Some(&Plain::of(7)));
}

#[test]
fn finds_defaults_regardless_of_names() {
    let (planned, _) = tfvalue::plan::typed(&root(), None).unwrap();
    assert_all_set(&planned);
}
