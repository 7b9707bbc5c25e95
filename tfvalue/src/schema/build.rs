//! Constructors and chained setters for schemas.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::by_name;
use super::{
    ActionSchema, Attribute, AttributeType, Block, Function, Identity, IdentityAttribute,
    NestedBlock, NestedType, Nesting, Parameter, ProviderSchema, ProviderSchemas, Schema,
    StringKind,
};
use crate::ty::Type;

/// Defines the setter of one field. The first token determines how the field is set.
macro_rules! setter {
    ($(#[$doc:meta])* flag $field:ident) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(mut self) -> Self {
            self.$field = true;
            self
        }
    };
    ($(#[$doc:meta])* text $field:ident) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(mut self, $field: impl Into<Cow<'static, str>>) -> Self {
            self.$field = $field.into();
            self
        }
    };
    ($(#[$doc:meta])* value $field:ident: $ty:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(mut self, $field: $ty) -> Self {
            self.$field = $field;
            self
        }
    };
    ($(#[$doc:meta])* option $field:ident: $ty:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(mut self, $field: $ty) -> Self {
            self.$field = Some($field);
            self
        }
    };
    ($(#[$doc:meta])* list $field:ident: $ty:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(mut self, $field: impl IntoIterator<Item = $ty>) -> Self {
            self.$field.extend($field);
            self
        }
    };
    ($(#[$doc:meta])* sorted $field:ident: $ty:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(mut self, $field: impl IntoIterator<Item = $ty>) -> Self {
            self.$field.extend($field);
            by_name::sort(&mut self.$field);
            self
        }
    };
    ($(#[$doc:meta])* map $field:ident: $ty:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field<N: Into<String>>(
            mut self,
            $field: impl IntoIterator<Item = (N, $ty)>,
        ) -> Self {
            let named = $field.into_iter();
            self.$field.extend(named.map(|(name, one)| (name.into(), one)));
            self
        }
    };
}

