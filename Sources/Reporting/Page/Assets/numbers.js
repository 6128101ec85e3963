// A measured length or time with three significant digits, as FixedPoint.significant writes it.
const measured = (value) => {
  const size = Math.abs(value);
  if (value === 0) return '0';
  if (size < 9.995e-5 || size >= 9.995e6) return value.toExponential(2).replace(/e([-+])(\d)$/, 'e$10$2');
  return size >= 999.5 ? value.toFixed(0) : value.toPrecision(3);
};
