//! A case: an object for which the provider returns an incorrect response.

use std::sync::Arc;

use tfvalue::rules::{Deferrals, Fault, check_refresh, older, planned_data_source};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::deferred;
use tfvalue::{Number, Result, Value};

use super::functions::Call;
use super::identity::Identified;
use super::known;
use super::mutate::mutate;
use super::parts::map_attributes;
use super::schema::{self, CASE};
use super::values;
use crate::random::Rng;

/// The response that is mutated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Kind {
    Create,
    Update,
    Replace,
    Refresh,
    Upgrade,
    Import,
    /// The object is moved from a resource of a different type.
    Move,
    Data,
    /// A data source whose configuration is unknown, so that the data source is read during apply.
    Deferred,
    Ephemeral,
    ApplyCreate,
    ApplyUpdate,
    /// The response contains an error.
    FailedCreate,
    FailedUpdate,
    FinalCreate,
    FinalUpdate,
    Delete,
    /// The plan to destroy an object.
    Destroy,
    /// The upgrade of an identity.
    UpgradeIdentity,
    /// The result of a function.
    Function,
    /// The plan for an action, which is deferred.
    Action,
}
use Kind::{
    Action, ApplyCreate, ApplyUpdate, Create, Data, Deferred, Delete, Destroy, Ephemeral,
    FailedCreate, FailedUpdate, FinalCreate, FinalUpdate, Function, Import, Move, Refresh, Replace,
    Update, Upgrade, UpgradeIdentity,
};

impl Kind {
    /// Returns `true` for data sources and ephemeral resources.
    pub(super) fn is_read(self) -> bool {
        matches!(self, Data | Deferred | Ephemeral)
    }
}

/// The kinds of cases that fail during planning, and the kinds that fail during apply.
const KINDS: [&[Kind]; 2] = [
    &[
        Create, Create, Create, Update, Update, Update, Replace, Refresh, Upgrade, Import, Data,
        Data, Ephemeral, Destroy,
    ],
    &[
        ApplyCreate,
        ApplyCreate,
        ApplyCreate,
        ApplyCreate,
        ApplyUpdate,
        ApplyUpdate,
        ApplyUpdate,
        FinalCreate,
        FinalCreate,
        FinalUpdate,
        FinalUpdate,
        FailedCreate,
        FailedUpdate,
        Delete,
        Delete,
        Deferred,
        Move,
    ],
];

/// The number of cases that Terraform handles in a single run.
const BATCH: u64 = 120;

/// From this number on, the cases test features other than values. These cases have their own numbers, so that the
/// cases with lower numbers stay the same for a given seed.
pub(super) const OTHERS: u64 = 4_000_000_000;

/// For each group of this many cases, one case that tests other features is run.
pub(super) const SHARE: u64 = 4;

/// The number of cases for other features that Terraform handles in a single run.
const OTHERS_BATCH: u64 = 40;

/// Returns the number of the first case in the next run.
pub(super) fn next_batch(number: u64) -> u64 {
    let batch = if number < OTHERS { BATCH } else { OTHERS_BATCH };
    (number / batch + 1) * batch
}

/// The number of cases that share a schema.
const GROUP: u64 = 12;

pub(super) struct Case {
    pub(super) number: u64,
    pub(super) kind: Kind,
    /// The name of the type, without the provider prefix.
    pub(super) ty: String,
    /// The schema as the program reads it.
    pub(super) block: Arc<Block>,
    /// The schema that the provider sends.
    pub(super) served: Arc<Block>,
    pub(super) config: Value,
    pub(super) prior: Option<Value>,
    pub(super) legacy: bool,
    /// The reason why the response is deferred.
    pub(super) deferral: Option<i32>,
    /// Whether Terraform allows the deferral.
    pub(super) deferrals: Deferrals,
    /// Whether a response that crashes Terraform is allowed.
    pub(super) may_crash: bool,
    /// The function, if the case tests a function.
    pub(super) call: Option<Box<Call>>,
    /// The identity, if the case tests an identity.
    pub(super) identity: Option<Box<Identified>>,
}

