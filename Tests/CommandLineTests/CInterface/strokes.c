/* Whole strokes in one call, and names: each failed expectation is a line on standard output and makes
   the exit code 1. With spellings as arguments, those are held to the calls one by one. */
#include <math.h>
#include <nextpoint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

enum { SAMPLES = 100, HORIZONS = 3, LEVELS = 2, PLACES = SAMPLES * HORIZONS };

/* Rows as they might come from a file, so that no column is packed. */
typedef struct row {
  double x;
  double y;
  double force;
  char note[3];
  double time_s;
} row;

static row rows[SAMPLES];
static double altitude[SAMPLES], ends[3];
static const double horizons[HORIZONS] = {0.0167, 0.0333, 0.1};
static const double levels[LEVELS] = {0.5, 0.95};
/* Three strokes, the second without samples; the first three and the last five rows are in none. */
static const size_t offsets[4] = {3, 45, 45, 95};

typedef struct answer_arrays {
  bool answered[PLACES];
  double position[PLACES][2];
  double velocity[PLACES][2];
  double covariance[PLACES][3];
  double radius[PLACES][LEVELS];
  double confidence[PLACES];
  double pen[PLACES][3];
  double lift_probability[PLACES];
} answer_arrays;

static answer_arrays one_by_one, in_one_call, again;

static void set_rows(void) {
  for (int n = 0; n < SAMPLES; n += 1) {
    double angle = n / 17.0;
    rows[n].time_s = n / 120.0;
    rows[n].x = 40 * cos(angle) + 3 * sin(7.3 * angle);
    rows[n].y = n < 50 ? 30 * sin(1.3 * angle) : 0.5 * n;
    rows[n].force = n % 5 == 4 ? (double)NAN : 0.2 + n / 1000.0;
    altitude[n] = 1 + 0.1 * sin(angle);
  }
  rows[20].x = NAN;
  rows[60].time_s = rows[59].time_s;
  rows[80].time_s = rows[75].time_s;
  ends[0] = rows[44].time_s + 0.004;
  ends[1] = 5;
  ends[2] = rows[94].time_s + 0.002;
}

static nextpoint_column column(const double *first, ptrdiff_t stride_bytes) {
  nextpoint_column result = {first, stride_bytes};
  return result;
}

static nextpoint_strokes strokes(void) {
  nextpoint_strokes result;
  memset(&result, 0, sizeof result);
  result.size = sizeof result;
  result.sample_count = SAMPLES;
  result.time_s = column(&rows[0].time_s, sizeof(row));
  result.x = column(&rows[0].x, sizeof(row));
  result.y = column(&rows[0].y, sizeof(row));
  result.force = column(&rows[0].force, sizeof(row));
  result.altitude_rad = column(altitude, 0);
  result.stroke_offsets = offsets;
  result.stroke_count = 3;
  result.end_times_s = ends;
  return result;
}

static nextpoint_answers answers(answer_arrays *arrays) {
  nextpoint_answers result;
  memset(&result, 0, sizeof result);
  result.size = sizeof result;
  result.horizons_s = horizons;
  result.horizon_count = HORIZONS;
  result.levels = levels;
  result.level_count = LEVELS;
  result.answered = arrays->answered;
  result.position = arrays->position[0];
  result.velocity = arrays->velocity[0];
  result.covariance = arrays->covariance[0];
  result.radius = arrays->radius[0];
  result.confidence = arrays->confidence;
  result.pen = arrays->pen[0];
  result.lift_probability = arrays->lift_probability;
  return result;
}

static void write_answer(
    const nextpoint_predictor *predictor, double horizon_s, answer_arrays *arrays, int place) {
  nextpoint_prediction said;
  double *numbers = (double *)&said;
  for (size_t n = 0; n < sizeof said / sizeof(double); n += 1) numbers[n] = NAN;
  arrays->answered[place] = nextpoint_predict(predictor, horizon_s, &said);
  arrays->position[place][0] = said.x;
  arrays->position[place][1] = said.y;
  arrays->velocity[place][0] = said.velocity_x;
  arrays->velocity[place][1] = said.velocity_y;
  arrays->covariance[place][0] = said.variance_xx;
  arrays->covariance[place][1] = said.variance_xy;
  arrays->covariance[place][2] = said.variance_yy;
  arrays->confidence[place] = said.confidence;
  arrays->pen[place][0] = said.force;
  arrays->pen[place][1] = said.altitude_rad;
  arrays->pen[place][2] = said.azimuth_rad;
  arrays->lift_probability[place] = said.lift_probability;
}

