//! `aws_security_group`.

use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema};

#[derive(TfSchema, PartialEq)]
#[tf(version = 1)]
pub struct SecurityGroup {
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(optional)]
    pub description: Attr<String>,
    #[tf(optional, computed)]
    pub egress: Attr<Set<Attr<Rule>>>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional, computed)]
    pub ingress: Attr<Set<Attr<Rule>>>,
    #[tf(optional, computed)]
    pub name: Attr<String>,
    #[tf(optional, computed)]
    pub name_prefix: Attr<String>,
    #[tf(computed)]
    pub owner_id: Attr<String>,
    #[tf(optional)]
    pub revoke_rules_on_delete: Attr<bool>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub vpc_id: Attr<String>,
    #[tf(block)]
    pub timeouts: Attr<SecurityGroupTimeouts>,
}

#[derive(TfSchema, PartialEq)]
pub struct SecurityGroupTimeouts {
    #[tf(optional)]
    pub create: Attr<String>,
    #[tf(optional)]
    pub delete: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
#[tf(object)]
pub struct Rule {
    pub cidr_blocks: Attr<Vec<Attr<String>>>,
    pub description: Attr<String>,
    pub from_port: Attr<i64>,
    ipv6_cidr_blocks: Attr<Vec<Attr<String>>>,
    pub prefix_list_ids: Attr<Vec<Attr<String>>>,
    pub protocol: Attr<String>,
    pub security_groups: Attr<Set<Attr<String>>>,
    #[tf(rename = "self")]
    pub itself: Attr<bool>,
    pub to_port: Attr<i64>,
}
