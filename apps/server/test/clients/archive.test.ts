import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reports as reportsFeature } from '#features/reports/feature.ts';
import { runSchedule } from '#features/reports/schedules/run-schedule.ts';
import { assemble } from '../../src/features.ts';
import type { Context } from '../../src/platform/context.ts';
import { createLog } from '../../src/platform/log.ts';
import { email, type FilledForms, firstName, startFilledForms } from '../forms/filled-forms.ts';
import { joinTeam } from '../harness/people.ts';
import { addPeople, ask, draft } from '../sending/ready-admin.ts';

vi.setConfig({ testTimeout: 120_000 });

let house: FilledForms;
let made: ReturnType<typeof assemble>;
let client: { id: string };
beforeAll(async () => {
  house = await startFilledForms({ sends: true });
  await house.tier('system');
  const { config, database } = house.api;
  made = assemble({ config, database, log: createLog({ LOG_LEVEL: 'silent' }, 'test') });
});
afterAll(async () => {
  made.close();
  await house.close();
});
let count = 0;
beforeEach(async () => {
  client = await ask(house.admin, 'POST', '/api/clients', { name: `Client ${(count += 1)}` });
});

const archive = (forms: 'collect' | 'close' = 'collect') =>
  ask(house.admin, 'POST', `/api/clients/${client.id}/archive`, { forms });
const restore = () => ask(house.admin, 'POST', `/api/clients/${client.id}/restore`);
const preview = () => ask(house.admin, 'GET', `/api/clients/${client.id}/archive`);
const show = (clientId: string | null) => ask(house.admin, 'POST', '/api/auth/set-active-client', { clientId });
const mailsTo = (address: string) => house.api.mail.mails.filter(({ to }) => to === address);
const campaign = (id: string) => ask(house.admin, 'GET', `/api/campaigns/${id}`);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const isDue = (id: string) => house.rows('update campaigns set scheduled_at = now() where id = $1', id);

async function scheduled(clientId: string | null = client.id, more: object = {}) {
  const [person] = await addPeople(house.api, house.admin, 1, clientId);
  const address = `reader${(count += 1)}@archive.example`;
  await house.rows('update contacts set email = $2 where id = $1', person!.id, address);
  const { id } = await draft(house.admin, { clientId, scheduledAt: inAnHour(), ...more });
  await ask(house.admin, 'POST', `/api/campaigns/${id}/send`);
  return { id: id as string, address };
}

/** One of the organization itself, sent now: when it has arrived, whatever was due before has had its turn. */
async function marker() {
  const { id, address } = await scheduled(null);
  await isDue(id);
  await expect.poll(() => mailsTo(address).length, { timeout: 60_000 }).toBe(1);
}

const context = (): Context => {
  const { organizationId } = house.admin.user;
  const db = house.api.database.tenant({ organizationId });
  return { db, organizationId, actor: { kind: 'job', name: 'test' }, now: () => new Date() };
};

/** A form of the client that answers, from a sender of its own. */
async function answeringForm() {
  const name = `own${(count += 1)}.example`;
  const { id } = await ask(house.admin, 'POST', '/api/sending/domains', { domain: name, clientId: client.id });
  await house.rows(
    `update sending_domains set state = 'verified', next_check_at = now() + interval '1 day' where id = $1`,
    id,
  );
  await house.rows('update dkim_keys set active_from = now() where domain_id = $1', id);
  await ask(house.admin, 'POST', '/api/sending/senders', { fromName: 'Own', fromEmail: `hi@${name}`, isDefault: true });
  const answerEmail = { isOn: true, subject: 'Thank you', text: 'See you.' };
  return house.create({ clientId: client.id, fields: [firstName, email], settings: { title: 'Join', answerEmail } });
}

/** A weekly report of the client. */
async function report(recipient: string): Promise<string> {
  await show(client.id);
  const body = { frequency: 'weekly', locale: 'en', skipsEmpty: false, isPaused: false, recipients: [recipient] };
  const { id } = await ask(house.admin, 'POST', '/api/reports/schedules', body);
  await show(null);
  return id;
}

