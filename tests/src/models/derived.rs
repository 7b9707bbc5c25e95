//! Structs that derive `TfSchema`: one set of structs with attributes that can be null or unknown, as in a provider,
//! and one set without unknown values. `S` is the string type, which is owned or borrowed.

macro_rules! models {
    ($attr:ident, $block:ident) => {
        use std::collections::BTreeMap;

        use tfvalue::{Set, TfSchema};

        /// A small resource.
        #[derive(TfSchema)]
        pub struct Small<S: Ord> {
            #[tf(optional)]
            pub arn: $attr<S>,
            #[tf(optional)]
            pub count: $attr<i64>,
            #[tf(optional)]
            pub description: $attr<S>,
            #[tf(optional)]
            pub enabled: $attr<bool>,
            #[tf(optional)]
            pub id: $attr<S>,
            #[tf(optional)]
            pub name: $attr<S>,
            #[tf(optional)]
            pub port: $attr<i64>,
            #[tf(optional)]
            pub public: $attr<bool>,
            #[tf(optional)]
            pub region: $attr<S>,
            #[tf(optional, lossy)]
            pub size_gb: $attr<f64>,
        }

        /// A resource like an EC2 instance.
        #[derive(TfSchema)]
        pub struct Resource<S: Ord> {
            #[tf(optional)]
            pub ami: $attr<S>,
            #[tf(optional)]
            pub arn: $attr<S>,
            #[tf(optional)]
            pub associate_public_ip_address: $attr<bool>,
            #[tf(optional)]
            pub availability_zone: $attr<S>,
            #[tf(block)]
            pub capacity_reservation_specification: $block<Vec<CapacityReservation<S>>>,
            #[tf(optional)]
            pub cpu_core_count: $attr<i64>,
            #[tf(optional)]
            pub cpu_threads_per_core: $attr<i64>,
            #[tf(block)]
            pub credit_specification: $block<Vec<CreditSpecification<S>>>,
            #[tf(optional)]
            pub dependencies: $attr<Vec<S>>,
            #[tf(optional)]
            pub disable_api_stop: $attr<bool>,
            #[tf(optional)]
            pub disable_api_termination: $attr<bool>,
            #[tf(block)]
            pub ebs_block_device: $block<Set<EbsBlockDevice<S>>>,
            #[tf(optional)]
            pub ebs_optimized: $attr<bool>,
            #[tf(optional)]
            pub enable_primary_ipv6: $attr<bool>,
            #[tf(optional)]
            pub force_destroy: $attr<bool>,
            #[tf(optional)]
            pub get_password_data: $attr<bool>,
            #[tf(optional)]
            pub hibernation: $attr<bool>,
            #[tf(optional)]
            pub host_id: $attr<S>,
            #[tf(optional)]
            pub host_resource_group_arn: $attr<S>,
            #[tf(optional)]
            pub iam_instance_profile: $attr<S>,
            #[tf(optional)]
            pub id: $attr<S>,
            #[tf(optional)]
            pub instance_initiated_shutdown_behavior: $attr<S>,
            #[tf(optional)]
            pub instance_lifecycle: $attr<S>,
            #[tf(optional)]
            pub instance_state: $attr<S>,
            #[tf(optional)]
            pub instance_type: $attr<S>,
            #[tf(optional)]
            pub ipv6_address_count: $attr<i64>,
            #[tf(optional)]
            pub ipv6_addresses: $attr<Vec<S>>,
            #[tf(optional)]
            pub key_name: $attr<S>,
            #[tf(optional)]
            pub launch_index: $attr<i64>,
            #[tf(optional)]
            pub launch_time: $attr<S>,
            #[tf(optional)]
            pub maintenance: $attr<bool>,
            #[tf(optional)]
            pub memory_mib: $attr<i64>,
            #[tf(block)]
            pub metadata_options: $block<Vec<MetadataOptions<S>>>,
            #[tf(optional)]
            pub monitoring: $attr<bool>,
            #[tf(block)]
            pub network_interface: $block<Set<NetworkInterface<S>>>,
            #[tf(optional)]
            pub outpost_arn: $attr<S>,
            #[tf(optional)]
            pub owner_id: $attr<S>,
            #[tf(optional)]
            pub password_data: $attr<S>,
            #[tf(optional)]
            pub placement_group: $attr<S>,
            #[tf(optional)]
            pub placement_group_id: $attr<S>,
            #[tf(optional)]
            pub placement_partition_number: $attr<i64>,
            #[tf(optional)]
            pub placement_tenancy_hint: $attr<i64>,
            #[tf(optional)]
            pub primary_network_interface_id: $attr<S>,
            #[tf(optional)]
            pub private_dns: $attr<S>,
            #[tf(optional)]
            pub private_ip: $attr<S>,
            #[tf(optional)]
            pub public_dns: $attr<S>,
            #[tf(optional)]
            pub public_ip: $attr<S>,
            #[tf(optional, lossy)]
            pub ratio: $attr<f64>,
            #[tf(optional)]
            pub region: $attr<S>,
            #[tf(block)]
            pub root_block_device: $block<Vec<RootBlockDevice<S>>>,
            #[tf(optional)]
            pub secondary_private_ips: $attr<Set<S>>,
            #[tf(optional)]
            pub security_groups: $attr<Set<S>>,
            #[tf(optional)]
            pub source_dest_check: $attr<bool>,
            #[tf(optional)]
            pub spot_instance_request_id: $attr<S>,
            #[tf(optional)]
            pub subnet_id: $attr<S>,
            #[tf(optional)]
            pub tags: $attr<BTreeMap<S, S>>,
            #[tf(optional)]
            pub tags_all: $attr<BTreeMap<S, S>>,
            #[tf(optional)]
            pub tenancy: $attr<S>,
            #[tf(optional)]
            pub user_data: $attr<S>,
            #[tf(optional)]
            pub user_data_base64: $attr<S>,
            #[tf(optional)]
            pub user_data_replace_on_change: $attr<bool>,
            #[tf(optional)]
            pub vcpu: $attr<i64>,
            #[tf(optional)]
            pub volume_tags: $attr<BTreeMap<S, S>>,
            #[tf(optional)]
            pub vpc_security_group_ids: $attr<Set<S>>,
        }

        /// The capacity that an instance may use.
        #[derive(TfSchema)]
        pub struct CapacityReservation<S: Ord> {
            #[tf(optional)]
            pub capacity_reservation_preference: $attr<S>,
            #[tf(block)]
            pub capacity_reservation_target: $block<Vec<CapacityReservationTarget<S>>>,
        }

        /// A capacity reservation.
        #[derive(TfSchema)]
        pub struct CapacityReservationTarget<S: Ord> {
            #[tf(optional)]
            pub id: $attr<S>,
        }

        /// How CPU credits are paid.
        #[derive(TfSchema)]
        pub struct CreditSpecification<S: Ord> {
            #[tf(optional)]
            pub cpu_credits: $attr<S>,
        }

        /// A disk.
        #[derive(TfSchema)]
        pub struct EbsBlockDevice<S: Ord> {
            #[tf(optional)]
            pub delete_on_termination: $attr<bool>,
            #[tf(optional)]
            pub device_name: $attr<S>,
            #[tf(optional)]
            pub encrypted: $attr<bool>,
            #[tf(optional)]
            pub iops: $attr<i64>,
            #[tf(optional)]
            pub kms_key_id: $attr<S>,
            #[tf(optional)]
            pub snapshot_id: $attr<S>,
            #[tf(optional)]
            pub tags: $attr<BTreeMap<S, S>>,
            #[tf(optional)]
            pub throughput: $attr<i64>,
            #[tf(optional)]
            pub volume_id: $attr<S>,
            #[tf(optional)]
            pub volume_size: $attr<i64>,
            #[tf(optional)]
            pub volume_type: $attr<S>,
        }

        /// Access to the metadata service.
        #[derive(TfSchema)]
        pub struct MetadataOptions<S: Ord> {
            #[tf(optional)]
            pub http_endpoint: $attr<S>,
            #[tf(optional)]
            pub http_put_response_hop_limit: $attr<i64>,
            #[tf(optional)]
            pub http_tokens: $attr<S>,
            #[tf(optional)]
            pub instance_metadata_tags: $attr<S>,
        }

        /// A network interface.
        #[derive(TfSchema)]
        pub struct NetworkInterface<S: Ord> {
            #[tf(optional)]
            pub delete_on_termination: $attr<bool>,
            #[tf(optional)]
            pub device_index: $attr<i64>,
            #[tf(optional)]
            pub network_card_index: $attr<i64>,
            #[tf(optional)]
            pub network_interface_id: $attr<S>,
        }

        /// The disk to boot from.
        #[derive(TfSchema)]
        pub struct RootBlockDevice<S: Ord> {
            #[tf(optional)]
            pub device_name: $attr<S>,
            #[tf(optional)]
            pub encrypted: $attr<bool>,
            #[tf(optional)]
            pub volume_id: $attr<S>,
            #[tf(optional)]
            pub volume_size: $attr<i64>,
            #[tf(optional)]
            pub volume_type: $attr<S>,
        }

        /// A resource with many rows.
        #[derive(TfSchema)]
        pub struct Wide<S: Ord> {
            #[tf(optional)]
            pub rows: $attr<Vec<Row<S>>>,
        }

        /// A row.
        #[derive(TfSchema)]
        pub struct Row<S: Ord> {
            #[tf(optional)]
            pub count: $attr<i64>,
            #[tf(optional)]
            pub description: $attr<S>,
            #[tf(optional)]
            pub enabled: $attr<bool>,
            #[tf(optional)]
            pub id: $attr<S>,
            #[tf(optional)]
            pub labels: $attr<BTreeMap<S, S>>,
            #[tf(optional)]
            pub name: $attr<S>,
            #[tf(optional)]
            pub region: $attr<S>,
            #[tf(optional, lossy)]
            pub weight: $attr<f64>,
        }
    };
}

/// Structs for a provider: every attribute may be null or unknown.
pub mod attr {
    use tfvalue::{Attr, Unknown};

    models!(Attr, Unknown);
}

/// The same structs without unknown values.
pub mod option {
    /// A block that is always known.
    type Known<T> = T;

    models!(Option, Known);
}
