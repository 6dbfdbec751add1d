import { expect, test } from 'vitest';
import { nextLookMs } from './queries.ts';

const openedAt = Date.parse('2026-05-08T10:00:00Z');
const minutesLater = (minutes: number) => openedAt + minutes * 60_000;

test('a page just opened asks every 3 seconds, so that a scan is on screen within 5', () => {
  expect(nextLookMs(openedAt, null, minutesLater(9))).toBe(3_000);
});

test('a page left open asks every 30 seconds', () => {
  expect(nextLookMs(openedAt, null, minutesLater(11))).toBe(30_000);
});

test('while scans arrive the page goes on asking every 3 seconds', () => {
  expect(nextLookMs(openedAt, '2026-05-08T11:55:00Z', minutesLater(120))).toBe(3_000);
});
