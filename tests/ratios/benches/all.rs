//! Benchmarks all cases in the program `ratios` with divan, which prints detailed statistics:
//!
//! ```console
//! $ cargo bench -p tfvalue-ratios --features bench [-- PART OF A NAME]
//! ```

use std::fmt;

use divan::Bencher;
use tfvalue_ratios::{Case, Contender, cases};

/// The name of a contender in a case.
struct Name {
    case: String,
    contender: &'static str,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.case, self.contender)
    }
}

fn main() {
    divan::main();
}

#[divan::bench(args = names())]
fn bench(bencher: Bencher<'_, '_>, name: &Name) {
    let case = cases().into_iter().find(|case| case.name == name.case);
    let contenders = case.map(|case| case.contenders()).unwrap_or_default();
    let mut contender = contenders
        .into_iter()
        .find(|other| other.name == name.contender);
    if let Some(work) = contender.as_mut().and_then(Contender::work) {
        bencher.bench_local(work);
    }
}

fn names() -> Vec<Name> {
    let of_case = |case: Case| {
        let contenders = case.contenders();
        let names = contenders.into_iter().map(move |contender| Name {
            case: case.name.clone(),
            contender: contender.name,
        });
        names.collect::<Vec<_>>()
    };
    cases().into_iter().flat_map(of_case).collect()
}
