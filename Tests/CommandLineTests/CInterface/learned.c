/* Learned models and features: each failed expectation is a line on standard output and makes the exit
   code 1. Prints what a model file predicts, then the features, as hexadecimal numbers.
   Usage: learned MODEL */
#include <math.h>
#include <nextpoint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

enum { SAMPLES = 60 };

static double times[SAMPLES], x[SAMPLES], y[SAMPLES];

static nextpoint_strokes strokes(void) {
  nextpoint_strokes result;
  memset(&result, 0, sizeof result);
  result.size = sizeof result;
  result.sample_count = SAMPLES;
  result.time_s.values = times;
  result.x.values = x;
  result.y.values = y;
  return result;
}

static nextpoint_feature_layout layout(size_t kind, size_t displacements, size_t velocities) {
  nextpoint_feature_layout result;
  memset(&result, 0, sizeof result);
  result.size = sizeof result;
  result.kind = kind;
  result.displacements = displacements;
  result.velocities = velocities;
  result.memory = 0.4;
  return result;
}

static void models_are_predictors(const void *bytes, size_t size) {
  char message[400];
  EXPECT(nextpoint_create("learned:model=mine", NULL, message, sizeof message) == NULL);
  EXPECT(nextpoint_create_with_model("learned:model=mine", NULL, bytes, size - 1, message, sizeof message) == NULL);
  EXPECT(strstr(message, "truncated") != NULL);
  EXPECT(nextpoint_create_with_model("learned:model=mine", NULL, NULL, size, message, sizeof message) == NULL);
  EXPECT(strstr(message, "not a model") != NULL);
  EXPECT(nextpoint_create_with_model("lerned", NULL, bytes, size, message, sizeof message) == NULL);
  EXPECT(message[0] != 0);
  nextpoint_predictor *predictor = nextpoint_create_with_model(
      "learned:model=mine,adapt=false", NULL, bytes, size, message, sizeof message);
  EXPECT(predictor != NULL && message[0] == 0);
  nextpoint_begin_stroke(predictor);
  for (int n = 0; n < SAMPLES; n += 1) {
    nextpoint_sample sample = {times[n], x[n], y[n], (double)NAN, (double)NAN, (double)NAN};
    nextpoint_observe(predictor, &sample);
    double ahead_x, ahead_y;
    if (nextpoint_position(predictor, 0.0333, &ahead_x, &ahead_y)) printf("%a,%a\n", ahead_x, ahead_y);
  }
  nextpoint_free(predictor);
}

static void features_are_written(nextpoint_feature_layout wanted) {
  char message[200];
  size_t count = nextpoint_feature_count(&wanted, message, sizeof message);
  EXPECT(count > 0 && message[0] == 0);
  float *values = (float *)malloc(SAMPLES * count * sizeof *values);
  static double frame[SAMPLES][5];
  nextpoint_strokes given = strokes();
  nextpoint_features result;
  memset(&result, 0, sizeof result);
  result.size = sizeof result;
  result.values = values;
  result.frame = &frame[0][0];
  EXPECT(nextpoint_motion_features(&wanted, NULL, &given, &result, message, sizeof message));
  EXPECT(isnan(values[0]) && isnan(frame[0][0]));
  for (int n = 1; n < SAMPLES; n += 1) {
    for (size_t k = 0; k < count; k += 1) printf("%a\n", values[n * count + k]);
    for (size_t k = 0; k < 5; k += 1) printf("%a\n", frame[n][k]);
  }
  free(values);
}

static void wrong_layouts_are_refused(void) {
  char message[200];
  nextpoint_feature_layout wrong = layout(1, 10, 0);
  EXPECT(nextpoint_feature_count(&wrong, message, sizeof message) == 0);
  EXPECT(strstr(message, "kind is 1") != NULL);
  wrong = layout(NEXTPOINT_LAGS, 3, 0);
  EXPECT(nextpoint_feature_count(&wrong, message, sizeof message) == 0);
  EXPECT(strstr(message, "displacements is 3; give a number from 4 to 20") != NULL);
  wrong = layout(NEXTPOINT_DISPLACEMENTS, 10, 11);
  EXPECT(nextpoint_feature_count(&wrong, NULL, 0) == 0);
  wrong = layout(NEXTPOINT_DISPLACEMENTS, 10, (size_t)-1);
  EXPECT(nextpoint_feature_count(&wrong, NULL, 0) == 0);
  wrong = layout(NEXTPOINT_LAGS, 20, 6);
  wrong.has_shape = 1;
  EXPECT(nextpoint_feature_count(&wrong, NULL, 0) == 0);
  wrong = layout(NEXTPOINT_LAGS, 20, 6);
  wrong.memory = (double)NAN;
  EXPECT(nextpoint_feature_count(&wrong, NULL, 0) == 0);
  EXPECT(nextpoint_feature_count(NULL, message, sizeof message) == 0);
  wrong = layout(NEXTPOINT_LAGS, 20, 6);
  nextpoint_strokes given = strokes();
  EXPECT(!nextpoint_motion_features(&wrong, NULL, &given, NULL, message, sizeof message));
  EXPECT(strstr(message, "nextpoint_features") != NULL);
}

int main(int count, char **arguments) {
  static unsigned char bytes[1 << 20];
  FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
  if (file == NULL) return 64;
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  for (int n = 0; n < SAMPLES; n += 1) {
    times[n] = n / 64.0;
    x[n] = times[n] * times[n] * 128;
    y[n] = times[n] * (1 - times[n]) * 64;
  }
  models_are_predictors(bytes, size);
  features_are_written(layout(NEXTPOINT_DISPLACEMENTS, 10, 2));
  features_are_written(layout(NEXTPOINT_LAGS, 20, 6));
  wrong_layouts_are_refused();
  return failures > 0;
}
