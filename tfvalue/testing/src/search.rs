//! Runs the cases of a [`Property`] and finds the smallest failing cases.

use std::cell::Cell;
use std::time::{Duration, Instant};

use tfvalue::schema::{Block, ProviderSchema, Schema};
use tfvalue::{Path, Value, json, paths::Step};

use super::case::{self, Case};
use super::cases::{self, valid};
use super::edit;
use super::failure::Failure;
use super::finding::{Finding, FindingKind, Identity};
use super::harness::Harness;
use super::legacy;
use super::lint::Lint;
use super::play::Played;
use super::property::{Property, PropertyReport};
use super::random::{Extent, Hints, Rng, Source};
use super::shrink::{self, Smallest};
use super::thinner::thinner;
use super::unused::Uses;

/// The number of changes after which a write-only value that was not read is considered unused.
const LEAST_USES: usize = 3;

/// The maximum number of findings for one case. Each finding requires a search for the smallest case.
const FINDINGS: usize = 10;

/// The number of times that a case is run again without the attributes that prevent a step from completing.
const REPLAYS: usize = 3;

/// The time in which the smallest case for a finding is searched if the provider is another process. Tries with large
/// values can take seconds each.
const SEARCH: Duration = Duration::from_secs(15);

/// The results of a search so far.
struct Search<'p, C> {
    property: &'p Property<'p, C>,
    schema: &'p Schema,
    /// The name of the provider in a configuration.
    provider: String,
    /// The maximum number of cases that are run to find a smaller case.
    tries: usize,
    /// The findings that later cases do not report again.
    known: Vec<Identity>,
    /// The advice that later cases may still show to be wrong. Each entry consists of the number of a case, the case,
    /// and its findings, the first of which is the advice.
    advice: Vec<(u64, Case, Vec<Finding>)>,
    refuted: Vec<(Lint, Path)>,
    allowed: Vec<(Lint, Path)>,
    failures: Vec<Failure>,
    /// Whether a call took too long or used too much memory.
    is_limited: Cell<bool>,
}

impl<C: Send + Sync + 'static> Search<'_, C> {
    /// Adds allowed findings, without duplicates.
    fn allow(&mut self, found: Vec<(Lint, Path)>) {
        for one in found {
            if !self.allowed.contains(&one) {
                self.allowed.push(one);
            }
        }
    }

    fn play(&self, case: &Case, report: &mut PropertyReport) -> Played {
        let played = self.property.play(case, &self.known, report);
        self.is_limited
            .set(self.is_limited.get() || played.is_limited);
        played
    }

    fn add(&mut self, number: u64, smallest: Smallest) {
        self.know(&smallest.findings);
        let schemas = (&*self.provider, self.schema);
        let failure = self.property.failure(number, schemas, smallest);
        self.failures.push(failure);
    }

    /// Marks findings as known, so that they are not reported again.
    fn know(&mut self, findings: &[Finding]) {
        self.known.extend(findings.first().map(Identity::of));
    }

    /// Returns the largest number that the next case may have. If a number has made a call take too long or use too
    /// much memory, or has crashed `SDKv2`, larger numbers would hide all other findings.
    fn most(&self) -> u128 {
        let mut findings = self.failures.iter().flat_map(|one| &one.findings);
        if self.is_limited.get() {
            1000
        } else if findings.any(legacy::is_overflow) {
            1 << 53
        } else {
            u128::MAX
        }
    }

    /// Runs a case until it has no new findings.
    fn examine(
        &mut self,
        number: u64,
        case: &Case,
        report: &mut PropertyReport,
        most: usize,
    ) -> Played {
        let mut played = self.play(case, report);
        for _ in 0..FINDINGS {
            if played.findings.is_empty() || self.failures.len() == most {
                break;
            }
            let findings = std::mem::take(&mut played.findings);
            if findings
                .first()
                .is_some_and(|first| refutable(first).is_some())
            {
                self.know(&findings);
                self.advice.push((number, case.clone(), findings));
            } else {
                let (case, findings) = self.without_refused(case, findings, &played.blocked);
                let smallest = self.smallest(&case, findings, |played| played.findings);
                self.add(number, smallest);
            }
            if self.failures.len() < most && !self.property.is_over() {
                played = self.play(case, &mut PropertyReport::default());
            }
        }
        self.refuted.append(&mut played.refuted);
        self.allow(std::mem::take(&mut played.allowed));
        played
    }

