// Regular expressions that allow every string or none, and values that they refuse.

use std::collections::BTreeMap;

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Everything {
    #[tf(optional, regex = "")]
    empty: Attr<String>,
    #[tf(optional, regex = ".*")]
    any: Attr<String>,
    #[tf(optional, regex = r"(?s)^.*$")]
    whole: Attr<String>,
    #[tf(optional, regex = "^a*")]
    start: Attr<String>,
    #[tf(optional, regex = "[0-9]?$")]
    end: Attr<String>,
    #[tf(optional, each(regex = "a*"))]
    elements: Attr<Vec<Attr<String>>>,
    #[tf(optional, keys(regex = "(a|)"))]
    keys: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, regex = "^.*$")]
    one_line: Attr<String>,
    #[tf(optional, regex = ".+")]
    not_empty: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Nothing {
    #[tf(optional, regex = r"[^\s\S]")]
    class: Attr<String>,
    #[tf(optional, regex = "a^")]
    start: Attr<String>,
    #[tf(optional, regex = "$b")]
    end: Attr<String>,
    #[tf(optional, regex = "^$")]
    empty: Attr<String>,
    #[tf(optional, regex = "^[a-z]{3}$", length = 5..)]
    longer: Attr<String>,
    #[tf(optional, regex = "[a-z]{3}", length = ..=2)]
    shorter: Attr<String>,
    #[tf(optional, regex = "^[a-z]{3,5}$", length = 5..)]
    right: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Values {
    #[tf(default = "Web", regex = "^[a-z]+$")]
    default: Attr<String>,
    #[tf(default = "web", regex = "^[a-z]+$")]
    right: Attr<String>,
    #[tf(default = "", regex = ".")]
    empty: Attr<String>,
    #[tf(optional, computed, regex = "^i-[0-9]+$", refine(prefix = "srv-"))]
    prefix: Attr<String>,
    #[tf(optional, computed, regex = "^i-[0-9]+$", refine(prefix = "i-"))]
    right_prefix: Attr<String>,
}

fn main() {}
