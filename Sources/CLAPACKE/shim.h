// LAPACK's own C interface and BLAS's, seen by one Swift seam file each.
#include <lapacke.h>

// `lapack_int` is a preprocessor macro, which Swift does not import; a typedef is.
typedef lapack_int LAPACKInt;

// BLAS by its Fortran names, which every BLAS exports; its C header is not everywhere.
void sgemm_(
    const char *transa, const char *transb, const LAPACKInt *m, const LAPACKInt *n,
    const LAPACKInt *k, const float *alpha, const float *a, const LAPACKInt *lda, const float *b,
    const LAPACKInt *ldb, const float *beta, float *c, const LAPACKInt *ldc);
void dsyrk_(
    const char *uplo, const char *trans, const LAPACKInt *n, const LAPACKInt *k,
    const double *alpha, const double *a, const LAPACKInt *lda, const double *beta, double *c,
    const LAPACKInt *ldc);
void dgemm_(
    const char *transa, const char *transb, const LAPACKInt *m, const LAPACKInt *n,
    const LAPACKInt *k, const double *alpha, const double *a, const LAPACKInt *lda,
    const double *b, const LAPACKInt *ldb, const double *beta, double *c, const LAPACKInt *ldc);
