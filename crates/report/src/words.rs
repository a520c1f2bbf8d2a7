//! Texts that have one of a few values, for the description of the API.
//!
//! Fields that hold such a text are strings in Rust. `#[schema(value_type = ...)]`
//! with one of these types lists the values in the description, and so in the
//! generated types of the browser app.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $($word:literal)|+;)*) => {$(
        $(#[$doc])*
        pub enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new().schema_type(Type::String).enum_values(Some([$($word),+])).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }
        }
    )*};
}

words! {
    /// The game that is played.
    Rules: "reversi" | "reversed";
    /// A side.
    Color: "black" | "white";
    /// The side that a visitor plays.
    Seat: "black" | "white" | "both";
    /// The kind of an event.
    EventKind: "match" | "tournament";
    /// How a game of an event ended.
    GameEnding: "played out" | "adjudicated" | "fault";
    /// How a visitor's game ended.
    PlayEnding: "finished" | "resigned" | "timeout";
    /// What a score says of the true one.
    Bound: "exact" | "lower" | "upper";
    /// How good a move is.
    Grade: "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";
    /// What was read from a file.
    ItemKind: "game" | "position";
    /// The verdict on a topic of a check.
    Verdict: "ok" | "warning" | "fail";
    /// The type of a message about a visitor's game.
    GameMessageType: "game";
}
