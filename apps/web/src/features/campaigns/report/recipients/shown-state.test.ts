import { expect, test } from 'vitest';
import { shownState } from './shown-state.ts';

const nothing = { clickedAt: null, openedAt: null, bouncedAt: null, deliveredAt: null };
const at = '2026-05-12T10:06:00Z';

test.each([
  ['clicked', { state: 'accepted', openedAt: at, clickedAt: at, deliveredAt: at }],
  ['opened', { state: 'accepted', openedAt: at, deliveredAt: at }],
  ['bounced', { state: 'accepted', deliveredAt: at, bouncedAt: at }],
  ['delivered', { state: 'accepted', deliveredAt: at }],
  ['sent', { state: 'accepted' }],
  ['queued', { state: 'claimed' }],
  ['uncertain', { state: 'uncertain' }],
] as const)('an email is shown as %s by the last thing that became of it', (shown, told) => {
  expect(shownState({ ...nothing, ...told })).toBe(shown);
});
