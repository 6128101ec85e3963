/* Odd calls through nextpoint.h, seeded: fuzz FIRST LAST. Any memory error is the sanitizer's to find; an
   answer that is not finite is a line on standard output and makes the exit code 1. */
#include <math.h>
#include <nextpoint.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

/* SplitMix64; source: Steele, Lea, Flood, OOPSLA 2014. */
static uint64_t next(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

static size_t below(size_t bound) { return (size_t)(next() % bound); }

#define PICK(choices) choices[below(sizeof choices / sizeof *choices)]

static const char *const specs[] = {
    "hold", "linear", "polynomial:degree=2,window=6", "weighted-polynomial", "arc", "rls", "lms", "nlms", "kalman",
    "imm", "desp", "hedge", "learned", "recommended", "recorded", "linear+blend", "regularise+kalman+speed-gate",
    "one-euro+linear", "hedge:[hold;linear]", "", "nothing", "linear:x=1", "hedge:[", "polynomial:degree=1..3",
    "polynomial:window=99999999999999999999..99999999999999999999", "desp:smoothing=nan", "\xff\xfe", "+", "rls:taps=64",
};
static const double values[] = {
    0,     -0.0, 1,    -1,      0.016, 0.0333, 1e-9,      5e-324, 1e9, 1e15, 1e18,
    1e160, 1e308, -1e308, NAN, INFINITY, -INFINITY, 60, 1e5, 9007199254740992.0, 9223372036854775808.0,
};

static double odd(double usual) { return below(25) == 0 ? PICK(values) : usual; }

static nextpoint_sample sample(int number) {
  double time = number / 60.0;
  nextpoint_sample made = {odd(time), odd(100 * time), odd(50 * time * time), NAN, NAN, NAN};
  if (below(4) == 0) {
    made.force = odd(0.5);
    made.altitude_rad = odd(1);
    made.azimuth_rad = odd(0.25);
  }
  return made;
}

static nextpoint_predictor *create(void) {
  const char *spec = PICK(specs);
  size_t count = below(5), capacity = below(100);
  /* Memory of just this size, so that one byte too many is found. */
  double *horizons = count > 0 ? malloc(count * sizeof *horizons) : NULL;
  char *message = capacity > 0 ? malloc(capacity) : NULL, *copy = malloc(strlen(spec) + 1);
  for (size_t n = 0; n < count; n += 1) horizons[n] = PICK(values);
  strcpy(copy, spec);
  nextpoint_context context = {PICK(values), PICK(values), PICK(values), horizons, count};
  nextpoint_predictor *made = nextpoint_create(copy, below(3) == 0 ? NULL : &context, message, capacity);
  free(horizons);
  free(message);
  free(copy);
  return made;
}

static int call(nextpoint_predictor *predictor, int number) {
  nextpoint_sample now = sample(number);
  nextpoint_prediction said;
  double horizon = below(2) ? 0.0333 : PICK(values), x, y;
  switch (below(12)) {
    case 0: nextpoint_begin_stroke(predictor); return 0;
    case 1: nextpoint_end_stroke(predictor, PICK(values)); return 0;
    case 2:
      if (below(4) == 0) nextpoint_reset(predictor);
      return 0;
    case 3: {
      size_t count = below(4);
      nextpoint_sample *soon = malloc((count + 1) * sizeof *soon);
      for (size_t n = 0; n < count; n += 1) soon[n] = sample(number + (int)n);
      nextpoint_observe_device_predictions(predictor, soon, count);
      free(soon);
      return 0;
    }
    case 4:
    case 5:
    case 6:
      if (nextpoint_position(predictor, horizon, &x, &y) != nextpoint_predict(predictor, horizon, &said)) return 1;
      if (!nextpoint_position(predictor, horizon, &x, &y)) return 0;
      return !(isfinite(x) && isfinite(y) && said.x == x && said.y == y);
    default: nextpoint_observe(predictor, &now); return 0;
  }
}

int main(int count, char **arguments) {
  long first = count > 2 ? atol(arguments[1]) : 1, last = count > 2 ? atol(arguments[2]) : 100;
  int found = 0;
  for (long seed = first; seed <= last; seed += 1) {
    state = (uint64_t)seed;
    nextpoint_predictor *predictor = create();
    for (int number = 0, calls = (int)below(60); number < calls; number += 1) {
      if (below(15) == 0) {
        nextpoint_predictor *copy = nextpoint_copy(predictor);
        nextpoint_free(predictor);
        predictor = copy;
      }
      if (call(predictor, number)) {
        printf("seed %ld: call %d gives no finite number, or two answers\n", seed, number);
        found = 1;
      }
    }
    nextpoint_free(predictor);
  }
  return found;
}