    /// Leaves out the steps that the provider has refused, if the case still fails in the same way. This saves many of
    /// the cases that a search for the smallest case would run.
    fn without_refused(
        &self,
        case: &Case,
        findings: Vec<Finding>,
        blocked: &[(usize, Path)],
    ) -> (Case, Vec<Finding>) {
        let mut index = 0;
        let mut shorter = case.clone();
        shorter.steps.retain(|_| {
            index += 1;
            blocked.iter().all(|(step, _)| step + 1 != index)
        });
        if shorter.steps.len() < case.steps.len() && !shorter.steps.is_empty() {
            let found = self.play(&shorter, &mut PropertyReport::default()).findings;
            if found.first().map(Identity::of) == findings.first().map(Identity::of) {
                return (shorter, found);
            }
        }
        (case.clone(), findings)
    }

    /// Runs a case again without the attributes that prevent its steps from completing. Returns the last case that has
    /// been run.
    fn examine_thinner(
        &mut self,
        (number, mut case, mut played): (u64, Case, Played),
        source: &mut Source<'_>,
        report: &mut PropertyReport,
        most: usize,
    ) -> (Case, Played) {
        let (advice, allowed) = (self.advice.len(), self.allowed.len());
        for replay in 0..REPLAYS {
            // If no fault has a known path, the first attempt was a guess.
            let is_blind = played.blocked.iter().all(|(_, path)| path.is_root());
            if self.failures.len() == most || (is_blind && replay > 0) || played.is_limited {
                break;
            }
            let block = &self.schema.block;
            let Some(thinner) = thinner(source, block, &case, &played.blocked) else {
                break;
            };
            case = thinner;
            played = self.examine(number, &case, report, most);
        }
        // A value that never changes in these cases may depend on omitted parts.
        let found = self.allowed.split_off(allowed);
        let certain = found.into_iter().filter(|(lint, _)| !can_be_refuted(*lint));
        self.allowed.extend(certain);
        for (_, _, findings) in self.advice.split_off(advice) {
            let own = findings.first().map(Identity::of);
            self.known.retain(|known| Some(known) != own.as_ref());
        }
        (case, played)
    }

    /// Adds the advice that no case has shown to be wrong.
    fn add_advice(&mut self, most: usize) {
        for (number, case, findings) in std::mem::take(&mut self.advice) {
            let Some(first) = findings.first() else {
                continue;
            };
            let is_refuted = refutable(first).is_some_and(|one| self.refuted.contains(&one));
            if is_refuted || self.failures.len() == most {
                continue;
            }
            let own = Identity::of(first);
            self.known.retain(|known| *known != own);
            let smallest = self.smallest(&case, findings, |played| played.findings);
            self.add(number, smallest);
        }
    }

    /// Returns the maximum number of cases that are run to find the smallest case with the given findings. A rule that is
    /// broken for many attributes has one cause, and the first findings show that cause.
    fn tries_for(&self, findings: &[Finding]) -> usize {
        if self.tries > shrink::CLIENT_TRIES {
            // The provider is in this process, and its calls take no time.
            return self.tries;
        }
        let kind = findings.first().map(|first| first.kind);
        let firsts = self.failures.iter().map(|one| one.findings.first());
        let same = firsts.filter(|first| first.map(|first| first.kind) == kind);
        self.tries >> same.count().min(4)
    }

