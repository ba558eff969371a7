"""The words of a game in other languages: reading them, putting them into a program, finding what is missing."""
