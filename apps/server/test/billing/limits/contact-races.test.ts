import { contactLimits } from '@waggle/contracts/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importer } from '../../../src/features/contacts/import/test-harness.ts';
import { registerAdmin, type Person } from '../../harness/people.ts';
import { startTestApi, type TestApi } from '../../harness/test-api.ts';
import { atOnce, counts, fill, outcomes, setTier } from './full-plan.ts';

let api: TestApi;
beforeAll(async () => {
  // 200 calls at once on two cores are this test, not the overload that shedding is for.
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const create = (admin: Person, name: string) =>
  admin.request('POST', '/api/contacts', { email: `${name}@new.example` });
const full = { counted: 100, recounted: 100 };

describe('T42 the contacts of a plan', () => {
  test.each(['lite', 'core', 'plus'] as const)('%s holds against 200 creations at the same moment', async (tier) => {
    const admin = await registerAdmin(api);
    await setTier(api, admin, tier);
    const limit = contactLimits[tier]!;
    await fill(api, admin, limit - 1);

    const answers = await atOnce(200, (at) => create(admin, `racer${at}`));

    expect(outcomes(answers)).toEqual({ 201: 1, '403 plan_limit': 199 });
    expect(await counts(api, admin)).toEqual({ counted: limit, recounted: limit });
  });

  test('hold against an import that runs beside creations', async () => {
    const admin = await registerAdmin(api);
    await fill(api, admin, 50);
    const people = Array.from({ length: 2_000 }, (_, at) => `imported${at}@new.example`).join('\n');
    const { id } = await importer(admin).checked(`email\n${people}\n`);

    const [done, answers] = await Promise.all([
      importer(admin).start(id),
      atOnce(200, (at) => create(admin, `beside${at}`)),
    ]);

    const created = outcomes(answers)['201'] ?? 0;
    expect(done.state).toBe('done');
    expect(done.counts.created + created).toBe(50);
    expect(done.counts.overLimit).toBe(2_000 - done.counts.created);
    expect(await counts(api, admin)).toEqual(full);
  });

  test('hold against 200 suppressions that are lifted at the same moment', async () => {
    const admin = await registerAdmin(api);
    await fill(api, admin, 99);
    const ids = (await fill(api, admin, 200, { name: 'lifted' })).map(({ id }) => id);
    await admin.request('POST', '/api/contacts/batches', { action: 'status', status: 'unsubscribed', ids });
    const { rows } = await api.db.owner.query('select id from suppressions where organization_id = $1', [
      admin.user.organizationId,
    ]);

    const answers = await atOnce(200, (at) => admin.request('DELETE', `/api/suppressions/${rows[at].id}`));

    expect(outcomes(answers)).toEqual({ 204: 1, '403 plan_limit': 199 });
    expect(await counts(api, admin)).toEqual(full);
  });

  test('hold against 200 people who get a working address at the same moment', async () => {
    const admin = await registerAdmin(api);
    await fill(api, admin, 99);
    const bounced = await fill(api, admin, 200, { status: 'bounced' });

    const answers = await atOnce(200, (at) =>
      admin.request('PUT', `/api/contacts/${bounced[at]!.id}`, { email: `working${at}@new.example` }),
    );

    expect(outcomes(answers)).toEqual({ 200: 1, '403 plan_limit': 199 });
    expect(await counts(api, admin)).toEqual(full);
  });

  test.each([
    ['delete', {}],
    ['status', { status: 'unsubscribed' }],
  ])('hold against bulk changes (%s) that are taken back beside creations', async (action, more) => {
    const admin = await registerAdmin(api);
    const people = await fill(api, admin, 100);
    const batches: string[] = [];
    for (let from = 0; from < 100; from += 10) {
      const ids = people.slice(from, from + 10).map(({ id }) => id);
      batches.push((await admin.request('POST', '/api/contacts/batches', { action, ids, ...more })).body.id);
    }
    await fill(api, admin, 60, { name: 'between' });

    const [answers] = await Promise.all([
      atOnce(190, (at) => create(admin, `beside${at}`)),
      atOnce(10, (at) => admin.request('POST', `/api/contacts/batches/${batches[at]!}/undo`)),
    ]);

    const states = () =>
      Promise.all(batches.map(async (id) => (await admin.request('GET', `/api/contacts/batches/${id}`)).body));
    await expect.poll(async () => (await states()).every(({ state }) => state === 'undone')).toBe(true);
    const restored = (await states()).reduce((sum, { restored }) => sum + restored, 0);
    expect(restored + (outcomes(answers)['201'] ?? 0)).toBe(40);
    expect(await counts(api, admin)).toEqual(full);
  });

  test('leave suppressed whom a bulk change that was taken back had no place for', async () => {
    const admin = await registerAdmin(api);
    const people = await fill(api, admin, 10);
    const ids = people.map(({ id }) => id);
    const change = { action: 'status', status: 'unsubscribed', ids };
    const { body: batch } = await admin.request('POST', '/api/contacts/batches', change);
    await fill(api, admin, 97, { name: 'between' });

    const { body: undone } = await admin.request('POST', `/api/contacts/batches/${batch.id}/undo`);

    expect(undone).toMatchObject({ state: 'undone', restored: 3 });
    const { body: suppressed } = await admin.request('GET', '/api/suppressions');
    expect(suppressed.total).toBe(7);
    expect(await counts(api, admin)).toEqual(full);
  });
});

describe('who is above a limit', () => {
  test('may lift what takes no place', async () => {
    const admin = await registerAdmin(api);
    await fill(api, admin, 120);
    const { body: contact } = await admin.request('GET', '/api/contacts?limit=1');
    await api.db.owner.query(`update contacts set phone = $2, phone_e164 = $2 where id = $1`, [
      contact.items[0].id,
      '+15551230001',
    ]);
    const added = await admin.request('POST', '/api/suppressions', { channel: 'sms', address: '+15551230001' });

    const lifted = await admin.request('DELETE', `/api/suppressions/${added.body.id}`);

    expect([added.status, lifted.status]).toEqual([201, 204]);
  });
});
