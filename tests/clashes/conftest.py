"""These files are modules that clash on purpose; `test_clashes` looks at them."""

collect_ignore_glob = ["*.rules"]
