"""What several lectures use: labs, ingredients of derivations, the page of a cover."""