/// A feature that is tested in addition to values. All cases in a run test the same feature.
#[derive(Clone, Copy, PartialEq)]
enum Topic {
    Functions,
    /// Identities in responses that fail during planning.
    PlannedIdentities,
    /// Identities in responses that fail during apply.
    AppliedIdentities,
    Deferrals,
    AllowedDeferrals,
}

impl Topic {
    fn of(number: u64) -> Self {
        match (number - OTHERS) / OTHERS_BATCH % 5 {
            1 if known::has_identities() => Topic::PlannedIdentities,
            2 if known::has_identities() => Topic::AppliedIdentities,
            4 if known::allows_deferrals() => Topic::AllowedDeferrals,
            1 | 3 | 4 if !known::judges_as_tofu() => Topic::Deferrals,
            _ => Topic::Functions,
        }
    }
}

impl Case {
    pub(super) fn new(seed: u64, number: u64) -> Result<Self> {
        if number >= OTHERS {
            return Case::other(seed, number);
        }
        let group = number / GROUP;
        let block = schema::resource(&mut Rng::new(seed ^ 0x005c_4e3a, group));
        let block = schema::with_computed_blocks(&mut Rng::new(seed ^ 0x00c0_b10c, group), block);
        let rng = &mut Rng::new(seed, number);
        let kinds = KINDS[(number / BATCH % 2) as usize];
        let kind = kinds[rng.below(kinds.len())];
        Case::of(rng, number, kind, (format!("t{group}"), block))
    }

    /// Returns a case of the given kind, with the name of the type and its schema.
    fn of(
        rng: &mut Rng,
        number: u64,
        kind: Kind,
        (ty, mut served): (String, Block),
    ) -> Result<Self> {
        if kind.is_read() {
            served = schema::readable(served);
        }
        let block = if known::has_computed_blocks() {
            served.clone()
        } else {
            older::without_computed_blocks(&served).into_owned()
        };
        let unknowns = match kind {
            Deferred => Some(5),
            Data | Ephemeral => None,
            _ => rng.one_in(2).then_some(9),
        };
        let config = values::config(rng, &block, unknowns)?;
        let config = numbered(&block, &config, number)?;
        let config = if kind == Deferred && planned_data_source(&block, &config).is_err() {
            // Terraform would crash on the blocks of this configuration.
            block.empty()
        } else {
            config
        };
        let config = numbered(&block, &config, number)?;
        let has_prior = !matches!(
            kind,
            Create
                | Data
                | Deferred
                | Ephemeral
                | ApplyCreate
                | FailedCreate
                | FinalCreate
                | Import
                | Action
        );
        let prior = has_prior
            .then(|| prior(rng, &block, &config, number))
            .transpose()?;
        let prior = match prior {
            Some(prior) if kind == Replace => Some(replaced(&block, &prior, number)?),
            prior => prior,
        };
        Ok(Case {
            number,
            kind,
            ty,
            block: Arc::new(block),
            served: Arc::new(served),
            config,
            prior,
            legacy: rng.one_in(5),
            deferral: (rng.one_in(20) && !known::judges_as_tofu())
                .then_some(deferred::Reason::AbsentPrereq.into()),
            deferrals: Deferrals::NotAllowed,
            may_crash: false,
            call: None,
            identity: None,
        })
    }

