// The transforms of numbers.h for one kind of number, whose name is NUMBER; included once for each kind.

// Two numbers of a butterfly, in order → their sum, and their difference turned by the factor.
INLINE void JOINED(scatter_, NUMBER)(
    NUMBER *real, NUMBER *imaginary, const double *cosines, const double *sines, ptrdiff_t count,
    bool upper_is_zero) {
  ptrdiff_t half = count / 2;
  if (upper_is_zero && half >= 1) {
    for (ptrdiff_t low = 0; low < half; low++) {
      NUMBER x = real[low], y = imaginary[low];
      double cosine = cosines[half + low], sine = sines[half + low];
      real[low] = x + 0.0;
      imaginary[low] = y + 0.0;
      real[low + half] = x * cosine - y * sine;
      imaginary[low + half] = x * sine + y * cosine;
    }
    half /= 2;
  }
  for (; half >= 1; half /= 2) {
    for (ptrdiff_t block = 0; block < count; block += 2 * half) {
      for (ptrdiff_t i = 0; i < half; i++) {
        ptrdiff_t low = block + i, high = low + half;
        NUMBER real_low = real[low], real_high = real[high];
        NUMBER imaginary_low = imaginary[low], imaginary_high = imaginary[high];
        NUMBER x = real_low - real_high, y = imaginary_low - imaginary_high;
        double cosine = cosines[half + i], sine = sines[half + i];
        real[low] = real_low + real_high;
        imaginary[low] = imaginary_low + imaginary_high;
        real[high] = x * cosine - y * sine;
        imaginary[high] = x * sine + y * cosine;
      }
    }
  }
}

// The number at the higher place turned by the factor → the sum and the difference of both.
INLINE void JOINED(gather_, NUMBER)(
    NUMBER *real, NUMBER *imaginary, const double *cosines, const double *sines, ptrdiff_t count,
    bool lower_only) {
  ptrdiff_t half = 1;
  for (; half < (lower_only ? count / 2 : count); half *= 2) {
    for (ptrdiff_t block = 0; block < count; block += 2 * half) {
      for (ptrdiff_t i = 0; i < half; i++) {
        ptrdiff_t low = block + i, high = low + half;
        double cosine = cosines[half + i], sine = sines[half + i];
        NUMBER real_low = real[low], real_high = real[high];
        NUMBER imaginary_low = imaginary[low], imaginary_high = imaginary[high];
        NUMBER x = real_high * cosine - imaginary_high * sine;
        NUMBER y = real_high * sine + imaginary_high * cosine;
        real[high] = real_low - x;
        imaginary[high] = imaginary_low - y;
        real[low] = real_low + x;
        imaginary[low] = imaginary_low + y;
      }
    }
  }
  if (!lower_only || half >= count) return;
  for (ptrdiff_t low = 0; low < half; low++) {
    double cosine = cosines[half + low], sine = sines[half + low];
    NUMBER x = real[low + half], y = imaginary[low + half];
    real[low] = real[low] + (x * cosine - y * sine);
    imaginary[low] = imaginary[low] + (x * sine + y * cosine);
  }
}
