import { expect, test } from 'vitest';
import { weekSeries } from './week-series.ts';

const step = (stepId: string, sent: number | null = 1) => ({
  stepId,
  kind: sent === null ? 'wait' : 'email',
  arrived: 1,
  sent,
  later: null,
  left: 0,
});
const week = (...emails: [stepId: string, sent: number][]) => ({
  from: '2026-03-19',
  to: '2026-03-25',
  emails: emails.map(([stepId, sent]) => ({ stepId, sent })),
});

test('each email is a part of the bar, also in weeks in which it was not sent', () => {
  const steps = [step('emailone'), step('waitonee', null), step('emailtwo')];

  const { shown, rows } = weekSeries({ steps, weeks: [week(['emailone', 5]), week(['emailtwo', 2])] });

  expect(shown).toEqual([
    { key: 'emailone', series: 1 },
    { key: 'emailtwo', series: 2 },
  ]);
  expect(rows).toEqual([
    { emailone: 5, emailtwo: 0 },
    { emailone: 0, emailtwo: 2 },
  ]);
});

test('of five emails and more the last ones are counted together', () => {
  const steps = ['a', 'b', 'c', 'd', 'e'].map((id) => step(id));

  const { shown, rows } = weekSeries({ steps, weeks: [week(['a', 1], ['c', 3], ['d', 4], ['e', 5])] });

  expect(shown.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'others']);
  expect(rows).toEqual([{ a: 1, b: 0, c: 3, others: 9 }]);
});