    /// Returns a case that tests a function, an identity or a deferral.
    fn other(seed: u64, number: u64) -> Result<Self> {
        let rng = &mut Rng::new(seed ^ 0x00f0_0c71, number);
        let topic = Topic::of(number);
        if topic == Topic::Functions {
            let block = Block::new();
            return Ok(Case {
                number,
                kind: Function,
                ty: String::new(),
                config: block.empty(),
                served: Arc::new(block.clone()),
                block: Arc::new(block),
                prior: None,
                legacy: false,
                deferral: None,
                deferrals: Deferrals::NotAllowed,
                may_crash: false,
                call: Some(Box::new(Call::new(rng, number)?)),
                identity: None,
            });
        }
        let kinds: &[Kind] = match topic {
            Topic::PlannedIdentities => &[
                Create,
                Update,
                Update,
                Replace,
                Refresh,
                Refresh,
                Import,
                Import,
                Destroy,
                UpgradeIdentity,
                UpgradeIdentity,
            ],
            Topic::AppliedIdentities => &[
                ApplyCreate,
                ApplyUpdate,
                ApplyUpdate,
                FinalCreate,
                FinalUpdate,
                FinalUpdate,
                FailedUpdate,
                Delete,
                Move,
                Move,
            ],
            Topic::AllowedDeferrals => &[
                Create, Update, Refresh, Refresh, Import, Destroy, Data, Action, Action,
            ],
            _ => &[
                Create, Update, Replace, Refresh, Refresh, Import, Destroy, Data, Action,
            ],
        };
        let kinds: Vec<Kind> = kinds
            .iter()
            .copied()
            .filter(|&kind| kind != Action || known::checks_deferred_actions())
            .collect();
        let kind = kinds[rng.below(kinds.len())];
        let block = schema::resource(rng);
        let block = schema::with_computed_blocks(rng, block);
        let mut case = Case::of(rng, number, kind, (format!("t{number}"), block))?;
        if matches!(topic, Topic::Deferrals | Topic::AllowedDeferrals) {
            case.deferral = Some(rng.below(5) as i32);
            if topic == Topic::AllowedDeferrals {
                case.deferrals = Deferrals::Allowed;
                // Terraform can save a plan with a deferral only if the deferral has one of these reasons. Actions are
                // an exception: Terraform checks their reasons.
                if kind != Action {
                    case.deferral = Some(1 + rng.below(3) as i32);
                }
            }
        } else {
            case.deferral = None;
            case.identity = Some(Box::new(Identified::new(rng, number, kind)?));
        }
        Ok(case)
    }

    /// Returns `true` if the case belongs to a run that applies its plans.
    pub(super) fn is_applied(number: u64) -> bool {
        if number < OTHERS {
            return number / BATCH % 2 == 1;
        }
        matches!(
            Topic::of(number),
            Topic::Functions | Topic::AppliedIdentities
        )
    }

    /// Returns the address of the object.
    pub(super) fn address(&self) -> String {
        if self.kind == Function {
            return format!("provider::agree::agree_c{}", self.number);
        }
        let prefix = match self.kind {
            Data | Deferred => "data.",
            Ephemeral => "ephemeral.",
            Action => "action.",
            _ => "",
        };
        format!("{prefix}agree_{}.c{}", self.ty, self.number)
    }
}

/// Returns `true` if a state crashes Terraform.
fn crashes(block: &Block, state: &Value) -> bool {
    check_refresh(block, state).iter().any(Fault::is_crash)
}

/// Sets the number of the case.
fn numbered(block: &Block, value: &Value, number: u64) -> Result<Value> {
    map_attributes(block, value, "", &mut |_, _, path| {
        (path.strip_prefix('.') == Some(CASE)).then(|| Value::from(number))
    })
}

/// Returns a state in which the number of the case has a fraction, so that the object is always replaced.
fn replaced(block: &Block, state: &Value, number: u64) -> Result<Value> {
    let fraction: Number = format!("{number}.5").parse()?;
    map_attributes(block, state, "", &mut |_, _, path| {
        (path.strip_prefix('.') == Some(CASE)).then(|| Value::from(fraction.clone()))
    })
}

/// Returns a state that differs from the configuration in some places.
fn prior(rng: &mut Rng, block: &Block, config: &Value, number: u64) -> Result<Value> {
    let ty = block.implied_type();
    let mut changed = config.clone();
    for _ in 0..rng.below(4) {
        let (response, _) = mutate(rng, &changed, &ty, &[config])?;
        match response.decode_value(&ty) {
            Ok(value) if value.members().is_some() => changed = value,
            _ => {}
        }
    }
    let mut state = values::prior(rng, block, &changed)?;
    let mut left = 20;
    while crashes(block, &state) {
        state = if left == 0 {
            block.empty()
        } else {
            values::prior(rng, block, config)?
        };
        left -= 1;
    }
    numbered(block, &state, number)
}