static void call_one_by_one(nextpoint_predictor *predictor) {
  for (int n = 0; n < PLACES; n += 1) write_answer(NULL, 0, &one_by_one, n);
  for (int stroke = 0; stroke < 3; stroke += 1) {
    nextpoint_begin_stroke(predictor);
    for (size_t n = offsets[stroke]; n < offsets[stroke + 1]; n += 1) {
      nextpoint_sample sample = {rows[n].time_s, rows[n].x, rows[n].y, rows[n].force, altitude[n], NAN};
      nextpoint_observe(predictor, &sample);
      for (int h = 0; h < HORIZONS; h += 1)
        write_answer(predictor, horizons[h], &one_by_one, (int)n * HORIZONS + h);
    }
    nextpoint_end_stroke(predictor, ends[stroke]);
  }
}

/* The same bits, where any NAN is like any other. */
static bool same(const double *left, const double *right, size_t count) {
  for (size_t n = 0; n < count; n += 1) {
    if (isnan(left[n]) && isnan(right[n])) continue;
    if (memcmp(left + n, right + n, sizeof(double)) != 0) return false;
  }
  return true;
}

static void expect_same_answers(const answer_arrays *left, const answer_arrays *right) {
  EXPECT(memcmp(left->answered, right->answered, sizeof left->answered) == 0);
  EXPECT(same(left->position[0], right->position[0], 2 * PLACES));
  EXPECT(same(left->velocity[0], right->velocity[0], 2 * PLACES));
  EXPECT(same(left->covariance[0], right->covariance[0], 3 * PLACES));
  EXPECT(same(left->confidence, right->confidence, PLACES));
  EXPECT(same(left->pen[0], right->pen[0], 3 * PLACES));
  EXPECT(same(left->lift_probability, right->lift_probability, PLACES));
}

static nextpoint_predictor *made(const char *spec) {
  nextpoint_context context = {120, 4, 60, horizons, HORIZONS};
  char message[200];
  nextpoint_predictor *predictor = nextpoint_create(spec, &context, message, sizeof message);
  if (predictor == NULL) {
    printf("%s\n", message);
    failures += 1;
  }
  return predictor;
}

static void one_call_says_what_many_say(const char *spec) {
  nextpoint_predictor *slow = made(spec), *fast = made(spec);
  nextpoint_strokes batch = strokes();
  nextpoint_answers result = answers(&in_one_call);
  char message[200] = "before";
  int told = 0;
  /* Twice: the second time with what was learned the first. */
  for (int round = 0; round < 2; round += 1) {
    call_one_by_one(slow);
    EXPECT(nextpoint_predict_strokes(fast, &batch, &result, message, sizeof message));
    EXPECT(message[0] == 0);
    expect_same_answers(&one_by_one, &in_one_call);
  }
  for (int n = 0; n < PLACES; n += 1) told += in_one_call.answered[n];
  /* There is nothing recorded here. */
  EXPECT(told > 0 || strcmp(spec, "recorded") == 0);
  EXPECT(!in_one_call.answered[0] && !in_one_call.answered[PLACES - 1]);
  /* Positions alone are the same positions. */
  nextpoint_reset(fast);
  nextpoint_reset(slow);
  result.velocity = result.covariance = result.radius = result.confidence = result.pen =
      result.lift_probability = NULL;
  EXPECT(nextpoint_predict_strokes(fast, &batch, &result, NULL, 0));
  call_one_by_one(slow);
  EXPECT(memcmp(one_by_one.answered, in_one_call.answered, sizeof in_one_call.answered) == 0);
  EXPECT(same(one_by_one.position[0], in_one_call.position[0], 2 * PLACES));
  nextpoint_free(slow);
  nextpoint_free(fast);
}

