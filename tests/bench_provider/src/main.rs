//! A provider for measuring the cost of tfvalue in comparison with other frameworks: it has a resource with 63
//! attributes and a block, registered under 200 names. The environment variable `BENCH_COPIES` sets a different number
//! of names.

use std::collections::BTreeMap;
use std::env;
use std::process::ExitCode;

use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostics, Number, Set, TfSchema, Unknown};

fn main() -> ExitCode {
    let copies = env::var("BENCH_COPIES").ok();
    let copies: u32 = copies.and_then(|copies| copies.parse().ok()).unwrap_or(200);
    let provider = Provider::new::<Config>("bench");
    let add = |provider: Provider<()>, copy| provider.resource_as::<Bench>(&format!("r{copy:03}"));
    tfvalue::serve((0..copies).fold(provider, add))
}

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {}

impl ProviderConfig for Config {
    type Client = ();

    async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// A resource of many attributes.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Bench {
    /// The id of the bench.
    #[tf(computed, keep)]
    id: Attr<String>,
    /// The name of the bench.
    #[tf(required, length = 1..=200)]
    name: Attr<String>,
    /// The region of the bench.
    #[tf(required, replace)]
    region: Attr<String>,
    /// The str_01 of the bench.
    #[tf(optional, length = ..=1000)]
    str_01: Attr<String>,
    /// The str_02 of the bench.
    #[tf(optional, length = ..=1000)]
    str_02: Attr<String>,
    /// The str_03 of the bench.
    #[tf(optional, length = ..=1000)]
    str_03: Attr<String>,
    /// The str_04 of the bench.
    #[tf(optional, length = ..=1000)]
    str_04: Attr<String>,
    /// The str_05 of the bench.
    #[tf(optional)]
    str_05: Attr<String>,
    /// The str_06 of the bench.
    #[tf(optional)]
    str_06: Attr<String>,
    /// The str_07 of the bench.
    #[tf(optional)]
    str_07: Attr<String>,
    /// The str_08 of the bench.
    #[tf(optional)]
    str_08: Attr<String>,
    /// The str_09 of the bench.
    #[tf(optional)]
    str_09: Attr<String>,
    /// The str_10 of the bench.
    #[tf(optional)]
    str_10: Attr<String>,
    /// The str_11 of the bench.
    #[tf(optional)]
    str_11: Attr<String>,
    /// The str_12 of the bench.
    #[tf(optional)]
    str_12: Attr<String>,
    /// The str_13 of the bench.
    #[tf(optional)]
    str_13: Attr<String>,
    /// The str_14 of the bench.
    #[tf(optional)]
    str_14: Attr<String>,
    /// The str_15 of the bench.
    #[tf(optional)]
    str_15: Attr<String>,
    /// The str_16 of the bench.
    #[tf(optional)]
    str_16: Attr<String>,
    /// The int_01 of the bench.
    #[tf(optional, range = 0..)]
    int_01: Attr<i64>,
    /// The int_02 of the bench.
    #[tf(optional, range = 0..)]
    int_02: Attr<i64>,
    /// The int_03 of the bench.
    #[tf(optional)]
    int_03: Attr<i64>,
    /// The int_04 of the bench.
    #[tf(optional)]
    int_04: Attr<i64>,
    /// The int_05 of the bench.
    #[tf(optional)]
    int_05: Attr<i64>,
    /// The int_06 of the bench.
    #[tf(optional)]
    int_06: Attr<i64>,
    /// The int_07 of the bench.
    #[tf(optional)]
    int_07: Attr<i64>,
    /// The int_08 of the bench.
    #[tf(optional)]
    int_08: Attr<i64>,
    /// The num_01 of the bench.
    #[tf(optional)]
    num_01: Attr<Number>,
    /// The num_02 of the bench.
    #[tf(optional)]
    num_02: Attr<Number>,
    /// The num_03 of the bench.
    #[tf(optional)]
    num_03: Attr<Number>,
    /// The num_04 of the bench.
    #[tf(optional)]
    num_04: Attr<Number>,
    /// The bool_01 of the bench.
    #[tf(optional)]
    bool_01: Attr<bool>,
    /// The bool_02 of the bench.
    #[tf(optional)]
    bool_02: Attr<bool>,
    /// The bool_03 of the bench.
    #[tf(optional)]
    bool_03: Attr<bool>,
    /// The bool_04 of the bench.
    #[tf(optional)]
    bool_04: Attr<bool>,
    /// The bool_05 of the bench.
    #[tf(optional)]
    bool_05: Attr<bool>,
    /// The bool_06 of the bench.
    #[tf(optional)]
    bool_06: Attr<bool>,
    /// The bool_07 of the bench.
    #[tf(optional)]
    bool_07: Attr<bool>,
    /// The bool_08 of the bench.
    #[tf(optional)]
    bool_08: Attr<bool>,
    /// The list_01 of the bench.
    #[tf(optional)]
    list_01: Attr<Vec<Attr<String>>>,
    /// The list_02 of the bench.
    #[tf(optional)]
    list_02: Attr<Vec<Attr<String>>>,
    /// The list_03 of the bench.
    #[tf(optional)]
    list_03: Attr<Vec<Attr<String>>>,
    /// The list_04 of the bench.
    #[tf(optional)]
    list_04: Attr<Vec<Attr<String>>>,
    /// The map_01 of the bench.
    #[tf(optional)]
    map_01: Attr<BTreeMap<String, Attr<String>>>,
    /// The map_02 of the bench.
    #[tf(optional)]
    map_02: Attr<BTreeMap<String, Attr<String>>>,
    /// The map_03 of the bench.
    #[tf(optional)]
    map_03: Attr<BTreeMap<String, Attr<String>>>,
    /// The map_04 of the bench.
    #[tf(optional)]
    map_04: Attr<BTreeMap<String, Attr<String>>>,
    /// The def_str of the bench.
    #[tf(default = "standard")]
    def_str: Attr<String>,
    /// The def_tier of the bench.
    #[tf(default = "gold")]
    def_tier: Attr<String>,
    /// The def_int of the bench.
    #[tf(default = 8080)]
    def_int: Attr<i64>,
    /// The def_num of the bench.
    #[tf(default = Number::try_from(0.5).expect("a finite number"))]
    def_num: Attr<Number>,
    /// The def_bool of the bench.
    #[tf(default = true)]
    def_bool: Attr<bool>,
    /// The comp_01 of the bench.
    #[tf(computed, keep)]
    comp_01: Attr<String>,
    /// The comp_02 of the bench.
    #[tf(computed, keep)]
    comp_02: Attr<String>,
    /// The comp_03 of the bench.
    #[tf(computed, keep)]
    comp_03: Attr<String>,
    /// The comp_04 of the bench.
    #[tf(computed, keep)]
    comp_04: Attr<String>,
    /// The comp_05 of the bench.
    #[tf(computed, keep)]
    comp_05: Attr<String>,
    /// The comp_06 of the bench.
    #[tf(computed, keep)]
    comp_06: Attr<String>,
    /// The comp_07 of the bench.
    #[tf(computed, keep)]
    comp_07: Attr<String>,
    /// The comp_08 of the bench.
    #[tf(computed, keep)]
    comp_08: Attr<String>,
    /// The comp_int of the bench.
    #[tf(computed, keep)]
    comp_int: Attr<i64>,
    /// The rules of the bench.
    #[tf(optional)]
    rules: Attr<Set<Attr<Rule>>>,
    /// The settings of the bench.
    #[tf(optional)]
    settings: Attr<Settings>,
    /// The disks of the bench.
    #[tf(block)]
    disk: Unknown<Vec<Disk>>,
}

