/* nextpoint from C: each failed expectation is a line on standard output and makes the exit code 1. */
#include <math.h>
#include <nextpoint.h>
#include <stdio.h>
#include <string.h>

#include "expect.h"

static nextpoint_sample at(double time_s, double x, double y) {
  nextpoint_sample sample = {time_s, x, y, NAN, NAN, NAN};
  return sample;
}

static void a_line_goes_on(void) {
  nextpoint_predictor *predictor = nextpoint_create("linear", NULL, NULL, 0);
  double x = -1, y = -1;
  EXPECT(predictor != NULL);
  EXPECT(!nextpoint_position(predictor, 0.5, &x, &y));
  EXPECT(x == -1 && y == -1);
  nextpoint_begin_stroke(predictor);
  for (int n = 0; n < 4; n += 1) {
    nextpoint_sample sample = at(n, 2.0 * n, 10 - n);
    nextpoint_observe(predictor, &sample);
  }
  EXPECT(nextpoint_position(predictor, 0.5, &x, &y));
  EXPECT(x == 7 && y == 6.5);
  EXPECT(nextpoint_position(predictor, 0.5, NULL, NULL));
  nextpoint_prediction said;
  EXPECT(nextpoint_predict(predictor, 0.5, &said));
  EXPECT(said.x == 7 && said.y == 6.5);
  EXPECT(said.velocity_x == 2 && said.velocity_y == -1);
  EXPECT(isnan(said.force) && isnan(said.lift_probability));

  nextpoint_sample bad = at(NAN, 1, 1);
  nextpoint_observe(predictor, &bad);
  EXPECT(nextpoint_position(predictor, 0.5, &x, &y) && x == 7);
  EXPECT(!nextpoint_position(predictor, NAN, &x, &y));
  EXPECT(!nextpoint_position(predictor, INFINITY, &x, &y));

  nextpoint_predictor *snapshot = nextpoint_copy(predictor);
  nextpoint_sample far = at(4, 100, 100);
  nextpoint_observe(predictor, &far);
  EXPECT(nextpoint_position(snapshot, 0.5, &x, &y) && x == 7);
  nextpoint_free(predictor);
  EXPECT(nextpoint_position(snapshot, 0.5, &x, &y) && x == 7);
  nextpoint_reset(snapshot);
  EXPECT(!nextpoint_position(snapshot, 0.5, &x, &y));
  nextpoint_free(snapshot);
}

static void the_pen_is_carried(void) {
  nextpoint_predictor *predictor = nextpoint_create("polynomial:degree=1,window=4", NULL, NULL, 0);
  nextpoint_begin_stroke(predictor);
  for (int n = 0; n < 6; n += 1) {
    nextpoint_sample sample = {n / 100.0, (double)n, (double)n, 0.25, 1.0, 0.5};
    nextpoint_observe(predictor, &sample);
  }
  nextpoint_prediction said;
  EXPECT(nextpoint_predict(predictor, 0.01, &said));
  EXPECT(fabs(said.x - 6) < 1e-12 && fabs(said.y - 6) < 1e-12);
  EXPECT(fabs(said.force - 0.25) < 1e-12);
  EXPECT(fabs(said.altitude_rad - 1) < 1e-12 && fabs(said.azimuth_rad - 0.5) < 1e-12);
  /* A fit without residuals states no variance; one with some states it for both axes. */
  EXPECT(isnan(said.variance_xx) && isnan(said.variance_yy) && isnan(said.variance_xy));
  nextpoint_sample aside = {0.06, 6, 6.5, 0.25, 1.0, 0.5};
  nextpoint_observe(predictor, &aside);
  EXPECT(nextpoint_predict(predictor, 0.01, &said));
  EXPECT(said.variance_xx > 0 && said.variance_yy > said.variance_xx);
  nextpoint_end_stroke(predictor, 0.06);
  nextpoint_free(predictor);
}

static void null_and_huge_counts_do_no_harm(void) {
  char message[4096];
  nextpoint_context context;
  memset(&context, 0, sizeof context);
  EXPECT(nextpoint_create("nothing", NULL, NULL, 200) == NULL);
  EXPECT(nextpoint_create(NULL, NULL, NULL, 200) == NULL);
  EXPECT(nextpoint_create("nothing", NULL, NULL, (size_t)-1) == NULL);
  EXPECT(nextpoint_create("nothing", NULL, message, (size_t)-1) == NULL && strlen(message) > 0);
  EXPECT(nextpoint_create("linear:x=99999999999999999999..99999999999999999999", NULL, message,
                          sizeof message) == NULL);
  EXPECT(strlen(message) > 0);
  context.horizon_count = (size_t)-1;
  nextpoint_predictor *predictor = nextpoint_create("recorded", &context, NULL, 0);
  EXPECT(predictor != NULL);
  nextpoint_observe_device_predictions(predictor, NULL, (size_t)-1);
  nextpoint_free(predictor);
}

