// LAPACK's C interface for what is measured beside the package, which hides its own.
#include <lapacke.h>
