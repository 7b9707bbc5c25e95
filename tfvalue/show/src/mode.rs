//! The modes of resources.

use super::open_enum::open_enum;

open_enum! {
    /// The mode of a resource: managed, data or ephemeral.
    ///
    /// # Examples
    ///
    /// Like every enum that Terraform may extend, this enum keeps an unknown string:
    ///
    /// ```
    /// use tfvalue_show::Mode;
    ///
    /// assert_eq!(Mode::from("data"), Mode::Data);
    /// assert_eq!(Mode::from("list").as_str(), "list");
    /// ```
    pub enum Mode {
        /// From a `resource` block: Terraform manages the object.
        Managed = "managed",
        /// From a `data` block: Terraform only reads the object.
        Data = "data",
        /// From an `ephemeral` block. The values of an ephemeral resource are never stored in a state.
        Ephemeral = "ephemeral",
    }
}
