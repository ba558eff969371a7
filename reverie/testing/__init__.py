"""Tools that test the rules of games. Know no terminal."""