static void a_stroke_comes_in_pieces(void) {
  nextpoint_predictor *whole = made("rls"), *pieces = made("rls");
  nextpoint_strokes batch = strokes();
  nextpoint_answers result = answers(&in_one_call);
  batch.stroke_offsets = NULL;
  batch.stroke_count = 0;
  batch.end_times_s = NULL;
  EXPECT(nextpoint_predict_strokes(whole, &batch, &result, NULL, 0));
  for (int n = 0; n < 4; n += 1) {
    ptrdiff_t first = 25 * n;
    batch.sample_count = 25;
    batch.time_s.values = &rows[first].time_s;
    batch.x.values = &rows[first].x;
    batch.y.values = &rows[first].y;
    batch.force.values = &rows[first].force;
    batch.altitude_rad.values = altitude + first;
    batch.flags = (n > 0 ? NEXTPOINT_CONTINUE_FIRST_STROKE : 0) +
                  (n < 3 ? NEXTPOINT_LEAVE_LAST_STROKE_OPEN : 0);
    result = answers(&again);
    result.answered += first * HORIZONS;
    result.position += first * HORIZONS * 2;
    result.velocity += first * HORIZONS * 2;
    result.covariance += first * HORIZONS * 3;
    result.radius += first * HORIZONS * LEVELS;
    result.confidence += first * HORIZONS;
    result.pen += first * HORIZONS * 3;
    result.lift_probability += first * HORIZONS;
    EXPECT(nextpoint_predict_strokes(pieces, &batch, &result, NULL, 0));
  }
  expect_same_answers(&in_one_call, &again);
  nextpoint_free(whole);
  nextpoint_free(pieces);
}

static void horizons_may_differ_by_sample(void) {
  double times[] = {0, 1, 2, 3}, x[] = {6, 4, 2, 0}, y[] = {1, 1, 1, 1};
  double ahead[] = {1, 2, 0.5, 3, 1, 1, 0, 2}, position[4][2][2];
  nextpoint_predictor *predictor = made("linear");
  nextpoint_strokes batch;
  nextpoint_answers result;
  memset(&batch, 0, sizeof batch);
  memset(&result, 0, sizeof result);
  batch.size = sizeof batch;
  batch.sample_count = 4;
  batch.time_s.values = times;
  /* Backwards through memory. */
  batch.x = column(x + 3, -(ptrdiff_t)sizeof(double));
  batch.y.values = y;
  result.size = sizeof result;
  result.horizons_s = ahead;
  result.horizon_count = 2;
  result.horizon_stride_bytes = 2 * sizeof(double);
  result.position = position[0][0];
  EXPECT(nextpoint_predict_strokes(predictor, &batch, &result, NULL, 0));
  EXPECT(isnan(position[0][0][0]) && isnan(position[0][1][1]));
  EXPECT(position[1][0][0] == 3 && position[1][1][0] == 8);
  EXPECT(position[2][0][0] == 6 && position[2][1][0] == 6);
  EXPECT(position[3][0][0] == 6 && position[3][1][0] == 10 && position[3][1][1] == 1);
  nextpoint_free(predictor);
}

static void a_covariance_has_radii(void) {
  nextpoint_predictor *predictor = made("kalman");
  nextpoint_strokes batch = strokes();
  nextpoint_answers result = answers(&in_one_call);
  double odd[LEVELS] = {0, NAN};
  EXPECT(nextpoint_predict_strokes(predictor, &batch, &result, NULL, 0));
  int place = 90 * HORIZONS;
  EXPECT(in_one_call.covariance[place][0] > 0);
  EXPECT(fabs(in_one_call.radius[place][0] - sqrt(-2 * log(0.5))) < 1e-12);
  EXPECT(fabs(in_one_call.radius[place][1] - sqrt(-2 * log(0.05))) < 1e-12);
  result.levels = odd;
  EXPECT(nextpoint_predict_strokes(predictor, &batch, &result, NULL, 0));
  EXPECT(isnan(in_one_call.radius[place][0]) && isnan(in_one_call.radius[place][1]));
  nextpoint_free(predictor);
}

static void regions_are_ellipses(void) {
  nextpoint_predictor *predictor = made("linear+conformal");
  nextpoint_region region, untouched;
  memset(&region, 0, sizeof region);
  region.size = sizeof region;
  nextpoint_begin_stroke(predictor);
  EXPECT(!nextpoint_predict_region(predictor, 0.0333, 0.9, &region) && region.semi_major == 0);
  for (int n = 0; n < 30; n += 1) {
    nextpoint_sample sample = {n / 120.0, 3.0 * n, 4.0 * n + (n % 2), NAN, NAN, NAN};
    nextpoint_observe(predictor, &sample);
  }
  double wide, x = 0, y = 0;
  EXPECT(nextpoint_predict_region(predictor, 0.0333, 0.99, &region));
  wide = region.semi_major;
  EXPECT(nextpoint_predict_region(predictor, 0.0333, 0.5, &region));
  EXPECT(wide > region.semi_major && region.semi_major >= region.semi_minor && region.semi_minor > 0);
  EXPECT(nextpoint_position(predictor, 0.0333, &x, &y) && region.x == x && region.y == y);
  untouched = region;
  EXPECT(!nextpoint_predict_region(predictor, 0.0333, 1, &region));
  EXPECT(!nextpoint_predict_region(predictor, 0.0333, NAN, &region));
  EXPECT(!nextpoint_predict_region(predictor, NAN, 0.5, &region));
  EXPECT(!nextpoint_predict_region(predictor, 0.0333, 0.5, NULL));
  EXPECT(!nextpoint_predict_region(NULL, 0.0333, 0.5, &region));
  EXPECT(memcmp(&region, &untouched, sizeof region) == 0);
  region.size = 8;
  EXPECT(!nextpoint_predict_region(predictor, 0.0333, 0.99, &region));
  EXPECT(region.semi_major == untouched.semi_major);
  nextpoint_free(predictor);

  predictor = made("linear");
  region.size = sizeof region;
  nextpoint_sample first = {0, 0, 0, NAN, NAN, NAN}, second = {0.01, 1, 1, NAN, NAN, NAN};
  nextpoint_observe(predictor, &first);
  nextpoint_observe(predictor, &second);
  EXPECT(!nextpoint_predict_region(predictor, 0.0333, 0.9, &region));
  nextpoint_free(predictor);
}

