import { endpointsOf } from '@waggle/contracts/endpoint';
import loaders from 'virtual:texts';
import { expect, test } from 'vitest';
import { groupOf, sentenceOf } from './audit-sentence.tsx';

const contracts = import.meta.glob<object>(['../../../../../../packages/contracts/src/*.ts', '!**/*.test.ts'], {
  eager: true,
});
const texts = (await loaders['en/audit']!()).default as { actions: Record<string, string> };

/** What the server does by itself. */
const others = ['campaigns.start', 'campaigns.recount'];
const declared = endpointsOf(...Object.values(contracts));
const actions = [...declared.flatMap(({ name, audit }) => (audit && 'entity' in audit ? [name] : [])), ...others];
const isThere = (key: string) => key in texts.actions;

test('every action the log can hold has a sentence and a group', () => {
  const silent = actions.filter((action) => !sentenceOf({ action, changes: [] }, isThere));
  const stray = actions.filter((action) => !groupOf(action));

  expect(actions.length).toBeGreaterThan(60);
  expect(silent).toEqual([]);
  expect(stray).toEqual([]);
});

test('no sentence is left over from an action that is gone', () => {
  const known = actions.map((action) => action.replace('.', '_'));

  const left = Object.keys(texts.actions).filter(
    (key) => !known.some((action) => key === action || key.startsWith(`${action}_`)),
  );

  expect(left).toEqual([]);
});

test('an action says what was done where one call does several things', () => {
  const changes = [{ field: 'status', from: 'ACTIVE', to: 'PAUSED' }];

  expect(sentenceOf({ action: 'campaigns.status', changes }, isThere)).toBe('campaigns_status_PAUSED');
  expect(sentenceOf({ action: 'campaigns.status', changes: [] }, isThere)).toBe('campaigns_status');
  expect(sentenceOf({ action: 'newer.action', changes: [] }, isThere)).toBeUndefined();
});
