"""What labs of several lectures use, and the labs that several lectures show."""