/* What cannot be used is refused with a reason, and nothing happens. */
static void expect_refusal(
    nextpoint_predictor *predictor, const nextpoint_strokes *batch, const nextpoint_answers *result,
    const char *reason) {
  char message[300] = "";
  double x = -1, y = -1;
  in_one_call.position[0][0] = 77;
  EXPECT(!nextpoint_predict_strokes(predictor, batch, result, message, sizeof message));
  if (strstr(message, reason) == NULL) {
    printf("\"%s\" does not say \"%s\"\n", message, reason);
    failures += 1;
  }
  EXPECT(in_one_call.position[0][0] == 77 && !nextpoint_position(predictor, 0.01, &x, &y));
}

static void refusals_say_why(void) {
  nextpoint_predictor *predictor = made("hold");
  nextpoint_strokes good = strokes(), batch = good;
  nextpoint_answers result = answers(&in_one_call), odd = result;
  size_t falling[] = {0, 9, 8, 10}, far[] = {0, 9, 10, SAMPLES + 1};
  expect_refusal(NULL, &good, &result, "no predictor");
  expect_refusal(predictor, NULL, &result, "nextpoint_strokes");
  expect_refusal(predictor, &good, NULL, "nextpoint_answers");
  batch.size = 0;
  expect_refusal(predictor, &batch, &result, "sizeof(nextpoint_strokes)");
  batch.size = (size_t)-1;
  expect_refusal(predictor, &batch, &result, "sizeof(nextpoint_strokes)");
  batch = good;
  batch.x.values = NULL;
  expect_refusal(predictor, &batch, &result, "x.values");
  batch = good;
  batch.stroke_offsets = falling;
  expect_refusal(predictor, &batch, &result, "stroke_offsets[2]");
  batch.stroke_offsets = far;
  expect_refusal(predictor, &batch, &result, "100 samples");
  batch.stroke_offsets = NULL;
  expect_refusal(predictor, &batch, &result, "stroke_offsets");
  batch = good;
  batch.flags = 4;
  expect_refusal(predictor, &batch, &result, "flags is 4");
  batch = good;
  batch.sample_count = (size_t)-1;
  expect_refusal(predictor, &batch, &result, "sample_count");
  odd.horizons_s = NULL;
  expect_refusal(predictor, &good, &odd, "horizons_s");
  odd = result;
  odd.horizon_count = (size_t)-1 / 4;
  expect_refusal(predictor, &good, &odd, "PTRDIFF_MAX");
  odd = result;
  odd.levels = NULL;
  expect_refusal(predictor, &good, &odd, "levels");
  nextpoint_free(predictor);
}

/* A program that was built with a later header, whose struct is longer. */
static void later_headers_are_understood(void) {
  struct longer {
    nextpoint_strokes known;
    double later;
  } batch;
  nextpoint_predictor *predictor = made("hold");
  nextpoint_answers result = answers(&in_one_call);
  memset(&batch, 0, sizeof batch);
  batch.known = strokes();
  batch.known.size = sizeof batch;
  batch.later = 1;
  expect_refusal(predictor, &batch.known, &result, "does not know");
  batch.later = 0;
  EXPECT(nextpoint_predict_strokes(predictor, &batch.known, &result, NULL, 0));
  EXPECT(in_one_call.answered[4 * HORIZONS]);
  nextpoint_free(predictor);
}

