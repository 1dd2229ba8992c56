from . import conventions as conventions
from . import datasets as datasets
from . import exercises as exercises
from . import labs as labs
from . import plots as plots
from .checks import residual as residual
from .checks import same as same
from .exercises import exercise as exercise
from .expansion import Expansion as Expansion
from .features import count_monomials as count_monomials
from .features import monomials as monomials
from .features import scaled_monomials as scaled_monomials
from .grams import centred as centred
from .grams import gram as gram
from .installation import check_installation as check_installation
from .kernels import RBF as RBF
from .kernels import Kernel as Kernel
from .kernels import Linear as Linear
from .kernels import Polynomial as Polynomial
from .models import KernelRidge as KernelRidge
from .solvers.ridge import ridge_dual as ridge_dual
from .solvers.ridge import ridge_dual_offset as ridge_dual_offset
from .solvers.ridge import ridge_primal as ridge_primal
from .solvers.ridge import ridge_primal_offset as ridge_primal_offset
from .solvers.ridge_path import RidgePath as RidgePath
from .solvers.ridge_path import ridge_path as ridge_path

__version__: str
