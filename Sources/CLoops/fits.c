#include "fits.h"

#include "processors.h"

// The first rows of the sums S, of the sums T and of the coefficients by degree, and the rows of the rates and of the
// highest degree that could be factored.
enum { TIMES = 0, POSITIONS = 6, PATHS = 14, RATE = 34, REACH = 35 };

// The factors of the normal equations of four windows, as in Swift's `GramFactor`.
typedef struct {
  Numbers reach, inverse0, inverse1, inverse2, inverse3, l10, l20, l21, l30, l31, l32;
} Factors;

// T_0 to T_3 of four windows, along one axis.
typedef struct {
  Numbers t0, t1, t2, t3;
} Moments;

INLINE Numbers select(Counts mask, Numbers yes, Numbers no) { return mask ? yes : no; }

// T_0 to T_3 of n points from A_1 to A_4, as in `SteadySums`.
INLINE Moments on_steady_clock(Moments a, Numbers n) {
  Numbers first = a.t1 - n * a.t0;
  Numbers second = 2 * a.t2 - (2 * n + 1) * first - n * (n + 1) * a.t0;
  Numbers third = 6 * a.t3 - 3 * (n + 1) * second - (3 * n * (n + 2) + 2) * first -
      n * (n + 1) * (n + 2) * a.t0;
  return (Moments){a.t0, first, second, third};
}

INLINE Moments select_moments(Counts mask, Moments yes, Moments no) {
  return (Moments){
      select(mask, yes.t0, no.t0), select(mask, yes.t1, no.t1), select(mask, yes.t2, no.t2),
      select(mask, yes.t3, no.t3)};
}

INLINE Factors select_factors(Counts mask, Factors yes, Factors no) {
  return (Factors){
      select(mask, yes.reach, no.reach),       select(mask, yes.inverse0, no.inverse0),
      select(mask, yes.inverse1, no.inverse1), select(mask, yes.inverse2, no.inverse2),
      select(mask, yes.inverse3, no.inverse3), select(mask, yes.l10, no.l10),
      select(mask, yes.l20, no.l20),           select(mask, yes.l21, no.l21),
      select(mask, yes.l30, no.l30),           select(mask, yes.l31, no.l31),
      select(mask, yes.l32, no.l32)};
}

// Whether pivots are large enough, as in `GramFactor`.
INLINE Counts are_sound(Numbers pivot, Numbers square, FitOptions options) {
  return (pivot > options.least_pivot * square) & (square > options.least_square);
}

// Factors the normal equations of S_1 to S_6; beyond the reach the numbers are undefined.
INLINE Factors factored(
    const Numbers *sums, ptrdiff_t stride, Numbers inverse_counts, FitOptions options) {
  Factors f = {0};
  f.inverse0 = inverse_counts;
  if (options.degree < 1) return f;
  Numbers s1 = sums[0], s2 = sums[stride];
  f.l10 = s1 * f.inverse0;
  Numbers d1 = s2 - f.l10 * s1;
  f.inverse1 = 1 / d1;
  Counts is_sound = are_sound(d1, s2, options);
  f.reach = select(is_sound, 1, f.reach);
  if (options.degree < 2) return f;
  Numbers s3 = sums[2 * stride], s4 = sums[3 * stride];
  f.l20 = s2 * f.inverse0;
  Numbers a21 = s3 - f.l20 * s1;
  f.l21 = a21 * f.inverse1;
  Numbers d2 = s4 - f.l20 * s2 - f.l21 * a21;
  f.inverse2 = 1 / d2;
  is_sound &= are_sound(d2, s4, options);
  f.reach = select(is_sound, 2, f.reach);
  if (options.degree < 3) return f;
  Numbers s5 = sums[4 * stride], s6 = sums[5 * stride];
  f.l30 = s3 * f.inverse0;
  Numbers a31 = s4 - f.l30 * s1;
  f.l31 = a31 * f.inverse1;
  Numbers a32 = s5 - f.l30 * s2 - f.l31 * a21;
  f.l32 = a32 * f.inverse2;
  Numbers d3 = s6 - f.l30 * s3 - f.l31 * a31 - f.l32 * a32;
  f.inverse3 = 1 / d3;
  is_sound &= are_sound(d3, s6, options);
  f.reach = select(is_sound, 3, f.reach);
  return f;
}

