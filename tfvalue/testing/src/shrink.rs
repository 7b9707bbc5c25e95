//! Reduces a failing case to a smaller case.

use std::cell::Cell;

use tfvalue::schema::Block;
use tfvalue::{Number, Path, Type, Value, paths::Step};

use super::case::{Accident, Case, CaseStep};
use super::edit::{self, Place};
use super::finding::{Finding, FindingKind, Identity};
use super::lint::Lint;
use super::simpler::{self, part_type};

/// The maximum number of cases that are run. Every search with a service in the memory of the test needs fewer cases.
pub(super) const TRIES: usize = 5_000;

/// The maximum for a provider in another process, whose calls take longer.
pub(super) const CLIENT_TRIES: usize = 200;

/// The maximum for crashes, after which the provider must start again, and for calls without a timely response.
const CRASH_TRIES: usize = 40;
const CALL_TRIES: usize = 30;

/// A case that fails.
pub(super) struct Smallest {
    pub(super) case: Case,
    pub(super) findings: Vec<Finding>,
    /// Whether no smaller case shows the same finding. If `false`, the search took too long.
    pub(super) is_complete: bool,
}

/// Reduces a case until no smaller case has the same first finding, and returns the result.
pub(super) fn smallest(
    mut case: Case,
    mut findings: Vec<Finding>,
    (block, most): (&Block, usize),
    play: impl Fn(&Case) -> Vec<Finding>,
) -> Smallest {
    let ty = &block.implied_type();
    let target = findings.first().map(Identity::of);
    let focus = findings
        .first()
        .and_then(|first| edit::root_name(&first.path).map(str::to_owned));
    // A finding that depends on chance does not occur every time.
    let attempts = match findings.first().map(|first| first.kind) {
        Some(FindingKind::Lint(Lint::ReadsDiffer | Lint::OrderDiffers)) => 3,
        _ => 1,
    };
    let is_time = findings.first().is_some_and(Finding::shows_time);
    let most = match findings.first().map(|first| first.kind) {
        Some(FindingKind::Crash) => CRASH_TRIES.min(most),
        Some(FindingKind::FailedCall) => CALL_TRIES.min(most),
        // Each case waits until the time of day has changed.
        Some(FindingKind::Rule(_)) if is_time => CALL_TRIES.min(most),
        _ => most,
    };
    let tries = Cell::new(0);
    let fails = |candidate: &Case| {
        if tries.get() == most {
            return None;
        }
        tries.set(tries.get() + 1);
        (0..attempts).find_map(|_| {
            let found = play(candidate);
            let is_same = found.first().map(Identity::of) == target;
            is_same.then_some(found)
        })
    };
    // The candidates before the last failing candidate have just been tried in almost the same form.
    let mut start = 0;
    loop {
        let candidates = smaller(&case, (block, ty), focus.as_deref());
        let mut candidates = candidates.enumerate().skip(start);
        let smaller = candidates.find_map(|(index, candidate)| {
            let is_same = candidate == case;
            let found = if is_same { None } else { fails(&candidate) }?;
            Some((index, candidate, found))
        });
        drop(candidates);
        match smaller {
            Some(smaller) => (start, case, findings) = smaller,
            None if start > 0 && tries.get() < most => start = 0,
            None => match closer_to_zero(&case, &fails) {
                Some(closer) => (case, findings) = closer,
                None => {
                    return Smallest {
                        case,
                        findings,
                        is_complete: tries.get() < most,
                    };
                }
            },
        }
    }
}

/// Returns a case that fails with an integer closer to zero.
fn closer_to_zero(
    case: &Case,
    fails: &dyn Fn(&Case) -> Option<Vec<Finding>>,
) -> Option<(Case, Vec<Finding>)> {
    integers(case).into_iter().find_map(|(path, old)| {
        let mut closest = None;
        simpler::approach_zero(old, |new| {
            let candidate = with_integer(case, &path, [old, new]);
            let Some(findings) = fails(&candidate) else {
                return false;
            };
            closest = Some((candidate, findings));
            true
        });
        closest
    })
}

/// Returns the integers in all steps with their paths.
fn integers(case: &Case) -> Vec<(Path, i128)> {
    let mut found = Vec::new();
    for step in case.steps.iter().chain(&case.other) {
        // The transformation fails only if the closure fails.
        let _ = step.config.clone().transform(|path, part| {
            let integer = part.as_number().and_then(Number::as_i128);
            let place = integer.map(|integer| (path.clone(), integer));
            found.extend(place.filter(|place| !found.contains(place)));
            Ok(part)
        });
    }
    found
}

