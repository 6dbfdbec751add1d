/** What there was at the end of each period, from what there is now and what came and went in each, oldest first. */
export function totalsThen(now: number, changes: readonly number[]): number[] {
  let total = now;
  return changes
    .toReversed()
    .map((change) => {
      const atEnd = total;
      total -= change;
      return atEnd;
    })
    .toReversed();
}
