//! Embedded rule files.
