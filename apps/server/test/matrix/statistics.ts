export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Two-sided p of the Mann-Whitney U test by its normal approximation: how often chance alone sets two groups this far apart. */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, first: true })), ...other.map((value) => ({ value, first: false }))];
  all.sort((left, right) => left.value - right.value);
  let rankSum = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to + 1 < all.length && all[to + 1]!.value === all[from]!.value) to += 1;
    const rank = (from + to) / 2 + 1;
    for (let at = from; at <= to; at += 1) if (all[at]!.first) rankSum += rank;
    from = to + 1;
  }
  const [n, m] = [one.length, other.length];
  const deviation = Math.sqrt((n * m * (n + m + 1)) / 12);
  const z = Math.abs(rankSum - (n * (n + 1)) / 2 - (n * m) / 2) / deviation;
  return 2 * upperTail(z);
}

/** Abramowitz and Stegun 26.2.17; off by less than 1e-7. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
