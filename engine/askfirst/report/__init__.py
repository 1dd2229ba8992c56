"""What was done: a student's progress, the report on a class, editions for teachers."""
