type Week = readonly (readonly number[])[];

/** The hour of the week with the most scans; undefined while there are none. */
export function busiestHour(week: Week): { weekday: number; hour: number } | undefined {
  let best: { weekday: number; hour: number; scans: number } | undefined;
  for (const [weekday, hours] of week.entries()) {
    for (const [hour, scans] of hours.entries()) {
      if (scans > (best?.scans ?? 0)) best = { weekday, hour, scans };
    }
  }
  return best && { weekday: best.weekday, hour: best.hour };
}

/** Neighbouring hours in one: phones have no room for 24 columns. */
export const inStepsOf = (hours: number, week: Week): number[][] =>
  week.map((line) =>
    Array.from({ length: line.length / hours }, (_, at) =>
      line.slice(at * hours, (at + 1) * hours).reduce((sum, scans) => sum + scans, 0),
    ),
  );
