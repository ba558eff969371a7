"""Source text, the problems found in it, and how they are shown.

Everything else in the package stands on this folder: `source.Span` places a node, `diagnostics.Problems` collects what
is wrong, `render` shows it, `files` and `cache` read and write the disk. Knows nothing of the grammar or of rules.
"""
