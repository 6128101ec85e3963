#include "numbers.h"

#include <stdbool.h>

#include "processors.h"

INLINE ptrdiff_t numbers_within_loop(
    const double *numbers, ptrdiff_t count, double least, double end, double *found) {
  typedef double Some __attribute__((ext_vector_type(4), aligned(8)));
  ptrdiff_t place = 0, i = 0;
  for (; i + 8 <= count; i += 8) {
    Numbers low = *(const Some *)(numbers + i), high = *(const Some *)(numbers + i + 4);
    Counts is_within = ((low >= least) & (low < end)) | ((high >= least) & (high < end));
    if (!is_any(is_within)) continue;
    // Every number is written, but only one within advances the place.
    for (ptrdiff_t k = i; k < i + 8; k++) {
      found[place] = numbers[k];
      place += (numbers[k] >= least) & (numbers[k] < end);
    }
  }
  for (; i < count; i++) {
    found[place] = numbers[i];
    place += (numbers[i] >= least) & (numbers[i] < end);
  }
  return place;
}

FOR_EACH_PROCESSOR(
    ptrdiff_t, numbers_within,
    (const double *numbers, ptrdiff_t count, double least, double end, double *found),
    (numbers, count, least, end, found))

#define JOIN(a, b) a##b
#define JOINED(a, b) JOIN(a, b)
#define NUMBER double
#include "butterflies.h"
#undef NUMBER
#define NUMBER Numbers
#include "butterflies.h"

INLINE void numbers_scatter_loop(
    double *real, double *imaginary, const double *cosines, const double *sines, ptrdiff_t count,
    ptrdiff_t lanes, bool upper_is_zero) {
  if (lanes == 1) {
    scatter_double(real, imaginary, cosines, sines, count, upper_is_zero);
  } else {
    scatter_Numbers(
        (Numbers *)real, (Numbers *)imaginary, cosines, sines, count, upper_is_zero);
  }
}

FOR_EACH_PROCESSOR(
    void, numbers_scatter,
    (double *real, double *imaginary, const double *cosines, const double *sines, ptrdiff_t count,
     ptrdiff_t lanes, bool upper_is_zero),
    (real, imaginary, cosines, sines, count, lanes, upper_is_zero))

INLINE void numbers_gather_loop(
    double *real, double *imaginary, const double *cosines, const double *sines, ptrdiff_t count,
    ptrdiff_t lanes, bool lower_only) {
  if (lanes == 1) {
    gather_double(real, imaginary, cosines, sines, count, lower_only);
  } else {
    gather_Numbers((Numbers *)real, (Numbers *)imaginary, cosines, sines, count, lower_only);
  }
}

FOR_EACH_PROCESSOR(
    void, numbers_gather,
    (double *real, double *imaginary, const double *cosines, const double *sines, ptrdiff_t count,
     ptrdiff_t lanes, bool lower_only),
    (real, imaginary, cosines, sines, count, lanes, lower_only))
