import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';
import { hoursAgo, insertAutomation, rowsOf } from './test-rows.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

type Asking = Parameters<typeof ask>[0];
const workOf = async (person: Asking): Promise<any[]> => (await ask(person, 'GET', '/api/dashboard/work')).items;
const namesOf = async (person: Asking) => (await workOf(person)).map(({ name }) => name);
/** Held back from the workers of the test, who would send what is due. */
const later = (hours: number) => hoursAgo(-hours);

describe('work in flight', () => {
  test('is nothing in a new organization', async () => {
    expect(await workOf(await registerAdmin(api))).toEqual([]);
  });

  test('says how far a campaign is, and who opened it of those it was delivered to', async () => {
    const admin = await registerAdmin(api);
    const rows = rowsOf(api, admin);
    const progress = {
      pending: 30,
      offering: 1,
      accepted: 60,
      failed: 5,
      suppressed: 2,
      uncertain: 1,
      cancelled: 1,
      retryable: 4,
    };
    const under = { status: 'PAUSED', sent_at: hoursAgo(1), audience: 100, progress };
    const estimated = await rows.campaign({ name: 'Estimated', ...under, stats: { opened: 25, bounced: 10 } });
    await rows.campaign({
      name: 'Reported',
      ...under,
      sent_at: hoursAgo(0.5),
      stats: { opened: 25, delivered: 40, bounced: 10 },
    });
    await rows.campaign({ name: 'Preparing', ...under, sent_at: hoursAgo(0.1), audience: null, progress: {} });

    const [first, second, third] = await workOf(admin);

    expect(first).toEqual({
      kind: 'campaign',
      id: estimated,
      name: 'Estimated',
      clientId: null,
      state: 'paused',
      done: 69,
      total: 100,
      scheduledAt: null,
      openRate: 50,
    });
    expect(second).toMatchObject({ name: 'Reported', openRate: 62.5 });
    expect(third).toMatchObject({ name: 'Preparing', done: 0, total: null, openRate: null });
  });

  test('shows what moves first, then what is held, paused and planned by its time', async () => {
    const admin = await registerAdmin(api);
    const rows = rowsOf(api, admin);
    await rows.campaign({ name: 'In a week', status: 'ACTIVE', scheduled_at: later(168) });
    await rows.campaign({ name: 'Tomorrow', status: 'ACTIVE', scheduled_at: later(24) });
    await rows.campaign({ name: 'Paused', status: 'PAUSED', sent_at: hoursAgo(3) });
    await rows.campaign({ name: 'Held', status: 'PAUSED', sent_at: hoursAgo(2), hold_reason: 'complaints' });
    await rows.import({ name: 'waiting.csv', state: 'checked', rows: 20 });
    await rows.import({ name: 'running.csv', state: 'running', rows: 20, position: 5 });
    await rows.campaign({ name: 'Sending', status: 'ACTIVE', sent_at: hoursAgo(1) });

    const work = await workOf(admin);

    expect(work.map(({ name, state }) => [name, state])).toEqual([
      ['Sending', 'sending'],
      ['running.csv', 'running'],
      ['Held', 'held'],
      ['Paused', 'paused'],
      ['waiting.csv', 'waiting'],
      ['Tomorrow', 'scheduled'],
      ['In a week', 'scheduled'],
    ]);
    expect(work[1]).toMatchObject({ kind: 'import', done: 5, total: 20 });
  });

  test('leaves out what is over, deleted, being cancelled, or to one contact', async () => {
    const admin = await registerAdmin(api);
    const rows = rowsOf(api, admin);
    await rows.campaign({ name: 'Draft' });
    await rows.campaign({ name: 'Completed', status: 'COMPLETED', sent_at: hoursAgo(3), completed_at: hoursAgo(2) });
    await rows.campaign({ name: 'Cancelling', status: 'PAUSED', sent_at: hoursAgo(1), cancelled_at: hoursAgo(0.1) });
    await rows.campaign({ name: 'Deleted', status: 'PAUSED', deleted_at: hoursAgo(1) });
    await rows.campaign({ name: 'To one', status: 'ACTIVE', scheduled_at: later(1), contact_id: crypto.randomUUID() });
    await rows.import({ name: 'done.csv', state: 'done', finished_at: hoursAgo(1) });
    await rows.import({ name: 'opt-outs.csv', kind: 'suppressions', state: 'checked' });

    expect(await workOf(admin)).toEqual([]);
  });

  test('shows automations with people inside by their figures, three at most, before what is paused or planned', async () => {
    const admin = await registerAdmin(api);
    const rows = rowsOf(api, admin);
    const live = await insertAutomation(api, admin, { name: 'Welcome', entered: 20, ended: 12 });
    await insertAutomation(api, admin, { name: 'Held', entered: 3, ended: 1, hold_reason: 'storm' });
    await insertAutomation(api, admin, { name: 'Paused', status: 'paused', entered: 2, ended: 1 });
    await insertAutomation(api, admin, { name: 'Win-back', status: 'paused', entered: 2, ended: 1 });
    await insertAutomation(api, admin, { name: 'Nobody inside', entered: 5, ended: 5 });
    await insertAutomation(api, admin, { name: 'Ended', status: 'ended', entered: 5, ended: 4 });
    await rows.campaign({ name: 'Planned', status: 'ACTIVE', scheduled_at: later(24) });

    const work = await workOf(admin);

    expect(work.map(({ name, state }) => [name, state])).toEqual([
      ['Held', 'held'],
      ['Welcome', 'live'],
      [expect.stringMatching(/Paused|Win-back/), 'paused'],
      ['Planned', 'scheduled'],
    ]);
    expect(work[1]).toEqual({
      kind: 'automation',
      id: live,
      name: 'Welcome',
      clientId: null,
      state: 'live',
      done: 12,
      total: 20,
    });
  });

  test('is at most 8 lines', async () => {
    const admin = await registerAdmin(api);
    const rows = rowsOf(api, admin);
    for (let at = 1; at <= 9; at += 1)
      await rows.campaign({ name: `In ${at} h`, status: 'ACTIVE', scheduled_at: later(at) });

    expect(await namesOf(admin)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `In ${at} h`));
  });

  test('is of the shown client alone, and imports only of who may import', async () => {
    const [admin, stranger] = [await registerAdmin(api), await registerAdmin(api)];
    const rows = rowsOf(api, admin);
    const client = await ask(admin, 'POST', '/api/clients', { name: 'Maple & Rye' });
    const mine = { clientId: client.id };
    await rows.campaign({ name: 'Of the client', status: 'ACTIVE', scheduled_at: later(1), ...mine });
    await rows.campaign({ name: 'Of the organization', status: 'ACTIVE', scheduled_at: later(2) });
    await rows.import({ name: 'client.csv', state: 'checked', ...mine });
    await rows.import({ name: 'organization.csv', state: 'checked' });
    const limited = await joinTeam(api, admin, 'USER', client.id);
    const viewer = await joinTeam(api, admin, 'VIEWER');

    expect(await namesOf(limited)).toEqual(['client.csv', 'Of the client']);
    expect(await namesOf(viewer)).toEqual(['Of the client', 'Of the organization']);
    expect(await namesOf(stranger)).toEqual([]);
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: client.id });
    expect(await namesOf(admin)).toEqual(['client.csv', 'Of the client']);
  });
});
