use std::collections::BTreeMap;
use tfvalue::schema::ProviderSchema;
use tfvalue::types::EmptyTuple;
use tfvalue::{Attr, Dynamic, Number, Set, TfFunction, TfSchema, Unknown};

// The configuration of the provider.
#[derive(TfSchema)]
#[tf(kind = provider)]
pub struct ProbeProvider {
    #[tf(optional)]
    pub auth: Attr<ProbeProviderAuth>,
    #[tf(optional)]
    pub endpoint: Attr<String>,
    #[tf(optional)]
    pub retries: Attr<Number>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, sensitive)]
    pub token: Attr<String>,
    #[tf(block)]
    pub opt: Unknown<Vec<ProbeProviderOpt>>,
}

#[derive(TfSchema)]
pub struct ProbeProviderAuth {
    #[tf(optional, sensitive)]
    pub pw: Attr<String>,
    #[tf(optional)]
    pub user: Attr<String>,
}

#[derive(TfSchema)]
pub struct ProbeProviderOpt {
    #[tf(required)]
    pub k: Attr<String>,
}

// Resource `probe_mutt`.
#[derive(TfSchema)]
#[tf(kind = resource)]
pub struct ProbeMutt {
    #[tf(optional)]
    pub b: Attr<bool>,
    #[tf(optional, computed)]
    pub b_c: Attr<bool>,
    #[tf(optional, computed)]
    pub dyn_c: Dynamic,
    #[tf(computed)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub l: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed)]
    pub l_c: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed)]
    pub m_c: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    pub n: Attr<Number>,
    #[tf(optional, computed)]
    pub n_c: Attr<Number>,
    #[tf(optional, computed)]
    pub nl_c: Attr<Vec<Attr<ProbeMuttNlC>>>,
    #[tf(optional, computed)]
    pub ns_c: Attr<Set<Attr<ProbeMuttNlC>>>,
    #[tf(optional)]
    pub obj: Attr<ProbeMuttObj>,
    #[tf(optional, computed)]
    pub obj_c: Attr<ProbeMuttObj>,
    #[tf(optional)]
    pub s: Attr<String>,
    #[tf(optional, computed)]
    pub s_c: Attr<String>,
    #[tf(optional)]
    pub set: Attr<Set<Attr<String>>>,
    #[tf(optional, computed)]
    pub set_c: Attr<Set<Attr<String>>>,
    #[tf(optional, computed)]
    pub set_n_c: Attr<Set<Attr<Number>>>,
    #[tf(optional, computed)]
    pub tup_c: Attr<(Attr<String>, Attr<Number>)>,
    #[tf(optional)]
    pub zo: Attr<String>,
    #[tf(block(group))]
    pub bg: ProbeMuttBg,
    #[tf(block)]
    pub bl: Unknown<Vec<ProbeMuttBg>>,
    #[tf(block)]
    pub bm: Unknown<BTreeMap<String, ProbeMuttBg>>,
    #[tf(block)]
    pub bs: Attr<ProbeMuttBg>,
}

#[derive(TfSchema)]
pub struct ProbeMuttNlC {
    #[tf(optional, computed)]
    pub a: Attr<String>,
    #[tf(optional, computed)]
    pub n: Attr<Number>,
}

#[derive(TfSchema)]
#[tf(object)]
pub struct ProbeMuttObj {
    pub a: Attr<String>,
    pub n: Attr<Number>,
}

#[derive(TfSchema)]
pub struct ProbeMuttBg {
    #[tf(optional)]
    pub a: Attr<String>,
    #[tf(optional, computed)]
    pub c: Attr<String>,
}

// Resource `probe_req`.
#[derive(TfSchema)]
#[tf(kind = resource)]
pub struct ProbeReq {
    #[tf(computed)]
    pub id: Attr<String>,
    #[tf(required)]
    pub n_req: Attr<Vec<Attr<ProbeReqNReq>>>,
    #[tf(block(min_items = 1, max_items = 1))]
    pub b_one: Attr<ProbeReqNReq>,
    #[tf(block(min_items = 1, max_items = 3))]
    pub b_some: Unknown<Vec<ProbeReqNReq>>,
    #[tf(block(min_items = 1, max_items = 2))]
    pub b_sset: Unknown<Set<ProbeReqNReq>>,
}

#[derive(TfSchema)]
pub struct ProbeReqNReq {
    #[tf(optional)]
    pub a: Attr<String>,
    #[tf(computed)]
    pub c: Attr<String>,
    #[tf(optional)]
    pub l: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub n: Attr<Number>,
    #[tf(optional, computed)]
    pub oc: Attr<String>,
}

