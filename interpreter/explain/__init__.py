"""Why an option is offered or not, in words and within what a player may know."""
