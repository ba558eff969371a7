"""The libraries of the environments, or a sentence that says how to install them."""

from __future__ import annotations

ADVICE = "for training environments, install Gymnasium and PettingZoo: pip install gymnasium pettingzoo"

try:
    import gymnasium
    import numpy as np
    import pettingzoo
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(ADVICE) from error

__all__ = ["gymnasium", "np", "pettingzoo", "wrappers"]
