"""Polynomials over each sample's newest samples, for growing windows.

The rows (1, τ, τ², τ³ | x, y) of a window's samples, τ the time before its newest one in frames, are made upper
triangular by Givens' rotations. The next older sample is one row more, so that the triangle of a window is that of
the one before with four rotations. Its leading blocks are those of the lower degrees. No normal equations are
formed: their condition would be the square.

Source: Golub and Van Loan, Matrix Computations, sections 5.1.8 (Givens) and 6.5.3 (a row more).
"""

import numpy as np

from truth import RATE


class GrowingFits:
    """The fits of all samples of a slice, for windows 1, 2, 3, …"""

    def __init__(self, times, points, starts, highest):
        self.times, self.points, self.highest = times, points, highest
        self.age = np.arange(len(times)) - (starts - starts[0])
        self.window = 0
        # Row k of the triangle from its diagonal on, then x and y.
        self.rows = [np.zeros((highest - k + 3, len(times))) for k in range(highest + 1)]

    def _older(self, back):
        """The row of each sample's window that its sample so many places back gives; 0 before the stroke."""
        row = np.zeros((self.highest + 3, len(self.times)))
        count = len(self.times) - back
        inside = self.age[back:] >= back
        row[0, back:] = inside
        tau = (self.times[:count] - self.times[back:]) * (RATE * inside)
        for power in range(1, self.highest + 1):
            np.multiply(row[power - 1, back:], tau, out=row[power, back:])
        np.subtract(self.points[:, :count], self.points[:, back:], out=row[-2:, back:])
        row[-2:, back:] *= inside
        return row

    def grow(self):
        """Takes one sample more into every window."""
        new = self._older(self.window)
        self.window += 1
        for row in self.rows:
            size = np.sqrt(row[0] ** 2 + new[0] ** 2)
            size[size == 0] = 1
            cosine, sine = row[0] / size, new[0] / size
            rest = new[1:] * cosine
            rest -= row[1:] * sine
            row *= cosine
            row += new * sine
            new = rest

    def coefficients(self, degree, usable, out):
        """The polynomial's coefficients at the newest sample, (2, degree + 1, n); its position where not usable."""
        for k in range(degree, -1, -1):
            value = out[:, k]
            value[:] = self.rows[k][-2:]
            for later in range(k + 1, degree + 1):
                value -= self.rows[k][later - k] * out[:, later]
            value /= self.rows[k][0] + ~usable
        out *= usable
        out[:, 0] += self.points
        return out

    def usable(self):
        """By degree, which windows have enough different samples."""
        count = np.minimum(self.age + 1, self.window)
        result, so_far = [], np.ones(len(self.times), bool)
        for degree, row in enumerate(self.rows):
            so_far = so_far & (count > degree) & (row[0] ** 2 > 1e-12)
            result.append(so_far)
        return result
