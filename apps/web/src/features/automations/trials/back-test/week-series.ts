import type { BackTestResult } from '@waggle/contracts/automation-trials';

/** Colors beyond this number can no longer be told apart. */
const mostSeries = 4;

type ShownSeries = {
  /** A step, or `others`. */
  key: string;
  series: 1 | 2 | 3 | 4;
};

/** Emails by week: those of the first steps as series of their own, of all that follow as one. */
export function weekSeries({ weeks, steps }: Pick<BackTestResult, 'weeks' | 'steps'>) {
  const senders = steps.filter(({ sent }) => sent !== null).map(({ stepId }) => stepId);
  const isMany = senders.length > mostSeries;
  const own = isMany ? senders.slice(0, mostSeries - 1) : senders;
  const keys = isMany ? [...own, 'others'] : own;
  const shown = keys.map((key, at): ShownSeries => ({ key, series: (at + 1) as ShownSeries['series'] }));
  const rows = weeks.map(({ emails }) => {
    const row = Object.fromEntries(keys.map((key) => [key, 0]));
    for (const { stepId, sent } of emails) {
      const key = own.includes(stepId) ? stepId : 'others';
      row[key] = (row[key] ?? 0) + sent;
    }
    return row;
  });
  return { shown, rows };
}
