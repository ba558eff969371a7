"""Games on disk: how a game was set up, its answers, and the files that hold them."""
