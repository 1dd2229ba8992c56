"""What was done: a student's progress, the report on a class, nbgrader's files."""