macro_rules! setters {
    ($($ty:ident {
        $($(#[$doc:meta])* $how:ident $field:ident $(: $value:ty $(, $name:ident)?)?;)*
    })*) => {$(
        impl $ty {
            $(setter! { $(#[$doc])* $how $field $(: $value $(, $name)?)? })*
        }
    )*};
}

setters! {
    Schema {
        /// Sets the version of the schema.
        value version: i64;
    }
    Block {
        /// Adds attributes, and keeps all attributes sorted by name.
        sorted attributes: Attribute;
        /// Adds types of nested blocks, and keeps all block types sorted by name.
        sorted block_types: NestedBlock;
        /// Allows the provider to set the nested block if the block is not configured.
        flag computed;
        /// Sets the description that documentation and editors show.
        text description;
        /// Sets the format of the description.
        value description_kind: StringKind;
    }
    Attribute {
        /// Requires the configuration to set the attribute.
        flag required;
        /// Allows the configuration to set the attribute.
        flag optional;
        /// Allows the provider to set the attribute.
        flag computed;
        /// Hides the value in Terraform's output.
        flag sensitive;
        /// Keeps the value out of plans and states.
        flag write_only;
        /// Sets the description that documentation and editors show.
        text description;
        /// Sets the format of the description.
        value description_kind: StringKind;
    }
    NestedBlock {
        /// Sets the minimum number of blocks.
        value min_items: u64;
        /// Sets the maximum number of blocks.
        value max_items: u64;
    }
    ProviderSchemas {
        /// Adds the schemas of providers, by their addresses.
        map provider_schemas: ProviderSchema;
    }
    ProviderSchema {
        /// Sets the schema of the provider's own configuration.
        option provider: Schema;
        /// Sets the schema of the metadata that modules send to the provider.
        option provider_meta: Schema;
        /// Adds managed resources.
        map resource_schemas: Schema;
        /// Adds data sources.
        map data_source_schemas: Schema;
        /// Adds ephemeral resources.
        map ephemeral_resource_schemas: Schema;
        /// Adds list resources.
        map list_resource_schemas: Schema;
        /// Adds actions.
        map action_schemas: ActionSchema;
        /// Adds state stores.
        map state_store_schemas: Schema;
        /// Adds functions.
        map functions: Function;
        /// Adds the identities of managed resources.
        map resource_identity_schemas: Identity;
    }
    Function {
        /// Sets the one-line summary.
        text summary;
        /// Sets the description that documentation and editors show.
        text description;
        /// Sets the format of the description.
        value description_kind: StringKind;
        /// Adds parameters.
        list parameters: Parameter;
        /// Sets the parameter that accepts all further arguments.
        option variadic_parameter: Parameter;
    }
    Parameter {
        /// Accepts null as an argument.
        flag allow_null_value;
        /// Accepts unknown values as arguments.
        flag allow_unknown_values;
        /// Sets the description that documentation and editors show.
        text description;
        /// Sets the format of the description.
        value description_kind: StringKind;
    }
    Identity {
        /// Sets the version of the schema.
        value version: i64;
    }
    IdentityAttribute {
        /// Sets the description that documentation and editors show.
        text description;
    }
}

macro_rules! deprecated {
    ($($ty:ident)*) => {$(
        impl $ty {
            /// Marks this as deprecated. The message should tell the user what to use instead.
            #[must_use]
            pub fn deprecated(mut self, message: impl Into<Cow<'static, str>>) -> Self {
                self.deprecated = true;
                self.deprecation_message = message.into();
                self
            }
        }
    )*};
}

deprecated!(Attribute Block);

impl Schema {
    /// Creates a schema with version 0.
    #[must_use]
    pub fn new(block: Block) -> Self {
        Schema { version: 0, block }
    }
}

impl Block {
    /// Creates a block without attributes or nested blocks.
    #[must_use]
    pub fn new() -> Self {
        Block::default()
    }
}

impl Attribute {
    /// Creates an attribute without flags. The type is a [`Type`] or a [`NestedType`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue::schema::{Attribute, NestedType, Nesting};
    ///
    /// let port = Attribute::new("port", Type::Number).required();
    /// let rules = Attribute::new("rules", NestedType::new(Nesting::Map, [port])).optional();
    /// assert_eq!(rules.implied_type().to_json(), r#"["map",["object",{"port":"number"}]]"#);
    /// ```
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, ty: impl Into<AttributeType>) -> Self {
        Attribute {
            name: name.into(),
            ty: ty.into(),
            description: Cow::default(),
            description_kind: StringKind::default(),
            required: false,
            optional: false,
            computed: false,
            sensitive: false,
            write_only: false,
            deprecated: false,
            deprecation_message: Cow::default(),
        }
    }
}

impl From<Type> for AttributeType {
    fn from(ty: Type) -> Self {
        AttributeType::Type(ty)
    }
}

impl From<NestedType> for AttributeType {
    fn from(ty: NestedType) -> Self {
        AttributeType::Nested(ty)
    }
}

impl NestedType {
    /// Creates a nested type, with its members sorted by name.
    #[must_use]
    pub fn new(nesting: Nesting, attributes: impl IntoIterator<Item = Attribute>) -> Self {
        let mut attributes: Vec<_> = attributes.into_iter().collect();
        by_name::sort(&mut attributes);
        NestedType {
            attributes,
            nesting,
        }
    }
}

impl NestedBlock {
    /// Creates a type of nested block, without a limit on the number of blocks.
    #[must_use]
    pub fn new(
        type_name: impl Into<Cow<'static, str>>,
        nesting: Nesting,
        block: impl Into<Arc<Block>>,
    ) -> Self {
        NestedBlock {
            type_name: type_name.into(),
            block: block.into(),
            nesting,
            min_items: 0,
            max_items: 0,
        }
    }
}

impl ProviderSchemas {
    /// Creates an empty list with the current format version, 1.0.
    #[must_use]
    pub fn new() -> Self {
        ProviderSchemas {
            format_version: "1.0".to_owned(),
            provider_schemas: BTreeMap::new(),
        }
    }
}

impl ProviderSchema {
    /// Creates empty schemas for a provider.
    #[must_use]
    pub fn new() -> Self {
        ProviderSchema::default()
    }
}

impl ActionSchema {
    /// Creates the configuration of an action.
    #[must_use]
    pub fn new(block: Block) -> Self {
        ActionSchema { block }
    }
}

impl Function {
    /// Creates a function without parameters.
    #[must_use]
    pub fn new(return_type: Type) -> Self {
        Function {
            summary: Cow::default(),
            description: Cow::default(),
            description_kind: StringKind::default(),
            deprecation_message: Cow::default(),
            return_type,
            parameters: Vec::new(),
            variadic_parameter: None,
        }
    }

    /// Marks the function as deprecated. The message should tell the user what to use instead.
    #[must_use]
    pub fn deprecated(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.deprecation_message = message.into();
        self
    }
}

impl Parameter {
    /// Creates a parameter that accepts neither null nor unknown values.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, ty: Type) -> Self {
        Parameter {
            name: name.into(),
            ty,
            allow_null_value: false,
            allow_unknown_values: false,
            description: Cow::default(),
            description_kind: StringKind::default(),
        }
    }
}

impl Identity {
    /// Creates an identity with version 0, and sorts its attributes by name.
    #[must_use]
    pub fn new(attributes: impl IntoIterator<Item = IdentityAttribute>) -> Self {
        let mut attributes: Vec<_> = attributes.into_iter().collect();
        by_name::sort(&mut attributes);
        Identity {
            version: 0,
            attributes,
        }
    }
}

impl IdentityAttribute {
    /// Creates an attribute that an import by identity must set.
    #[must_use]
    pub fn required(name: impl Into<Cow<'static, str>>, ty: Type) -> Self {
        IdentityAttribute {
            required_for_import: true,
            ..IdentityAttribute::new(name, ty)
        }
    }

    /// Creates an attribute that an import by identity may set.
    #[must_use]
    pub fn optional(name: impl Into<Cow<'static, str>>, ty: Type) -> Self {
        IdentityAttribute {
            optional_for_import: true,
            ..IdentityAttribute::new(name, ty)
        }
    }

    /// Creates an attribute without flags.
    pub(super) fn new(name: impl Into<Cow<'static, str>>, ty: Type) -> Self {
        IdentityAttribute {
            name: name.into(),
            ty,
            description: Cow::default(),
            required_for_import: false,
            optional_for_import: false,
        }
    }
}
