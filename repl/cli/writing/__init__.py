"""The commands of those who write rules."""