    fn smallest(
        &self,
        case: &Case,
        findings: Vec<Finding>,
        of: impl Fn(Played) -> Vec<Finding>,
    ) -> Smallest {
        let limits = (&self.schema.block, self.tries_for(&findings));
        let (began, is_client) = (Instant::now(), self.tries <= shrink::CLIENT_TRIES);
        let play = |case: &Case| self.play(case, &mut PropertyReport::default());
        // A user cannot reproduce the finding with an invalid configuration.
        let most_invalid = is_client.then(|| play(case).invalid);
        let is_over = || self.property.is_over() || is_client && began.elapsed() > SEARCH;
        let mut smallest = shrink::smallest(case.clone(), findings, limits, |case| {
            if is_over() {
                return Vec::new();
            }
            let played = play(case);
            if most_invalid.is_some_and(|most| played.invalid > most) {
                return Vec::new();
            }
            of(played)
        });
        smallest.is_complete &= !is_over();
        smallest
    }
}

/// Returns the advice of a finding and its path, if the advice is based on several similar changes. Other changes may
/// show the opposite.
fn refutable(finding: &Finding) -> Option<(Lint, Path)> {
    let path = edit::without_indexes(&finding.path);
    match finding.kind {
        FindingKind::Lint(lint) if can_be_refuted(lint) => Some((lint, path)),
        _ => None,
    }
}

fn can_be_refuted(lint: Lint) -> bool {
    matches!(
        lint,
        Lint::UnknownAlwaysPrior | Lint::DefaultNotPlanned | Lint::ChangeIgnored
    )
}

impl<C: Send + Sync + 'static> Property<'_, C> {
    /// Runs all cases until there is a given number of failures.
    #[track_caller]
    pub(super) fn search(&self, most: usize) -> (PropertyReport, Vec<Failure>) {
        let scratch = (self.harness)();
        let mut object = scratch.part(self.kind, &self.type_name);
        let hints = self.read_hints(&object.schema.block);
        let firsts = self.read_known(&object.schema.block);
        let mut report = PropertyReport::default();
        let mut search = Search {
            property: self,
            schema: object.schema,
            provider: local_name(scratch.schema()),
            tries: match scratch.core.process {
                Some(_) => shrink::CLIENT_TRIES,
                None => shrink::TRIES,
            },
            known: Vec::new(),
            advice: Vec::new(),
            refuted: Vec::new(),
            allowed: Vec::new(),
            failures: Vec::new(),
            is_limited: Cell::new(false),
        };
        if self.imports_missing() {
            // A case without a step only imports an object.
            search.examine(0, &Case::default(), &mut report, most);
        }
        let mut uses = Uses::default();
        let mut last = None;
        let numbers = self
            .only
            .map_or(0..self.cases, |number| number..number.saturating_add(1));
        for number in numbers {
            if search.failures.len() == most || self.is_over() {
                break;
            }
            if let Some(before) = &self.before_case {
                before(number);
            }
            let rng = Rng::new(self.seed, number);
            let extent = extent(number, firsts.len(), &scratch);
            let mut source = Source::new(rng, &hints, object.members(), extent);
            source.most = search.most();
            let first = first(&mut source, number, &firsts);
            let mut case = self.random_case(&mut source, &mut object, first, &mut report);
            if extent == Extent::Full {
                let unknowns = cases::unknowns(&mut source, &object, &case.steps);
                case.steps.extend(unknowns);
            }
            let played = search.examine(number, &case, &mut report, most);
            let (case, played) =
                search.examine_thinner((number, case, played), &mut source, &mut report, most);
            if !played.uses.is_empty() {
                last = Some((number, case));
            }
            uses.add(&played.uses);
            report.cases += 1;
        }
        search.add_advice(most);
        let least = if self.only.is_some() { 1 } else { LEAST_USES };
        let findings = uses.findings(least);
        let findings = findings.filter(|finding| !scratch.core.is_allowed(finding));
        let findings: Vec<_> = findings.collect();
        if let (Some((number, case)), false) = (last, findings.is_empty()) {
            if scratch.provider.is_some() && search.failures.len() < most {
                let of = |played: Played| played.uses.findings(1).collect();
                let smallest = search.smallest(&case, findings, of);
                search.add(number, smallest);
            }
        }
        search.allow(scratch.core.left_out.take());
        search.allowed.retain(|one| !search.refuted.contains(one));
        report.allowed = search.allowed.len() as u64;
        (report, search.failures)
    }

