//! The modes of resources.

use super::open_enum::open_enum;

open_enum! {
    /// The mode of a resource: managed, data or ephemeral.
    ///
    /// # Examples
    ///
    /// Like every enum that Terraform may extend, it keeps an unknown string:
    ///
    /// ```
    /// use tfvalue::show::Mode;
    ///
    /// assert_eq!(Mode::from("data"), Mode::Data);
    /// assert_eq!(Mode::from("list").as_str(), "list");
    /// ```
    pub enum Mode {
        /// A managed resource.
        Managed = "managed",
        /// A data source.
        Data = "data",
        /// An ephemeral resource.
        Ephemeral = "ephemeral",
    }
}
