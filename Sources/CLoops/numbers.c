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