    /// Returns the errors of a configuration that the provider's validation rejects.
    #[track_caller]
    pub(super) fn rejection(&self) -> String {
        let scratch = (self.harness)();
        let object = scratch.part(self.kind, &self.type_name);
        let block = &object.schema.block;
        let hints = self.read_hints(block);
        let rng = Rng::new(self.seed, 0);
        let mut source = Source::new(rng, &hints, object.members(), Extent::Random);
        let config = source.config(block);
        let rejected = config.map(|config| valid(&mut source, &object, config));
        let errors = rejected.map(Result::err).unwrap_or_default();
        let errors = errors.unwrap_or_default().into_iter();
        let lines = errors.map(|error| format!("\n  {}", super::outcome::diagnostic_text(&error)));
        lines.collect()
    }

    fn failure(
        &self,
        number: u64,
        (provider, schema): (&str, &Schema),
        smallest: Smallest,
    ) -> Failure {
        let (configs, events) = case::shown(schema, &smallest.case);
        Failure {
            case: number,
            seed: self.seed,
            findings: smallest.findings,
            configs,
            hcl: case::hcl(
                (self.kind, &self.type_name),
                provider,
                schema,
                &smallest.case,
            ),
            events,
            is_smallest: smallest.is_complete,
        }
    }

    #[track_caller]
    fn read_hints(&self, block: &Block) -> Hints {
        let read = |(path, values): &(String, String)| {
            let steps = path
                .split('.')
                .map(|name| Step::Attribute(name.to_owned().into()));
            let edit::Place::Attribute(attribute) = edit::place(block, &steps.collect()) else {
                panic!("hint {path:?}: there is no such attribute");
            };
            let ty = tfvalue::Type::list(attribute.implied_type());
            match json::value_from_slice(values.as_bytes(), &ty) {
                Ok(values)
                    if values
                        .elements()
                        .is_some_and(|mut all| all.next().is_some()) =>
                {
                    (
                        path.clone(),
                        values.elements().into_iter().flatten().cloned().collect(),
                    )
                }
                Ok(_) => panic!("hint {path:?}: a JSON array with values is required"),
                Err(error) => panic!("hint {path:?}: {error}"),
            }
        };
        self.hints.iter().map(read).collect()
    }

    #[track_caller]
    fn read_known(&self, block: &Block) -> Vec<Value> {
        let known = self.known.iter().enumerate();
        let known = known.map(|(index, config)| match config.known(block) {
            Ok(value) => value,
            Err(error) => panic!("known configuration {}: {error}", index + 1),
        });
        known.collect()
    }
}

/// Returns the name of a provider in a configuration, which is the first word of the names of its types.
fn local_name(all: &ProviderSchema) -> String {
    let names = all.resource_schemas.keys();
    let mut names = names.chain(all.data_source_schemas.keys());
    let first = names.next().and_then(|name| name.split('_').next());
    first.unwrap_or("example").to_owned()
}

/// Returns how much the configurations in a case contain: first as little as possible, and then, for a provider in
/// another process, as much as possible.
fn extent<C>(number: u64, known: usize, harness: &Harness<C>) -> Extent {
    match number.checked_sub(known as u64) {
        Some(0) => Extent::Bare,
        Some(1) if harness.core.process.is_some() => Extent::Full,
        Some(2) if harness.core.process.is_some() => Extent::Large,
        _ => Extent::Random,
    }
}

/// Returns a known configuration that becomes the first configuration of a case.
fn first(source: &mut Source<'_>, number: u64, known: &[Value]) -> Option<Value> {
    if known.is_empty() {
        return None;
    }
    let index = usize::try_from(number).ok();
    let own = index.and_then(|index| known.get(index));
    let is_other = own.is_none() && source.extent == Extent::Random && source.rng.one_in(2);
    own.or_else(|| is_other.then(|| source.rng.pick(known)))
        .cloned()
}
