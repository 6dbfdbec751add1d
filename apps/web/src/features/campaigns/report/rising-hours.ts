type Hour = { at: string; opens: number; clicks: number };

/** Each hour with everything until its end, as a curve that rises. */
export function risingHours(hours: readonly Hour[]): Hour[] {
  let [opens, clicks] = [0, 0];
  return hours.map((hour) => ({ at: hour.at, opens: (opens += hour.opens), clicks: (clicks += hour.clicks) }));
}
