//! The network player.
