import { expect, test } from 'vitest';
import { bounceStanding, complaintStanding } from './reputation-guard.ts';

test.each([
  [499, 499, 'good'],
  [500, 24, 'good'],
  [500, 25, 'warned'],
  [500, 49, 'warned'],
  [500, 50, 'held'],
])('of %i mails %i bounced: %s', (sent, bounced, standing) => {
  expect(bounceStanding({ sent, bounced, complained: 0 })).toBe(standing);
});

test.each([
  [499, 499, true, 'good'],
  [10_000, 7, false, 'good'],
  [10_000, 8, false, 'warned'],
  [10_000, 20, false, 'warned'],
  [10_000, 20, true, 'held'],
  [10_000, 30, false, 'held'],
])('of %i mails %i were complained about, new: %s, so it is %s', (sent, complained, isNew, standing) => {
  expect(complaintStanding({ sent, bounced: 0, complained }, isNew)).toBe(standing);
});
