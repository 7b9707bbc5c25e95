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

/// A resource with many attributes.
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
    /// The attribute `str_01`.
    #[tf(optional, length = ..=1000)]
    str_01: Attr<String>,
    /// The attribute `str_02`.
    #[tf(optional, length = ..=1000)]
    str_02: Attr<String>,
    /// The attribute `str_03`.
    #[tf(optional, length = ..=1000)]
    str_03: Attr<String>,
    /// The attribute `str_04`.
    #[tf(optional, length = ..=1000)]
    str_04: Attr<String>,
    /// The attribute `str_05`.
    #[tf(optional)]
    str_05: Attr<String>,
    /// The attribute `str_06`.
    #[tf(optional)]
    str_06: Attr<String>,
    /// The attribute `str_07`.
    #[tf(optional)]
    str_07: Attr<String>,
    /// The attribute `str_08`.
    #[tf(optional)]
    str_08: Attr<String>,
    /// The attribute `str_09`.
    #[tf(optional)]
    str_09: Attr<String>,
    /// The attribute `str_10`.
    #[tf(optional)]
    str_10: Attr<String>,
    /// The attribute `str_11`.
    #[tf(optional)]
    str_11: Attr<String>,
    /// The attribute `str_12`.
    #[tf(optional)]
    str_12: Attr<String>,
    /// The attribute `str_13`.
    #[tf(optional)]
    str_13: Attr<String>,
    /// The attribute `str_14`.
    #[tf(optional)]
    str_14: Attr<String>,
    /// The attribute `str_15`.
    #[tf(optional)]
    str_15: Attr<String>,
    /// The attribute `str_16`.
    #[tf(optional)]
    str_16: Attr<String>,
    /// The attribute `int_01`.
    #[tf(optional, range = 0..)]
    int_01: Attr<i64>,
    /// The attribute `int_02`.
    #[tf(optional, range = 0..)]
    int_02: Attr<i64>,
    /// The attribute `int_03`.
    #[tf(optional)]
    int_03: Attr<i64>,
    /// The attribute `int_04`.
    #[tf(optional)]
    int_04: Attr<i64>,
    /// The attribute `int_05`.
    #[tf(optional)]
    int_05: Attr<i64>,
    /// The attribute `int_06`.
    #[tf(optional)]
    int_06: Attr<i64>,
    /// The attribute `int_07`.
    #[tf(optional)]
    int_07: Attr<i64>,
    /// The attribute `int_08`.
    #[tf(optional)]
    int_08: Attr<i64>,
    /// The attribute `num_01`.
    #[tf(optional)]
    num_01: Attr<Number>,
    /// The attribute `num_02`.
    #[tf(optional)]
    num_02: Attr<Number>,
    /// The attribute `num_03`.
    #[tf(optional)]
    num_03: Attr<Number>,
    /// The attribute `num_04`.
    #[tf(optional)]
    num_04: Attr<Number>,
    /// The attribute `bool_01`.
    #[tf(optional)]
    bool_01: Attr<bool>,
    /// The attribute `bool_02`.
    #[tf(optional)]
    bool_02: Attr<bool>,
    /// The attribute `bool_03`.
    #[tf(optional)]
    bool_03: Attr<bool>,
    /// The attribute `bool_04`.
    #[tf(optional)]
    bool_04: Attr<bool>,
    /// The attribute `bool_05`.
    #[tf(optional)]
    bool_05: Attr<bool>,
    /// The attribute `bool_06`.
    #[tf(optional)]
    bool_06: Attr<bool>,
    /// The attribute `bool_07`.
    #[tf(optional)]
    bool_07: Attr<bool>,
    /// The attribute `bool_08`.
    #[tf(optional)]
    bool_08: Attr<bool>,
    /// The attribute `list_01`.
    #[tf(optional)]
    list_01: Attr<Vec<Attr<String>>>,
    /// The attribute `list_02`.
    #[tf(optional)]
    list_02: Attr<Vec<Attr<String>>>,
    /// The attribute `list_03`.
    #[tf(optional)]
    list_03: Attr<Vec<Attr<String>>>,
    /// The attribute `list_04`.
    #[tf(optional)]
    list_04: Attr<Vec<Attr<String>>>,
    /// The attribute `map_01`.
    #[tf(optional)]
    map_01: Attr<BTreeMap<String, Attr<String>>>,
    /// The attribute `map_02`.
    #[tf(optional)]
    map_02: Attr<BTreeMap<String, Attr<String>>>,
    /// The attribute `map_03`.
    #[tf(optional)]
    map_03: Attr<BTreeMap<String, Attr<String>>>,
    /// The attribute `map_04`.
    #[tf(optional)]
    map_04: Attr<BTreeMap<String, Attr<String>>>,
    /// The attribute `def_str`.
    #[tf(default = "standard")]
    def_str: Attr<String>,
    /// The attribute `def_tier`.
    #[tf(default = "gold")]
    def_tier: Attr<String>,
    /// The attribute `def_int`.
    #[tf(default = 8080)]
    def_int: Attr<i64>,
    /// The attribute `def_num`.
    #[tf(default = Number::try_from(0.5).expect("a finite number"))]
    def_num: Attr<Number>,
    /// The attribute `def_bool`.
    #[tf(default = true)]
    def_bool: Attr<bool>,
    /// The attribute `comp_01`.
    #[tf(computed, keep)]
    comp_01: Attr<String>,
    /// The attribute `comp_02`.
    #[tf(computed, keep)]
    comp_02: Attr<String>,
    /// The attribute `comp_03`.
    #[tf(computed, keep)]
    comp_03: Attr<String>,
    /// The attribute `comp_04`.
    #[tf(computed, keep)]
    comp_04: Attr<String>,
    /// The attribute `comp_05`.
    #[tf(computed, keep)]
    comp_05: Attr<String>,
    /// The attribute `comp_06`.
    #[tf(computed, keep)]
    comp_06: Attr<String>,
    /// The attribute `comp_07`.
    #[tf(computed, keep)]
    comp_07: Attr<String>,
    /// The attribute `comp_08`.
    #[tf(computed, keep)]
    comp_08: Attr<String>,
    /// The attribute `comp_int`.
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