describe('after a client is archived nothing is sent for it', () => {
  test('by a campaign that was scheduled, nor by resuming, sending, rescheduling or testing one', async () => {
    const { id, address } = await scheduled();
    const other = await draft(house.admin, { clientId: client.id });

    await archive();
    await isDue(id);
    await marker();
    const refused = [
      await house.admin.request('PATCH', `/api/campaigns/${id}`, { status: 'ACTIVE' }),
      await house.admin.request('POST', `/api/campaigns/${other.id}/send`),
      await house.admin.request('POST', `/api/campaigns/${id}/schedule`, { scheduledAt: inAnHour() }),
      await house.admin.request('POST', `/api/campaigns/${id}/test`, {}),
    ];

    expect(mailsTo(address)).toEqual([]);
    expect(await campaign(id)).toMatchObject({ status: 'PAUSED', holdReason: 'client_archived' });
    expect(refused.map(({ body }) => body.code)).toEqual(Array<string>(4).fill('client_archived'));
  });

  test('by a campaign of the organization to every client', async () => {
    const { address } = await scheduled();
    await archive();
    const { id } = await draft(house.admin, { clientId: null, recipients: { type: 'all', everyClient: true } });

    await house.admin.request('POST', `/api/campaigns/${id}/send`);
    await expect.poll(async () => (await campaign(id)).status, { timeout: 60_000 }).toBe('COMPLETED');

    expect(mailsTo(address)).toEqual([]);
  });

  test('by a scheduled report, also one that was decided about before', async () => {
    const to = `report${count}@archive.example`;
    const id = await report(to);
    await archive();
    await house.rows(`update report_schedules set next_run_at = now() - interval '1 minute' where id = $1`, id);

    await runSchedule(made.partsOf(reportsFeature), context(), id);
    const body = { frequency: 'weekly', locale: 'en', skipsEmpty: false, isPaused: false, recipients: [to] };
    const resumed = await house.admin.request('PUT', `/api/reports/schedules/${id}`, body);
    const tested = await house.admin.request('POST', `/api/reports/schedules/${id}/test`);

    expect([resumed.body.code, tested.body.code]).toEqual(['client_archived', 'client_archived']);
    expect(await house.rows('select from report_emails where schedule_id = $1', id)).toEqual([]);
    const [row] = await house.rows('select paused_at from report_schedules where id = $1', id);
    expect(row!['paused_at']).not.toBeNull();
  });

  test('by a form that was closed with it, not even what it owed, and codes go on redirecting', async () => {
    const form = await answeringForm();
    const code = await ask(house.admin, 'POST', '/api/qr-codes', {
      name: 'Menu',
      targetUrl: 'https://shop.example/menu',
      clientId: client.id,
    });
    await house.ask('POST', `/api/forms/${form.id}/submit`, { field_2: 'open@archive.example' });
    await expect.poll(() => mailsTo('open@archive.example').length, { timeout: 60_000 }).toBe(1);
    expect(await preview()).toEqual({
      campaigns: 0,
      automations: 0,
      reports: 0,
      forms: 1,
      codes: 1,
      people: 0,
      guestLinks: 0,
    });

    await archive('close');
    // An answer that was due when the client was archived, and comes to be sent afterwards.
    await house.rows(
      `update form_emails set state = 'pending', next_attempt_at = now(), sent_at = null where form_id = $1`,
      form.id,
    );
    await marker();
    const late = await house.ask('POST', `/api/forms/${form.id}/submit`, { field_2: 'late@archive.example' });
    const scanned = await fetch(`${house.origin}/qr/${code.shortCode}`, { redirect: 'manual' });

    await expect
      .poll(
        async () => (await house.rows('select reason from form_emails where form_id = $1', form.id))[0]!['reason'],
        {
          timeout: 60_000,
        },
      )
      .toBe('client-archived');
    expect(mailsTo('open@archive.example')).toHaveLength(1);
    expect(late.status).toBeGreaterThanOrEqual(400);
    expect([scanned.status, scanned.headers.get('location')]).toEqual([302, 'https://shop.example/menu']);
  });
});

