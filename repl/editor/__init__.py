"""The language server: what an editor shows about rules files while they are written."""
