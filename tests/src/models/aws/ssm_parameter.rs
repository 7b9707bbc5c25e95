//! `aws_ssm_parameter`.

use std::collections::BTreeMap;

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema, PartialEq)]
pub struct SsmParameter {
    #[tf(optional)]
    pub allowed_pattern: Attr<String>,
    #[tf(optional, computed)]
    pub arn: Attr<String>,
    #[tf(optional, computed)]
    pub data_type: Attr<String>,
    #[tf(optional)]
    pub description: Attr<String>,
    #[tf(computed)]
    pub has_value_wo: Attr<bool>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional, computed)]
    pub insecure_value: Attr<String>,
    #[tf(optional, computed)]
    pub key_id: Attr<String>,
    #[tf(required)]
    pub name: Attr<String>,
    #[tf(optional)]
    pub overwrite: Attr<bool>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tier: Attr<Tier>,
    #[tf(required)]
    pub r#type: Attr<Kind>,
    #[tf(optional, computed, sensitive)]
    pub value: Attr<String>,
    #[tf(optional, sensitive, write_only)]
    pub value_wo: Attr<String>,
    #[tf(optional)]
    pub value_wo_version: Attr<i64>,
    #[tf(computed)]
    pub version: Attr<i64>,
}

#[derive(TfSchema, PartialEq)]
pub enum Kind {
    String,
    StringList,
    SecureString,
}

#[derive(TfSchema, PartialEq)]
#[tf(rename_all = "PascalCase")]
pub enum Tier {
    Standard,
    Advanced,
    #[tf(other)]
    Other(String),
}
