//! Where the book is on the web: what is told of a code links its page there. Known for one command, and below everything that
//! tells something, so that no output has to be handed it.
use std::cell::RefCell;

thread_local! {
    /// As the project or the program says; a command runs on one thread.
    static BOOK: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Says where the book is for this command; empty: nowhere that is known.
pub fn set(book: String) {
    BOOK.with(|b| *b.borrow_mut() = book);
}

/// Where the book is; empty: nowhere that is known.
pub fn book() -> String {
    BOOK.with(|b| b.borrow().clone())
}
