// Values that the type of a field can never have, whatever the type is called.

use tfvalue::{Attr, Number, TfSchema};

type Byte = u8;

#[derive(TfSchema)]
struct Port(u16);

const FRACTION: f64 = 0.5;
const LARGE: i64 = 300;
const LESS: i8 = -1;
const LESS_THAN_THAT: f64 = 0.1 + 0.2;
const NAME: &str = "huge";

#[derive(TfSchema)]
#[tf(kind = resource)]
struct OneOf {
    #[tf(optional, one_of = [1, 300])]
    integer: Attr<u8>,
    #[tf(optional, one_of = [1, LARGE])]
    constant: Attr<u8>,
    #[tf(optional, one_of = [-1])]
    newtype: Attr<Port>,
    #[tf(optional, one_of = [0.5])]
    fraction: Attr<i64>,
    #[tf(optional, one_of = [FRACTION])]
    constant_fraction: Attr<i64>,
    #[tf(optional, each(one_of = [256]))]
    elements: Attr<Vec<Attr<Byte>>>,
    #[tf(optional, each(one_of = ["huge"]))]
    variants: Attr<Vec<Attr<Size>>>,
    #[tf(optional, one_of = [NAME])]
    variant: Attr<Size>,
    #[tf(optional, one_of = ["ab"])]
    letter: Attr<char>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Range {
    #[tf(optional, range = 300..)]
    integer: Attr<u8>,
    #[tf(optional, range = 1..=LARGE)]
    constant: Attr<Byte>,
    #[tf(optional, range = -5..=-1)]
    unsigned: Attr<u64>,
    #[tf(optional, range = ..0)]
    below: Attr<Port>,
    #[tf(optional, range = LARGE..=1)]
    empty: Attr<Port>,
    #[tf(optional, range = 1..70_000)]
    excluded: Attr<Port>,
    #[tf(optional, range = 0.2..=0.8)]
    fraction: Attr<i64>,
    #[tf(optional, each(range = 1..=70_000))]
    elements: Attr<Vec<Attr<Port>>>,
    #[tf(optional, range = 0..)]
    all: Attr<u64>,
    #[tf(optional, range = ..=255)]
    all_bytes: Attr<Byte>,
    #[tf(optional, range = 0..65536)]
    all_ports: Attr<Port>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Refine {
    #[tf(computed, refine(at_least = 256))]
    above: Attr<Byte>,
    #[tf(computed, refine(at_least = -1))]
    below: Attr<Port>,
    #[tf(computed, refine(at_most = LARGE))]
    constant: Attr<u8>,
    #[tf(computed, refine(prefix = "hu"))]
    variant: Attr<Size>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Constants {
    #[tf(optional, range = ..=f64::INFINITY)]
    infinite: Attr<Number>,
    #[tf(optional, range = NAME..)]
    text: Attr<Number>,
    #[tf(optional, range = FRACTION..LESS_THAN_THAT)]
    reversed: Attr<Number>,
    #[tf(optional, range = LARGE..=FRACTION)]
    mixed: Attr<Number>,
    #[tf(optional, one_of = [f64::NAN])]
    nan: Attr<Number>,
    #[tf(optional, length = FRACTION..)]
    length: Attr<String>,
    #[tf(optional, length = LESS..)]
    negative: Attr<String>,
    #[tf(computed, refine(at_least = FRACTION, at_most = LESS_THAN_THAT))]
    promises: Attr<Number>,
}

#[derive(TfSchema)]
#[tf(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

fn main() {}
