type Hour = { at: string; opens: number; clicks: number };

const hourMs = 3_600_000;

/** From nothing at the start to everything at the end of each hour, as a curve that rises. */
export function risingHours(hours: readonly Hour[]): Hour[] {
  const first = hours[0];
  if (!first) return [];
  let [opens, clicks] = [0, 0];
  const ends = hours.map((hour) => ({
    at: new Date(Date.parse(hour.at) + hourMs).toISOString(),
    opens: (opens += hour.opens),
    clicks: (clicks += hour.clicks),
  }));
  return [{ at: first.at, opens: 0, clicks: 0 }, ...ends];
}
