//! Reads and writes the structs attribute by attribute, sorted by name.

use tfvalue::{Set, types::TfType};

use super::Malformed;
use super::read::{self, Read};
use super::write::{self, Element, Output, Write};
use tfvalue_tests::models::derived::attr::{
    CapacityReservation, CapacityReservationTarget, CreditSpecification, EbsBlockDevice,
    MetadataOptions, NetworkInterface, Resource, RootBlockDevice, Row, Small, Wide,
};

/// A string type, owned or borrowed.
pub(super) trait Text: TfType + Element + AsRef<str> + Ord {}

impl<S: TfType + Element + AsRef<str> + Ord> Text for S {}

/// The MessagePack of an attribute's name.
macro_rules! key {
    ($attribute:ident) => {{
        const NAME: &str = stringify!($attribute);
        const KEY: [u8; NAME.len() + if NAME.len() < 32 { 1 } else { 2 }] = marked(NAME);
        &KEY
    }};
}

macro_rules! object {
    ($name:ident { $($attribute:ident),* $(,)? }) => {
        impl<'de, S: Text + Read<'de> + From<&'de str>> Read<'de> for $name<S> {
            #[inline]
            fn read(input: &mut &'de [u8]) -> Result<Self, Malformed> {
                read::object(input, [$(stringify!($attribute)),*].len())?;
                Ok($name {
                    $($attribute: {
                        read::key(input, key!($attribute))?;
                        Read::read(input)?
                    },)*
                })
            }
        }

        impl<S: Text> Write for $name<S> {
            #[inline]
            fn write(&self, out: &mut Output) {
                write::map_len(out, [$(stringify!($attribute)),*].len());
                $(
                    out.array(key!($attribute));
                    self.$attribute.write(out);
                )*
            }
        }

        impl<S: Text> Element for $name<S> {
            #[inline]
            fn write_set(set: &Set<Self>, out: &mut Output) -> bool {
                write::objects(set, out)
            }
        }
    };
}

object!(Small {
    arn,
    count,
    description,
    enabled,
    id,
    name,
    port,
    public,
    region,
    size_gb,
});

object!(Resource {
    ami,
    arn,
    associate_public_ip_address,
    availability_zone,
    capacity_reservation_specification,
    cpu_core_count,
    cpu_threads_per_core,
    credit_specification,
    dependencies,
    disable_api_stop,
    disable_api_termination,
    ebs_block_device,
    ebs_optimized,
    enable_primary_ipv6,
    force_destroy,
    get_password_data,
    hibernation,
    host_id,
    host_resource_group_arn,
    iam_instance_profile,
    id,
    instance_initiated_shutdown_behavior,
    instance_lifecycle,
    instance_state,
    instance_type,
    ipv6_address_count,
    ipv6_addresses,
    key_name,
    launch_index,
    launch_time,
    maintenance,
    memory_mib,
    metadata_options,
    monitoring,
    network_interface,
    outpost_arn,
    owner_id,
    password_data,
    placement_group,
    placement_group_id,
    placement_partition_number,
    placement_tenancy_hint,
    primary_network_interface_id,
    private_dns,
    private_ip,
    public_dns,
    public_ip,
    ratio,
    region,
    root_block_device,
    secondary_private_ips,
    security_groups,
    source_dest_check,
    spot_instance_request_id,
    subnet_id,
    tags,
    tags_all,
    tenancy,
    user_data,
    user_data_base64,
    user_data_replace_on_change,
    vcpu,
    volume_tags,
    vpc_security_group_ids,
});

object!(CapacityReservation {
    capacity_reservation_preference,
    capacity_reservation_target,
});

object!(CapacityReservationTarget { id });

object!(CreditSpecification { cpu_credits });

object!(EbsBlockDevice {
    delete_on_termination,
    device_name,
    encrypted,
    iops,
    kms_key_id,
    snapshot_id,
    tags,
    throughput,
    volume_id,
    volume_size,
    volume_type,
});

object!(MetadataOptions {
    http_endpoint,
    http_put_response_hop_limit,
    http_tokens,
    instance_metadata_tags,
});

object!(NetworkInterface {
    delete_on_termination,
    device_index,
    network_card_index,
    network_interface_id,
});

object!(RootBlockDevice {
    device_name,
    encrypted,
    volume_id,
    volume_size,
    volume_type,
});

object!(Wide { rows });

object!(Row {
    count,
    description,
    enabled,
    id,
    labels,
    name,
    region,
    weight,
});

/// Returns the MessagePack of a string that is shorter than 256 bytes.
const fn marked<const N: usize>(text: &str) -> [u8; N] {
    let text = text.as_bytes();
    let mut bytes = [0; N];
    (bytes[0], bytes[1]) = match text.len() {
        len @ 0..32 => (0xa0 | len as u8, 0),
        len => (0xd9, len as u8),
    };
    let (start, mut at) = (N - text.len(), 0);
    while at < text.len() {
        bytes[start + at] = text[at];
        at += 1;
    }
    bytes
}
