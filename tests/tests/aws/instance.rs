//! `aws_instance`.

use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema, Unknown};

#[derive(TfSchema, PartialEq)]
#[tf(version = 1)]
pub(crate) struct Instance {
    #[tf(optional, computed)]
    pub(crate) ami: Attr<String>,
    #[tf(computed)]
    pub(crate) arn: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) associate_public_ip_address: Attr<bool>,
    #[tf(optional, computed)]
    pub(crate) availability_zone: Attr<String>,
    #[tf(optional, computed, deprecated)]
    pub(crate) cpu_core_count: Attr<i64>,
    #[tf(optional, computed, deprecated)]
    pub(crate) cpu_threads_per_core: Attr<i64>,
    #[tf(optional, computed)]
    pub(crate) disable_api_stop: Attr<bool>,
    #[tf(optional, computed)]
    pub(crate) disable_api_termination: Attr<bool>,
    #[tf(optional, computed)]
    pub(crate) ebs_optimized: Attr<bool>,
    #[tf(optional, computed)]
    enable_primary_ipv6: Attr<bool>,
    #[tf(optional)]
    pub(crate) get_password_data: Attr<bool>,
    #[tf(optional)]
    pub(crate) hibernation: Attr<bool>,
    #[tf(optional, computed)]
    pub(crate) host_id: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) host_resource_group_arn: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) iam_instance_profile: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) id: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) instance_initiated_shutdown_behavior: Attr<String>,
    #[tf(computed)]
    pub(crate) instance_lifecycle: Attr<String>,
    #[tf(computed)]
    pub(crate) instance_state: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) instance_type: Attr<String>,
    #[tf(optional, computed)]
    ipv6_address_count: Attr<i64>,
    #[tf(optional, computed)]
    ipv6_addresses: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) key_name: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) monitoring: Attr<bool>,
    #[tf(computed)]
    pub(crate) outpost_arn: Attr<String>,
    #[tf(computed)]
    pub(crate) password_data: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) placement_group: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) placement_partition_number: Attr<i64>,
    #[tf(computed)]
    pub(crate) primary_network_interface_id: Attr<String>,
    #[tf(computed)]
    pub(crate) private_dns: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) private_ip: Attr<String>,
    #[tf(computed)]
    pub(crate) public_dns: Attr<String>,
    #[tf(computed)]
    pub(crate) public_ip: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) secondary_private_ips: Attr<Set<Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) security_groups: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub(crate) source_dest_check: Attr<bool>,
    #[tf(computed)]
    pub(crate) spot_instance_request_id: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) subnet_id: Attr<String>,
    #[tf(optional)]
    pub(crate) tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) tenancy: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) user_data: Attr<String>,
    #[tf(optional, computed)]
    user_data_base64: Attr<String>,
    #[tf(optional)]
    pub(crate) user_data_replace_on_change: Attr<bool>,
    #[tf(optional)]
    pub(crate) volume_tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) vpc_security_group_ids: Attr<Set<Attr<String>>>,
    #[tf(block(max_items = 1))]
    pub(crate) capacity_reservation_specification: Unknown<Vec<CapacityReservationSpecification>>,
    #[tf(block(max_items = 1))]
    pub(crate) cpu_options: Unknown<Vec<CpuOptions>>,
    #[tf(block(max_items = 1))]
    pub(crate) credit_specification: Unknown<Vec<CreditSpecification>>,
    #[tf(block)]
    pub(crate) ebs_block_device: Unknown<Set<EbsBlockDevice>>,
    #[tf(block(max_items = 1))]
    pub(crate) enclave_options: Unknown<Vec<EnclaveOptions>>,
    #[tf(block)]
    pub(crate) ephemeral_block_device: Unknown<Set<EphemeralBlockDevice>>,
    #[tf(block(max_items = 1))]
    pub(crate) instance_market_options: Unknown<Vec<InstanceMarketOptions>>,
    #[tf(block(max_items = 1))]
    pub(crate) launch_template: Unknown<Vec<LaunchTemplate>>,
    #[tf(block(max_items = 1))]
    pub(crate) maintenance_options: Unknown<Vec<MaintenanceOptions>>,
    #[tf(block(max_items = 1))]
    pub(crate) metadata_options: Unknown<Vec<MetadataOptions>>,
    #[tf(block)]
    pub(crate) network_interface: Unknown<Set<NetworkInterface>>,
    #[tf(block(max_items = 1))]
    pub(crate) private_dns_name_options: Unknown<Vec<PrivateDnsNameOptions>>,
    #[tf(block(max_items = 1))]
    pub(crate) root_block_device: Unknown<Vec<RootBlockDevice>>,
    #[tf(block)]
    pub(crate) timeouts: Attr<InstanceTimeouts>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct CapacityReservationSpecification {
    #[tf(optional)]
    pub(crate) capacity_reservation_preference: Attr<String>,
    #[tf(block(max_items = 1))]
    pub(crate) capacity_reservation_target: Unknown<Vec<CapacityReservationTarget>>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct CapacityReservationTarget {
    #[tf(optional)]
    pub(crate) capacity_reservation_id: Attr<String>,
    #[tf(optional)]
    pub(crate) capacity_reservation_resource_group_arn: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct CpuOptions {
    #[tf(optional, computed)]
    pub(crate) amd_sev_snp: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) core_count: Attr<i64>,
    #[tf(optional, computed)]
    pub(crate) threads_per_core: Attr<i64>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct CreditSpecification {
    #[tf(optional)]
    pub(crate) cpu_credits: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct EbsBlockDevice {
    #[tf(optional)]
    pub(crate) delete_on_termination: Attr<bool>,
    #[tf(required)]
    pub(crate) device_name: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) encrypted: Attr<bool>,
    #[tf(optional, computed)]
    pub(crate) iops: Attr<i64>,
    #[tf(optional, computed)]
    pub(crate) kms_key_id: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) snapshot_id: Attr<String>,
    #[tf(optional)]
    pub(crate) tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) throughput: Attr<i64>,
    #[tf(computed)]
    pub(crate) volume_id: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) volume_size: Attr<i64>,
    #[tf(optional, computed)]
    pub(crate) volume_type: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct EnclaveOptions {
    #[tf(optional, computed)]
    pub(crate) enabled: Attr<bool>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct EphemeralBlockDevice {
    #[tf(required)]
    pub(crate) device_name: Attr<String>,
    #[tf(optional)]
    pub(crate) no_device: Attr<bool>,
    #[tf(optional)]
    pub(crate) virtual_name: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct InstanceMarketOptions {
    #[tf(optional, computed)]
    pub(crate) market_type: Attr<String>,
    #[tf(block(max_items = 1))]
    pub(crate) spot_options: Unknown<Vec<SpotOptions>>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct SpotOptions {
    #[tf(optional, computed)]
    pub(crate) instance_interruption_behavior: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) max_price: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) spot_instance_type: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) valid_until: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct LaunchTemplate {
    #[tf(optional, computed)]
    pub(crate) id: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) name: Attr<String>,
    #[tf(optional)]
    pub(crate) version: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct MaintenanceOptions {
    #[tf(optional, computed)]
    pub(crate) auto_recovery: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct MetadataOptions {
    #[tf(optional)]
    pub(crate) http_endpoint: Attr<String>,
    #[tf(optional)]
    http_protocol_ipv6: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) http_put_response_hop_limit: Attr<i64>,
    #[tf(optional, computed)]
    pub(crate) http_tokens: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) instance_metadata_tags: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct NetworkInterface {
    #[tf(optional)]
    pub(crate) delete_on_termination: Attr<bool>,
    #[tf(required)]
    pub(crate) device_index: Attr<i64>,
    #[tf(optional)]
    pub(crate) network_card_index: Attr<i64>,
    #[tf(required)]
    pub(crate) network_interface_id: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct PrivateDnsNameOptions {
    #[tf(optional, computed)]
    pub(crate) enable_resource_name_dns_a_record: Attr<bool>,
    #[tf(optional, computed)]
    pub(crate) enable_resource_name_dns_aaaa_record: Attr<bool>,
    #[tf(optional, computed)]
    pub(crate) hostname_type: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct RootBlockDevice {
    #[tf(optional)]
    pub(crate) delete_on_termination: Attr<bool>,
    #[tf(computed)]
    pub(crate) device_name: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) encrypted: Attr<bool>,
    #[tf(optional, computed)]
    pub(crate) iops: Attr<i64>,
    #[tf(optional, computed)]
    pub(crate) kms_key_id: Attr<String>,
    #[tf(optional)]
    pub(crate) tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub(crate) throughput: Attr<i64>,
    #[tf(computed)]
    pub(crate) volume_id: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) volume_size: Attr<i64>,
    #[tf(optional, computed)]
    pub(crate) volume_type: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
pub(crate) struct InstanceTimeouts {
    #[tf(optional)]
    pub(crate) create: Attr<String>,
    #[tf(optional)]
    pub(crate) delete: Attr<String>,
    #[tf(optional)]
    pub(crate) read: Attr<String>,
    #[tf(optional)]
    pub(crate) update: Attr<String>,
}
