// Constants that are neither strings nor numbers.

use tfvalue::{Attr, TfSchema};

const FLAG: bool = true;

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, one_of = [FLAG])]
    flag: Attr<bool>,
    #[tf(optional, range = 1..=MAXIMUM)]
    misspelled: Attr<i64>,
    #[tf(optional, range = 1..=SMALL)]
    small: Attr<i64>,
}

const MAXIMAL: u8 = 1;
const SMALL: f32 = 1.5;

fn main() {}
