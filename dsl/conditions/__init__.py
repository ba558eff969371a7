"""What the text of conditions alone settles: conditions that exclude each other.

Knows names and the model, and no values: a report is right in every game, however modules change definitions.
"""
