//! The flags of an attribute, and the meaning of their combinations.

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
    /// The configuration must set the attribute.
    required;
    /// The configuration may set the attribute.
    optional;
    /// The provider may set the attribute.
    computed;
    /// Terraform hides the value.
    sensitive;
    /// The value is never stored.
    write_only;
    /// The conversion to a float may change the number.
    lossy;
    /// The attribute has a default.
    default;
    /// The value is read only when all values are known.
    known;
}

impl Flags {
    /// Returns `true` if the configuration may set the attribute.
    pub(super) const fn configurable(self) -> bool {
        self.required || self.optional
    }

    pub(super) const fn say_who_sets_it(self) -> bool {
        self.required || self.optional || self.computed
    }

    /// If no flag is set, adds the flag that the type implies: `required` for a type that cannot be null, and
    /// `optional` for a type that can be null.
    pub(super) const fn or_implied_by(mut self, nullable: bool) -> Self {
        if !self.say_who_sets_it() {
            self.required = !nullable;
            self.optional = nullable;
        }
        self
    }
}
