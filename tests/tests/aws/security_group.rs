//! `aws_security_group`.

use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema};

#[derive(TfSchema, PartialEq)]
#[tf(version = 1)]
pub(crate) struct SecurityGroup {
    #[tf(computed)]
    pub(crate) arn: Attr<String>,
    #[tf(optional)]
    pub(crate) description: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) egress: Attr<Set<Attr<Rule>>>,
    #[tf(optional, computed)]
    pub(crate) id: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) ingress: Attr<Set<Attr<Rule>>>,
    #[tf(optional, computed)]
    pub(crate) name: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) name_prefix: Attr<String>,
    #[tf(computed)]
    pub(crate) owner_id: Attr<String>,
    #[tf(optional)]
    pub(crate) revoke_rules_on_delete: Attr<bool>,
    #[tf(optional)]
    pub(crate) tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) vpc_id: Attr<String>,
    #[tf(block)]
    pub(crate) timeouts: Attr<SecurityGroupTimeouts>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct SecurityGroupTimeouts {
    #[tf(optional)]
    pub(crate) create: Attr<String>,
    #[tf(optional)]
    pub(crate) delete: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
#[tf(object)]
pub(crate) struct Rule {
    pub(crate) cidr_blocks: Attr<Vec<Attr<String>>>,
    pub(crate) description: Attr<String>,
    pub(crate) from_port: Attr<i64>,
    ipv6_cidr_blocks: Attr<Vec<Attr<String>>>,
    pub(crate) prefix_list_ids: Attr<Vec<Attr<String>>>,
    pub(crate) protocol: Attr<String>,
    pub(crate) security_groups: Attr<Set<Attr<String>>>,
    #[tf(rename = "self")]
    pub(crate) itself: Attr<bool>,
    pub(crate) to_port: Attr<i64>,
}
