"""The scenarios in these files are wrong on purpose; `test_problems` looks at them."""

collect_ignore_glob = ["*.rules"]
