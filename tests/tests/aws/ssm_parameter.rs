//! `aws_ssm_parameter`.

use std::collections::BTreeMap;

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema, PartialEq)]
pub(crate) struct SsmParameter {
    #[tf(optional)]
    pub(crate) allowed_pattern: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) arn: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) data_type: Attr<String>,
    #[tf(optional)]
    pub(crate) description: Attr<String>,
    #[tf(computed)]
    pub(crate) has_value_wo: Attr<bool>,
    #[tf(optional, computed)]
    pub(crate) id: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) insecure_value: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) key_id: Attr<String>,
    #[tf(required)]
    pub(crate) name: Attr<String>,
    #[tf(optional)]
    pub(crate) overwrite: Attr<bool>,
    #[tf(optional)]
    pub(crate) tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) tier: Attr<Tier>,
    #[tf(required)]
    pub(crate) r#type: Attr<Kind>,
    #[tf(optional, computed, sensitive)]
    pub(crate) value: Attr<String>,
    #[tf(optional, sensitive, write_only)]
    pub(crate) value_wo: Attr<String>,
    #[tf(optional)]
    pub(crate) value_wo_version: Attr<i64>,
    #[tf(computed)]
    pub(crate) version: Attr<i64>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) enum Kind {
    String,
    StringList,
    SecureString,
}

#[derive(TfSchema, PartialEq)]
#[tf(rename_all = "PascalCase")]
pub(crate) enum Tier {
    Standard,
    Advanced,
    #[tf(other)]
    Other(String),
}
