"""One layout for rules files and texts files: words, comments and line breaks stay, the blanks between them change."""
