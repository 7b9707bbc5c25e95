//! The flags of an attribute, and what they mean in combination.

/// The flags of an attribute.
#[derive(Clone, Copy)]
pub struct Flags {
    pub(super) required: bool,
    pub(crate) optional: bool,
    pub(crate) computed: bool,
    pub(super) sensitive: bool,
    pub(crate) write_only: bool,
    pub(super) lossy: bool,
    pub(super) default: bool,
    pub(super) known: bool,
}

macro_rules! flags {
    ($($(#[$doc:meta])* $flag:ident;)*) => {
        impl Flags {
            /// No flags.
            pub const NONE: Self = Flags { $($flag: false),* };

            $(
                $(#[$doc])*
                #[must_use]
                pub const fn $flag(mut self) -> Self {
                    self.$flag = true;
                    self
                }
            )*
        }
    };
}

flags! {
    /// The configuration must set it.
    required;
    /// The configuration may set it.
    optional;
    /// The provider may set it.
    computed;
    /// Terraform hides its value.
    sensitive;
    /// It is never stored.
    write_only;
    /// A float may change the number.
    lossy;
    /// It has a default.
    default;
    /// It is only read when all values are known.
    known;
}

impl Flags {
    /// Returns `true` if the configuration may set it.
    pub(super) const fn configurable(self) -> bool {
        self.required || self.optional
    }

    pub(super) const fn say_who_sets_it(self) -> bool {
        self.required || self.optional || self.computed
    }

    /// Adds the flag that the type implies if there is none: `required` for a type without null, and
    /// `optional` for one with null.
    pub(super) const fn or_implied_by(mut self, nullable: bool) -> Self {
        if !self.say_who_sets_it() {
            self.required = !nullable;
            self.optional = nullable;
        }
        self
    }
}
