; Made by lsp/src/grammar.rs; do not edit.
(comment) @comment
(text) @string
(row) @string.special
(tags) @attribute
(label) @label
(heading) @keyword
(keyword) @keyword
(verb) @function
(noun) @type
(adjective) @property
(square) @constant
(number) @number
(word) @variable
