// The only C of the package: LAPACK's own C interface, seen by one Swift seam file.
#include <lapacke.h>

// `lapack_int` is a preprocessor macro, which Swift does not import; a typedef is.
typedef lapack_int LAPACKInt;