describe('an archived client', () => {
  test('goes on collecting when that was chosen, and its form answers', async () => {
    const form = await answeringForm();

    await archive('collect');
    await house.ask('POST', `/api/forms/${form.id}/submit`, { field_2: 'kept@archive.example' });

    expect(await house.submissions(form.id, 1)).toHaveLength(1);
    await expect.poll(() => mailsTo('kept@archive.example').length, { timeout: 60_000 }).toBe(1);
  });

  test('comes back with what was paused still paused, and nothing lost', async () => {
    const { id, address } = await scheduled();
    const schedule = await report('back@archive.example');
    const form = await house.create({ clientId: client.id });
    expect(await preview()).toEqual({
      campaigns: 1,
      automations: 0,
      reports: 1,
      forms: 1,
      codes: 0,
      people: 0,
      guestLinks: 0,
    });

    const archived = await archive('close');
    expect(await preview()).toEqual({
      campaigns: 0,
      automations: 0,
      reports: 0,
      forms: 0,
      codes: 0,
      people: 0,
      guestLinks: 0,
    });
    const back = await restore();

    expect(archived).toMatchObject({ isActive: false, archivedAt: expect.any(String) });
    expect(back).toMatchObject({ isActive: true, archivedAt: null });
    expect(await campaign(id)).toMatchObject({ status: 'PAUSED', holdReason: 'client_archived' });
    const [row] = await house.rows('select paused_at from report_schedules where id = $1', schedule);
    expect(row!['paused_at']).not.toBeNull();
    expect(await house.rows('select is_active from forms where id = $1', form.id)).toEqual([{ is_active: false }]);
    await ask(house.admin, 'PATCH', `/api/campaigns/${id}`, { status: 'ACTIVE' });
    await isDue(id);
    await expect.poll(() => mailsTo(address).length, { timeout: 60_000 }).toBe(1);
  });

  test('is left out where clients are chosen, and its people are signed out', async () => {
    const person = await joinTeam(house.api, house.admin, 'USER', client.id);
    expect((await preview()).people).toBe(1);

    await archive();

    const { items } = await ask(house.admin, 'GET', '/api/clients?active=true&limit=100');
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(client.id);
    expect((await person.request('GET', '/api/contacts')).status).toBe(401);
    const created = await house.admin.request('POST', '/api/contacts', { email: 'x@y.example', clientId: client.id });
    expect(created).toMatchObject({ status: 409, body: { code: 'client_archived' } });
  });

  test('is opened by an ADMIN to read and export, and changed by nobody', async () => {
    const { address } = await scheduled();
    const colleague = await joinTeam(house.api, house.admin, 'USER');
    await archive();

    const opened = await show(client.id);
    const listed = await ask(house.admin, 'GET', '/api/contacts');
    const exported = await house.admin.request('GET', '/api/contacts/export?fields=email');
    const changed = await house.admin.request('POST', '/api/contacts', { email: 'new@archive.example' });
    const refused = await colleague.request('POST', '/api/auth/set-active-client', { clientId: client.id });
    await show(null);

    expect(opened).toMatchObject({ activeClientId: client.id, activeClientArchived: true });
    expect(listed.items.map((one: { email: string }) => one.email)).toEqual([address]);
    expect(exported.status).toBe(200);
    expect(changed).toMatchObject({ status: 409, body: { code: 'client_archived' } });
    expect(refused.status).toBe(404);
  });

  test('cannot be passed by a campaign that is sent at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await draft(house.admin, { clientId: client.id, scheduledAt: inAnHour() });
      await addPeople(house.api, house.admin, 1, client.id).catch(() => {});

      await Promise.all([archive(), house.admin.request('POST', `/api/campaigns/${id}/send`)]);

      expect((await campaign(id)).status).not.toBe('ACTIVE');
      await restore();
    }
  });
});
