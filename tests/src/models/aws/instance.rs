//! `aws_instance`.

use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema, Unknown};

#[derive(TfSchema, PartialEq)]
#[tf(version = 1)]
pub struct Instance {
    #[tf(optional, computed)]
    pub ami: Attr<String>,
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(optional, computed)]
    pub associate_public_ip_address: Attr<bool>,
    #[tf(optional, computed)]
    pub availability_zone: Attr<String>,
    #[tf(optional, computed, deprecated)]
    pub cpu_core_count: Attr<i64>,
    #[tf(optional, computed, deprecated)]
    pub cpu_threads_per_core: Attr<i64>,
    #[tf(optional, computed)]
    pub disable_api_stop: Attr<bool>,
    #[tf(optional, computed)]
    pub disable_api_termination: Attr<bool>,
    #[tf(optional, computed)]
    pub ebs_optimized: Attr<bool>,
    #[tf(optional, computed)]
    enable_primary_ipv6: Attr<bool>,
    #[tf(optional)]
    pub get_password_data: Attr<bool>,
    #[tf(optional)]
    pub hibernation: Attr<bool>,
    #[tf(optional, computed)]
    pub host_id: Attr<String>,
    #[tf(optional, computed)]
    pub host_resource_group_arn: Attr<String>,
    #[tf(optional, computed)]
    pub iam_instance_profile: Attr<String>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional, computed)]
    pub instance_initiated_shutdown_behavior: Attr<String>,
    #[tf(computed)]
    pub instance_lifecycle: Attr<String>,
    #[tf(computed)]
    pub instance_state: Attr<String>,
    #[tf(optional, computed)]
    pub instance_type: Attr<String>,
    #[tf(optional, computed)]
    ipv6_address_count: Attr<i64>,
    #[tf(optional, computed)]
    ipv6_addresses: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed)]
    pub key_name: Attr<String>,
    #[tf(optional, computed)]
    pub monitoring: Attr<bool>,
    #[tf(computed)]
    pub outpost_arn: Attr<String>,
    #[tf(computed)]
    pub password_data: Attr<String>,
    #[tf(optional, computed)]
    pub placement_group: Attr<String>,
    #[tf(optional, computed)]
    pub placement_partition_number: Attr<i64>,
    #[tf(computed)]
    pub primary_network_interface_id: Attr<String>,
    #[tf(computed)]
    pub private_dns: Attr<String>,
    #[tf(optional, computed)]
    pub private_ip: Attr<String>,
    #[tf(computed)]
    pub public_dns: Attr<String>,
    #[tf(computed)]
    pub public_ip: Attr<String>,
    #[tf(optional, computed)]
    pub secondary_private_ips: Attr<Set<Attr<String>>>,
    #[tf(optional, computed)]
    pub security_groups: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub source_dest_check: Attr<bool>,
    #[tf(computed)]
    pub spot_instance_request_id: Attr<String>,
    #[tf(optional, computed)]
    pub subnet_id: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tenancy: Attr<String>,
    #[tf(optional, computed)]
    pub user_data: Attr<String>,
    #[tf(optional, computed)]
    user_data_base64: Attr<String>,
    #[tf(optional)]
    pub user_data_replace_on_change: Attr<bool>,
    #[tf(optional)]
    pub volume_tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub vpc_security_group_ids: Attr<Set<Attr<String>>>,
    #[tf(block(max_items = 1))]
    pub capacity_reservation_specification: Unknown<Vec<CapacityReservationSpecification>>,
    #[tf(block(max_items = 1))]
    pub cpu_options: Unknown<Vec<CpuOptions>>,
    #[tf(block(max_items = 1))]
    pub credit_specification: Unknown<Vec<CreditSpecification>>,
    #[tf(block)]
    pub ebs_block_device: Unknown<Set<EbsBlockDevice>>,
    #[tf(block(max_items = 1))]
    pub enclave_options: Unknown<Vec<EnclaveOptions>>,
    #[tf(block)]
    pub ephemeral_block_device: Unknown<Set<EphemeralBlockDevice>>,
    #[tf(block(max_items = 1))]
    pub instance_market_options: Unknown<Vec<InstanceMarketOptions>>,
    #[tf(block(max_items = 1))]
    pub launch_template: Unknown<Vec<LaunchTemplate>>,
    #[tf(block(max_items = 1))]
    pub maintenance_options: Unknown<Vec<MaintenanceOptions>>,
    #[tf(block(max_items = 1))]
    pub metadata_options: Unknown<Vec<MetadataOptions>>,
    #[tf(block)]
    pub network_interface: Unknown<Set<NetworkInterface>>,
    #[tf(block(max_items = 1))]
    pub private_dns_name_options: Unknown<Vec<PrivateDnsNameOptions>>,
    #[tf(block(max_items = 1))]
    pub root_block_device: Unknown<Vec<RootBlockDevice>>,
    #[tf(block)]
    pub timeouts: Attr<InstanceTimeouts>,
}

