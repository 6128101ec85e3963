/* Counts the calls of LAPACK that a program makes, by name: a library to be preloaded.
 *
 *   cc -shared -fPIC -o lapack-calls.so scripts/lapack-calls.c -ldl
 *   LAPACK_CALLS=counts.txt LD_PRELOAD=./lapack-calls.so nextpoint predict ...
 *
 * Each function below counts and then calls the one of the same name in the library behind it. When the
 * program ends, a line "name count" for each goes to the file that LAPACK_CALLS names. The list holds
 * every solver that nextpoint links: `scripts/verify lapack` compares it with the executable.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <lapacke.h>
#include <stdio.h>
#include <stdlib.h>

#define N lapack_int
#define D double *
#define CD const double *

/* COUNTED(name, parameters with their types, their names) */
#define COUNTED(name, parameters, names)                               \
  static unsigned long name##_calls;                                   \
  N LAPACKE_##name parameters {                                        \
    static N(*next) parameters;                                        \
    if (next == NULL) {                                                \
      next = (N(*) parameters)dlsym(RTLD_NEXT, "LAPACKE_" #name);      \
      if (next == NULL) abort();                                       \
    }                                                                  \
    __atomic_fetch_add(&name##_calls, 1, __ATOMIC_RELAXED);            \
    return next names;                                                 \
  }

COUNTED(dgelsy_work,
        (int layout, N m, N n, N nrhs, D a, N lda, D b, N ldb, N *jpvt, double rcond, N *rank, D work,
         N lwork),
        (layout, m, n, nrhs, a, lda, b, ldb, jpvt, rcond, rank, work, lwork))
COUNTED(dggev_work,
        (int layout, char jobvl, char jobvr, N n, D a, N lda, D b, N ldb, D alphar, D alphai, D beta,
         D vl, N ldvl, D vr, N ldvr, D work, N lwork),
        (layout, jobvl, jobvr, n, a, lda, b, ldb, alphar, alphai, beta, vl, ldvl, vr, ldvr, work, lwork))
COUNTED(dposv_work, (int layout, char uplo, N n, N nrhs, D a, N lda, D b, N ldb),
        (layout, uplo, n, nrhs, a, lda, b, ldb))
COUNTED(dtpqrt_work,
        (int layout, N m, N n, N l, N nb, D a, N lda, D b, N ldb, D t, N ldt, D work),
        (layout, m, n, l, nb, a, lda, b, ldb, t, ldt, work))
COUNTED(dtrtrs_work,
        (int layout, char uplo, char trans, char diag, N n, N nrhs, CD a, N lda, D b, N ldb),
        (layout, uplo, trans, diag, n, nrhs, a, lda, b, ldb))

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("LAPACK_CALLS");
  FILE *file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
#define TOLD(name) fprintf(file, #name " %lu\n", name##_calls)
  TOLD(dgelsy_work);
  TOLD(dggev_work);
  TOLD(dposv_work);
  TOLD(dtpqrt_work);
  TOLD(dtrtrs_work);
  fclose(file);
}
