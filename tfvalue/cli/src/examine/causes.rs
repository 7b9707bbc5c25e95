//! Groups findings by their cause: a single fault can violate the same rule in several attributes and resource types.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::report::{Finding, Report};

/// The number of stack frames that are compared to distinguish the causes of crashes. The frames of an SDK come before the
/// method that was called.
const FRAMES: usize = 3;

/// Findings that have the same cause according to their messages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cause {
    pub(crate) rule: String,
    /// The first line of the problem.
    pub(crate) problem: String,
    pub(crate) findings: Vec<Place>,
}

/// The place where a finding occurs in the report.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) resource: String,
    /// The index in the findings of the resource type.
    pub(crate) index: usize,
}

impl Cause {
    /// Returns the findings.
    pub(crate) fn findings<'r>(
        &'r self,
        report: &'r Report,
    ) -> impl Iterator<Item = (&'r str, &'r Finding)> {
        self.findings.iter().filter_map(|place| {
            let mut resources = report.resources.iter();
            let resource = resources.find(|one| one.name == place.resource)?;
            Some((&*resource.name, resource.findings.get(place.index)?))
        })
    }
}

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    /// Terraform stops.
    Error,
    /// Users see a wrong plan or lose data.
    Advice,
    /// Terraform only logs it.
    Logged,
}

impl Severity {
    pub(crate) fn of(finding: &Finding) -> Self {
        match finding {
            _ if finding.is_logged => Severity::Logged,
            _ if finding.rule.starts_with("advice") => Severity::Advice,
            _ => Severity::Error,
        }
    }
}

/// Returns the causes, the most serious first.
pub(crate) fn of(report: &Report) -> Vec<Cause> {
    let mut found: Vec<(Severity, Cause)> = Vec::new();
    let mut by_key: HashMap<String, usize> = HashMap::new();
    for resource in &report.resources {
        for (index, finding) in resource.findings.iter().enumerate() {
            let keys = keys(&resource.name, finding);
            let place = Place {
                resource: resource.name.clone(),
                index,
            };
            let known = keys.iter().filter_map(|key| by_key.get(key).copied());
            let at = known.min().unwrap_or(found.len());
            by_key.extend(keys.into_iter().map(|key| (key, at)));
            match found.get_mut(at) {
                Some((_, cause)) => cause.findings.push(place),
                None => found.push((
                    Severity::of(finding),
                    Cause {
                        rule: finding.rule.clone(),
                        problem: first_line(&finding.problem).to_owned(),
                        findings: vec![place],
                    },
                )),
            }
        }
    }
    found.sort_by_key(|(severity, cause)| (*severity, usize::MAX - cause.findings.len()));
    found.into_iter().map(|(_, cause)| cause).collect()
}

/// Returns the keys of a finding: findings that share a key have the same cause.
fn keys(resource: &str, finding: &Finding) -> Vec<String> {
    let rule = &finding.rule;
    if is_failure(finding) {
        return vec![format!("{rule} {}", stack(&finding.problem))];
    }
    let attribute = without_indexes(&finding.attribute);
    // The same attribute in other types, and other attributes in the same configurations. If many attributes break a
    // rule, the search for the smallest configurations ends early, so the configurations of one cause differ.
    let mut keys = vec![format!("{rule} at {attribute}")];
    if rule.starts_with("rule ") {
        keys.push(format!("{rule} in {resource}: case {}", finding.case));
    } else if !finding.configurations.is_empty() {
        let configurations = finding.configurations.join("\n");
        keys.push(format!("{rule} in {resource}: {configurations}"));
    }
    keys
}

/// Returns `true` if the finding has no rule. In this case, only the message distinguishes the finding from other
/// findings.
fn is_failure(finding: &Finding) -> bool {
    !finding.rule.starts_with("rule ") && !finding.rule.starts_with("advice ")
}

/// Returns a string that is the same on every run with this finding, for any version of the program.
pub(crate) fn fingerprint(resource: &str, finding: &Finding) -> String {
    let Finding { rule, method, .. } = finding;
    let what = if is_failure(finding) {
        stack(&finding.problem)
    } else {
        without_indexes(&finding.attribute)
    };
    let text = [resource, rule, method, &what].join("\0");
    let digest = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
    let bytes = digest.as_ref().iter().take(16);
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the first line and the first functions of a panic, or the first line of any other message, without numbers.
/// If that line ends with a colon, as in errors of the framework, the next line follows.
fn stack(problem: &str) -> String {
    // Matches `main.f(0x1, 0x2)`, but not `goroutine 1 [running]:` or a file.
    let is_frame = |line: &&str| line.ends_with(')') && !line.starts_with(char::is_whitespace);
    let is_own = |name: &&str| !name.starts_with("panic") && !name.starts_with("runtime.");
    let frames = problem.lines().filter(is_frame);
    let names = frames.filter_map(|line| Some(line.rsplit_once('(')?.0));
    let names = names.filter(is_own).take(FRAMES);
    let panic = problem.lines().find(|line| line.contains("panic"));
    let first = panic.unwrap_or(first_line(problem));
    let next = problem.lines().skip(1).find(|line| !line.trim().is_empty());
    let next = next.filter(|_| first.ends_with(':')).unwrap_or_default();
    let [first, next] = [first, next].map(without_values);
    [&*first, &*next]
        .into_iter()
        .chain(names)
        .collect::<Vec<_>>()
        .join("\n")
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Removes numbers and quoted words, which depend on the configuration.
pub(crate) fn without_values(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (None, '"' | '`') => quote = Some(letter),
            (Some(end), letter) if letter == end => quote = None,
            (Some(_), _) => {}
            (None, letter) if letter.is_ascii_digit() => {}
            (None, letter) => kept.push(letter),
        }
    }
    kept
}