// Resource `probe_thing`.
#[derive(TfSchema)]
#[tf(kind = resource, version = 3)]
pub struct ProbeThing {
    #[tf(optional)]
    pub b: Attr<bool>,
    #[tf(computed)]
    pub b_comp: Attr<bool>,
    #[tf(optional)]
    pub r#dyn: Dynamic,
    #[tf(optional)]
    pub dyn2: Dynamic,
    #[tf(computed)]
    pub dyn_comp: Dynamic,
    #[tf(optional, write_only)]
    pub dyn_wo: Dynamic,
    #[tf(computed)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub l_bool: Attr<Vec<Attr<bool>>>,
    #[tf(computed)]
    pub l_comp: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub l_num: Attr<Vec<Attr<Number>>>,
    #[tf(optional)]
    pub l_obj: Attr<Vec<Attr<ProbeMuttObj>>>,
    #[tf(optional)]
    pub l_str: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub ll_str: Attr<Vec<Attr<Vec<Attr<String>>>>>,
    #[tf(optional)]
    pub m_bool: Attr<BTreeMap<String, Attr<bool>>>,
    #[tf(computed)]
    pub m_comp: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    pub m_l_num: Attr<BTreeMap<String, Attr<Vec<Attr<Number>>>>>,
    #[tf(optional)]
    pub m_num: Attr<BTreeMap<String, Attr<Number>>>,
    #[tf(optional)]
    pub m_obj: Attr<BTreeMap<String, Attr<ProbeMuttObj>>>,
    #[tf(optional)]
    pub m_str: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    pub n: Attr<Number>,
    #[tf(optional)]
    pub n2: Attr<Number>,
    #[tf(optional)]
    pub n3: Attr<Number>,
    #[tf(computed)]
    pub n_comp: Attr<Number>,
    #[tf(optional)]
    pub n_list: Attr<Vec<Attr<ProbeReqNReq>>>,
    #[tf(computed)]
    pub n_list_c: Attr<Vec<Attr<ProbeThingNListC>>>,
    #[tf(optional)]
    pub n_map: Attr<BTreeMap<String, Attr<ProbeReqNReq>>>,
    #[tf(optional)]
    pub n_set: Attr<Set<Attr<ProbeReqNReq>>>,
    #[tf(optional)]
    pub n_single: Attr<ProbeReqNReq>,
    #[tf(optional, computed)]
    pub n_single_oc: Attr<ProbeReqNReq>,
    #[tf(required)]
    pub name: Attr<String>,
    #[tf(optional)]
    pub obj: Attr<ProbeThingObj>,
    #[tf(computed)]
    pub obj_comp: Attr<ProbeMuttObj>,
    #[tf(optional)]
    pub obj_dyn: Attr<ProbeThingObjDyn>,
    #[tf(optional)]
    pub obj_empty: Attr<ProbeThingObjEmpty>,
    #[tf(optional)]
    pub s_opt: Attr<String>,
    #[tf(optional)]
    pub s_opt2: Attr<String>,
    #[tf(optional, computed)]
    pub s_optcomp: Attr<String>,
    #[tf(optional, sensitive)]
    pub s_sens: Attr<String>,
    #[tf(optional, write_only)]
    pub s_wo: Attr<String>,
    #[tf(optional)]
    pub set_bool: Attr<Set<Attr<bool>>>,
    #[tf(computed)]
    pub set_comp: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub set_num: Attr<Set<Attr<Number>>>,
    #[tf(optional)]
    pub set_obj: Attr<Set<Attr<ProbeMuttObj>>>,
    #[tf(optional)]
    pub set_str: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub tup: Attr<(Attr<String>, Attr<Number>, Attr<bool>)>,
    #[tf(computed)]
    pub tup_comp: Attr<(Attr<String>, Attr<Number>)>,
    #[tf(optional)]
    pub tup_dyn: Attr<(Attr<String>, Dynamic)>,
    #[tf(optional)]
    pub tup_empty: Attr<EmptyTuple>,
    #[tf(block)]
    pub b_deep: Unknown<Vec<ProbeThingBDeep>>,
    #[tf(block(group))]
    pub b_group: ProbeThingBGroup,
    #[tf(block)]
    pub b_list: Unknown<Vec<ProbeReqNReq>>,
    #[tf(block(max_items = 2))]
    pub b_list_mm: Unknown<Vec<ProbeReqNReq>>,
    #[tf(block)]
    pub b_map: Unknown<BTreeMap<String, ProbeReqNReq>>,
    #[tf(block)]
    pub b_set: Unknown<Set<ProbeReqNReq>>,
    #[tf(block)]
    pub b_single: Attr<ProbeReqNReq>,
    #[tf(block)]
    pub b_single_dyn: Attr<ProbeThingBSingleDyn>,
}

