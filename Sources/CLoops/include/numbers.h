// Loops over many numbers, each compiled for two kinds of x86-64 processor; see lanes.h.
#ifndef NEXTPOINT_NUMBERS_H
#define NEXTPOINT_NUMBERS_H

#include <stddef.h>

/// Copies the numbers from `least` to below `end`, in order.
///
/// - found: room for as many as there are numbers
///
/// Returns how many were copied.
ptrdiff_t numbers_within(
    const double *numbers, ptrdiff_t count, double least, double end, double *found);

#endif
