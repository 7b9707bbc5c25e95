//! Benchmarks all cases of the program `ratios` with divan, which prints detailed statistics:
//!
//! ```console
//! $ cargo bench -p tfvalue --all-features [-- PART OF A NAME]
//! ```
//!
//! `ratios`, in `tests/`, compares tfvalue with other libraries in interleaved runs. It contains the
//! cases, structs and payloads.

use std::fmt;

use divan::Bencher;

#[path = "../../tests/src/go_program.rs"]
#[allow(dead_code, unreachable_pub, missing_docs)]
mod go_program;
#[path = "../../tests/src/peak.rs"]
#[allow(dead_code, unreachable_pub, missing_docs)]
mod peak;
#[path = "../../tests/src/ratios/mod.rs"]
#[allow(dead_code, unreachable_pub, unused_imports, missing_docs)]
mod ratios;

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
    let case = ratios::cases()
        .into_iter()
        .find(|case| case.name == name.case);
    let contenders = case.map(|case| case.contenders()).unwrap_or_default();
    let mut contender = contenders
        .into_iter()
        .find(|other| other.name == name.contender);
    if let Some(work) = contender.as_mut().and_then(ratios::Contender::work) {
        bencher.bench_local(work);
    }
}

fn names() -> Vec<Name> {
    let of_case = |case: ratios::Case| {
        let contenders = case.contenders();
        let names = contenders.into_iter().map(move |contender| Name {
            case: case.name.clone(),
            contender: contender.name,
        });
        names.collect::<Vec<_>>()
    };
    ratios::cases().into_iter().flat_map(of_case).collect()
}