#[derive(TfSchema, PartialEq)]
pub struct CapacityReservationSpecification {
    #[tf(optional)]
    pub capacity_reservation_preference: Attr<String>,
    #[tf(block(max_items = 1))]
    pub capacity_reservation_target: Unknown<Vec<CapacityReservationTarget>>,
}

#[derive(TfSchema, PartialEq)]
pub struct CapacityReservationTarget {
    #[tf(optional)]
    pub capacity_reservation_id: Attr<String>,
    #[tf(optional)]
    pub capacity_reservation_resource_group_arn: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct CpuOptions {
    #[tf(optional, computed)]
    pub amd_sev_snp: Attr<String>,
    #[tf(optional, computed)]
    pub core_count: Attr<i64>,
    #[tf(optional, computed)]
    pub threads_per_core: Attr<i64>,
}

#[derive(TfSchema, PartialEq)]
pub struct CreditSpecification {
    #[tf(optional)]
    pub cpu_credits: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct EbsBlockDevice {
    #[tf(optional)]
    pub delete_on_termination: Attr<bool>,
    #[tf(required)]
    pub device_name: Attr<String>,
    #[tf(optional, computed)]
    pub encrypted: Attr<bool>,
    #[tf(optional, computed)]
    pub iops: Attr<i64>,
    #[tf(optional, computed)]
    pub kms_key_id: Attr<String>,
    #[tf(optional, computed)]
    pub snapshot_id: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub throughput: Attr<i64>,
    #[tf(computed)]
    pub volume_id: Attr<String>,
    #[tf(optional, computed)]
    pub volume_size: Attr<i64>,
    #[tf(optional, computed)]
    pub volume_type: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct EnclaveOptions {
    #[tf(optional, computed)]
    pub enabled: Attr<bool>,
}

#[derive(TfSchema, PartialEq)]
pub struct EphemeralBlockDevice {
    #[tf(required)]
    pub device_name: Attr<String>,
    #[tf(optional)]
    pub no_device: Attr<bool>,
    #[tf(optional)]
    pub virtual_name: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct InstanceMarketOptions {
    #[tf(optional, computed)]
    pub market_type: Attr<String>,
    #[tf(block(max_items = 1))]
    pub spot_options: Unknown<Vec<SpotOptions>>,
}

#[derive(TfSchema, PartialEq)]
pub struct SpotOptions {
    #[tf(optional, computed)]
    pub instance_interruption_behavior: Attr<String>,
    #[tf(optional, computed)]
    pub max_price: Attr<String>,
    #[tf(optional, computed)]
    pub spot_instance_type: Attr<String>,
    #[tf(optional, computed)]
    pub valid_until: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct LaunchTemplate {
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional, computed)]
    pub name: Attr<String>,
    #[tf(optional)]
    pub version: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct MaintenanceOptions {
    #[tf(optional, computed)]
    pub auto_recovery: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct MetadataOptions {
    #[tf(optional)]
    pub http_endpoint: Attr<String>,
    #[tf(optional)]
    http_protocol_ipv6: Attr<String>,
    #[tf(optional, computed)]
    pub http_put_response_hop_limit: Attr<i64>,
    #[tf(optional, computed)]
    pub http_tokens: Attr<String>,
    #[tf(optional, computed)]
    pub instance_metadata_tags: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct NetworkInterface {
    #[tf(optional)]
    pub delete_on_termination: Attr<bool>,
    #[tf(required)]
    pub device_index: Attr<i64>,
    #[tf(optional)]
    pub network_card_index: Attr<i64>,
    #[tf(required)]
    pub network_interface_id: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct PrivateDnsNameOptions {
    #[tf(optional, computed)]
    pub enable_resource_name_dns_a_record: Attr<bool>,
    #[tf(optional, computed)]
    pub enable_resource_name_dns_aaaa_record: Attr<bool>,
    #[tf(optional, computed)]
    pub hostname_type: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct RootBlockDevice {
    #[tf(optional)]
    pub delete_on_termination: Attr<bool>,
    #[tf(computed)]
    pub device_name: Attr<String>,
    #[tf(optional, computed)]
    pub encrypted: Attr<bool>,
    #[tf(optional, computed)]
    pub iops: Attr<i64>,
    #[tf(optional, computed)]
    pub kms_key_id: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub throughput: Attr<i64>,
    #[tf(computed)]
    pub volume_id: Attr<String>,
    #[tf(optional, computed)]
    pub volume_size: Attr<i64>,
    #[tf(optional, computed)]
    pub volume_type: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub struct InstanceTimeouts {
    #[tf(optional)]
    pub create: Attr<String>,
    #[tf(optional)]
    pub delete: Attr<String>,
    #[tf(optional)]
    pub read: Attr<String>,
    #[tf(optional)]
    pub update: Attr<String>,
}
