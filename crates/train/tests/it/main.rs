//! Datasets, regression and genetic search on small runs.

mod book;
mod games;
mod genetic;
mod labels;
mod run_folder;