#[derive(TfSchema)]
struct Rule {
    /// The name of the rule.
    #[tf(required)]
    name: Attr<String>,
    /// The port of the rule.
    #[tf(optional)]
    port: Attr<i64>,
    /// The protocol of the rule.
    #[tf(optional)]
    protocol: Attr<String>,
    /// Whether the rule counts.
    #[tf(optional)]
    enabled: Attr<bool>,
}

#[derive(TfSchema)]
struct Settings {
    /// The mode.
    #[tf(optional)]
    mode: Attr<String>,
    /// The level.
    #[tf(optional)]
    level: Attr<i64>,
    /// The flags.
    #[tf(optional)]
    flags: Attr<Vec<Attr<String>>>,
    /// The token.
    #[tf(computed, keep)]
    token: Attr<String>,
}

#[derive(TfSchema)]
struct Disk {
    /// The size of the disk.
    #[tf(required)]
    size: Attr<i64>,
    /// The kind of the disk.
    #[tf(optional)]
    kind: Attr<String>,
    /// The label of the disk.
    #[tf(optional)]
    label: Attr<String>,
    /// The ID of the disk.
    #[tf(computed, keep)]
    id: Attr<String>,
}

impl Bench {
    /// Sets all computed attributes that are unknown.
    fn complete(mut self) -> Self {
        let name = self.name.as_deref().unwrap_or_default().to_owned();
        set_unknown(&mut self.id, || name);
        let computed = [
            &mut self.comp_01,
            &mut self.comp_02,
            &mut self.comp_03,
            &mut self.comp_04,
            &mut self.comp_05,
            &mut self.comp_06,
            &mut self.comp_07,
            &mut self.comp_08,
        ];
        for (number, value) in (1..).zip(computed) {
            set_unknown(value, || format!("comp-{number:02}"));
        }
        if self.comp_int.is_unknown() {
            self.comp_int.set(42);
        }
        if let Some(settings) = self.settings.value_mut() {
            set_unknown(&mut settings.token, || "token".to_owned());
        }
        for (index, disk) in self.disk.known_mut().into_iter().flatten().enumerate() {
            set_unknown(&mut disk.id, || format!("disk-{index}"));
        }
        self
    }
}

fn set_unknown(value: &mut Attr<String>, text: impl FnOnce() -> String) {
    if value.is_unknown() {
        value.set(text());
    }
}

impl Resource for Bench {
    const NAME: &'static str = "r";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan.complete())
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan.complete())
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}
