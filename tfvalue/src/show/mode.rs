//! The kinds of resources.

use super::field;
use super::open_enum::words;

words! {
    /// What kind of resource it is.
    ///
    /// # Examples
    ///
    /// Like all enumerations that Terraform may extend, it keeps a word that is not known:
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