/// Changes an integer in the steps in which it has the old value.
fn with_integer(case: &Case, path: &Path, [old, new]: [i128; 2]) -> Case {
    let change = |step: &CaseStep| {
        let mut changed = step.clone();
        let config = step.config.clone().transform(|place, part| {
            let is_it = place == path && part.as_number().and_then(Number::as_i128) == Some(old);
            Ok(if is_it {
                Number::from(new).into()
            } else {
                part
            })
        });
        if let Ok(config) = config {
            changed.config = config;
        }
        changed
    };
    Case {
        steps: case.steps.iter().map(change).collect(),
        other: case.other.as_ref().map(change),
        ..case.clone()
    }
}

/// Returns smaller cases, with the smallest first.
fn smaller<'a>(
    case: &'a Case,
    (block, ty): (&'a Block, &'a Type),
    focus: Option<&'a str>,
) -> impl Iterator<Item = Case> + 'a {
    let single = (0..case.steps.len()).filter(|_| case.steps.len() > 2);
    let single = single.map(|index| {
        let mut single = case.clone();
        single.steps = vec![case.steps[index].clone()];
        single
    });
    let shorter = (0..case.steps.len()).map(|index| {
        let mut shorter = case.clone();
        shorter.steps.remove(index);
        shorter
    });
    let plain = plainer(case, block);
    let bare = [None, focus]
        .into_iter()
        .take(1 + usize::from(focus.is_some()));
    let bare = bare.filter_map(|kept| bare_of(case, (block, ty), kept));
    let steps = case.steps.iter().chain(&case.other);
    let members = steps.flat_map(|step| {
        let members = step.config.members().into_iter().flatten();
        members.map(move |(name, old)| (step, name, old))
    });
    let simpler = members.flat_map(move |(step, name, old)| {
        simpler::of(old, &part_type(ty, 0, name, old))
            .into_iter()
            .flat_map(move |new| {
                let in_all = with_member(case, |_| true, name, [old, &new]);
                let in_one = with_member(case, |one| std::ptr::eq(one, step), name, [old, &new]);
                let in_one = (in_one != in_all).then_some(in_one);
                in_one.into_iter().chain([in_all])
            })
    });
    single
        .chain(shorter)
        .chain(plain)
        .chain(bare)
        .chain(simpler)
}

/// Returns variants of the case without one of the events.
fn plainer<'a>(case: &'a Case, block: &'a Block) -> impl Iterator<Item = Case> + 'a {
    let without = |change: fn(&mut Case)| {
        let mut changed = case.clone();
        change(&mut changed);
        changed
    };
    let whole = [
        without(|case| case.other = None),
        without(|case| case.is_repeated = false),
        without(|case| case.has_unknown_provider = false),
        without(|case| case.deletes_twice = false),
    ];
    let steps = (0..case.steps.len()).flat_map(move |index| {
        let changed = |change: &dyn Fn(&mut CaseStep)| {
            let mut changed = case.clone();
            change(&mut changed.steps[index]);
            changed
        };
        let accident = case.steps[index].accident;
        let earlier = accident.into_iter().flat_map(Accident::earlier);
        let earlier = earlier.map(|one| changed(&|step| step.accident = Some(one)));
        let plain = [
            changed(&|step| step.is_fresh = false),
            changed(&|step| step.unknown = None),
            changed(&|step| step.accident = None),
        ];
        let unknown = case.steps[index].unknown.iter();
        let unknown = unknown.flat_map(|path| simpler_places(path, block));
        let unknown = unknown.map(|path| changed(&|step| step.unknown = Some(path.clone())));
        // After an accident, Terraform tries again. Two steps with the same configuration do the same without the
        // accident.
        let twice = accident.map(|_| {
            let mut twice = changed(&|step| step.accident = None);
            let first = &twice.steps[index];
            let again = CaseStep {
                unknown: first
                    .unknown
                    .clone()
                    .filter(|_| accident == Some(Accident::Again)),
                ..CaseStep::of(first.config.clone())
            };
            twice.steps.insert(index + 1, again);
            twice
        });
        let plain = plain.into_iter().chain(unknown).chain(twice);
        plain.chain(earlier).collect::<Vec<_>>()
    });
    let whole = whole.into_iter().chain(steps);
    whole.filter(move |changed| changed != case)
}

/// Returns simpler places for an unknown value: places that contain the given place, or the same place in the first
/// element.
fn simpler_places(path: &Path, block: &Block) -> Vec<Path> {
    let steps = path.steps();
    let outer = (1..steps.len()).map(|count| steps[..count].iter().cloned().collect());
    // Blocks cannot be unknown in every nesting mode.
    let outer = outer.filter(|path| matches!(edit::place(block, path), Place::Attribute(_)));
    let first = |step: &Step| match step {
        Step::Index(_) => Step::Index(0),
        step => step.clone(),
    };
    let first: Path = steps.iter().map(first).collect();
    outer.chain((first != *path).then_some(first)).collect()
}

