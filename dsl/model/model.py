"""The model of the rules as an author wrote them: every node under one name, `m`.

Names are text, every node has a span that doesn't count for equality, everything is frozen. `build` makes it, `link`
joins the files of a game, `resolve` finds what the names mean; no pass changes a node.
"""

# ruff: noqa: F403 - the nodes are named in the modules that define them, and in no list beside that

from dsl.model.components import *
from dsl.model.declarations import *
from dsl.model.expressions import *
from dsl.model.node import *
from dsl.model.statements import *
from dsl.model.table import *