// Writes the coefficients of a degree, a constant, into every second row; those of the first band are NaN where there are
// too few points.
INLINE void write_path(
    Factors f, Moments t, int degree, Numbers *row, ptrdiff_t stride, ptrdiff_t band) {
  Numbers c0, c1 = 0, c2 = 0, c3 = 0;
  Numbers y0 = t.t0, y1 = t.t1 - f.l10 * y0;
  if (degree == 0) {
    c0 = f.inverse0 * y0;
  } else if (degree == 1) {
    c1 = f.inverse1 * y1;
    c0 = f.inverse0 * y0 - f.l10 * c1;
  } else {
    Numbers y2 = t.t2 - f.l20 * y0 - f.l21 * y1;
    if (degree == 2) {
      c2 = f.inverse2 * y2;
      c1 = f.inverse1 * y1 - f.l21 * c2;
      c0 = f.inverse0 * y0 - f.l20 * c2 - f.l10 * c1;
    } else {
      c3 = f.inverse3 * (t.t3 - f.l30 * y0 - f.l31 * y1 - f.l32 * y2);
      c2 = f.inverse2 * y2 - f.l32 * c3;
      c1 = f.inverse1 * y1 - f.l31 * c3 - f.l21 * c2;
      c0 = f.inverse0 * y0 - f.l30 * c3 - f.l20 * c2 - f.l10 * c1;
    }
  }
  if (band == 0 && degree > 0) {
    c0 = select((Numbers){1, 2, 3, 4} <= degree, __builtin_nan(""), c0);
  }
  row[0] = c0;
  if (degree >= 1) row[2 * stride] = c1;
  if (degree >= 2) row[4 * stride] = c2;
  if (degree >= 3) row[6 * stride] = c3;
}

INLINE void write_paths(
    Factors factors, Moments x, Moments y, int degree, Numbers *row, ptrdiff_t stride,
    ptrdiff_t band) {
  write_path(factors, x, degree, row, stride, band);
  write_path(factors, y, degree, row + stride, stride, band);
}

INLINE Moments moments(const Numbers *row, ptrdiff_t stride) {
  return (Moments){row[0], row[2 * stride], row[4 * stride], row[6 * stride]};
}

INLINE bool fit_windows_loop(
    Numbers *rows, ptrdiff_t bands, const Factors *factors, const bool *is_wanted,
    ptrdiff_t longest, ptrdiff_t steady_count, FitOptions options) {
  bool is_well = true;
  for (ptrdiff_t band = 0; 4 * band < longest; band++) {
    if (!is_wanted[band]) continue;
    Numbers counts = (Numbers){1, 2, 3, 4} + (double)(4 * band);
    Numbers *column = rows + band;
    Factors factor = factors[band];
    Moments x = moments(column + POSITIONS * bands, bands);
    Moments y = moments(column + (POSITIONS + 1) * bands, bands);
    if (4 * band + 4 <= steady_count || longest <= steady_count) {
      x = on_steady_clock(x, counts);
      y = on_steady_clock(y, counts);
    } else {
      Factors uneven = factored(column + TIMES * bands, bands, factor.inverse0, options);
      if (4 * band >= steady_count) {
        factor = uneven;
      } else {
        Counts is_steady = counts <= (double)steady_count;
        x = select_moments(is_steady, on_steady_clock(x, counts), x);
        y = select_moments(is_steady, on_steady_clock(y, counts), y);
        factor = select_factors(is_steady, factor, uneven);
      }
    }
    column[REACH * bands] = factor.reach;
    Numbers wanted = select(counts - 1 < (double)options.degree, counts - 1, (double)options.degree);
    if (is_any((factor.reach < wanted) & (counts <= (double)longest))) is_well = false;
    for (int degree = 0; degree <= 3; degree++) {
      if (!(options.degrees >> degree & 1)) continue;
      Numbers *row = column + (PATHS + degree * (degree + 1)) * bands;
      switch (degree) {
        case 0: write_paths(factor, x, y, 0, row, bands, band); break;
        case 1: write_paths(factor, x, y, 1, row, bands, band); break;
        case 2: write_paths(factor, x, y, 2, row, bands, band); break;
        default: write_paths(factor, x, y, 3, row, bands, band);
      }
    }
  }
  return is_well;
}

