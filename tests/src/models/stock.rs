//! The same structs with serde's derive macros, for the other libraries. `S` is the string type, which is owned or
//! borrowed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A small resource.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct Small<S: Ord> {
    pub arn: Option<S>,
    pub count: Option<i64>,
    pub description: Option<S>,
    pub enabled: Option<bool>,
    pub id: Option<S>,
    pub name: Option<S>,
    pub port: Option<i64>,
    pub public: Option<bool>,
    pub region: Option<S>,
    pub size_gb: Option<f64>,
}

/// A resource like an EC2 instance.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct Resource<S: Ord> {
    pub ami: Option<S>,
    pub arn: Option<S>,
    pub associate_public_ip_address: Option<bool>,
    pub availability_zone: Option<S>,
    pub capacity_reservation_specification: Vec<CapacityReservation<S>>,
    pub cpu_core_count: Option<i64>,
    pub cpu_threads_per_core: Option<i64>,
    pub credit_specification: Vec<CreditSpecification<S>>,
    pub dependencies: Option<Vec<S>>,
    pub disable_api_stop: Option<bool>,
    pub disable_api_termination: Option<bool>,
    pub ebs_block_device: Vec<EbsBlockDevice<S>>,
    pub ebs_optimized: Option<bool>,
    pub enable_primary_ipv6: Option<bool>,
    pub force_destroy: Option<bool>,
    pub get_password_data: Option<bool>,
    pub hibernation: Option<bool>,
    pub host_id: Option<S>,
    pub host_resource_group_arn: Option<S>,
    pub iam_instance_profile: Option<S>,
    pub id: Option<S>,
    pub instance_initiated_shutdown_behavior: Option<S>,
    pub instance_lifecycle: Option<S>,
    pub instance_state: Option<S>,
    pub instance_type: Option<S>,
    pub ipv6_address_count: Option<i64>,
    pub ipv6_addresses: Option<Vec<S>>,
    pub key_name: Option<S>,
    pub launch_index: Option<i64>,
    pub launch_time: Option<S>,
    pub maintenance: Option<bool>,
    pub memory_mib: Option<i64>,
    pub metadata_options: Vec<MetadataOptions<S>>,
    pub monitoring: Option<bool>,
    pub network_interface: Vec<NetworkInterface<S>>,
    pub outpost_arn: Option<S>,
    pub owner_id: Option<S>,
    pub password_data: Option<S>,
    pub placement_group: Option<S>,
    pub placement_group_id: Option<S>,
    pub placement_partition_number: Option<i64>,
    pub placement_tenancy_hint: Option<i64>,
    pub primary_network_interface_id: Option<S>,
    pub private_dns: Option<S>,
    pub private_ip: Option<S>,
    pub public_dns: Option<S>,
    pub public_ip: Option<S>,
    pub ratio: Option<f64>,
    pub region: Option<S>,
    pub root_block_device: Vec<RootBlockDevice<S>>,
    pub secondary_private_ips: Option<Vec<S>>,
    pub security_groups: Option<Vec<S>>,
    pub source_dest_check: Option<bool>,
    pub spot_instance_request_id: Option<S>,
    pub subnet_id: Option<S>,
    pub tags: Option<BTreeMap<S, S>>,
    pub tags_all: Option<BTreeMap<S, S>>,
    pub tenancy: Option<S>,
    pub user_data: Option<S>,
    pub user_data_base64: Option<S>,
    pub user_data_replace_on_change: Option<bool>,
    pub vcpu: Option<i64>,
    pub volume_tags: Option<BTreeMap<S, S>>,
    pub vpc_security_group_ids: Option<Vec<S>>,
}

/// The capacity that an instance may use.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct CapacityReservation<S: Ord> {
    pub capacity_reservation_preference: Option<S>,
    pub capacity_reservation_target: Vec<CapacityReservationTarget<S>>,
}

/// A capacity reservation.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct CapacityReservationTarget<S: Ord> {
    pub id: Option<S>,
}

/// How CPU credits are paid.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct CreditSpecification<S: Ord> {
    pub cpu_credits: Option<S>,
}

/// A disk.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct EbsBlockDevice<S: Ord> {
    pub delete_on_termination: Option<bool>,
    pub device_name: Option<S>,
    pub encrypted: Option<bool>,
    pub iops: Option<i64>,
    pub kms_key_id: Option<S>,
    pub snapshot_id: Option<S>,
    pub tags: Option<BTreeMap<S, S>>,
    pub throughput: Option<i64>,
    pub volume_id: Option<S>,
    pub volume_size: Option<i64>,
    pub volume_type: Option<S>,
}

/// Access to the metadata service.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct MetadataOptions<S: Ord> {
    pub http_endpoint: Option<S>,
    pub http_put_response_hop_limit: Option<i64>,
    pub http_tokens: Option<S>,
    pub instance_metadata_tags: Option<S>,
}

/// A network interface.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct NetworkInterface<S: Ord> {
    pub delete_on_termination: Option<bool>,
    pub device_index: Option<i64>,
    pub network_card_index: Option<i64>,
    pub network_interface_id: Option<S>,
}

/// The disk to boot from.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct RootBlockDevice<S: Ord> {
    pub device_name: Option<S>,
    pub encrypted: Option<bool>,
    pub volume_id: Option<S>,
    pub volume_size: Option<i64>,
    pub volume_type: Option<S>,
}

/// A resource with many rows.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct Wide<S: Ord> {
    pub rows: Option<Vec<Row<S>>>,
}

/// A row.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Ord"))]
pub struct Row<S: Ord> {
    pub count: Option<i64>,
    pub description: Option<S>,
    pub enabled: Option<bool>,
    pub id: Option<S>,
    pub labels: Option<BTreeMap<S, S>>,
    pub name: Option<S>,
    pub region: Option<S>,
    pub weight: Option<f64>,
}
