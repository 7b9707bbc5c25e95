use std::collections::BTreeMap;
use tfvalue::schema::ProviderSchema;
use tfvalue::{Attr, Number, Set, TfSchema, Unknown};

// Resource `aws_autoscaling_group`.
#[derive(TfSchema)]
#[tf(kind = resource, version = 1)]
pub struct AwsAutoscalingGroup {
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(optional, computed)]
    pub availability_zones: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub capacity_rebalance: Attr<bool>,
    #[tf(optional)]
    pub context: Attr<String>,
    #[tf(optional, computed)]
    pub default_cooldown: Attr<Number>,
    #[tf(optional)]
    pub default_instance_warmup: Attr<Number>,
    #[tf(optional, computed)]
    pub desired_capacity: Attr<Number>,
    #[tf(optional)]
    pub desired_capacity_type: Attr<String>,
    #[tf(optional)]
    pub enabled_metrics: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub force_delete: Attr<bool>,
    #[tf(optional)]
    pub force_delete_warm_pool: Attr<bool>,
    #[tf(optional)]
    pub health_check_grace_period: Attr<Number>,
    #[tf(optional, computed)]
    pub health_check_type: Attr<String>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub ignore_failed_scaling_activities: Attr<bool>,
    #[tf(optional)]
    pub launch_configuration: Attr<String>,
    #[tf(optional, computed)]
    pub load_balancers: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub max_instance_lifetime: Attr<Number>,
    #[tf(required)]
    pub max_size: Attr<Number>,
    #[tf(optional)]
    pub metrics_granularity: Attr<String>,
    #[tf(optional)]
    pub min_elb_capacity: Attr<Number>,
    #[tf(required)]
    pub min_size: Attr<Number>,
    #[tf(optional, computed)]
    pub name: Attr<String>,
    #[tf(optional, computed)]
    pub name_prefix: Attr<String>,
    #[tf(optional)]
    pub placement_group: Attr<String>,
    #[tf(computed)]
    pub predicted_capacity: Attr<Number>,
    #[tf(optional)]
    pub protect_from_scale_in: Attr<bool>,
    #[tf(optional, computed)]
    pub service_linked_role_arn: Attr<String>,
    #[tf(optional)]
    pub suspended_processes: Attr<Set<Attr<String>>>,
    #[tf(optional, computed)]
    pub target_group_arns: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub termination_policies: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed)]
    pub vpc_zone_identifier: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub wait_for_capacity_timeout: Attr<String>,
    #[tf(optional)]
    pub wait_for_elb_capacity: Attr<Number>,
    #[tf(computed)]
    pub warm_pool_size: Attr<Number>,
    #[tf(block(max_items = 1))]
    pub availability_zone_distribution: Unknown<Vec<AwsAutoscalingGroupAvailabilityZoneDistribution>>,
    #[tf(block(max_items = 1))]
    pub capacity_reservation_specification: Unknown<Vec<AwsAutoscalingGroupCapacityReservationSpecification>>,
    #[tf(block)]
    pub initial_lifecycle_hook: Unknown<Set<AwsAutoscalingGroupInitialLifecycleHook>>,
    #[tf(block(max_items = 1))]
    pub instance_maintenance_policy: Unknown<Vec<AwsAutoscalingGroupInstanceMaintenancePolicy>>,
    #[tf(block(max_items = 1))]
    pub instance_refresh: Unknown<Vec<AwsAutoscalingGroupInstanceRefresh>>,
    #[tf(block(max_items = 1))]
    pub launch_template: Unknown<Vec<AwsAutoscalingGroupLaunchTemplate>>,
    #[tf(block(max_items = 1))]
    pub mixed_instances_policy: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicy>>,
    #[tf(block)]
    pub tag: Unknown<Set<AwsAutoscalingGroupTag>>,
    #[tf(block)]
    pub timeouts: Attr<AwsAutoscalingGroupTimeouts>,
    #[tf(block)]
    pub traffic_source: Unknown<Set<AwsAutoscalingGroupTrafficSource>>,
    #[tf(block(max_items = 1))]
    pub warm_pool: Unknown<Vec<AwsAutoscalingGroupWarmPool>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupAvailabilityZoneDistribution {
    #[tf(optional)]
    pub capacity_distribution_strategy: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupCapacityReservationSpecification {
    #[tf(optional, computed)]
    pub capacity_reservation_preference: Attr<String>,
    #[tf(block(max_items = 1))]
    pub capacity_reservation_target: Unknown<Vec<AwsAutoscalingGroupCapacityReservationSpecificationCapacityReservationTarget>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupCapacityReservationSpecificationCapacityReservationTarget {
    #[tf(optional)]
    pub capacity_reservation_ids: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub capacity_reservation_resource_group_arns: Attr<Vec<Attr<String>>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupInitialLifecycleHook {
    #[tf(optional, computed)]
    pub default_result: Attr<String>,
    #[tf(optional)]
    pub heartbeat_timeout: Attr<Number>,
    #[tf(required)]
    pub lifecycle_transition: Attr<String>,
    #[tf(required)]
    pub name: Attr<String>,
    #[tf(optional)]
    pub notification_metadata: Attr<String>,
    #[tf(optional)]
    pub notification_target_arn: Attr<String>,
    #[tf(optional)]
    pub role_arn: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupInstanceMaintenancePolicy {
    #[tf(required)]
    pub max_healthy_percentage: Attr<Number>,
    #[tf(required)]
    pub min_healthy_percentage: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupInstanceRefresh {
    #[tf(required)]
    pub strategy: Attr<String>,
    #[tf(optional)]
    pub triggers: Attr<Set<Attr<String>>>,
    #[tf(block(max_items = 1))]
    pub preferences: Unknown<Vec<AwsAutoscalingGroupInstanceRefreshPreferences>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupInstanceRefreshPreferences {
    #[tf(optional)]
    pub auto_rollback: Attr<bool>,
    #[tf(optional)]
    pub checkpoint_delay: Attr<String>,
    #[tf(optional)]
    pub checkpoint_percentages: Attr<Vec<Attr<Number>>>,
    #[tf(optional)]
    pub instance_warmup: Attr<String>,
    #[tf(optional)]
    pub max_healthy_percentage: Attr<Number>,
    #[tf(optional)]
    pub min_healthy_percentage: Attr<Number>,
    #[tf(optional)]
    pub scale_in_protected_instances: Attr<String>,
    #[tf(optional)]
    pub skip_matching: Attr<bool>,
    #[tf(optional)]
    pub standby_instances: Attr<String>,
    #[tf(block(max_items = 1))]
    pub alarm_specification: Unknown<Vec<AwsAutoscalingGroupInstanceRefreshPreferencesAlarmSpecification>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupInstanceRefreshPreferencesAlarmSpecification {
    #[tf(optional)]
    pub alarms: Attr<Vec<Attr<String>>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupLaunchTemplate {
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional, computed)]
    pub name: Attr<String>,
    #[tf(optional, computed)]
    pub version: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupMixedInstancesPolicy {
    #[tf(block(max_items = 1))]
    pub instances_distribution: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyInstancesDistribution>>,
    #[tf(block(min_items = 1, max_items = 1))]
    pub launch_template: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplate>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupMixedInstancesPolicyInstancesDistribution {
    #[tf(optional, computed)]
    pub on_demand_allocation_strategy: Attr<String>,
    #[tf(optional, computed)]
    pub on_demand_base_capacity: Attr<Number>,
    #[tf(optional, computed)]
    pub on_demand_percentage_above_base_capacity: Attr<Number>,
    #[tf(optional, computed)]
    pub spot_allocation_strategy: Attr<String>,
    #[tf(optional, computed)]
    pub spot_instance_pools: Attr<Number>,
    #[tf(optional)]
    pub spot_max_price: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplate {
    #[tf(block(min_items = 1, max_items = 1))]
    pub launch_template_specification: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateLaunchTemplateSpecification>>,
    #[tf(block)]
    pub r#override: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverride>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateLaunchTemplateSpecification {
    #[tf(optional, computed)]
    pub launch_template_id: Attr<String>,
    #[tf(optional, computed)]
    pub launch_template_name: Attr<String>,
    #[tf(optional, computed)]
    pub version: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverride {
    #[tf(optional)]
    pub instance_type: Attr<String>,
    #[tf(optional)]
    pub weighted_capacity: Attr<String>,
    #[tf(block(max_items = 1))]
    pub instance_requirements: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirements>>,
    #[tf(block(max_items = 1))]
    pub launch_template_specification: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateLaunchTemplateSpecification>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirements {
    #[tf(optional)]
    pub accelerator_manufacturers: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub accelerator_names: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub accelerator_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub allowed_instance_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub bare_metal: Attr<String>,
    #[tf(optional)]
    pub burstable_performance: Attr<String>,
    #[tf(optional)]
    pub cpu_manufacturers: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub excluded_instance_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub instance_generations: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub local_storage: Attr<String>,
    #[tf(optional)]
    pub local_storage_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub max_spot_price_as_percentage_of_optimal_on_demand_price: Attr<Number>,
    #[tf(optional)]
    pub on_demand_max_price_percentage_over_lowest_price: Attr<Number>,
    #[tf(optional)]
    pub require_hibernate_support: Attr<bool>,
    #[tf(optional)]
    pub spot_max_price_percentage_over_lowest_price: Attr<Number>,
    #[tf(block(max_items = 1))]
    pub accelerator_count: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub accelerator_total_memory_mib: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub baseline_ebs_bandwidth_mbps: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub memory_gib_per_vcpu: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub memory_mib: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub network_bandwidth_gbps: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub network_interface_count: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub total_local_storage_gb: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub vcpu_count: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount {
    #[tf(optional)]
    pub max: Attr<Number>,
    #[tf(optional)]
    pub min: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupTag {
    #[tf(required)]
    pub key: Attr<String>,
    #[tf(required)]
    pub propagate_at_launch: Attr<bool>,
    #[tf(required)]
    pub value: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupTimeouts {
    #[tf(optional)]
    pub delete: Attr<String>,
    #[tf(optional)]
    pub update: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupTrafficSource {
    #[tf(required)]
    pub identifier: Attr<String>,
    #[tf(optional)]
    pub r#type: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupWarmPool {
    #[tf(optional)]
    pub max_group_prepared_capacity: Attr<Number>,
    #[tf(optional)]
    pub min_size: Attr<Number>,
    #[tf(optional)]
    pub pool_state: Attr<String>,
    #[tf(block(max_items = 1))]
    pub instance_reuse_policy: Unknown<Vec<AwsAutoscalingGroupWarmPoolInstanceReusePolicy>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingGroupWarmPoolInstanceReusePolicy {
    #[tf(optional)]
    pub reuse_on_scale_in: Attr<bool>,
}

// Resource `aws_autoscaling_policy`.
#[derive(TfSchema)]
#[tf(kind = resource)]
pub struct AwsAutoscalingPolicy {
    #[tf(optional)]
    pub adjustment_type: Attr<String>,
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(required)]
    pub autoscaling_group_name: Attr<String>,
    #[tf(optional)]
    pub cooldown: Attr<Number>,
    #[tf(optional)]
    pub enabled: Attr<bool>,
    #[tf(optional)]
    pub estimated_instance_warmup: Attr<Number>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional, computed)]
    pub metric_aggregation_type: Attr<String>,
    #[tf(optional)]
    pub min_adjustment_magnitude: Attr<Number>,
    #[tf(required)]
    pub name: Attr<String>,
    #[tf(optional)]
    pub policy_type: Attr<String>,
    #[tf(optional)]
    pub scaling_adjustment: Attr<Number>,
    #[tf(block(max_items = 1))]
    pub predictive_scaling_configuration: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfiguration>>,
    #[tf(block)]
    pub step_adjustment: Unknown<Set<AwsAutoscalingPolicyStepAdjustment>>,
    #[tf(block(max_items = 1))]
    pub target_tracking_configuration: Unknown<Vec<AwsAutoscalingPolicyTargetTrackingConfiguration>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyPredictiveScalingConfiguration {
    #[tf(optional)]
    pub max_capacity_breach_behavior: Attr<String>,
    #[tf(optional)]
    pub max_capacity_buffer: Attr<String>,
    #[tf(optional)]
    pub mode: Attr<String>,
    #[tf(optional)]
    pub scheduling_buffer_time: Attr<String>,
    #[tf(block(min_items = 1, max_items = 1))]
    pub metric_specification: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecification>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecification {
    #[tf(required)]
    pub target_value: Attr<Number>,
    #[tf(block(max_items = 1))]
    pub customized_capacity_metric_specification: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecification>>,
    #[tf(block(max_items = 1))]
    pub customized_load_metric_specification: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecification>>,
    #[tf(block(max_items = 1))]
    pub customized_scaling_metric_specification: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecification>>,
    #[tf(block(max_items = 1))]
    pub predefined_load_metric_specification: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationPredefinedLoadMetricSpecification>>,
    #[tf(block(max_items = 1))]
    pub predefined_metric_pair_specification: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationPredefinedLoadMetricSpecification>>,
    #[tf(block(max_items = 1))]
    pub predefined_scaling_metric_specification: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationPredefinedLoadMetricSpecification>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecification {
    #[tf(block(min_items = 1, max_items = 10))]
    pub metric_data_queries: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecificationMetricDataQueries>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecificationMetricDataQueries {
    #[tf(optional)]
    pub expression: Attr<String>,
    #[tf(required)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub label: Attr<String>,
    #[tf(optional)]
    pub return_data: Attr<bool>,
    #[tf(block(max_items = 1))]
    pub metric_stat: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecificationMetricDataQueriesMetricStat>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecificationMetricDataQueriesMetricStat {
    #[tf(required)]
    pub stat: Attr<String>,
    #[tf(optional)]
    pub unit: Attr<String>,
    #[tf(block(min_items = 1, max_items = 1))]
    pub metric: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecificationMetricDataQueriesMetricStatMetric>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecificationMetricDataQueriesMetricStatMetric {
    #[tf(required)]
    pub metric_name: Attr<String>,
    #[tf(required)]
    pub namespace: Attr<String>,
    #[tf(block)]
    pub dimensions: Unknown<Set<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecificationMetricDataQueriesMetricStatMetricDimensions>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecificationMetricDataQueriesMetricStatMetricDimensions {
    #[tf(required)]
    pub name: Attr<String>,
    #[tf(required)]
    pub value: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationPredefinedLoadMetricSpecification {
    #[tf(required)]
    pub predefined_metric_type: Attr<String>,
    #[tf(optional)]
    pub resource_label: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyStepAdjustment {
    #[tf(optional)]
    pub metric_interval_lower_bound: Attr<String>,
    #[tf(optional)]
    pub metric_interval_upper_bound: Attr<String>,
    #[tf(required)]
    pub scaling_adjustment: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyTargetTrackingConfiguration {
    #[tf(optional)]
    pub disable_scale_in: Attr<bool>,
    #[tf(required)]
    pub target_value: Attr<Number>,
    #[tf(block(max_items = 1))]
    pub customized_metric_specification: Unknown<Vec<AwsAutoscalingPolicyTargetTrackingConfigurationCustomizedMetricSpecification>>,
    #[tf(block(max_items = 1))]
    pub predefined_metric_specification: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationPredefinedLoadMetricSpecification>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyTargetTrackingConfigurationCustomizedMetricSpecification {
    #[tf(optional)]
    pub metric_name: Attr<String>,
    #[tf(optional)]
    pub namespace: Attr<String>,
    #[tf(optional)]
    pub period: Attr<Number>,
    #[tf(optional)]
    pub statistic: Attr<String>,
    #[tf(optional)]
    pub unit: Attr<String>,
    #[tf(block)]
    pub metric_dimension: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecificationMetricDataQueriesMetricStatMetricDimensions>>,
    #[tf(block)]
    pub metrics: Unknown<Set<AwsAutoscalingPolicyTargetTrackingConfigurationCustomizedMetricSpecificationMetrics>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyTargetTrackingConfigurationCustomizedMetricSpecificationMetrics {
    #[tf(optional)]
    pub expression: Attr<String>,
    #[tf(required)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub label: Attr<String>,
    #[tf(optional)]
    pub return_data: Attr<bool>,
    #[tf(block(max_items = 1))]
    pub metric_stat: Unknown<Vec<AwsAutoscalingPolicyTargetTrackingConfigurationCustomizedMetricSpecificationMetricsMetricStat>>,
}

#[derive(TfSchema)]
pub struct AwsAutoscalingPolicyTargetTrackingConfigurationCustomizedMetricSpecificationMetricsMetricStat {
    #[tf(optional)]
    pub period: Attr<Number>,
    #[tf(required)]
    pub stat: Attr<String>,
    #[tf(optional)]
    pub unit: Attr<String>,
    #[tf(block(min_items = 1, max_items = 1))]
    pub metric: Unknown<Vec<AwsAutoscalingPolicyPredictiveScalingConfigurationMetricSpecificationCustomizedCapacityMetricSpecificationMetricDataQueriesMetricStatMetric>>,
}

// Resource `aws_db_instance`.
#[derive(TfSchema)]
#[tf(kind = resource, version = 2)]
pub struct AwsDbInstance {
    #[tf(computed)]
    pub address: Attr<String>,
    #[tf(optional, computed)]
    pub allocated_storage: Attr<Number>,
    #[tf(optional)]
    pub allow_major_version_upgrade: Attr<bool>,
    #[tf(optional)]
    pub apply_immediately: Attr<bool>,
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(optional)]
    pub auto_minor_version_upgrade: Attr<bool>,
    #[tf(optional, computed)]
    pub availability_zone: Attr<String>,
    #[tf(optional, computed)]
    pub backup_retention_period: Attr<Number>,
    #[tf(optional, computed)]
    pub backup_target: Attr<String>,
    #[tf(optional, computed)]
    pub backup_window: Attr<String>,
    #[tf(optional, computed)]
    pub ca_cert_identifier: Attr<String>,
    #[tf(optional, computed)]
    pub character_set_name: Attr<String>,
    #[tf(optional)]
    pub copy_tags_to_snapshot: Attr<bool>,
    #[tf(optional)]
    pub custom_iam_instance_profile: Attr<String>,
    #[tf(optional)]
    pub customer_owned_ip_enabled: Attr<bool>,
    #[tf(optional, computed)]
    pub database_insights_mode: Attr<String>,
    #[tf(optional, computed)]
    pub db_name: Attr<String>,
    #[tf(optional, computed)]
    pub db_subnet_group_name: Attr<String>,
    #[tf(optional)]
    pub dedicated_log_volume: Attr<bool>,
    #[tf(optional)]
    pub delete_automated_backups: Attr<bool>,
    #[tf(optional)]
    pub deletion_protection: Attr<bool>,
    #[tf(optional)]
    pub domain: Attr<String>,
    #[tf(optional)]
    pub domain_auth_secret_arn: Attr<String>,
    #[tf(optional)]
    pub domain_dns_ips: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed)]
    pub domain_fqdn: Attr<String>,
    #[tf(optional)]
    pub domain_iam_role_name: Attr<String>,
    #[tf(optional)]
    pub domain_ou: Attr<String>,
    #[tf(optional)]
    pub enabled_cloudwatch_logs_exports: Attr<Set<Attr<String>>>,
    #[tf(computed)]
    pub endpoint: Attr<String>,
    #[tf(optional, computed)]
    pub engine: Attr<String>,
    #[tf(optional, computed)]
    pub engine_lifecycle_support: Attr<String>,
    #[tf(optional, computed)]
    pub engine_version: Attr<String>,
    #[tf(computed)]
    pub engine_version_actual: Attr<String>,
    #[tf(optional)]
    pub final_snapshot_identifier: Attr<String>,
    #[tf(computed)]
    pub hosted_zone_id: Attr<String>,
    #[tf(optional)]
    pub iam_database_authentication_enabled: Attr<bool>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional, computed)]
    pub identifier: Attr<String>,
    #[tf(optional, computed)]
    pub identifier_prefix: Attr<String>,
    #[tf(required)]
    pub instance_class: Attr<String>,
    #[tf(optional, computed)]
    pub iops: Attr<Number>,
    #[tf(optional, computed)]
    pub kms_key_id: Attr<String>,
    #[tf(computed)]
    pub latest_restorable_time: Attr<String>,
    #[tf(optional, computed)]
    pub license_model: Attr<String>,
    #[tf(computed)]
    pub listener_endpoint: Attr<Vec<Attr<AwsDbInstanceListenerEndpoint>>>,
    #[tf(optional, computed)]
    pub maintenance_window: Attr<String>,
    #[tf(optional)]
    pub manage_master_user_password: Attr<bool>,
    #[tf(computed)]
    pub master_user_secret: Attr<Vec<Attr<AwsDbInstanceMasterUserSecret>>>,
    #[tf(optional, computed)]
    pub master_user_secret_kms_key_id: Attr<String>,
    #[tf(optional)]
    pub max_allocated_storage: Attr<Number>,
    #[tf(optional)]
    pub monitoring_interval: Attr<Number>,
    #[tf(optional, computed)]
    pub monitoring_role_arn: Attr<String>,
    #[tf(optional, computed)]
    pub multi_az: Attr<bool>,
    #[tf(optional, computed)]
    pub nchar_character_set_name: Attr<String>,
    #[tf(optional, computed)]
    pub network_type: Attr<String>,
    #[tf(optional, computed)]
    pub option_group_name: Attr<String>,
    #[tf(optional, computed)]
    pub parameter_group_name: Attr<String>,
    #[tf(optional, sensitive)]
    pub password: Attr<String>,
    #[tf(optional, sensitive, write_only)]
    pub password_wo: Attr<String>,
    #[tf(optional)]
    pub password_wo_version: Attr<Number>,
    #[tf(optional)]
    pub performance_insights_enabled: Attr<bool>,
    #[tf(optional, computed)]
    pub performance_insights_kms_key_id: Attr<String>,
    #[tf(optional, computed)]
    pub performance_insights_retention_period: Attr<Number>,
    #[tf(optional, computed)]
    pub port: Attr<Number>,
    #[tf(optional)]
    pub publicly_accessible: Attr<bool>,
    #[tf(optional, computed)]
    pub replica_mode: Attr<String>,
    #[tf(computed)]
    pub replicas: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub replicate_source_db: Attr<String>,
    #[tf(computed)]
    pub resource_id: Attr<String>,
    #[tf(optional)]
    pub skip_final_snapshot: Attr<bool>,
    #[tf(optional, computed)]
    pub snapshot_identifier: Attr<String>,
    #[tf(computed)]
    pub status: Attr<String>,
    #[tf(optional)]
    pub storage_encrypted: Attr<bool>,
    #[tf(optional, computed)]
    pub storage_throughput: Attr<Number>,
    #[tf(optional, computed)]
    pub storage_type: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub timezone: Attr<String>,
    #[tf(optional)]
    pub upgrade_storage_config: Attr<bool>,
    #[tf(optional, computed)]
    pub username: Attr<String>,
    #[tf(optional, computed)]
    pub vpc_security_group_ids: Attr<Set<Attr<String>>>,
    #[tf(block(max_items = 1))]
    pub blue_green_update: Unknown<Vec<AwsDbInstanceBlueGreenUpdate>>,
    #[tf(block(max_items = 1))]
    pub restore_to_point_in_time: Unknown<Vec<AwsDbInstanceRestoreToPointInTime>>,
    #[tf(block(max_items = 1))]
    pub s3_import: Unknown<Vec<AwsDbInstanceS3Import>>,
    #[tf(block)]
    pub timeouts: Attr<AwsDbInstanceTimeouts>,
}

#[derive(TfSchema)]
#[tf(object)]
pub struct AwsDbInstanceListenerEndpoint {
    pub address: Attr<String>,
    pub hosted_zone_id: Attr<String>,
    pub port: Attr<Number>,
}

#[derive(TfSchema)]
#[tf(object)]
pub struct AwsDbInstanceMasterUserSecret {
    pub kms_key_id: Attr<String>,
    pub secret_arn: Attr<String>,
    pub secret_status: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsDbInstanceBlueGreenUpdate {
    #[tf(optional)]
    pub enabled: Attr<bool>,
}

#[derive(TfSchema)]
pub struct AwsDbInstanceRestoreToPointInTime {
    #[tf(optional)]
    pub restore_time: Attr<String>,
    #[tf(optional)]
    pub source_db_instance_automated_backups_arn: Attr<String>,
    #[tf(optional)]
    pub source_db_instance_identifier: Attr<String>,
    #[tf(optional)]
    pub source_dbi_resource_id: Attr<String>,
    #[tf(optional)]
    pub use_latest_restorable_time: Attr<bool>,
}

#[derive(TfSchema)]
pub struct AwsDbInstanceS3Import {
    #[tf(required)]
    pub bucket_name: Attr<String>,
    #[tf(optional)]
    pub bucket_prefix: Attr<String>,
    #[tf(required)]
    pub ingestion_role: Attr<String>,
    #[tf(required)]
    pub source_engine: Attr<String>,
    #[tf(required)]
    pub source_engine_version: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsDbInstanceTimeouts {
    #[tf(optional)]
    pub create: Attr<String>,
    #[tf(optional)]
    pub delete: Attr<String>,
    #[tf(optional)]
    pub update: Attr<String>,
}

// Resource `aws_ec2_fleet`.
#[derive(TfSchema)]
#[tf(kind = resource)]
pub struct AwsEc2Fleet {
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(optional)]
    pub context: Attr<String>,
    #[tf(optional)]
    pub excess_capacity_termination_policy: Attr<String>,
    #[tf(optional, computed)]
    pub fleet_state: Attr<String>,
    #[tf(optional, computed)]
    pub fulfilled_capacity: Attr<Number>,
    #[tf(optional, computed)]
    pub fulfilled_on_demand_capacity: Attr<Number>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub replace_unhealthy_instances: Attr<bool>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    pub terminate_instances: Attr<bool>,
    #[tf(optional)]
    pub terminate_instances_with_expiration: Attr<bool>,
    #[tf(optional)]
    pub r#type: Attr<String>,
    #[tf(optional)]
    pub valid_from: Attr<String>,
    #[tf(optional)]
    pub valid_until: Attr<String>,
    #[tf(block)]
    pub fleet_instance_set: Unknown<Vec<AwsEc2FleetFleetInstanceSet>>,
    #[tf(block(min_items = 1, max_items = 50))]
    pub launch_template_config: Unknown<Vec<AwsEc2FleetLaunchTemplateConfig>>,
    #[tf(block(max_items = 1))]
    pub on_demand_options: Unknown<Vec<AwsEc2FleetOnDemandOptions>>,
    #[tf(block(max_items = 1))]
    pub spot_options: Unknown<Vec<AwsEc2FleetSpotOptions>>,
    #[tf(block(min_items = 1, max_items = 1))]
    pub target_capacity_specification: Unknown<Vec<AwsEc2FleetTargetCapacitySpecification>>,
    #[tf(block)]
    pub timeouts: Attr<AwsDbInstanceTimeouts>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetFleetInstanceSet {
    #[tf(optional, computed)]
    pub instance_ids: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed)]
    pub instance_type: Attr<String>,
    #[tf(optional, computed)]
    pub lifecycle: Attr<String>,
    #[tf(optional, computed)]
    pub platform: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetLaunchTemplateConfig {
    #[tf(block(max_items = 1))]
    pub launch_template_specification: Unknown<Vec<AwsEc2FleetLaunchTemplateConfigLaunchTemplateSpecification>>,
    #[tf(block(max_items = 300))]
    pub r#override: Unknown<Vec<AwsEc2FleetLaunchTemplateConfigOverride>>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetLaunchTemplateConfigLaunchTemplateSpecification {
    #[tf(optional)]
    pub launch_template_id: Attr<String>,
    #[tf(optional)]
    pub launch_template_name: Attr<String>,
    #[tf(required)]
    pub version: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetLaunchTemplateConfigOverride {
    #[tf(optional)]
    pub availability_zone: Attr<String>,
    #[tf(optional)]
    pub instance_type: Attr<String>,
    #[tf(optional)]
    pub max_price: Attr<String>,
    #[tf(optional)]
    pub priority: Attr<Number>,
    #[tf(optional)]
    pub subnet_id: Attr<String>,
    #[tf(optional)]
    pub weighted_capacity: Attr<Number>,
    #[tf(block(max_items = 1))]
    pub instance_requirements: Unknown<Vec<AwsEc2FleetLaunchTemplateConfigOverrideInstanceRequirements>>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetLaunchTemplateConfigOverrideInstanceRequirements {
    #[tf(optional)]
    pub accelerator_manufacturers: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub accelerator_names: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub accelerator_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub allowed_instance_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub bare_metal: Attr<String>,
    #[tf(optional)]
    pub burstable_performance: Attr<String>,
    #[tf(optional)]
    pub cpu_manufacturers: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub excluded_instance_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub instance_generations: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub local_storage: Attr<String>,
    #[tf(optional)]
    pub local_storage_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub max_spot_price_as_percentage_of_optimal_on_demand_price: Attr<Number>,
    #[tf(optional)]
    pub on_demand_max_price_percentage_over_lowest_price: Attr<Number>,
    #[tf(optional)]
    pub require_hibernate_support: Attr<bool>,
    #[tf(optional)]
    pub spot_max_price_percentage_over_lowest_price: Attr<Number>,
    #[tf(block(max_items = 1))]
    pub accelerator_count: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub accelerator_total_memory_mib: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub baseline_ebs_bandwidth_mbps: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub memory_gib_per_vcpu: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(min_items = 1, max_items = 1))]
    pub memory_mib: Unknown<Vec<AwsEc2FleetLaunchTemplateConfigOverrideInstanceRequirementsMemoryMib>>,
    #[tf(block(max_items = 1))]
    pub network_bandwidth_gbps: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub network_interface_count: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub total_local_storage_gb: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(min_items = 1, max_items = 1))]
    pub vcpu_count: Unknown<Vec<AwsEc2FleetLaunchTemplateConfigOverrideInstanceRequirementsMemoryMib>>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetLaunchTemplateConfigOverrideInstanceRequirementsMemoryMib {
    #[tf(optional)]
    pub max: Attr<Number>,
    #[tf(required)]
    pub min: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetOnDemandOptions {
    #[tf(optional)]
    pub allocation_strategy: Attr<String>,
    #[tf(optional)]
    pub max_total_price: Attr<String>,
    #[tf(optional)]
    pub min_target_capacity: Attr<Number>,
    #[tf(optional)]
    pub single_availability_zone: Attr<bool>,
    #[tf(optional)]
    pub single_instance_type: Attr<bool>,
    #[tf(block(max_items = 1))]
    pub capacity_reservation_options: Unknown<Vec<AwsEc2FleetOnDemandOptionsCapacityReservationOptions>>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetOnDemandOptionsCapacityReservationOptions {
    #[tf(optional)]
    pub usage_strategy: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetSpotOptions {
    #[tf(optional)]
    pub allocation_strategy: Attr<String>,
    #[tf(optional)]
    pub instance_interruption_behavior: Attr<String>,
    #[tf(optional)]
    pub instance_pools_to_use_count: Attr<Number>,
    #[tf(optional)]
    pub max_total_price: Attr<String>,
    #[tf(optional)]
    pub min_target_capacity: Attr<Number>,
    #[tf(optional)]
    pub single_availability_zone: Attr<bool>,
    #[tf(optional)]
    pub single_instance_type: Attr<bool>,
    #[tf(block(max_items = 1))]
    pub maintenance_strategies: Unknown<Vec<AwsEc2FleetSpotOptionsMaintenanceStrategies>>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetSpotOptionsMaintenanceStrategies {
    #[tf(block(max_items = 1))]
    pub capacity_rebalance: Unknown<Vec<AwsEc2FleetSpotOptionsMaintenanceStrategiesCapacityRebalance>>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetSpotOptionsMaintenanceStrategiesCapacityRebalance {
    #[tf(optional)]
    pub replacement_strategy: Attr<String>,
    #[tf(optional)]
    pub termination_delay: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsEc2FleetTargetCapacitySpecification {
    #[tf(required)]
    pub default_target_capacity_type: Attr<String>,
    #[tf(optional)]
    pub on_demand_target_capacity: Attr<Number>,
    #[tf(optional)]
    pub spot_target_capacity: Attr<Number>,
    #[tf(optional)]
    pub target_capacity_unit_type: Attr<String>,
    #[tf(required)]
    pub total_target_capacity: Attr<Number>,
}

// Resource `aws_instance`.
#[derive(TfSchema)]
#[tf(kind = resource, version = 1)]
pub struct AwsInstance {
    #[tf(optional, computed)]
    pub ami: Attr<String>,
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(optional, computed)]
    pub associate_public_ip_address: Attr<bool>,
    #[tf(optional, computed)]
    pub availability_zone: Attr<String>,
    #[tf(optional, computed, deprecated)]
    pub cpu_core_count: Attr<Number>,
    #[tf(optional, computed, deprecated)]
    pub cpu_threads_per_core: Attr<Number>,
    #[tf(optional, computed)]
    pub disable_api_stop: Attr<bool>,
    #[tf(optional, computed)]
    pub disable_api_termination: Attr<bool>,
    #[tf(optional, computed)]
    pub ebs_optimized: Attr<bool>,
    #[tf(optional, computed)]
    pub enable_primary_ipv6: Attr<bool>,
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
    pub ipv6_address_count: Attr<Number>,
    #[tf(optional, computed)]
    pub ipv6_addresses: Attr<Vec<Attr<String>>>,
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
    pub placement_partition_number: Attr<Number>,
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
    pub user_data_base64: Attr<String>,
    #[tf(optional)]
    pub user_data_replace_on_change: Attr<bool>,
    #[tf(optional)]
    pub volume_tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub vpc_security_group_ids: Attr<Set<Attr<String>>>,
    #[tf(block(max_items = 1))]
    pub capacity_reservation_specification: Unknown<Vec<AwsInstanceCapacityReservationSpecification>>,
    #[tf(block(max_items = 1))]
    pub cpu_options: Unknown<Vec<AwsInstanceCpuOptions>>,
    #[tf(block(max_items = 1))]
    pub credit_specification: Unknown<Vec<AwsInstanceCreditSpecification>>,
    #[tf(block)]
    pub ebs_block_device: Unknown<Set<AwsInstanceEbsBlockDevice>>,
    #[tf(block(max_items = 1))]
    pub enclave_options: Unknown<Vec<AwsInstanceEnclaveOptions>>,
    #[tf(block)]
    pub ephemeral_block_device: Unknown<Set<AwsInstanceEphemeralBlockDevice>>,
    #[tf(block(max_items = 1))]
    pub instance_market_options: Unknown<Vec<AwsInstanceInstanceMarketOptions>>,
    #[tf(block(max_items = 1))]
    pub launch_template: Unknown<Vec<AwsInstanceLaunchTemplate>>,
    #[tf(block(max_items = 1))]
    pub maintenance_options: Unknown<Vec<AwsInstanceMaintenanceOptions>>,
    #[tf(block(max_items = 1))]
    pub metadata_options: Unknown<Vec<AwsInstanceMetadataOptions>>,
    #[tf(block)]
    pub network_interface: Unknown<Set<AwsInstanceNetworkInterface>>,
    #[tf(block(max_items = 1))]
    pub private_dns_name_options: Unknown<Vec<AwsInstancePrivateDnsNameOptions>>,
    #[tf(block(max_items = 1))]
    pub root_block_device: Unknown<Vec<AwsInstanceRootBlockDevice>>,
    #[tf(block)]
    pub timeouts: Attr<AwsInstanceTimeouts>,
}

#[derive(TfSchema)]
pub struct AwsInstanceCapacityReservationSpecification {
    #[tf(optional)]
    pub capacity_reservation_preference: Attr<String>,
    #[tf(block(max_items = 1))]
    pub capacity_reservation_target: Unknown<Vec<AwsInstanceCapacityReservationSpecificationCapacityReservationTarget>>,
}

#[derive(TfSchema)]
pub struct AwsInstanceCapacityReservationSpecificationCapacityReservationTarget {
    #[tf(optional)]
    pub capacity_reservation_id: Attr<String>,
    #[tf(optional)]
    pub capacity_reservation_resource_group_arn: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstanceCpuOptions {
    #[tf(optional, computed)]
    pub amd_sev_snp: Attr<String>,
    #[tf(optional, computed)]
    pub core_count: Attr<Number>,
    #[tf(optional, computed)]
    pub threads_per_core: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsInstanceCreditSpecification {
    #[tf(optional)]
    pub cpu_credits: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstanceEbsBlockDevice {
    #[tf(optional)]
    pub delete_on_termination: Attr<bool>,
    #[tf(required)]
    pub device_name: Attr<String>,
    #[tf(optional, computed)]
    pub encrypted: Attr<bool>,
    #[tf(optional, computed)]
    pub iops: Attr<Number>,
    #[tf(optional, computed)]
    pub kms_key_id: Attr<String>,
    #[tf(optional, computed)]
    pub snapshot_id: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub throughput: Attr<Number>,
    #[tf(computed)]
    pub volume_id: Attr<String>,
    #[tf(optional, computed)]
    pub volume_size: Attr<Number>,
    #[tf(optional, computed)]
    pub volume_type: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstanceEnclaveOptions {
    #[tf(optional, computed)]
    pub enabled: Attr<bool>,
}

#[derive(TfSchema)]
pub struct AwsInstanceEphemeralBlockDevice {
    #[tf(required)]
    pub device_name: Attr<String>,
    #[tf(optional)]
    pub no_device: Attr<bool>,
    #[tf(optional)]
    pub virtual_name: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstanceInstanceMarketOptions {
    #[tf(optional, computed)]
    pub market_type: Attr<String>,
    #[tf(block(max_items = 1))]
    pub spot_options: Unknown<Vec<AwsInstanceInstanceMarketOptionsSpotOptions>>,
}

#[derive(TfSchema)]
pub struct AwsInstanceInstanceMarketOptionsSpotOptions {
    #[tf(optional, computed)]
    pub instance_interruption_behavior: Attr<String>,
    #[tf(optional, computed)]
    pub max_price: Attr<String>,
    #[tf(optional, computed)]
    pub spot_instance_type: Attr<String>,
    #[tf(optional, computed)]
    pub valid_until: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstanceLaunchTemplate {
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional, computed)]
    pub name: Attr<String>,
    #[tf(optional)]
    pub version: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstanceMaintenanceOptions {
    #[tf(optional, computed)]
    pub auto_recovery: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstanceMetadataOptions {
    #[tf(optional)]
    pub http_endpoint: Attr<String>,
    #[tf(optional)]
    pub http_protocol_ipv6: Attr<String>,
    #[tf(optional, computed)]
    pub http_put_response_hop_limit: Attr<Number>,
    #[tf(optional, computed)]
    pub http_tokens: Attr<String>,
    #[tf(optional, computed)]
    pub instance_metadata_tags: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstanceNetworkInterface {
    #[tf(optional)]
    pub delete_on_termination: Attr<bool>,
    #[tf(required)]
    pub device_index: Attr<Number>,
    #[tf(optional)]
    pub network_card_index: Attr<Number>,
    #[tf(required)]
    pub network_interface_id: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstancePrivateDnsNameOptions {
    #[tf(optional, computed)]
    pub enable_resource_name_dns_a_record: Attr<bool>,
    #[tf(optional, computed)]
    pub enable_resource_name_dns_aaaa_record: Attr<bool>,
    #[tf(optional, computed)]
    pub hostname_type: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstanceRootBlockDevice {
    #[tf(optional)]
    pub delete_on_termination: Attr<bool>,
    #[tf(computed)]
    pub device_name: Attr<String>,
    #[tf(optional, computed)]
    pub encrypted: Attr<bool>,
    #[tf(optional, computed)]
    pub iops: Attr<Number>,
    #[tf(optional, computed)]
    pub kms_key_id: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub throughput: Attr<Number>,
    #[tf(computed)]
    pub volume_id: Attr<String>,
    #[tf(optional, computed)]
    pub volume_size: Attr<Number>,
    #[tf(optional, computed)]
    pub volume_type: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsInstanceTimeouts {
    #[tf(optional)]
    pub create: Attr<String>,
    #[tf(optional)]
    pub delete: Attr<String>,
    #[tf(optional)]
    pub read: Attr<String>,
    #[tf(optional)]
    pub update: Attr<String>,
}

// Resource `aws_launch_template`.
#[derive(TfSchema)]
#[tf(kind = resource)]
pub struct AwsLaunchTemplate {
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(optional, computed)]
    pub default_version: Attr<Number>,
    #[tf(optional)]
    pub description: Attr<String>,
    #[tf(optional)]
    pub disable_api_stop: Attr<bool>,
    #[tf(optional)]
    pub disable_api_termination: Attr<bool>,
    #[tf(optional)]
    pub ebs_optimized: Attr<String>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub image_id: Attr<String>,
    #[tf(optional)]
    pub instance_initiated_shutdown_behavior: Attr<String>,
    #[tf(optional)]
    pub instance_type: Attr<String>,
    #[tf(optional)]
    pub kernel_id: Attr<String>,
    #[tf(optional)]
    pub key_name: Attr<String>,
    #[tf(computed)]
    pub latest_version: Attr<Number>,
    #[tf(optional, computed)]
    pub name: Attr<String>,
    #[tf(optional, computed)]
    pub name_prefix: Attr<String>,
    #[tf(optional)]
    pub ram_disk_id: Attr<String>,
    #[tf(optional)]
    pub security_group_names: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    pub update_default_version: Attr<bool>,
    #[tf(optional)]
    pub user_data: Attr<String>,
    #[tf(optional)]
    pub vpc_security_group_ids: Attr<Set<Attr<String>>>,
    #[tf(block)]
    pub block_device_mappings: Unknown<Vec<AwsLaunchTemplateBlockDeviceMappings>>,
    #[tf(block(max_items = 1))]
    pub capacity_reservation_specification: Unknown<Vec<AwsInstanceCapacityReservationSpecification>>,
    #[tf(block(max_items = 1))]
    pub cpu_options: Unknown<Vec<AwsLaunchTemplateCpuOptions>>,
    #[tf(block(max_items = 1))]
    pub credit_specification: Unknown<Vec<AwsInstanceCreditSpecification>>,
    #[tf(block, deprecated)]
    pub elastic_gpu_specifications: Unknown<Vec<AwsLaunchTemplateElasticGpuSpecifications>>,
    #[tf(block(max_items = 1), deprecated)]
    pub elastic_inference_accelerator: Unknown<Vec<AwsLaunchTemplateElasticGpuSpecifications>>,
    #[tf(block(max_items = 1))]
    pub enclave_options: Unknown<Vec<AwsDbInstanceBlueGreenUpdate>>,
    #[tf(block(max_items = 1))]
    pub hibernation_options: Unknown<Vec<AwsLaunchTemplateHibernationOptions>>,
    #[tf(block(max_items = 1))]
    pub iam_instance_profile: Unknown<Vec<AwsLaunchTemplateIamInstanceProfile>>,
    #[tf(block(max_items = 1))]
    pub instance_market_options: Unknown<Vec<AwsLaunchTemplateInstanceMarketOptions>>,
    #[tf(block(max_items = 1))]
    pub instance_requirements: Unknown<Vec<AwsEc2FleetLaunchTemplateConfigOverrideInstanceRequirements>>,
    #[tf(block)]
    pub license_specification: Unknown<Set<AwsLaunchTemplateLicenseSpecification>>,
    #[tf(block(max_items = 1))]
    pub maintenance_options: Unknown<Vec<AwsLaunchTemplateMaintenanceOptions>>,
    #[tf(block(max_items = 1))]
    pub metadata_options: Unknown<Vec<AwsLaunchTemplateMetadataOptions>>,
    #[tf(block(max_items = 1))]
    pub monitoring: Unknown<Vec<AwsDbInstanceBlueGreenUpdate>>,
    #[tf(block)]
    pub network_interfaces: Unknown<Vec<AwsLaunchTemplateNetworkInterfaces>>,
    #[tf(block(max_items = 1))]
    pub placement: Unknown<Vec<AwsLaunchTemplatePlacement>>,
    #[tf(block(max_items = 1))]
    pub private_dns_name_options: Unknown<Vec<AwsLaunchTemplatePrivateDnsNameOptions>>,
    #[tf(block)]
    pub tag_specifications: Unknown<Vec<AwsLaunchTemplateTagSpecifications>>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateBlockDeviceMappings {
    #[tf(optional)]
    pub device_name: Attr<String>,
    #[tf(optional)]
    pub no_device: Attr<String>,
    #[tf(optional)]
    pub virtual_name: Attr<String>,
    #[tf(block(max_items = 1))]
    pub ebs: Unknown<Vec<AwsLaunchTemplateBlockDeviceMappingsEbs>>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateBlockDeviceMappingsEbs {
    #[tf(optional)]
    pub delete_on_termination: Attr<String>,
    #[tf(optional)]
    pub encrypted: Attr<String>,
    #[tf(optional, computed)]
    pub iops: Attr<Number>,
    #[tf(optional)]
    pub kms_key_id: Attr<String>,
    #[tf(optional)]
    pub snapshot_id: Attr<String>,
    #[tf(optional, computed)]
    pub throughput: Attr<Number>,
    #[tf(optional, computed)]
    pub volume_initialization_rate: Attr<Number>,
    #[tf(optional, computed)]
    pub volume_size: Attr<Number>,
    #[tf(optional, computed)]
    pub volume_type: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateCpuOptions {
    #[tf(optional)]
    pub amd_sev_snp: Attr<String>,
    #[tf(optional)]
    pub core_count: Attr<Number>,
    #[tf(optional)]
    pub threads_per_core: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateElasticGpuSpecifications {
    #[tf(required)]
    pub r#type: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateHibernationOptions {
    #[tf(required)]
    pub configured: Attr<bool>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateIamInstanceProfile {
    #[tf(optional)]
    pub arn: Attr<String>,
    #[tf(optional)]
    pub name: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateInstanceMarketOptions {
    #[tf(optional)]
    pub market_type: Attr<String>,
    #[tf(block(max_items = 1))]
    pub spot_options: Unknown<Vec<AwsLaunchTemplateInstanceMarketOptionsSpotOptions>>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateInstanceMarketOptionsSpotOptions {
    #[tf(optional)]
    pub block_duration_minutes: Attr<Number>,
    #[tf(optional)]
    pub instance_interruption_behavior: Attr<String>,
    #[tf(optional)]
    pub max_price: Attr<String>,
    #[tf(optional)]
    pub spot_instance_type: Attr<String>,
    #[tf(optional, computed)]
    pub valid_until: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateLicenseSpecification {
    #[tf(required)]
    pub license_configuration_arn: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateMaintenanceOptions {
    #[tf(optional)]
    pub auto_recovery: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateMetadataOptions {
    #[tf(optional, computed)]
    pub http_endpoint: Attr<String>,
    #[tf(optional, computed)]
    pub http_protocol_ipv6: Attr<String>,
    #[tf(optional, computed)]
    pub http_put_response_hop_limit: Attr<Number>,
    #[tf(optional, computed)]
    pub http_tokens: Attr<String>,
    #[tf(optional, computed)]
    pub instance_metadata_tags: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateNetworkInterfaces {
    #[tf(optional)]
    pub associate_carrier_ip_address: Attr<String>,
    #[tf(optional)]
    pub associate_public_ip_address: Attr<String>,
    #[tf(optional)]
    pub delete_on_termination: Attr<String>,
    #[tf(optional)]
    pub description: Attr<String>,
    #[tf(optional)]
    pub device_index: Attr<Number>,
    #[tf(optional)]
    pub interface_type: Attr<String>,
    #[tf(optional)]
    pub ipv4_address_count: Attr<Number>,
    #[tf(optional)]
    pub ipv4_addresses: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub ipv4_prefix_count: Attr<Number>,
    #[tf(optional)]
    pub ipv4_prefixes: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub ipv6_address_count: Attr<Number>,
    #[tf(optional)]
    pub ipv6_addresses: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub ipv6_prefix_count: Attr<Number>,
    #[tf(optional)]
    pub ipv6_prefixes: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub network_card_index: Attr<Number>,
    #[tf(optional)]
    pub network_interface_id: Attr<String>,
    #[tf(optional)]
    pub primary_ipv6: Attr<String>,
    #[tf(optional)]
    pub private_ip_address: Attr<String>,
    #[tf(optional)]
    pub security_groups: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub subnet_id: Attr<String>,
    #[tf(block(max_items = 1))]
    pub connection_tracking_specification: Unknown<Vec<AwsLaunchTemplateNetworkInterfacesConnectionTrackingSpecification>>,
    #[tf(block(max_items = 1))]
    pub ena_srd_specification: Unknown<Vec<AwsLaunchTemplateNetworkInterfacesEnaSrdSpecification>>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateNetworkInterfacesConnectionTrackingSpecification {
    #[tf(optional)]
    pub tcp_established_timeout: Attr<Number>,
    #[tf(optional)]
    pub udp_stream_timeout: Attr<Number>,
    #[tf(optional)]
    pub udp_timeout: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateNetworkInterfacesEnaSrdSpecification {
    #[tf(optional)]
    pub ena_srd_enabled: Attr<bool>,
    #[tf(block(max_items = 1))]
    pub ena_srd_udp_specification: Unknown<Vec<AwsLaunchTemplateNetworkInterfacesEnaSrdSpecificationEnaSrdUdpSpecification>>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateNetworkInterfacesEnaSrdSpecificationEnaSrdUdpSpecification {
    #[tf(optional)]
    pub ena_srd_udp_enabled: Attr<bool>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplatePlacement {
    #[tf(optional)]
    pub affinity: Attr<String>,
    #[tf(optional)]
    pub availability_zone: Attr<String>,
    #[tf(optional)]
    pub group_name: Attr<String>,
    #[tf(optional)]
    pub host_id: Attr<String>,
    #[tf(optional)]
    pub host_resource_group_arn: Attr<String>,
    #[tf(optional)]
    pub partition_number: Attr<Number>,
    #[tf(optional)]
    pub spread_domain: Attr<String>,
    #[tf(optional)]
    pub tenancy: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplatePrivateDnsNameOptions {
    #[tf(optional)]
    pub enable_resource_name_dns_a_record: Attr<bool>,
    #[tf(optional)]
    pub enable_resource_name_dns_aaaa_record: Attr<bool>,
    #[tf(optional)]
    pub hostname_type: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsLaunchTemplateTagSpecifications {
    #[tf(optional)]
    pub resource_type: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
}

// Resource `aws_rds_cluster`.
#[derive(TfSchema)]
#[tf(kind = resource, version = 1)]
pub struct AwsRdsCluster {
    #[tf(optional, computed)]
    pub allocated_storage: Attr<Number>,
    #[tf(optional)]
    pub allow_major_version_upgrade: Attr<bool>,
    #[tf(optional, computed)]
    pub apply_immediately: Attr<bool>,
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(optional, computed)]
    pub availability_zones: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub backtrack_window: Attr<Number>,
    #[tf(optional, computed)]
    pub backup_retention_period: Attr<Number>,
    #[tf(optional, computed)]
    pub ca_certificate_identifier: Attr<String>,
    #[tf(computed)]
    pub ca_certificate_valid_till: Attr<String>,
    #[tf(optional, computed)]
    pub cluster_identifier: Attr<String>,
    #[tf(optional, computed)]
    pub cluster_identifier_prefix: Attr<String>,
    #[tf(optional, computed)]
    pub cluster_members: Attr<Set<Attr<String>>>,
    #[tf(computed)]
    pub cluster_resource_id: Attr<String>,
    #[tf(optional, computed)]
    pub cluster_scalability_type: Attr<String>,
    #[tf(optional)]
    pub copy_tags_to_snapshot: Attr<bool>,
    #[tf(optional, computed)]
    pub database_insights_mode: Attr<String>,
    #[tf(optional, computed)]
    pub database_name: Attr<String>,
    #[tf(optional)]
    pub db_cluster_instance_class: Attr<String>,
    #[tf(optional, computed)]
    pub db_cluster_parameter_group_name: Attr<String>,
    #[tf(optional)]
    pub db_instance_parameter_group_name: Attr<String>,
    #[tf(optional, computed)]
    pub db_subnet_group_name: Attr<String>,
    #[tf(optional, computed)]
    pub db_system_id: Attr<String>,
    #[tf(optional)]
    pub delete_automated_backups: Attr<bool>,
    #[tf(optional)]
    pub deletion_protection: Attr<bool>,
    #[tf(optional)]
    pub domain: Attr<String>,
    #[tf(optional)]
    pub domain_iam_role_name: Attr<String>,
    #[tf(optional)]
    pub enable_global_write_forwarding: Attr<bool>,
    #[tf(optional)]
    pub enable_http_endpoint: Attr<bool>,
    #[tf(optional)]
    pub enable_local_write_forwarding: Attr<bool>,
    #[tf(optional)]
    pub enabled_cloudwatch_logs_exports: Attr<Set<Attr<String>>>,
    #[tf(computed)]
    pub endpoint: Attr<String>,
    #[tf(required)]
    pub engine: Attr<String>,
    #[tf(optional, computed)]
    pub engine_lifecycle_support: Attr<String>,
    #[tf(optional)]
    pub engine_mode: Attr<String>,
    #[tf(optional, computed)]
    pub engine_version: Attr<String>,
    #[tf(computed)]
    pub engine_version_actual: Attr<String>,
    #[tf(optional)]
    pub final_snapshot_identifier: Attr<String>,
    #[tf(optional)]
    pub global_cluster_identifier: Attr<String>,
    #[tf(computed)]
    pub hosted_zone_id: Attr<String>,
    #[tf(optional)]
    pub iam_database_authentication_enabled: Attr<bool>,
    #[tf(optional, computed)]
    pub iam_roles: Attr<Set<Attr<String>>>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub iops: Attr<Number>,
    #[tf(optional, computed)]
    pub kms_key_id: Attr<String>,
    #[tf(optional)]
    pub manage_master_user_password: Attr<bool>,
    #[tf(optional, sensitive)]
    pub master_password: Attr<String>,
    #[tf(optional, sensitive, write_only)]
    pub master_password_wo: Attr<String>,
    #[tf(optional)]
    pub master_password_wo_version: Attr<Number>,
    #[tf(computed)]
    pub master_user_secret: Attr<Vec<Attr<AwsDbInstanceMasterUserSecret>>>,
    #[tf(optional, computed)]
    pub master_user_secret_kms_key_id: Attr<String>,
    #[tf(optional, computed)]
    pub master_username: Attr<String>,
    #[tf(optional, computed)]
    pub monitoring_interval: Attr<Number>,
    #[tf(optional, computed)]
    pub monitoring_role_arn: Attr<String>,
    #[tf(optional, computed)]
    pub network_type: Attr<String>,
    #[tf(optional)]
    pub performance_insights_enabled: Attr<bool>,
    #[tf(optional, computed)]
    pub performance_insights_kms_key_id: Attr<String>,
    #[tf(optional, computed)]
    pub performance_insights_retention_period: Attr<Number>,
    #[tf(optional, computed)]
    pub port: Attr<Number>,
    #[tf(optional, computed)]
    pub preferred_backup_window: Attr<String>,
    #[tf(optional, computed)]
    pub preferred_maintenance_window: Attr<String>,
    #[tf(computed)]
    pub reader_endpoint: Attr<String>,
    #[tf(optional)]
    pub replication_source_identifier: Attr<String>,
    #[tf(optional)]
    pub skip_final_snapshot: Attr<bool>,
    #[tf(optional)]
    pub snapshot_identifier: Attr<String>,
    #[tf(optional)]
    pub source_region: Attr<String>,
    #[tf(optional, computed)]
    pub storage_encrypted: Attr<bool>,
    #[tf(optional, computed)]
    pub storage_type: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub vpc_security_group_ids: Attr<Set<Attr<String>>>,
    #[tf(block(max_items = 1))]
    pub restore_to_point_in_time: Unknown<Vec<AwsRdsClusterRestoreToPointInTime>>,
    #[tf(block(max_items = 1))]
    pub s3_import: Unknown<Vec<AwsDbInstanceS3Import>>,
    #[tf(block(max_items = 1))]
    pub scaling_configuration: Unknown<Vec<AwsRdsClusterScalingConfiguration>>,
    #[tf(block(max_items = 1))]
    pub serverlessv2_scaling_configuration: Unknown<Vec<AwsRdsClusterServerlessv2ScalingConfiguration>>,
    #[tf(block)]
    pub timeouts: Attr<AwsDbInstanceTimeouts>,
}

#[derive(TfSchema)]
pub struct AwsRdsClusterRestoreToPointInTime {
    #[tf(optional)]
    pub restore_to_time: Attr<String>,
    #[tf(optional)]
    pub restore_type: Attr<String>,
    #[tf(optional)]
    pub source_cluster_identifier: Attr<String>,
    #[tf(optional)]
    pub source_cluster_resource_id: Attr<String>,
    #[tf(optional)]
    pub use_latest_restorable_time: Attr<bool>,
}

#[derive(TfSchema)]
pub struct AwsRdsClusterScalingConfiguration {
    #[tf(optional)]
    pub auto_pause: Attr<bool>,
    #[tf(optional)]
    pub max_capacity: Attr<Number>,
    #[tf(optional)]
    pub min_capacity: Attr<Number>,
    #[tf(optional)]
    pub seconds_before_timeout: Attr<Number>,
    #[tf(optional)]
    pub seconds_until_auto_pause: Attr<Number>,
    #[tf(optional)]
    pub timeout_action: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsRdsClusterServerlessv2ScalingConfiguration {
    #[tf(required)]
    pub max_capacity: Attr<Number>,
    #[tf(required)]
    pub min_capacity: Attr<Number>,
    #[tf(optional, computed)]
    pub seconds_until_auto_pause: Attr<Number>,
}

// Resource `aws_s3_bucket`.
#[derive(TfSchema)]
#[tf(kind = resource)]
pub struct AwsS3Bucket {
    #[tf(optional, computed, deprecated)]
    pub acceleration_status: Attr<String>,
    #[tf(optional, computed, deprecated)]
    pub acl: Attr<String>,
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(optional, computed)]
    pub bucket: Attr<String>,
    #[tf(computed)]
    pub bucket_domain_name: Attr<String>,
    #[tf(optional, computed)]
    pub bucket_prefix: Attr<String>,
    #[tf(computed)]
    pub bucket_regional_domain_name: Attr<String>,
    #[tf(optional)]
    pub force_destroy: Attr<bool>,
    #[tf(computed)]
    pub hosted_zone_id: Attr<String>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional, computed)]
    pub object_lock_enabled: Attr<bool>,
    #[tf(optional, computed, deprecated)]
    pub policy: Attr<String>,
    #[tf(computed)]
    pub region: Attr<String>,
    #[tf(optional, computed, deprecated)]
    pub request_payer: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(computed, deprecated)]
    pub website_domain: Attr<String>,
    #[tf(computed, deprecated)]
    pub website_endpoint: Attr<String>,
    #[tf(block, deprecated)]
    pub cors_rule: Unknown<Vec<AwsS3BucketCorsRule>>,
    #[tf(block, deprecated)]
    pub grant: Unknown<Set<AwsS3BucketGrant>>,
    #[tf(block, deprecated)]
    pub lifecycle_rule: Unknown<Vec<AwsS3BucketLifecycleRule>>,
    #[tf(block(max_items = 1), deprecated)]
    pub logging: Unknown<Vec<AwsS3BucketLogging>>,
    #[tf(block(max_items = 1), deprecated)]
    pub object_lock_configuration: Unknown<Vec<AwsS3BucketObjectLockConfiguration>>,
    #[tf(block(max_items = 1), deprecated)]
    pub replication_configuration: Unknown<Vec<AwsS3BucketReplicationConfiguration>>,
    #[tf(block(max_items = 1), deprecated)]
    pub server_side_encryption_configuration: Unknown<Vec<AwsS3BucketServerSideEncryptionConfiguration>>,
    #[tf(block)]
    pub timeouts: Attr<AwsInstanceTimeouts>,
    #[tf(block(max_items = 1), deprecated)]
    pub versioning: Unknown<Vec<AwsS3BucketVersioning>>,
    #[tf(block(max_items = 1), deprecated)]
    pub website: Unknown<Vec<AwsS3BucketWebsite>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketCorsRule {
    #[tf(optional)]
    pub allowed_headers: Attr<Vec<Attr<String>>>,
    #[tf(required)]
    pub allowed_methods: Attr<Vec<Attr<String>>>,
    #[tf(required)]
    pub allowed_origins: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub expose_headers: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub max_age_seconds: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketGrant {
    #[tf(optional)]
    pub id: Attr<String>,
    #[tf(required)]
    pub permissions: Attr<Set<Attr<String>>>,
    #[tf(required)]
    pub r#type: Attr<String>,
    #[tf(optional)]
    pub uri: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketLifecycleRule {
    #[tf(optional)]
    pub abort_incomplete_multipart_upload_days: Attr<Number>,
    #[tf(required)]
    pub enabled: Attr<bool>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub prefix: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(block(max_items = 1))]
    pub expiration: Unknown<Vec<AwsS3BucketLifecycleRuleExpiration>>,
    #[tf(block(max_items = 1))]
    pub noncurrent_version_expiration: Unknown<Vec<AwsS3BucketLifecycleRuleNoncurrentVersionExpiration>>,
    #[tf(block)]
    pub noncurrent_version_transition: Unknown<Set<AwsS3BucketLifecycleRuleNoncurrentVersionTransition>>,
    #[tf(block)]
    pub transition: Unknown<Set<AwsS3BucketLifecycleRuleTransition>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketLifecycleRuleExpiration {
    #[tf(optional)]
    pub date: Attr<String>,
    #[tf(optional)]
    pub days: Attr<Number>,
    #[tf(optional)]
    pub expired_object_delete_marker: Attr<bool>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketLifecycleRuleNoncurrentVersionExpiration {
    #[tf(optional)]
    pub days: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketLifecycleRuleNoncurrentVersionTransition {
    #[tf(optional)]
    pub days: Attr<Number>,
    #[tf(required)]
    pub storage_class: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketLifecycleRuleTransition {
    #[tf(optional)]
    pub date: Attr<String>,
    #[tf(optional)]
    pub days: Attr<Number>,
    #[tf(required)]
    pub storage_class: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketLogging {
    #[tf(required)]
    pub target_bucket: Attr<String>,
    #[tf(optional)]
    pub target_prefix: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketObjectLockConfiguration {
    #[tf(optional, deprecated)]
    pub object_lock_enabled: Attr<String>,
    #[tf(block(max_items = 1), deprecated)]
    pub rule: Unknown<Vec<AwsS3BucketObjectLockConfigurationRule>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketObjectLockConfigurationRule {
    #[tf(block(min_items = 1, max_items = 1))]
    pub default_retention: Unknown<Vec<AwsS3BucketObjectLockConfigurationRuleDefaultRetention>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketObjectLockConfigurationRuleDefaultRetention {
    #[tf(optional)]
    pub days: Attr<Number>,
    #[tf(required)]
    pub mode: Attr<String>,
    #[tf(optional)]
    pub years: Attr<Number>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketReplicationConfiguration {
    #[tf(required)]
    pub role: Attr<String>,
    #[tf(block(min_items = 1))]
    pub rules: Unknown<Set<AwsS3BucketReplicationConfigurationRules>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketReplicationConfigurationRules {
    #[tf(optional)]
    pub delete_marker_replication_status: Attr<String>,
    #[tf(optional)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub prefix: Attr<String>,
    #[tf(optional)]
    pub priority: Attr<Number>,
    #[tf(required)]
    pub status: Attr<String>,
    #[tf(block(min_items = 1, max_items = 1))]
    pub destination: Unknown<Vec<AwsS3BucketReplicationConfigurationRulesDestination>>,
    #[tf(block(max_items = 1))]
    pub filter: Unknown<Vec<AwsS3BucketReplicationConfigurationRulesFilter>>,
    #[tf(block(max_items = 1))]
    pub source_selection_criteria: Unknown<Vec<AwsS3BucketReplicationConfigurationRulesSourceSelectionCriteria>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketReplicationConfigurationRulesDestination {
    #[tf(optional)]
    pub account_id: Attr<String>,
    #[tf(required)]
    pub bucket: Attr<String>,
    #[tf(optional)]
    pub replica_kms_key_id: Attr<String>,
    #[tf(optional)]
    pub storage_class: Attr<String>,
    #[tf(block(max_items = 1))]
    pub access_control_translation: Unknown<Vec<AwsS3BucketReplicationConfigurationRulesDestinationAccessControlTranslation>>,
    #[tf(block(max_items = 1))]
    pub metrics: Unknown<Vec<AwsS3BucketReplicationConfigurationRulesDestinationMetrics>>,
    #[tf(block(max_items = 1))]
    pub replication_time: Unknown<Vec<AwsS3BucketReplicationConfigurationRulesDestinationMetrics>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketReplicationConfigurationRulesDestinationAccessControlTranslation {
    #[tf(required)]
    pub owner: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketReplicationConfigurationRulesDestinationMetrics {
    #[tf(optional)]
    pub minutes: Attr<Number>,
    #[tf(optional)]
    pub status: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketReplicationConfigurationRulesFilter {
    #[tf(optional)]
    pub prefix: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketReplicationConfigurationRulesSourceSelectionCriteria {
    #[tf(block(max_items = 1))]
    pub sse_kms_encrypted_objects: Unknown<Vec<AwsS3BucketReplicationConfigurationRulesSourceSelectionCriteriaSseKmsEncryptedObjects>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketReplicationConfigurationRulesSourceSelectionCriteriaSseKmsEncryptedObjects {
    #[tf(required)]
    pub enabled: Attr<bool>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketServerSideEncryptionConfiguration {
    #[tf(block(min_items = 1, max_items = 1))]
    pub rule: Unknown<Vec<AwsS3BucketServerSideEncryptionConfigurationRule>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketServerSideEncryptionConfigurationRule {
    #[tf(optional)]
    pub bucket_key_enabled: Attr<bool>,
    #[tf(block(min_items = 1, max_items = 1))]
    pub apply_server_side_encryption_by_default: Unknown<Vec<AwsS3BucketServerSideEncryptionConfigurationRuleApplyServerSideEncryptionByDefault>>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketServerSideEncryptionConfigurationRuleApplyServerSideEncryptionByDefault {
    #[tf(optional)]
    pub kms_master_key_id: Attr<String>,
    #[tf(required)]
    pub sse_algorithm: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketVersioning {
    #[tf(optional)]
    pub enabled: Attr<bool>,
    #[tf(optional)]
    pub mfa_delete: Attr<bool>,
}

#[derive(TfSchema)]
pub struct AwsS3BucketWebsite {
    #[tf(optional)]
    pub error_document: Attr<String>,
    #[tf(optional)]
    pub index_document: Attr<String>,
    #[tf(optional)]
    pub redirect_all_requests_to: Attr<String>,
    #[tf(optional)]
    pub routing_rules: Attr<String>,
}

// Resource `aws_spot_fleet_request`.
#[derive(TfSchema)]
#[tf(kind = resource, version = 1)]
pub struct AwsSpotFleetRequest {
    #[tf(optional)]
    pub allocation_strategy: Attr<String>,
    #[tf(computed)]
    pub client_token: Attr<String>,
    #[tf(optional)]
    pub context: Attr<String>,
    #[tf(optional)]
    pub excess_capacity_termination_policy: Attr<String>,
    #[tf(optional)]
    pub fleet_type: Attr<String>,
    #[tf(required)]
    pub iam_fleet_role: Attr<String>,
    #[tf(optional, computed)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub instance_interruption_behaviour: Attr<String>,
    #[tf(optional)]
    pub instance_pools_to_use_count: Attr<Number>,
    #[tf(optional, computed)]
    pub load_balancers: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub on_demand_allocation_strategy: Attr<String>,
    #[tf(optional)]
    pub on_demand_max_total_price: Attr<String>,
    #[tf(optional)]
    pub on_demand_target_capacity: Attr<Number>,
    #[tf(optional)]
    pub replace_unhealthy_instances: Attr<bool>,
    #[tf(optional)]
    pub spot_price: Attr<String>,
    #[tf(computed)]
    pub spot_request_state: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub tags_all: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(required)]
    pub target_capacity: Attr<Number>,
    #[tf(optional)]
    pub target_capacity_unit_type: Attr<String>,
    #[tf(optional, computed)]
    pub target_group_arns: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub terminate_instances_on_delete: Attr<String>,
    #[tf(optional)]
    pub terminate_instances_with_expiration: Attr<bool>,
    #[tf(optional)]
    pub valid_from: Attr<String>,
    #[tf(optional)]
    pub valid_until: Attr<String>,
    #[tf(optional)]
    pub wait_for_fulfillment: Attr<bool>,
    #[tf(block)]
    pub launch_specification: Unknown<Set<AwsSpotFleetRequestLaunchSpecification>>,
    #[tf(block)]
    pub launch_template_config: Unknown<Set<AwsSpotFleetRequestLaunchTemplateConfig>>,
    #[tf(block(max_items = 1))]
    pub spot_maintenance_strategies: Unknown<Vec<AwsSpotFleetRequestSpotMaintenanceStrategies>>,
    #[tf(block)]
    pub timeouts: Attr<AwsDbInstanceTimeouts>,
}

#[derive(TfSchema)]
pub struct AwsSpotFleetRequestLaunchSpecification {
    #[tf(required)]
    pub ami: Attr<String>,
    #[tf(optional)]
    pub associate_public_ip_address: Attr<bool>,
    #[tf(optional, computed)]
    pub availability_zone: Attr<String>,
    #[tf(optional)]
    pub ebs_optimized: Attr<bool>,
    #[tf(optional)]
    pub iam_instance_profile: Attr<String>,
    #[tf(optional)]
    pub iam_instance_profile_arn: Attr<String>,
    #[tf(required)]
    pub instance_type: Attr<String>,
    #[tf(optional, computed)]
    pub key_name: Attr<String>,
    #[tf(optional)]
    pub monitoring: Attr<bool>,
    #[tf(optional, computed)]
    pub placement_group: Attr<String>,
    #[tf(optional)]
    pub placement_tenancy: Attr<String>,
    #[tf(optional)]
    pub spot_price: Attr<String>,
    #[tf(optional, computed)]
    pub subnet_id: Attr<String>,
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    pub user_data: Attr<String>,
    #[tf(optional, computed)]
    pub vpc_security_group_ids: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub weighted_capacity: Attr<String>,
    #[tf(block)]
    pub ebs_block_device: Unknown<Set<AwsSpotFleetRequestLaunchSpecificationEbsBlockDevice>>,
    #[tf(block)]
    pub ephemeral_block_device: Unknown<Set<AwsSpotFleetRequestLaunchSpecificationEphemeralBlockDevice>>,
    #[tf(block)]
    pub root_block_device: Unknown<Set<AwsSpotFleetRequestLaunchSpecificationRootBlockDevice>>,
}

#[derive(TfSchema)]
pub struct AwsSpotFleetRequestLaunchSpecificationEbsBlockDevice {
    #[tf(optional)]
    pub delete_on_termination: Attr<bool>,
    #[tf(required)]
    pub device_name: Attr<String>,
    #[tf(optional, computed)]
    pub encrypted: Attr<bool>,
    #[tf(optional, computed)]
    pub iops: Attr<Number>,
    #[tf(optional, computed)]
    pub kms_key_id: Attr<String>,
    #[tf(optional, computed)]
    pub snapshot_id: Attr<String>,
    #[tf(optional, computed)]
    pub throughput: Attr<Number>,
    #[tf(optional, computed)]
    pub volume_size: Attr<Number>,
    #[tf(optional, computed)]
    pub volume_type: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsSpotFleetRequestLaunchSpecificationEphemeralBlockDevice {
    #[tf(required)]
    pub device_name: Attr<String>,
    #[tf(required)]
    pub virtual_name: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsSpotFleetRequestLaunchSpecificationRootBlockDevice {
    #[tf(optional)]
    pub delete_on_termination: Attr<bool>,
    #[tf(optional, computed)]
    pub encrypted: Attr<bool>,
    #[tf(optional, computed)]
    pub iops: Attr<Number>,
    #[tf(optional, computed)]
    pub kms_key_id: Attr<String>,
    #[tf(optional, computed)]
    pub throughput: Attr<Number>,
    #[tf(optional, computed)]
    pub volume_size: Attr<Number>,
    #[tf(optional, computed)]
    pub volume_type: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsSpotFleetRequestLaunchTemplateConfig {
    #[tf(block(min_items = 1, max_items = 1))]
    pub launch_template_specification: Unknown<Vec<AwsSpotFleetRequestLaunchTemplateConfigLaunchTemplateSpecification>>,
    #[tf(block)]
    pub overrides: Unknown<Set<AwsSpotFleetRequestLaunchTemplateConfigOverrides>>,
}

#[derive(TfSchema)]
pub struct AwsSpotFleetRequestLaunchTemplateConfigLaunchTemplateSpecification {
    #[tf(optional)]
    pub id: Attr<String>,
    #[tf(optional)]
    pub name: Attr<String>,
    #[tf(optional)]
    pub version: Attr<String>,
}

#[derive(TfSchema)]
pub struct AwsSpotFleetRequestLaunchTemplateConfigOverrides {
    #[tf(optional)]
    pub availability_zone: Attr<String>,
    #[tf(optional)]
    pub instance_type: Attr<String>,
    #[tf(optional, computed)]
    pub priority: Attr<Number>,
    #[tf(optional, computed)]
    pub spot_price: Attr<String>,
    #[tf(optional, computed)]
    pub subnet_id: Attr<String>,
    #[tf(optional, computed)]
    pub weighted_capacity: Attr<Number>,
    #[tf(block(max_items = 1))]
    pub instance_requirements: Unknown<Vec<AwsSpotFleetRequestLaunchTemplateConfigOverridesInstanceRequirements>>,
}

#[derive(TfSchema)]
pub struct AwsSpotFleetRequestLaunchTemplateConfigOverridesInstanceRequirements {
    #[tf(optional)]
    pub accelerator_manufacturers: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub accelerator_names: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub accelerator_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub allowed_instance_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub bare_metal: Attr<String>,
    #[tf(optional)]
    pub burstable_performance: Attr<String>,
    #[tf(optional)]
    pub cpu_manufacturers: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub excluded_instance_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub instance_generations: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub local_storage: Attr<String>,
    #[tf(optional)]
    pub local_storage_types: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub on_demand_max_price_percentage_over_lowest_price: Attr<Number>,
    #[tf(optional)]
    pub require_hibernate_support: Attr<bool>,
    #[tf(optional)]
    pub spot_max_price_percentage_over_lowest_price: Attr<Number>,
    #[tf(block(max_items = 1))]
    pub accelerator_count: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub accelerator_total_memory_mib: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub baseline_ebs_bandwidth_mbps: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub memory_gib_per_vcpu: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub memory_mib: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub network_bandwidth_gbps: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub network_interface_count: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub total_local_storage_gb: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
    #[tf(block(max_items = 1))]
    pub vcpu_count: Unknown<Vec<AwsAutoscalingGroupMixedInstancesPolicyLaunchTemplateOverrideInstanceRequirementsAcceleratorCount>>,
}

#[derive(TfSchema)]
pub struct AwsSpotFleetRequestSpotMaintenanceStrategies {
    #[tf(block(max_items = 1))]
    pub capacity_rebalance: Unknown<Vec<AwsSpotFleetRequestSpotMaintenanceStrategiesCapacityRebalance>>,
}

#[derive(TfSchema)]
pub struct AwsSpotFleetRequestSpotMaintenanceStrategiesCapacityRebalance {
    #[tf(optional)]
    pub replacement_strategy: Attr<String>,
}

// Resource `aws_spot_instance_request`.
#[derive(TfSchema)]
#[tf(kind = resource)]
pub struct AwsSpotInstanceRequest {
    #[tf(optional, computed)]
    pub ami: Attr<String>,
    #[tf(computed)]
    pub arn: Attr<String>,
    #[tf(optional, computed)]
    pub associate_public_ip_address: Attr<bool>,
    #[tf(optional, computed)]
    pub availability_zone: Attr<String>,
    #[tf(optional)]
    pub block_duration_minutes: Attr<Number>,
    #[tf(optional, computed, deprecated)]
    pub cpu_core_count: Attr<Number>,
    #[tf(optional, computed, deprecated)]
    pub cpu_threads_per_core: Attr<Number>,
    #[tf(optional, computed)]
    pub disable_api_stop: Attr<bool>,
    #[tf(optional, computed)]
    pub disable_api_termination: Attr<bool>,
    #[tf(optional, computed)]
    pub ebs_optimized: Attr<bool>,
    #[tf(optional, computed)]
    pub enable_primary_ipv6: Attr<bool>,
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
    #[tf(optional)]
    pub instance_interruption_behavior: Attr<String>,
    #[tf(computed)]
    pub instance_state: Attr<String>,
    #[tf(optional, computed)]
    pub instance_type: Attr<String>,
    #[tf(optional, computed)]
    pub ipv6_address_count: Attr<Number>,
    #[tf(optional, computed)]
    pub ipv6_addresses: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed)]
    pub key_name: Attr<String>,
    #[tf(optional)]
    pub launch_group: Attr<String>,
    #[tf(optional, computed)]
    pub monitoring: Attr<bool>,
    #[tf(computed)]
    pub outpost_arn: Attr<String>,
    #[tf(computed)]
    pub password_data: Attr<String>,
    #[tf(optional, computed)]
    pub placement_group: Attr<String>,
    #[tf(optional, computed)]
    pub placement_partition_number: Attr<Number>,
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
    pub spot_bid_status: Attr<String>,
    #[tf(computed)]
    pub spot_instance_id: Attr<String>,
    #[tf(optional, computed)]
    pub spot_price: Attr<String>,
    #[tf(computed)]
    pub spot_request_state: Attr<String>,
    #[tf(optional)]
    pub spot_type: Attr<String>,
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
    pub user_data_base64: Attr<String>,
    #[tf(optional)]
    pub user_data_replace_on_change: Attr<bool>,
    #[tf(optional, computed)]
    pub valid_from: Attr<String>,
    #[tf(optional, computed)]
    pub valid_until: Attr<String>,
    #[tf(optional)]
    pub volume_tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, computed)]
    pub vpc_security_group_ids: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub wait_for_fulfillment: Attr<bool>,
    #[tf(block(max_items = 1))]
    pub capacity_reservation_specification: Unknown<Vec<AwsInstanceCapacityReservationSpecification>>,
    #[tf(block(max_items = 1))]
    pub cpu_options: Unknown<Vec<AwsInstanceCpuOptions>>,
    #[tf(block(max_items = 1))]
    pub credit_specification: Unknown<Vec<AwsInstanceCreditSpecification>>,
    #[tf(block)]
    pub ebs_block_device: Unknown<Set<AwsInstanceEbsBlockDevice>>,
    #[tf(block(max_items = 1))]
    pub enclave_options: Unknown<Vec<AwsInstanceEnclaveOptions>>,
    #[tf(block)]
    pub ephemeral_block_device: Unknown<Set<AwsInstanceEphemeralBlockDevice>>,
    #[tf(block(max_items = 1))]
    pub launch_template: Unknown<Vec<AwsInstanceLaunchTemplate>>,
    #[tf(block(max_items = 1))]
    pub maintenance_options: Unknown<Vec<AwsInstanceMaintenanceOptions>>,
    #[tf(block(max_items = 1))]
    pub metadata_options: Unknown<Vec<AwsInstanceMetadataOptions>>,
    #[tf(block)]
    pub network_interface: Unknown<Set<AwsInstanceNetworkInterface>>,
    #[tf(block(max_items = 1))]
    pub private_dns_name_options: Unknown<Vec<AwsInstancePrivateDnsNameOptions>>,
    #[tf(block(max_items = 1))]
    pub root_block_device: Unknown<Vec<AwsInstanceRootBlockDevice>>,
    #[tf(block)]
    pub timeouts: Attr<AwsSpotInstanceRequestTimeouts>,
}

#[derive(TfSchema)]
pub struct AwsSpotInstanceRequestTimeouts {
    #[tf(optional)]
    pub create: Attr<String>,
    #[tf(optional)]
    pub delete: Attr<String>,
    #[tf(optional)]
    pub read: Attr<String>,
}

/// Returns the schemas of `aws`.
#[must_use]
pub fn schemas() -> ProviderSchema {
    ProviderSchema::new()
        .resource_schemas(named(&[
            ("aws_autoscaling_group", AwsAutoscalingGroup::schema),
            ("aws_autoscaling_policy", AwsAutoscalingPolicy::schema),
            ("aws_db_instance", AwsDbInstance::schema),
            ("aws_ec2_fleet", AwsEc2Fleet::schema),
            ("aws_instance", AwsInstance::schema),
            ("aws_launch_template", AwsLaunchTemplate::schema),
            ("aws_rds_cluster", AwsRdsCluster::schema),
            ("aws_s3_bucket", AwsS3Bucket::schema),
            ("aws_spot_fleet_request", AwsSpotFleetRequest::schema),
            ("aws_spot_instance_request", AwsSpotInstanceRequest::schema),
        ]))
}

type Named<T> = (&'static str, fn() -> T);

fn named<T>(all: &[Named<T>]) -> BTreeMap<String, T> {
    let all = all.iter();
    all.map(|&(name, make)| (name.to_owned(), make())).collect()
}