/// Removes the indexes and keys of a path.
fn without_indexes(path: &str) -> String {
    let mut kept = String::with_capacity(path.len());
    let mut depth = 0_usize;
    for letter in path.chars() {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            letter if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}

/// Counts the reasons why a provider rejects configurations.
#[derive(Default)]
pub(crate) struct Refusals(BTreeMap<String, (String, u64)>);

/// The number of reasons in the report.
const REFUSALS: usize = 3;

impl Refusals {
    pub(crate) fn add(&mut self, error: &str) {
        let key = without_values(error);
        let entry = self.0.entry(key).or_insert_with(|| (error.to_owned(), 0));
        entry.1 += 1;
    }

    /// Returns the most frequent reasons.
    pub(crate) fn most(self) -> Vec<super::report::Refusal> {
        let mut all: Vec<_> = self.0.into_values().collect();
        all.sort_by_key(|(_, count)| u64::MAX - count);
        let all = all.into_iter().take(REFUSALS);
        all.map(|(error, count)| super::report::Refusal { error, count })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Resource;
    use super::*;

    fn finding(rule: &str, attribute: &str, problem: &str, configuration: &str) -> Finding {
        Finding {
            rule: rule.to_owned(),
            attribute: attribute.to_owned(),
            problem: problem.to_owned(),
            configurations: vec![configuration.to_owned()],
            ..Finding::default()
        }
    }

    const PANIC: &str = "panic: parsing \"9223372036854776000\": value out of range\n\ngoroutine 35 [running]:\n\
        runtime.panicmem(...)\n\t/go/panic.go:7 +0x1\nsdk.read({0x1, 0x2})\n\t/sdk/read.go:71 +0x7\nsdk.Plan(0x3)\n";

    #[test]
    fn findings_are_grouped_by_cause() {
        let other = PANIC
            .replace("9223372036854776000", "17")
            .replace("0x", "1x");
        let of = |name: &str, findings| Resource {
            name: name.to_owned(),
            findings,
            ..Resource::default()
        };
        let report = Report {
            resources: vec![
                of(
                    "a",
                    vec![
                        finding("advice SecretInText", "key", "", "a"),
                        finding("rule ValueChanged", "day", "", "b"),
                        finding("rule ValueChanged", "hour[0].x", "", "b"),
                        finding("crash", "", PANIC, "c"),
                    ],
                ),
                of(
                    "b",
                    vec![
                        finding("crash", "", &other, "d"),
                        finding("crash", "", "panic: other", "d"),
                        finding("rule ValueChanged", "hour[1].x", "", "e"),
                    ],
                ),
            ],
            ..Report::default()
        };
        let causes = super::of(&report);
        let found: Vec<_> = causes
            .iter()
            .map(|cause| (&*cause.rule, cause.findings.len()))
            .collect();
        let expected = [
            ("rule ValueChanged", 3),
            ("crash", 2),
            ("crash", 1),
            ("advice SecretInText", 1),
        ];
        assert_eq!(found, expected);
    }

    /// The framework puts the reason below a sentence that ends with a colon.
    #[test]
    fn errors_with_the_same_first_line_can_have_several_causes() {
        let of = |reason: &str| {
            let problem = format!("Value Conversion Error: Please report:\n\n{reason}\nPath: a");
            fingerprint("r", &finding("bug", "", &problem, ""))
        };
        assert_eq!(of("Received null value 1"), of("Received null value 2"));
        assert_ne!(of("Received null value"), of("Received unknown value"));
    }

    #[test]
    fn a_fingerprint_does_not_depend_on_values() {
        let one = finding("rule ValueChanged", "a[\"k\"].b[3]", "", "a");
        let same = finding("rule ValueChanged", "a[\"l\"].b[4]", "x", "b");
        let other = finding("rule ValueChanged", "a.c", "", "a");
        assert_eq!(fingerprint("r", &one), fingerprint("r", &same));
        assert_ne!(fingerprint("r", &one), fingerprint("r", &other));
        assert_ne!(fingerprint("r", &one), fingerprint("s", &one));
    }

    #[test]
    fn frequent_refusals_come_first() {
        let mut refusals = Refusals::default();
        for error in ["bad \"x\" 1", "other", "bad \"y\" 22"] {
            refusals.add(error);
        }
        let most = refusals.most();
        assert_eq!((&*most[0].error, most[0].count), ("bad \"x\" 1", 2));
    }
}
