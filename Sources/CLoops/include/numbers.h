// Loops over many numbers, each compiled for two kinds of x86-64 processor; see lanes.h.
#ifndef NEXTPOINT_NUMBERS_H
#define NEXTPOINT_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/// Copies the numbers from `least` to below `end`, in order.
///
/// - found: room for as many as there are numbers
///
/// Returns how many were copied.
ptrdiff_t numbers_within(
    const double *numbers, ptrdiff_t count, double least, double end, double *found);

/// The passes of `RadixTwoTransform` over `count` numbers, a power of two, each with one or four lanes.
///
/// The factors are those of the transform.
void numbers_scatter(
    double *real, double *imaginary, const double *cosines, const double *sines, ptrdiff_t count,
    ptrdiff_t lanes, bool upper_is_zero);
void numbers_gather(
    double *real, double *imaginary, const double *cosines, const double *sines, ptrdiff_t count,
    ptrdiff_t lanes, bool lower_only);

#endif