/// Returns a case in which only the required attributes and at most one other attribute are configured.
fn bare_of(case: &Case, (block, ty): (&Block, &Type), kept: Option<&str>) -> Option<Case> {
    let Type::Object(object) = ty else {
        return None;
    };
    let mut bare = case.clone();
    for step in bare.steps.iter_mut().chain(&mut bare.other) {
        let members = step.config.members()?.map(|(name, old)| {
            let is_optional = !is_required(block, name);
            let ty = object.get(name).map(|member| &member.ty);
            match ty.filter(|_| is_optional && kept != Some(name)) {
                Some(ty) => (name, Value::null(ty.clone())),
                None => (name, old.clone()),
            }
        });
        step.config = Value::object(members).ok()?;
    }
    Some(bare)
}

pub(super) fn is_required(block: &Block, name: &str) -> bool {
    block.attribute(name).is_some_and(|one| one.required)
        || block.block_type(name).is_some_and(|one| one.min_items > 0)
}

/// Changes an attribute in the steps in which it has the old value.
fn with_member(
    case: &Case,
    is_changed: impl Fn(&CaseStep) -> bool,
    name: &str,
    [old, new]: [&Value; 2],
) -> Case {
    let change = |step: &CaseStep| {
        let mut changed = step.clone();
        let Some(members) = step.config.members().filter(|_| is_changed(step)) else {
            return changed;
        };
        let members = members.map(|(key, value)| {
            let is_it = key == name && value == old;
            (key, if is_it { new } else { value }.clone())
        });
        if let Ok(config) = Value::object(members) {
            changed.config = config;
        }
        changed
    };
    Case {
        steps: case.steps.iter().map(change).collect(),
        other: case.other.as_ref().map(change),
        ..case.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfvalue::schema::Attribute;

    /// Returns the smallest failing number that was found, and the number of calls that were needed.
    fn smallest_number(number: i128, fails: impl Fn(i128) -> bool) -> (i128, usize) {
        let block = Block::new().attributes([
            Attribute::new("name", Type::String).optional(),
            Attribute::new("size", Type::Number).required(),
        ]);
        let size = |step: &CaseStep| step.config.get("size")?.as_number()?.as_i128();
        let config = Value::object([
            ("name", "a".into()),
            ("size", Value::from(Number::from(number))),
        ]);
        let case = Case {
            steps: vec![CaseStep::of(config.unwrap())],
            ..Case::default()
        };
        let played = Cell::new(0);
        let play = |case: &Case| {
            played.set(played.get() + 1);
            let is_wrong = case.steps.iter().filter_map(size).any(&fails);
            let finding = || {
                Finding::new(
                    "ApplyResourceChange",
                    FindingKind::Bug,
                    Path::from("size"),
                    "wrong".to_owned(),
                )
            };
            is_wrong.then(finding).into_iter().collect()
        };
        let findings = play(&case);
        let found = smallest(case, findings, (&block, TRIES), play);
        assert!(found.is_complete);
        let number = found.case.steps.first().and_then(size);
        (number.unwrap(), played.get())
    }

    #[test]
    fn large_numbers_shrink_in_few_steps() {
        for (number, limit, most) in [
            (9_007_199_254_740_993, 1 << 53, 40),
            (i128::from(i64::MAX), 1 << 31, 40),
            (i128::from(i64::MAX), (1 << 63) - 512, 50),
            (i128::from(u64::MAX), 1_000_000, 60),
            (i128::MAX, 12_345_678_901_234_567_890, 120),
            (65_536, 65_536, 30),
            (100, 3, 30),
            (2, 1, 20),
        ] {
            let (found, tries) = smallest_number(number, |one| one >= limit);
            assert_eq!(found, limit, "{number}");
            assert!(tries <= most, "{number}: {tries} tries");
            let (found, tries) = smallest_number(-number, |one| one <= -limit);
            assert_eq!(found, -limit, "-{number}");
            assert!(tries <= most, "-{number}: {tries} tries");
        }
        let (found, _) = smallest_number(i128::MIN, |one| one < i128::from(i64::MIN));
        assert_eq!(found, i128::from(i64::MIN) - 1);
        let (even, _) = smallest_number(1 << 62, |one| one > 5 && one % 2 == 0);
        assert_eq!(even, 8);
    }
}
