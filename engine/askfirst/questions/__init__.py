"""What is asked: questions of labs, exercises, and how an answer is judged."""
