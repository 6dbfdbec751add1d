/** Round numbers from at most `low` to at least `high`, about five of them. */
export function ticksOf(low: number, high: number): number[] {
  const raw = Math.max((high - low) / 4, Number.MIN_VALUE);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= raw)! * power;
  const first = Math.floor(low / step) * step;
  const count = Math.ceil((high - first) / step) + 1;
  return Array.from({ length: Math.max(2, count) }, (_, at) => Number((first + at * step).toPrecision(12)));
}

/** Every n-th of many labels, so that they stand apart. */
export const labelStep = (labels: readonly string[], room: number): number => {
  const widest = Math.max(1, ...labels.map((label) => label.length * 7 + 20));
  return Math.max(1, Math.ceil((labels.length * widest) / room));
};
