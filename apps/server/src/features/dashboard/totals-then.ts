/** What there was at the end of each period, from what there is now and what came and went in each, oldest first. */
export function totalsThen(now: number, changes: readonly number[]): number[] {
  const totals: number[] = [];
  let total = now;
  for (const change of changes.toReversed()) {
    totals.push(total);
    total -= change;
  }
  return totals.reverse();
}
