//! One file for each bug that was found.

mod badly_behaved_serialize;
mod capacity_of_schemas;
mod control_characters_in_keys;
mod defaults_by_the_name_of_a_type;
mod defaults_replace_what_is_there;
mod disorder_in_deep_objects;
mod documents_without_a_version;
mod dynamic_in_collections;
mod dynamic_nulls_and_unknowns;
mod envelope_lost_in_a_buffer;
mod equality_of_sets;
mod f32_rounded_twice;
mod flatten_of_many_members;
mod missing_members_in_json;
mod null_blocks;
mod optional_members_of_null;
mod plain_sets_out_of_order;
mod strings_that_are_not_utf_8;
mod text_of_doubles_in_the_middle;
mod types_by_other_names;
mod types_of_variables_as_json;
mod unit_is_null;
mod unknown_in_a_state_lost;
mod whole_types_in_errors;