/* Whoever solves, the fit is the same; a spelling that names no solver is refused with a message. */
static void two_solvers_say_the_same(void) {
  const char *pairs[][2] = {{"polynomial:degree=2,window=6", "polynomial:degree=2,window=6,solver=lapack"},
                            {"arc", "arc:solver=lapack"},
                            {"rls", "rls:solver=lapack"}};
  for (int pair = 0; pair < 3; pair += 1) {
    nextpoint_predictor *mine = nextpoint_create(pairs[pair][0], NULL, NULL, 0);
    nextpoint_predictor *theirs = nextpoint_create(pairs[pair][1], NULL, NULL, 0);
    EXPECT(mine != NULL && theirs != NULL);
    int answers = 0;
    for (int n = 0; n < 80; n += 1) {
      double angle = n / 20.0, x = 0, y = 0, u = 0, v = 0;
      nextpoint_sample sample = at(n / 120.0, 40 * cos(angle), 30 * sin(1.3 * angle));
      nextpoint_observe(mine, &sample);
      nextpoint_observe(theirs, &sample);
      bool said = nextpoint_position(mine, 0.025, &x, &y);
      EXPECT(said == nextpoint_position(theirs, 0.025, &u, &v));
      EXPECT(fabs(x - u) < 1e-7 && fabs(y - v) < 1e-7);
      answers += said;
    }
    EXPECT(answers > 70);
    nextpoint_free(mine);
    nextpoint_free(theirs);
  }
  char message[200];
  EXPECT(nextpoint_create("arc:solver=qr", NULL, message, sizeof message) == NULL);
  EXPECT(strstr(message, "streaming") != NULL && strstr(message, "lapack") != NULL);
}

static void the_device_is_heard(void) {
  nextpoint_predictor *predictor = nextpoint_create("recorded", NULL, NULL, 0);
  nextpoint_begin_stroke(predictor);
  nextpoint_sample now = at(1, 0, 0), soon[] = {at(1.01, 3, 4), at(1.02, 6, 8)};
  nextpoint_observe(predictor, &now);
  nextpoint_observe_device_predictions(predictor, soon, 2);
  double x = 0, y = 0;
  EXPECT(nextpoint_position(predictor, 0.02, &x, &y));
  EXPECT(x == 6 && y == 8);
  nextpoint_observe_device_predictions(predictor, NULL, 7);
  nextpoint_free(predictor);
}

static void a_context_is_heard(void) {
  double horizons[] = {0.01, NAN};
  nextpoint_context context = {120, 3.5, 60, horizons, 2};
  char message[8] = "before";
  const char *pixels = "ink-stroke-modeler";
  nextpoint_predictor *predictor = nextpoint_create(pixels, &context, message, sizeof message);
  EXPECT(predictor != NULL && message[0] == 0);
  nextpoint_free(predictor);
  memset(&context, 0, sizeof context);
  context.nominal_rate_hz = -INFINITY;
  predictor = nextpoint_create("rls", &context, NULL, 0);
  EXPECT(predictor != NULL);
  nextpoint_free(predictor);
}

static void refusals_say_why(void) {
  char message[200];
  EXPECT(nextpoint_create("polynomial:degree=99", NULL, message, sizeof message) == NULL);
  EXPECT(strstr(message, "degree") != NULL && strstr(message, "99") != NULL);
  EXPECT(nextpoint_create("nosuch", NULL, message, sizeof message) == NULL);
  EXPECT(strstr(message, "nosuch") != NULL);
  EXPECT(nextpoint_create("polynomial:window=2..4", NULL, message, sizeof message) == NULL);
  EXPECT(nextpoint_create(NULL, NULL, message, sizeof message) == NULL && message[0] != 0);
  EXPECT(nextpoint_create("nosuch", NULL, NULL, 0) == NULL);
  char small[4] = "xyz";
  EXPECT(nextpoint_create("nosuch", NULL, small, sizeof small) == NULL);
  EXPECT(strlen(small) == 3);
  char none = 'x';
  EXPECT(nextpoint_create("nosuch", NULL, &none, 0) == NULL && none == 'x');
}

static void nothing_is_no_predictor(void) {
  double x = 1, y = 2;
  nextpoint_sample sample = at(0, 0, 0);
  nextpoint_begin_stroke(NULL);
  nextpoint_observe(NULL, &sample);
  nextpoint_observe_device_predictions(NULL, &sample, 1);
  nextpoint_end_stroke(NULL, 0);
  nextpoint_reset(NULL);
  EXPECT(!nextpoint_position(NULL, 0.1, &x, &y) && x == 1 && y == 2);
  EXPECT(!nextpoint_predict(NULL, 0.1, NULL));
  EXPECT(nextpoint_copy(NULL) == NULL);
  nextpoint_free(NULL);
  nextpoint_predictor *predictor = nextpoint_create("hold", NULL, NULL, 0);
  nextpoint_observe(predictor, NULL);
  EXPECT(!nextpoint_position(predictor, 0.1, &x, &y));
  nextpoint_free(predictor);
}

/* Prints what the spelling given says of a curve, for the test to hold against the Swift library. */
static void print_a_curve(const char *spec) {
  char message[200];
  nextpoint_predictor *predictor = nextpoint_create(spec, NULL, message, sizeof message);
  if (predictor == NULL) {
    printf("%s\n", message);
    failures += 1;
    return;
  }
  nextpoint_begin_stroke(predictor);
  for (int n = 0; n < 60; n += 1) {
    double time_s = n / 120.0, x = 0, y = 0;
    nextpoint_sample sample = at(time_s, time_s * time_s * 100, time_s * (1 - time_s) * 50);
    nextpoint_observe(predictor, &sample);
    if (nextpoint_position(predictor, 0.025, &x, &y)) printf("%a,%a\n", x, y);
  }
  nextpoint_free(predictor);
}

int main(int count, char **arguments) {
  if (count > 1) {
    print_a_curve(arguments[1]);
    return failures > 0;
  }
  EXPECT(nextpoint_abi_version() == NEXTPOINT_ABI_VERSION);
  a_line_goes_on();
  the_pen_is_carried();
  null_and_huge_counts_do_no_harm();
  the_device_is_heard();
  two_solvers_say_the_same();
  a_context_is_heard();
  refusals_say_why();
  nothing_is_no_predictor();
  return failures > 0;
}
