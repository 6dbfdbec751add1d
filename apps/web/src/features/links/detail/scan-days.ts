type Day = { on: string; scans: number; newVisitors: number };
export type ScanStep = { from: string; to: string; scans: number; newVisitors: number };

const dayMs = 86_400_000;
/** More bars than this cannot be told apart. */
const mostBars = 100;

const weekOf = (on: string) => {
  const day = new Date(on);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10);
};
const monthOf = (on: string) => on.slice(0, 7);

/** One bar per day while they fit, then per week, then per month. */
export function stepsOf(days: readonly Day[]): ScanStep[] {
  const stepOf = days.length <= mostBars ? (on: string) => on : days.length <= mostBars * 7 ? weekOf : monthOf;
  const steps: ScanStep[] = [];
  let current = '';
  for (const { on, scans, newVisitors } of days) {
    const step = stepOf(on);
    const last = steps.at(-1);
    if (last && step === current) {
      last.to = on;
      last.scans += scans;
      last.newVisitors += newVisitors;
    } else steps.push({ from: on, to: on, scans, newVisitors });
    current = step;
  }
  return steps;
}
