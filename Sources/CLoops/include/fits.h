// The loops over the windows of many polynomials, compiled for two kinds of x86-64 processor; see
// lanes.h.
#ifndef NEXTPOINT_FITS_H
#define NEXTPOINT_FITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How windows are fitted.
typedef struct {
  /// The degrees that are wanted, a bit each, and the highest of them.
  uint8_t degrees;
  ptrdiff_t degree;
  /// The least pivot that is well conditioned, of the square that it is left of, and the least square.
  double least_pivot, least_square;
} FitOptions;

/// Fits polynomials to 1 to `longest` points, four numbers of points at a time.
///
/// - rows: `SIMD4<Double>`, the rows of `PolynomialGridFits`, `bands` vectors each, with their sums
/// - factors: `GramLanes` of steady clocks by band
/// - is_wanted: the bands that are fitted
/// - steady_count: up to how many points the clock is steady
///
/// Returns whether every fit is well conditioned as far as the number of its points allows.
bool fit_windows(
    void *rows, ptrdiff_t bands, const void *factors, const bool *is_wanted, ptrdiff_t longest,
    ptrdiff_t steady_count, FitOptions options);

/// Reads the fits of one degree at each of `count` horizons, four numbers of points at once.
///
/// - numbers: the rows that were fitted, `stride` numbers each
/// - counts: `SIMD4<Int>`, the numbers of points, at least 1
/// - has_rates: whether part of the clock was steady
/// - newest_x, newest_y: the newest position
/// - horizons: seconds after it
/// - kept: `SIMD4<Int64>`, the lanes that are not written, all bits of them
/// - result: by horizon, four times x and then four times y; not finite where there is no fit
///
/// Returns whether all that was read is finite.
bool read_windows(
    const double *numbers, ptrdiff_t stride, const void *counts, ptrdiff_t degree, bool has_rates,
    double newest_x, double newest_y, const double *horizons, ptrdiff_t count, const void *kept,
    void *result);

#endif