#[derive(TfSchema)]
pub struct ProbeThingNListC {
    #[tf(computed)]
    pub a: Attr<String>,
}

#[derive(TfSchema)]
#[tf(object)]
pub struct ProbeThingObj {
    pub a: Attr<String>,
    pub b: Attr<bool>,
    pub l: Attr<Vec<Attr<String>>>,
    pub n: Attr<Number>,
    pub o: Attr<ProbeThingObjO>,
}

#[derive(TfSchema)]
#[tf(object)]
pub struct ProbeThingObjO {
    pub z: Attr<String>,
}

#[derive(TfSchema)]
#[tf(object)]
pub struct ProbeThingObjDyn {
    pub d: Dynamic,
    pub s: Attr<String>,
}

#[derive(TfSchema)]
#[tf(object)]
pub struct ProbeThingObjEmpty {}

#[derive(TfSchema)]
pub struct ProbeThingBDeep {
    #[tf(optional)]
    pub a: Attr<String>,
    #[tf(block(group))]
    pub g: ProbeThingBDeepG,
    #[tf(block)]
    pub s: Unknown<Set<ProbeThingBDeepS>>,
}

#[derive(TfSchema)]
pub struct ProbeThingBDeepG {
    #[tf(optional)]
    pub a: Attr<String>,
}

#[derive(TfSchema)]
pub struct ProbeThingBDeepS {
    #[tf(optional)]
    pub a: Attr<String>,
    #[tf(block)]
    pub m: Unknown<BTreeMap<String, ProbeThingBDeepSM>>,
}

#[derive(TfSchema)]
pub struct ProbeThingBDeepSM {
    #[tf(optional)]
    pub n: Attr<Number>,
}

#[derive(TfSchema)]
pub struct ProbeThingBGroup {
    #[tf(optional)]
    pub a: Attr<String>,
    #[tf(computed)]
    pub c: Attr<String>,
    #[tf(optional)]
    pub l: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub n: Attr<Number>,
    #[tf(optional, computed)]
    pub oc: Attr<String>,
    #[tf(block)]
    pub deep: Unknown<Vec<ProbeThingBDeepG>>,
}

#[derive(TfSchema)]
pub struct ProbeThingBSingleDyn {
    #[tf(optional)]
    pub d: Dynamic,
}

