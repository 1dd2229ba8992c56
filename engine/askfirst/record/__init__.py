"""A student's work: the journal of answers, the working copy, the backup."""
