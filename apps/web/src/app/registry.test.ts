// @vitest-environment happy-dom
import { startSteps } from '@waggle/contracts/dashboard';
import { expect, test } from 'vitest';
import { navItemsFor, paletteActionsFor, startPlaces } from './registry.ts';

const ids = (...input: Parameters<typeof paletteActionsFor>) => paletteActionsFor(...input).map(({ id }) => id);

test('the palette offers only what the role and the kind of account allow', () => {
  expect(ids({ role: 'ADMIN', organizationType: 'AGENCY' })).toEqual(expect.arrayContaining(['add-client', 'invite']));
  expect(ids({ role: 'ADMIN', organizationType: 'BUSINESS' })).not.toContain('add-client');
  expect(ids({ role: 'USER', organizationType: 'AGENCY' })).not.toContain('invite');
  expect(ids({ role: 'VIEWER', organizationType: 'AGENCY' })).not.toContain('team');
});

test('no two places share a key', () => {
  const keys = navItemsFor({ role: 'ADMIN', organizationType: 'AGENCY' }).map(({ key }) => key);

  expect(new Set(keys).size).toBe(keys.length);
});

test('the sidebar lists the features of every folder in its own order', () => {
  const places = navItemsFor({ role: 'ADMIN', organizationType: 'AGENCY' }).map(({ to }) => to);

  expect(places).toEqual([
    '/dashboard',
    '/dashboard/contacts',
    '/dashboard/forms',
    '/dashboard/campaigns',
    '/dashboard/qr-codes',
    '/dashboard/analytics',
    '/dashboard/settings',
  ]);
});

test('every first step says where it is done', () => {
  expect(Object.keys(startPlaces).sort()).toEqual(startSteps.toSorted());
});
