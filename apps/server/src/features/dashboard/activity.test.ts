import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';
import { daysAgo, hoursAgo, rowsOf } from './test-rows.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

type Asking = Parameters<typeof ask>[0];
/** An answer is shared for ten seconds, so each question asks for another number of lines. */
let most = 50;
const otherLimit = (): number => (most = most === 20 ? 50 : most - 1);
const activityOf = async (person: Asking, limit = otherLimit()): Promise<any[]> =>
  (await ask(person, 'GET', `/api/dashboard/activity?limit=${limit}`)).items;
const namesOf = async (person: Asking, limit?: number) => (await activityOf(person, limit)).map(({ name }) => name);

async function newHouse(timezone = 'UTC') {
  const admin = await registerAdmin(api);
  await api.db.owner.query('update organizations set timezone = $1 where id = $2', [
    timezone,
    admin.user.organizationId,
  ]);
  return { admin, rows: rowsOf(api, admin) };
}
/** A day of the calendar in UTC. */
const dayOf = (instant: string) => instant.slice(0, 10);
const at = (instant: string, clock: string) => `${dayOf(instant)}T${clock}:00.000Z`;

describe('recent activity', () => {
  test('is nothing in a new organization: whoever founded it did not join', async () => {
    expect(await activityOf(await registerAdmin(api))).toEqual([]);
  });

  test('says whom a campaign was sent to, or that it is being sent', async () => {
    const { admin, rows } = await newHouse();
    const sentAt = hoursAgo(5);
    const completedAt = hoursAgo(4);
    const sent = await rows.campaign({
      name: 'Sent',
      status: 'COMPLETED',
      sent_at: sentAt,
      completed_at: completedAt,
      audience: 100,
      progress: { accepted: 90, failed: 10 },
    });
    await rows.campaign({ name: 'Sending', status: 'PAUSED', sent_at: hoursAgo(1), audience: 40 });
    await rows.campaign({ name: 'Planned', status: 'ACTIVE', scheduled_at: hoursAgo(-1) });
    await rows.campaign({
      name: 'Deleted',
      status: 'COMPLETED',
      sent_at: sentAt,
      completed_at: completedAt,
      deleted_at: hoursAgo(1),
    });
    await rows.campaign({
      name: 'To one',
      status: 'COMPLETED',
      sent_at: sentAt,
      completed_at: completedAt,
      contact_id: crypto.randomUUID(),
    });
    await rows.campaign({ name: 'Long ago', status: 'COMPLETED', sent_at: daysAgo(95), completed_at: daysAgo(95) });

    const [sending, ended, ...more] = await activityOf(admin);

    expect(sending).toMatchObject({ name: 'Sending', event: 'sending', count: 40 });
    expect(ended).toEqual({
      key: `campaign:${sent}`,
      kind: 'campaign',
      event: 'sent',
      id: sent,
      name: 'Sent',
      clientId: null,
      count: 90,
      at: completedAt,
    });
    expect(more).toEqual([]);
  });

  test('says how many contacts a file brought, and forgets one that was undone', async () => {
    const { admin, rows } = await newHouse();
    const finished = { finished_at: hoursAgo(1), counts: { created: 7, updated: 2, duplicate: 5, invalid: 1 } };
    await rows.import({ name: 'fair.csv', state: 'done', ...finished });
    await rows.import({ name: 'undone.csv', state: 'undone', ...finished });
    await rows.import({ name: 'opt-outs.csv', kind: 'suppressions', state: 'done', ...finished });

    expect(await activityOf(admin)).toMatchObject([{ kind: 'import', event: 'imported', name: 'fair.csv', count: 9 }]);
  });

  test('sums up who filled in a form by day of the calendar', async () => {
    const { admin, rows } = await newHouse('America/New_York');
    const form = await rows.form({ name: 'Bread club' });
    const [evening, night] = [at(daysAgo(3), '23:50'), at(daysAgo(2), '03:10')];
    for (const instant of [evening, evening, night, at(daysAgo(2), '12:00')]) await rows.submission(form, instant);

    const lines = await activityOf(admin);

    expect(lines).toMatchObject([
      { key: `form:${form}:${dayOf(daysAgo(2))}`, event: 'filled', id: form, count: 1, at: at(daysAgo(2), '12:00') },
      { key: `form:${form}:${dayOf(daysAgo(3))}`, name: 'Bread club', count: 3, at: night },
    ]);
  });

  test('gives the newest days of forms in full, however few are asked for', async () => {
    const { admin, rows } = await newHouse('Pacific/Auckland');
    const [busy, quiet] = [await rows.form({ name: 'Busy' }), await rows.form({ name: 'Quiet' })];
    for (let day = 1; day <= 12; day += 1)
      for (const clock of ['00:30', '09:30', '12:30', '23:30']) await rows.submission(busy, at(daysAgo(day), clock));
    await rows.submission(quiet, at(daysAgo(6), '09:45'));

    const all = await activityOf(admin);

    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(49);
    for (const limit of [1, 2, 3, 8]) expect(await activityOf(admin, limit)).toEqual(all.slice(0, limit));
  });

  test('forgets a form with its last submission, and one that is deleted', async () => {
    const { admin, rows } = await newHouse();
    const [erased, deleted] = [await rows.form({ name: 'Erased' }), await rows.form({ name: 'Deleted' })];
    for (const form of [erased, deleted]) await rows.submission(form, hoursAgo(1));
    expect(await activityOf(admin)).toHaveLength(2);

    await api.db.owner.query('delete from form_submissions where form_id = $1', [erased]);
    await api.db.owner.query('delete from forms where id = $1', [deleted]);

    expect(await activityOf(admin)).toEqual([]);
  });

  test('sums up by day how often people scanned a code, and no machine', async () => {
    const { admin, rows } = await newHouse();
    const last = at(daysAgo(2), '10:00');
    const days = { [dayOf(last)]: 12, [dayOf(daysAgo(3))]: 5, [dayOf(daysAgo(120))]: 50 };
    const code = await rows.code({ name: 'Window', last_scan_at: last, days });
    await rows.code({ name: 'Never scanned' });

    const lines = await activityOf(admin);

    expect(lines).toMatchObject([
      { key: `code:${code}:${dayOf(last)}`, kind: 'code', event: 'scanned', name: 'Window', count: 12, at: last },
      { count: 5, at: at(daysAgo(3), '23:59').replace(':00.', ':59.') },
    ]);
    await api.db.owner.query('delete from qr_codes where id = $1', [code]);
    expect(await activityOf(admin)).toEqual([]);
  });

  test('puts the newest of all sources first, and gives as many as asked for', async () => {
    const { admin, rows } = await newHouse();
    const form = await rows.form({ name: 'Form' });
    await rows.submission(form, hoursAgo(30));
    await rows.code({ name: 'Code', last_scan_at: hoursAgo(20), days: { [dayOf(hoursAgo(20))]: 3 } });
    await rows.import({ name: 'file.csv', state: 'done', finished_at: hoursAgo(10) });
    await rows.campaign({ name: 'Campaign', status: 'COMPLETED', sent_at: hoursAgo(50), completed_at: hoursAgo(5) });
    const colleague = await joinTeam(api, admin, 'USER');

    const lines = await activityOf(admin);

    expect(lines.map(({ name }) => name)).toEqual([colleague.user.name, 'Campaign', 'file.csv', 'Code', 'Form']);
    expect(lines[0]).toMatchObject({ kind: 'member', event: 'joined', id: colleague.user.id });
    expect(await activityOf(admin, 2)).toEqual(lines.slice(0, 2));
    expect((await admin.request('GET', '/api/dashboard/activity?limit=51')).status).toBe(400);
  });

  test('is of the shown client alone, and of the team and its imports only for who may see them', async () => {
    const { admin, rows } = await newHouse();
    const stranger = await registerAdmin(api);
    const client = await ask(admin, 'POST', '/api/clients', { name: 'Maple & Rye' });
    for (const clientId of [client.id, null]) {
      const whose = clientId === null ? 'house' : 'client';
      const form = await rows.form({ name: `Form of ${whose}`, clientId });
      await rows.submission(form, hoursAgo(30), clientId);
      const days = { [dayOf(hoursAgo(20))]: 3 };
      await rows.code({ name: `Code of ${whose}`, clientId, last_scan_at: hoursAgo(20), days });
      await rows.import({ name: `${whose}.csv`, clientId, state: 'done', finished_at: hoursAgo(10) });
      const sent = { status: 'COMPLETED', sent_at: hoursAgo(50), completed_at: hoursAgo(5) };
      await rows.campaign({ name: `Campaign of ${whose}`, clientId, ...sent });
    }
    const limited = await joinTeam(api, admin, 'USER', client.id);
    const viewer = await joinTeam(api, admin, 'VIEWER');
    const ofClient = ['Campaign of client', 'client.csv', 'Code of client', 'Form of client'];

    expect(await namesOf(limited)).toEqual(ofClient);
    expect((await namesOf(viewer)).filter((name) => !/^(Campaign|Code|Form) of/.test(name))).toEqual([]);
    expect(await namesOf(viewer)).toHaveLength(6);
    expect(await namesOf(admin)).toHaveLength(10);
    expect(await namesOf(stranger)).toEqual([]);
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: client.id });
    expect(await namesOf(admin)).toEqual(ofClient);
  });
});