static void names_are_told(void) {
  char text[400], message[200] = "before", small[4] = "xyz";
  size_t length = nextpoint_canonical_spelling(
      "polynomial:window=6,degree=2", text, sizeof text, message, sizeof message);
  EXPECT(strcmp(text, "polynomial:degree=2,window=6") == 0 && length == strlen(text));
  EXPECT(message[0] == 0);
  EXPECT(nextpoint_canonical_spelling("rls:order=", text, sizeof text, message, sizeof message) == 0);
  EXPECT(message[0] != 0);
  length = nextpoint_canonical_spelling(
      "polynomial:window-ms=50", text, sizeof text, message, sizeof message);
  EXPECT(strcmp(text, "polynomial:degree=1,window-ms=50") == 0 && length == strlen(text));
  EXPECT(nextpoint_canonical_spelling(
             "polynomial:window=4,window-ms=50", text, sizeof text, message, sizeof message) == 0);
  EXPECT(strstr(message, "window=4 cannot be given too") != NULL);
  EXPECT(nextpoint_canonical_spelling(NULL, text, sizeof text, message, sizeof message) == 0);
  EXPECT(nextpoint_canonical_spelling("linear", small, sizeof small, NULL, 0) == strlen("linear"));
  EXPECT(strcmp(small, "lin") == 0);
  EXPECT(nextpoint_canonical_spelling("linear", NULL, 0, NULL, 0) == strlen("linear"));

  bool has_rls = false;
  EXPECT(nextpoint_catalogue_count() > 20);
  for (size_t row = 0; row < nextpoint_catalogue_count(); row += 1) {
    char role[20], kind[80];
    EXPECT(nextpoint_catalogue_text(row, NEXTPOINT_CATALOGUE_KIND, kind, sizeof kind) > 0);
    EXPECT(nextpoint_catalogue_text(row, NEXTPOINT_CATALOGUE_ROLE, role, sizeof role) > 0);
    EXPECT(nextpoint_catalogue_text(row, NEXTPOINT_CATALOGUE_SUMMARY, text, sizeof text) > 0);
    EXPECT(nextpoint_catalogue_text(row, NEXTPOINT_CATALOGUE_SPELLING, text, sizeof text) > 0);
    EXPECT(strncmp(text, kind, strlen(kind)) == 0);
    has_rls = has_rls || strcmp(kind, "rls") == 0;
    if (strcmp(role, "predictor") != 0) continue;
    nextpoint_predictor *predictor = nextpoint_create(kind, NULL, message, sizeof message);
    EXPECT(predictor != NULL);
    nextpoint_free(predictor);
  }
  EXPECT(has_rls);
  EXPECT(nextpoint_catalogue_text(0, 99, text, sizeof text) == 0 && text[0] == 0);
  EXPECT(nextpoint_catalogue_text((size_t)-1, 0, text, sizeof text) == 0);
}

static void a_step_observes_and_predicts(void) {
  nextpoint_predictor *predictor = nextpoint_create("linear", NULL, NULL, 0);
  double horizons[2] = {0.5, 1}, positions[4] = {1, 1, 1, 1};
  nextpoint_begin_stroke(predictor);
  nextpoint_sample sample = {0, 0, 10, NAN, NAN, NAN};
  nextpoint_step(predictor, &sample, horizons, 2, positions);
  EXPECT(isnan(positions[0]) && isnan(positions[3]));
  sample.time_s = 1;
  sample.x = 2;
  sample.y = 9;
  nextpoint_step(predictor, &sample, horizons, 2, positions);
  EXPECT(positions[0] == 3 && positions[1] == 8.5 && positions[2] == 4 && positions[3] == 8);
  nextpoint_step(predictor, NULL, horizons, 2, positions);
  EXPECT(isnan(positions[0]) && isnan(positions[3]));
  nextpoint_step(predictor, &sample, NULL, 2, positions);
  nextpoint_step(predictor, &sample, horizons, (size_t)-1, NULL);
  nextpoint_step(NULL, &sample, horizons, 1, positions);
  EXPECT(isnan(positions[0]) && isnan(positions[1]));
  nextpoint_free(predictor);
}

int main(int count, char **arguments) {
  set_rows();
  for (int n = 1; n < count; n += 1) one_call_says_what_many_say(arguments[n]);
  if (count > 1) return failures > 0;
  a_stroke_comes_in_pieces();
  horizons_may_differ_by_sample();
  a_covariance_has_radii();
  regions_are_ellipses();
  refusals_say_why();
  later_headers_are_understood();
  names_are_told();
  a_step_observes_and_predicts();
  return failures > 0;
}