// Data source `probe_data`.
#[derive(TfSchema)]
#[tf(version = 3)]
pub struct ProbeDataData {
    #[tf(optional)]
    pub b: Attr<bool>,
    #[tf(computed)]
    pub b_comp: Attr<bool>,
    #[tf(optional)]
    pub r#dyn: Dynamic,
    #[tf(optional)]
    pub dyn2: Dynamic,
    #[tf(computed)]
    pub dyn_comp: Dynamic,
    #[tf(computed)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub l_bool: Attr<Vec<Attr<bool>>>,
    #[tf(computed)]
    pub l_comp: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub l_num: Attr<Vec<Attr<Number>>>,
    #[tf(optional)]
    pub l_obj: Attr<Vec<Attr<ProbeMuttObj>>>,
    #[tf(optional)]
    pub l_str: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub ll_str: Attr<Vec<Attr<Vec<Attr<String>>>>>,
    #[tf(optional)]
    pub m_bool: Attr<BTreeMap<String, Attr<bool>>>,
    #[tf(computed)]
    pub m_comp: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    pub m_l_num: Attr<BTreeMap<String, Attr<Vec<Attr<Number>>>>>,
    #[tf(optional)]
    pub m_num: Attr<BTreeMap<String, Attr<Number>>>,
    #[tf(optional)]
    pub m_obj: Attr<BTreeMap<String, Attr<ProbeMuttObj>>>,
    #[tf(optional)]
    pub m_str: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    pub n: Attr<Number>,
    #[tf(optional)]
    pub n2: Attr<Number>,
    #[tf(optional)]
    pub n3: Attr<Number>,
    #[tf(computed)]
    pub n_comp: Attr<Number>,
    #[tf(optional)]
    pub n_list: Attr<Vec<Attr<ProbeReqNReq>>>,
    #[tf(computed)]
    pub n_list_c: Attr<Vec<Attr<ProbeThingNListC>>>,
    #[tf(optional)]
    pub n_map: Attr<BTreeMap<String, Attr<ProbeReqNReq>>>,
    #[tf(optional)]
    pub n_set: Attr<Set<Attr<ProbeReqNReq>>>,
    #[tf(optional)]
    pub n_single: Attr<ProbeReqNReq>,
    #[tf(optional, computed)]
    pub n_single_oc: Attr<ProbeReqNReq>,
    #[tf(required)]
    pub name: Attr<String>,
    #[tf(optional)]
    pub obj: Attr<ProbeThingObj>,
    #[tf(computed)]
    pub obj_comp: Attr<ProbeMuttObj>,
    #[tf(optional)]
    pub obj_dyn: Attr<ProbeThingObjDyn>,
    #[tf(optional)]
    pub obj_empty: Attr<ProbeThingObjEmpty>,
    #[tf(optional)]
    pub s_opt: Attr<String>,
    #[tf(optional)]
    pub s_opt2: Attr<String>,
    #[tf(optional, computed)]
    pub s_optcomp: Attr<String>,
    #[tf(optional, sensitive)]
    pub s_sens: Attr<String>,
    #[tf(optional)]
    pub set_bool: Attr<Set<Attr<bool>>>,
    #[tf(computed)]
    pub set_comp: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub set_num: Attr<Set<Attr<Number>>>,
    #[tf(optional)]
    pub set_obj: Attr<Set<Attr<ProbeMuttObj>>>,
    #[tf(optional)]
    pub set_str: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub tup: Attr<(Attr<String>, Attr<Number>, Attr<bool>)>,
    #[tf(computed)]
    pub tup_comp: Attr<(Attr<String>, Attr<Number>)>,
    #[tf(optional)]
    pub tup_dyn: Attr<(Attr<String>, Dynamic)>,
    #[tf(optional)]
    pub tup_empty: Attr<EmptyTuple>,
    #[tf(block)]
    pub b_deep: Unknown<Vec<ProbeThingBDeep>>,
    #[tf(block(group))]
    pub b_group: ProbeThingBGroup,
    #[tf(block)]
    pub b_list: Unknown<Vec<ProbeReqNReq>>,
    #[tf(block(max_items = 2))]
    pub b_list_mm: Unknown<Vec<ProbeReqNReq>>,
    #[tf(block)]
    pub b_map: Unknown<BTreeMap<String, ProbeReqNReq>>,
    #[tf(block)]
    pub b_set: Unknown<Set<ProbeReqNReq>>,
    #[tf(block)]
    pub b_single: Attr<ProbeReqNReq>,
    #[tf(block)]
    pub b_single_dyn: Attr<ProbeThingBSingleDyn>,
}

// Ephemeral resource `probe_eph`.
#[derive(TfSchema)]
#[tf(kind = ephemeral)]
pub struct ProbeEphEphemeral {
    #[tf(optional)]
    pub d: Dynamic,
    #[tf(computed)]
    pub out: Attr<String>,
    #[tf(optional)]
    pub seed: Attr<String>,
}

#[derive(TfFunction)]
#[tf(returns = Dynamic, summary = "echo")]
pub struct EchoFunction {
    #[tf(allow(null))]
    pub x: Dynamic,
}

#[derive(TfFunction)]
#[tf(returns = Dynamic, summary = "echo")]
pub struct EchoKnownFunction {
    pub x: Dynamic,
}

/// Returns the schemas of `probe`.
#[must_use]
pub fn schemas() -> ProviderSchema {
    ProviderSchema::new()
        .provider(ProbeProvider::schema())
        .resource_schemas(named(&[
            ("probe_mutt", ProbeMutt::schema),
            ("probe_req", ProbeReq::schema),
            ("probe_thing", ProbeThing::schema),
        ]))
        .data_source_schemas(named(&[
            ("probe_data", ProbeDataData::schema),
        ]))
        .ephemeral_resource_schemas(named(&[
            ("probe_eph", ProbeEphEphemeral::schema),
        ]))
        .functions(named(&[
            ("echo", EchoFunction::function),
            ("echo_known", EchoKnownFunction::function),
        ]))
}

type Named<T> = (&'static str, fn() -> T);

fn named<T>(all: &[Named<T>]) -> BTreeMap<String, T> {
    let all = all.iter();
    all.map(|&(name, make)| (name.to_owned(), make())).collect()
}
