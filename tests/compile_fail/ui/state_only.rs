// Functions of `state_only!` that cannot complete a plan.

use tfvalue::provider::Resource;
use tfvalue::{Attr, Error, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Number {
    #[tf(computed)]
    number: Attr<i64>,
}

impl Resource for Number {
    const NAME: &'static str = "number";
    type Client = ();
    tfvalue::state_only!(|it| it.number.copied());
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Failing {
    #[tf(computed)]
    number: Attr<i64>,
}

impl Failing {
    fn complete(&mut self) -> Result<(), Error> {
        self.number.set(1);
        Ok(())
    }
}

impl Resource for Failing {
    const NAME: &'static str = "failing";
    type Client = ();
    tfvalue::state_only!(create = Self::complete);
}

fn main() {}
