//! The core: rules and match become a [plan](plan), a game is a [state](state) and nothing else, and one [runner](run) steps it. What
//! it has no plan for it refuses by name, and the host plays by the literal interpreter.
pub mod acts;
pub mod asked;
pub mod bits;
pub mod board;
pub mod cards;
pub mod decide;
pub mod deed;
pub mod eval;
pub mod event;
pub mod game;
pub mod given;
pub mod lower;
pub mod matching;
pub mod movement;
pub mod plan;
pub mod plans;
pub mod raid;
pub mod rounds;
pub mod run;
pub mod search;
pub mod several;
pub mod state;
pub mod tables;
pub mod view;
pub mod walk;
pub mod why;
