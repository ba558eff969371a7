"""Help while rules are written: how a line can go on, and the edits that mend a mistake."""
