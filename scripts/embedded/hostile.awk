# Streams that no device sends: equal, backward and far times, jumps, grids, huge and tiny numbers, tiny steps.
BEGIN {
  srand(11)
  for (stroke = 0; stroke < 300; stroke++) {
    kind = stroke % 10; t = 100 * stroke; x = 300 * rand(); y = 300 * rand()
    for (n = 0; n < 40; n++) {
      step = kind == 1 && rand() < 0.3 ? 0 : kind == 2 && rand() < 0.2 ? -0.02 * rand() : kind == 3 && rand() < 0.1 ? 5 * rand() : 0.002 + 0.02 * rand()
      if (kind == 9) step = 1e-9
      t += step
      if (kind == 4 && rand() < 0.1) { x += 4000 * (rand() - 0.5); y += 4000 * (rand() - 0.5) }
      else if (kind == 5) { x += rand() < 0.5; y += rand() < 0.5 }
      else if (kind == 6) { x *= 1 + 3 * rand(); y *= 1 + 3 * rand() }
      else if (kind == 7) { x /= 1 + 9 * rand(); y /= 1 + 9 * rand() }
      else if (kind != 8) { x += 30 * (rand() - 0.5); y += 30 * (rand() - 0.5) }
      printf "%.17g,%.17g,%.17g\n", t, x, y
    }
    print ""
  }
}
