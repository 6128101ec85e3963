/* Expectations of the test programs: each that fails is a line on standard output. */
#ifndef EXPECT_H
#define EXPECT_H

#include <stdio.h>

/* The number of failed expectations. */
static int failures = 0;

#define EXPECT(condition)                                     \
  do {                                                        \
    if (!(condition)) {                                       \
      printf("line %d: not so: %s\n", __LINE__, #condition);  \
      failures += 1;                                          \
    }                                                         \
  } while (0)

#endif
