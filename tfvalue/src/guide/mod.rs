#![doc = include_str!("index.md")]

pub mod first_struct {
    #![doc = include_str!("first_struct.md")]
}

pub mod null_and_unknown {
    #![doc = include_str!("null_and_unknown.md")]
}

pub mod schemas {
    #![doc = include_str!("schemas.md")]
}

pub mod validation {
    #![doc = include_str!("validation.md")]
}

pub mod planning {
    #![doc = include_str!("planning.md")]
}

pub mod state {
    #![doc = include_str!("state.md")]
}

pub mod protocols {
    #![doc = include_str!("protocols.md")]
}

pub mod secrets {
    #![doc = include_str!("secrets.md")]
}

pub mod values {
    #![doc = include_str!("values.md")]
}

pub mod parts {
    #![doc = include_str!("parts.md")]
}

pub mod plans_and_states {
    #![doc = include_str!("plans_and_states.md")]
}

pub mod state_and_plan_files {
    #![doc = include_str!("state_and_plan_files.md")]
}

pub mod testing {
    #![doc = include_str!("testing.md")]
}

pub mod speed {
    #![doc = include_str!("speed.md")]
}

pub mod errors {
    #![doc = include_str!("errors.md")]
}

pub mod framework {
    #![doc = include_str!("framework.md")]
}

pub mod provider {
    #![doc = include_str!("provider.md")]
}

pub mod http {
    #![doc = include_str!("http.md")]
}

pub mod debugging {
    #![doc = include_str!("debugging.md")]
}

pub mod releasing {
    #![doc = include_str!("releasing.md")]
}

pub mod comparison {
    #![doc = include_str!("comparison.md")]
}
