import { expect, test } from 'vitest';
import { feetOf, inchesOf, unitOfZone } from './units.ts';

test.each([
  ['America/New_York', 'in'],
  ['America/Indiana/Knox', 'in'],
  ['Pacific/Honolulu', 'in'],
  ['America/Toronto', 'cm'],
  ['America/Mexico_City', 'cm'],
  ['Europe/London', 'cm'],
  ['UTC', 'cm'],
])('paper is measured in %s by %s', (zone, unit) => {
  expect(unitOfZone(zone)).toBe(unit);
});

test('a printed width is never rounded below what a phone needs', () => {
  expect(inchesOf(25.4)).toBe(1);
  expect(inchesOf(26)).toBe(1.25);
  expect(inchesOf(19)).toBe(0.75);
});

test('distances are told in whole feet', () => {
  expect(feetOf(1_000)).toBe(33);
  expect(feetOf(100)).toBe(3);
});
