from . import conventions as conventions
from . import datasets as datasets
from . import derivations as derivations
from . import exercises as exercises
from . import labs as labs
from . import plots as plots
