//! Reasons: each a code for programs with one text for people.

use std::fmt::{self, Write as _};

/// What a reason is called in JSON and in the record, whatever its text says: `no-rule`, `not-plain-group`.
///
/// It is the name of its variant, so that no list of names stands beside the enum. A test holds the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    outer: Option<&'static str>,
    name: &'static str,
}

impl Code {
    /// The code of a variant.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { outer: None, name }
    }

    /// The code of a reason that another one passes on.
    #[must_use]
    pub const fn within(self, outer: Self) -> Self {
        Self { outer: Some(outer.name), name: self.name }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for letter in self.outer.into_iter().chain([self.name]).flat_map(str::chars) {
            if letter.is_ascii_uppercase() && !first {
                f.write_char('-')?;
            }
            first = false;
            f.write_char(letter.to_ascii_lowercase())?;
        }
        Ok(())
    }
}

/// An enum each of whose variants stands beside what a person reads: `Name(argument: Type) = "text with {argument}"`. With `of argument`
/// the code is made of both.
#[macro_export]
macro_rules! reasons {
    ($(#[$meta:meta])* $name:ident {
        $($variant:ident $(($($field:ident: $kind:ty),*))? $(of $inner:ident)? = $words:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = $words] $variant $(($($kind),*))?,)*
        }

        impl $name {
            /// The codes of its variants, in order.
            pub const CODES: &'static [$crate::Code] = &[$($crate::Code::new(stringify!($variant))),*];

            /// What it is called in JSON and in the record.
            #[must_use]
            pub const fn code(&self) -> $crate::Code {
                match self {
                    $(Self::$variant $(($($field),*))? => {
                        $($(let _ = $field;)*)?
                        let code = $crate::Code::new(stringify!($variant));
                        $(let code = $inner.code().within(code);)?
                        code
                    })*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $(($($field),*))? => write!(f, $words),)*
                }
            }
        }
    };
}
