"""The scenarios in these files are run by `test_spec`, chunk by chunk."""

collect_ignore_glob = ["*.rules"]