FOR_EACH_PROCESSOR(
    bool, fit_windows,
    (void *rows, ptrdiff_t bands, const void *factors, const bool *is_wanted, ptrdiff_t longest,
     ptrdiff_t steady_count, FitOptions options),
    (rows, bands, factors, is_wanted, longest, steady_count, options))

// The four numbers of a row, from that of one point on.
INLINE Numbers gathered(const double *row, Counts counts) {
  return (Numbers){row[counts.x - 1], row[counts.y - 1], row[counts.z - 1], row[counts.w - 1]};
}

// The degree is a constant, for which the loop is compiled.
INLINE bool read_degree(
    const double *numbers, ptrdiff_t stride, Counts counts, int degree, bool has_rates,
    double newest_x, double newest_y, const double *horizons, ptrdiff_t count, Counts kept,
    Numbers *result) {
  const double *row = numbers + (PATHS + degree * (degree + 1)) * stride;
  Numbers x0 = gathered(row, counts), y0 = gathered(row + stride, counts);
  Numbers x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0;
  if (degree >= 1) {
    x1 = gathered(row + 2 * stride, counts);
    y1 = gathered(row + 3 * stride, counts);
  }
  if (degree >= 2) {
    x2 = gathered(row + 4 * stride, counts);
    y2 = gathered(row + 5 * stride, counts);
  }
  if (degree >= 3) {
    x3 = gathered(row + 6 * stride, counts);
    y3 = gathered(row + 7 * stride, counts);
  }
  Numbers rates = has_rates ? gathered(numbers + RATE * stride, counts) : 1;
  bool is_kept = is_any(kept);
  Numbers differences = 0;
  for (ptrdiff_t i = 0; i < count; i++) {
    Numbers time = horizons[i] * rates;
    Numbers x = x0, y = y0;
    if (degree == 1) {
      x = x0 + time * x1;
      y = y0 + time * y1;
    } else if (degree == 2) {
      x = x0 + time * (x1 + time * x2);
      y = y0 + time * (y1 + time * y2);
    } else if (degree == 3) {
      x = x0 + time * (x1 + time * (x2 + time * x3));
      y = y0 + time * (y1 + time * (y2 + time * y3));
    }
    x = newest_x + x;
    y = newest_y + y;
    // 0, or NaN where a number is not finite.
    differences += (x - x) + (y - y);
    result[2 * i] = is_kept ? select(kept, result[2 * i], x) : x;
    result[2 * i + 1] = is_kept ? select(kept, result[2 * i + 1], y) : y;
  }
  return are_all(differences == 0);
}

INLINE bool read_windows_loop(
    const double *numbers, ptrdiff_t stride, const Counts *counts, ptrdiff_t degree, bool has_rates,
    double newest_x, double newest_y, const double *horizons, ptrdiff_t count, const Counts *kept,
    Numbers *result) {
#define READ(degree)                                                                       \
  read_degree(                                                                             \
      numbers, stride, *counts, degree, has_rates, newest_x, newest_y, horizons, count, *kept, \
      result)
  switch (degree) {
    case 0: return READ(0);
    case 1: return READ(1);
    case 2: return READ(2);
    default: return READ(3);
  }
#undef READ
}

FOR_EACH_PROCESSOR(
    bool, read_windows,
    (const double *numbers, ptrdiff_t stride, const void *counts, ptrdiff_t degree, bool has_rates,
     double newest_x, double newest_y, const double *horizons, ptrdiff_t count, const void *kept,
     void *result),
    (numbers, stride, counts, degree, has_rates, newest_x, newest_y, horizons, count, kept, result))
