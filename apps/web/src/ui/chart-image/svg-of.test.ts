// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { ImageDrawing } from './chart-image.ts';
import { ticksOf } from './scale.ts';
import { svgOf } from './svg-of.ts';

const parsed = (drawing: ImageDrawing, title = 'Contacts') => {
  const { svg } = svgOf({ title, subtitle: 'Apr 13 to May 12', legend: [{ label: 'Total', series: 1 }], drawing });
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document.documentElement;
};
const wordsIn = (svg: Element) => [...svg.querySelectorAll('text')].map(({ textContent }) => textContent);

test('a file says what it shows: title, period, legend and the labels of both axes, on white', () => {
  const points = [
    { x: 'May 1', total: 10 },
    { x: 'May 2', total: 30 },
  ];
  const svg = parsed({ kind: 'lines', points, series: [{ key: 'total', label: 'Total', series: 1 }] });

  expect(wordsIn(svg)).toEqual(expect.arrayContaining(['Contacts', 'Apr 13 to May 12', 'Total', 'May 1', '10', '30']));
  expect(svg.querySelector('rect')!.getAttribute('fill')).toBe('#ffffff');
  expect(svg.outerHTML).not.toContain('var(--');
});

test('a goal is a dashed line with its words, and the axis reaches it', () => {
  const points = [{ x: 'May', created: 30 }];
  const svg = parsed({
    kind: 'columns',
    points,
    series: [{ key: 'created', label: 'New', series: 1 }],
    goal: { value: 100, label: 'Goal: 100' },
  });

  expect(wordsIn(svg)).toEqual(expect.arrayContaining(['Goal: 100', '100']));
  const line = svg.querySelector('line[stroke-dasharray]')!;
  expect(line.getAttribute('y1')).toBe(line.getAttribute('y2'));
  expect(Number(line.getAttribute('y1'))).toBe(0);
});

test('names that look like markup stay text', () => {
  const bars = [{ label: '</text><script>alert(1)</script>', value: 1, shown: '1', series: 1 as const }];
  const svg = parsed({ kind: 'bars', bars }, 'A & B <"\u0001">');

  expect(svg.querySelector('script')).toBeNull();
  expect(wordsIn(svg)).toContain('A & B <"">');
});

test('a bar is as long as its part of the largest, and a missing day interrupts a line', () => {
  const bars = [100, 50].map((value) => ({ label: String(value), value, shown: String(value), series: 1 as const }));
  const widths = [...parsed({ kind: 'bars', bars }).querySelectorAll('rect[fill="#ce8200"]')].map((bar) =>
    Number(bar.getAttribute('width')),
  );
  // The first is the square of the legend where there is one.
  expect(widths.at(-2)! / widths.at(-1)!).toBe(2);

  const points = [1, null, 3, 4].map((total, at) => ({ x: String(at), total }));
  const line = parsed({ kind: 'lines', points, series: [{ key: 'total', label: 'Total', series: 1 }] });
  expect(line.querySelector('path')!.getAttribute('d')!.match(/M/g)).toHaveLength(2);
});

test('a grid has a cell for each known number', () => {
  const svg = parsed({
    kind: 'grid',
    rows: ['Mon', 'Tue'],
    columns: ['1', '2'],
    values: [
      [0, 5],
      [5, null],
    ],
    shown: String,
  });

  expect(wordsIn(svg).filter((words) => words === '5')).toHaveLength(2);
  expect(wordsIn(svg)).toContain('0');
});

test.each([
  [0, 1, [0, 0.25, 0.5, 0.75, 1]],
  [0, 97, [0, 25, 50, 75, 100]],
  [12_000, 12_486, [12_000, 12_200, 12_400, 12_600]],
])('ticks from %d to %d are round', (low, high, ticks) => {
  expect(ticksOf(low, high)).toEqual(ticks);
});
