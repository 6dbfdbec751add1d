// @vitest-environment happy-dom
import { startSteps } from '@waggle/contracts/dashboard';
import { expect, test } from 'vitest';
import type { Person } from '#lib/registry.ts';
import { navItemsFor, paletteActionsFor, startPlaces } from './registry.ts';

const admin: Person = { role: 'ADMIN', organizationType: 'AGENCY', sellsPlans: true };
const ids = (person: Partial<Person>) => paletteActionsFor({ ...admin, ...person }).map(({ id }) => id);
const places = (person: Partial<Person> = {}) => navItemsFor({ ...admin, ...person }).map(({ to }) => to);

test('the palette offers only what the role and the kind of account allow', () => {
  expect(ids({})).toEqual(expect.arrayContaining(['add-client', 'invite']));
  expect(ids({ organizationType: 'BUSINESS' })).not.toContain('add-client');
  expect(ids({ role: 'USER' })).not.toContain('invite');
  expect(ids({ role: 'VIEWER' })).not.toContain('team');
});

test('no two places share a key', () => {
  const keys = navItemsFor(admin).map(({ key }) => key);

  expect(new Set(keys).size).toBe(keys.length);
});

test('the sidebar lists the features of every folder in its own order', () => {
  expect(places()).toEqual([
    '/dashboard',
    '/dashboard/contacts',
    '/dashboard/forms',
    '/dashboard/campaigns',
    '/dashboard/automations',
    '/dashboard/qr-codes',
    '/dashboard/analytics',
    '/dashboard/settings',
    '/dashboard/billing',
  ]);
});

test('billing is for admins, and only where plans are sold', () => {
  expect(places()).toContain('/dashboard/billing');
  expect(places({ sellsPlans: false })).not.toContain('/dashboard/billing');
  expect(places({ role: 'USER' })).not.toContain('/dashboard/billing');
  expect(places({ role: 'VIEWER' })).not.toContain('/dashboard/billing');
});

test('every first step says where it is done', () => {
  expect(startPlaces['form-or-code']?.map(({ link }) => link.to)).toEqual(['/dashboard/forms', '/dashboard/qr-codes']);
  expect(startSteps.filter((step) => !startPlaces[step]?.length)).toEqual([]);
});
