import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeTier } from '#features/accounts/index.ts';
import { keepWatches } from '#features/contacts/index.ts';
import { importer } from '#features/contacts/import/test-harness.ts';
import { sesReport } from '#features/campaigns/delivery-events/test-harness.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { features } from '../../src/features.ts';
import { subscribe } from '../../src/platform/events/subscription.ts';
import { createUuidV7 } from '../../src/platform/uuid-v7.ts';
import { type MailedTenant, readMail, startMailedTenant } from '../compliance/mailed-tenant.ts';
import { type DnsServer, startDnsServer } from '../harness/dns-server.ts';
import { person } from '../harness/inbox-harness.ts';
import { goodPassword } from '../harness/people.ts';
import { prove } from '../forms/filled-forms.ts';
import { ask, draft } from '../sending/ready-admin.ts';

type Heard = { name: string; payload: Record<string, unknown> };
const heard: Heard[] = [];
const events = features.flatMap(({ events = [] }) => events);
/** One subscriber to everything there is, whichever way it travels. */
const listeners = events.map((event) =>
  subscribe({
    event,
    subscriber: 'test',
    handler: async (_, batch) =>
      void heard.push(...batch.map(({ payload }) => ({ name: event.name, payload: payload as Heard['payload'] }))),
  }),
);

let tenant: MailedTenant;
let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
  tenant = await startMailedTenant(listeners, { DNS_SERVERS: dns.address });
  await tenant.rows(`update organizations set subscription_tier = 'system'`);
  // From here on everything is heard.
  const isListening = async () => {
    if ((await tenant.rows('select from event_readers')).length < 2) throw new Error('Nobody listens yet.');
  };
  await vi.waitFor(isListening, soon);
});
afterAll(async () => {
  await tenant.close();
  await dns.close();
});

const soon = { timeout: 60_000, interval: 50 };
const about = (contactId: string) => heard.filter(({ payload }) => payload['contactId'] === contactId);
const names = (some: readonly Heard[]) => some.map(({ name }) => name);
const hear = (check: () => void) => vi.waitFor(check, soon);
/** As a person's phone asks; fetch would say of itself that it is a script. Answers the status. */
const visit = (url: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = {
      'user-agent': person.userAgent,
      accept: person.accept,
      'accept-language': person.language,
      'sec-fetch-mode': person.fetchMode,
    };
    const asked = request(url, { headers }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)));
    asked.on('error', reject).end();
  });

describe('a contact', () => {
  test('is created, changed, tagged, untagged, suppressed, deleted and brought back', async () => {
    const { admin } = tenant;
    const { id } = await ask(admin, 'POST', '/api/contacts', { email: 'one@heard.example' });
    const { id: tagId } = await ask(admin, 'POST', '/api/tags', { name: 'Heard' });
    await ask(admin, 'PUT', `/api/contacts/${id}`, { firstName: 'One' });
    await ask(admin, 'POST', `/api/contacts/${id}/tags`, { tagId });
    await ask(admin, 'DELETE', `/api/contacts/${id}/tags/${tagId}`);
    await ask(admin, 'PUT', `/api/contacts/${id}`, { status: 'unsubscribed' });

    await hear(() =>
      expect(about(id)).toEqual([
        { name: 'contact.created', payload: { contactId: id, clientId: null, source: 'manual' } },
        { name: 'contact.updated', payload: { contactId: id, clientId: null, changed: ['first_name'] } },
        { name: 'contact.tagged', payload: { contactId: id, clientId: null, tagId } },
        { name: 'contact.untagged', payload: { contactId: id, clientId: null, tagId } },
        {
          name: 'contact.suppressed',
          payload: { contactId: id, clientId: null, channel: 'email', reason: 'unsubscribed' },
        },
      ]),
    );
    const batch = await ask(admin, 'POST', '/api/contacts/batches', { action: 'delete', ids: [id] });
    await hear(() => expect(names(about(id)).at(-1)).toBe('contact.deleted'));
    await ask(admin, 'POST', `/api/contacts/batches/${batch.id}/undo`);
    await hear(() => expect(names(about(id)).at(-1)).toBe('contact.restored'));
  });

  test('that is merged into another one is heard of once', async () => {
    const { admin } = tenant;
    const add = (name: string) => ask(admin, 'POST', '/api/contacts', { email: `${name}@heard.example` });
    const [kept, other] = [await add('kept'), await add('other')];
    await hear(() => expect(names(about(other.id))).toEqual(['contact.created']));

    await ask(admin, 'POST', `/api/contacts/${kept.id}/merge`, { otherId: other.id });

    await hear(() => expect(names(about(other.id))).toEqual(['contact.created', 'contact.deleted']));
    await hear(() => expect(names(about(kept.id))).toEqual(['contact.created', 'contact.updated']));
  });
});

test('an import of 5,000 rows is some ranges of rows, and a bulk change of them costs no row for each', async () => {
  const { admin, rows } = tenant;
  const people = 5_000;
  const outbox = async () => (await rows('select count(*)::int as n from outbox_events'))[0]!['n'] as number;
  const before = await outbox();
  const csv = Array.from({ length: people }, (_, at) => `many${at}@heard.example`).join('\n');

  const { id: importId } = await importer(admin).imported(`email\n${csv}\n`);

  const ranges = () => heard.filter(({ name }) => name === 'contacts.imported').map(({ payload }) => payload);
  await hear(() => expect(ranges().reduce((sum, { created }) => sum + (created as number), 0)).toBe(people));
  expect(ranges().map(({ from }) => from)).toEqual([0, ...ranges().map(({ to }) => to)].slice(0, -1));
  expect(ranges().at(-1)).toMatchObject({ importId, to: people });
  await hear(() => expect(names(heard)).toContain('import.finished'));
  // Each range, and the end.
  expect((await outbox()) - before).toBe(ranges().length + 1);
  expect(ranges().length).toBeLessThan(20);
  await hear(() => expect(names(heard).filter((name) => name === 'contact.imported')).toHaveLength(people));

  const filter = { search: 'heard.example', source: 'import' };
  const batch = await ask(admin, 'POST', '/api/contacts/batches', { action: 'delete', filter });
  await vi.waitFor(
    async () => expect((await ask(admin, 'GET', `/api/contacts/batches/${batch.id}`)).state).toBe('done'),
    { timeout: 60_000, interval: 100 },
  );
  const deleted = () =>
    heard.filter(({ name }) => name === 'contacts.deleted').map(({ payload }) => payload['contacts']);
  await hear(() => expect(deleted()).toEqual([2_000, 2_000, 1_000]));
});

test('an email is sent, delivered, opened, clicked and answered with an opt-out, a bounce or a complaint', async () => {
  const { admin, received, onEdge, rows } = tenant;
  const people = await tenant.mailTo(3);
  const mails = await Promise.all(received.map(async ({ to, raw }) => ({ to, ...(await readMail(raw)) })));
  const [reader, bounced, annoyed] = people.map(({ id, email }) => ({
    id,
    email,
    mail: mails.find(({ to }) => to === email)!,
  }));
  const [{ organizationId }] = [admin.user];
  const sendOf = async (id: string) =>
    (await rows('select id from campaign_sends where contact_id = $1', id))[0]!['id'];
  const nextId = createUuidV7();
  const report = async (type: 'Delivery' | 'Bounce' | 'Complaint', { id, email }: { id: string; email: string }) => {
    const said = sesReport({ type, sendId: await sendOf(id), email, at: Date.now() });
    await rows(
      `insert into inbox_events (organization_id, received_on, id, kind, subject_id, happened_at, payload)
       values ($1, now(), $2, 'provider', $1, now(), $3)`,
      organizationId,
      nextId(),
      JSON.stringify({ address: '192.0.2.1', ...said }),
    );
  };

  await hear(() => people.forEach(({ id }) => expect(names(about(id))).toEqual(['email.sent'])));
  await report('Delivery', reader!);
  await hear(() => expect(names(about(reader!.id))).toEqual(['email.sent', 'email.delivered']));
  const at = (part: string) => onEdge(reader!.mail.uris.find((uri) => uri.includes(part))!);
  await visit(at('/t/o/'));
  await hear(() => expect(names(about(reader!.id)).at(-1)).toBe('email.opened'));
  await visit(at('/t/c/'));
  await hear(() =>
    expect(about(reader!.id).at(-1)).toMatchObject({ name: 'email.clicked', payload: { linkNo: expect.any(Number) } }),
  );
  await fetch(onEdge(reader!.mail.unsubscribe), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  await hear(() =>
    expect(names(about(reader!.id)).toSorted()).toEqual([
      'contact.suppressed',
      'email.clicked',
      'email.delivered',
      'email.opened',
      'email.sent',
      'email.unsubscribed',
    ]),
  );
  await report('Bounce', bounced!);
  await report('Complaint', annoyed!);
  await hear(() => expect(names(about(bounced!.id))).toContain('email.bounced'));
  await hear(() => expect(names(about(annoyed!.id))).toContain('email.complained'));
  await rows(
    `insert into inbox_events (organization_id, received_on, id, kind, subject_id, happened_at, payload)
     values ($1, now(), $2, 'resubscribe', $1, now(), $3)`,
    organizationId,
    nextId(),
    JSON.stringify({ address: '192.0.2.1', sendId: await sendOf(reader!.id) }),
  );
  await hear(() => expect(names(about(reader!.id))).toContain('email.resubscribed'));
  expect(await rows('select failure from inbox_events where failure is not null')).toEqual([]);
});

test('a scanned code is heard of', async () => {
  const { admin, origin } = tenant;
  const code = await ask(admin, 'POST', '/api/qr-codes', { name: 'Menu', targetUrl: 'https://shop.example/menu' });

  const status = await visit(`${origin}/qr/${code.shortCode}`);

  expect(status).toBe(302);
  await hear(() =>
    expect(heard.find(({ name }) => name === 'code.scanned')?.payload).toMatchObject({
      codeId: code.id,
      isFirst: true,
      device: 'phone',
    }),
  );
});

test('what people are told of is heard: the plan, a sign-in, a campaign that waits, fails or ended, a domain that breaks', async () => {
  const { api, admin, rows } = tenant;
  const payloadOf = (name: string) => heard.findLast((each) => each.name === name)?.payload;
  const { organizationId, email, id: userId } = admin.user;
  const csv = Array.from({ length: 101 }, (_, at) => `full${at}@heard.example`).join('\n');

  await rows(`update organizations set subscription_tier = 'lite' where id = $1`, organizationId);
  await importer(admin).imported(`email\n${csv}\n`);
  await hear(() => expect(payloadOf('plan.filled')).toEqual({ percent: 100, limit: 100 }));
  await api.visitor().request('POST', '/api/auth/login', { email, password: goodPassword });
  await hear(() => expect(payloadOf('account.signed-in')).toMatchObject({ userId, address: '127.0.0.1' }));
  const { id: campaignId } = await draft(admin);
  await rows(
    `update campaigns set status = 'ACTIVE', scheduled_at = now() - interval '2 hours' where id = $1`,
    campaignId,
  );
  const held = { campaignId, clientId: null, reason: 'missed-schedule' };
  await hear(() => expect(payloadOf('campaign.held')).toEqual(held));
  await rows(
    `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, state, receiver)
     select $1, date_trunc('month', now())::date, $2, new_id(), 'failed', 'x.example' from generate_series(1, 20)`,
    organizationId,
    campaignId,
  );
  await rows(`update campaigns set completed_at = now() where id = $1`, campaignId);
  await rows(`update campaign_sends set retryable = true where campaign_id = $1`, campaignId);
  const failing = { campaignId, clientId: null, failed: 20, answered: 20 };
  await hear(() => expect(payloadOf('campaign.failing')).toEqual(failing));
  // Nothing is published for it.
  await ask(admin, 'POST', `/api/sending/domains/${admin.domain.id}/check`);
  const broken = { domainId: admin.domain.id, clientId: null, addedBy: userId, news: 'failing' };
  await hear(() => expect(payloadOf('domain.changed')).toEqual(broken));
  expect(payloadOf('campaign.finished')).toMatchObject({ clientId: null });
});

test('a host name whose records are gone for a week is heard', async () => {
  const { organizationId } = tenant.admin.user;
  const [host] = await tenant.rows(
    `insert into hosts (organization_id, host, purposes, token, state, verified_at, failing_since)
     values ($1, 'go.nowhere.example', '{links}', repeat('0', 32), 'failing', now(), now() - interval '7 days') returning id`,
    organizationId,
  );

  await ask(tenant.admin, 'POST', `/api/hosts/${host!['id']}/check`);

  const payload = { hostId: host!['id'], clientId: null };
  await hear(() => expect(heard).toContainEqual({ name: 'host.stopped', payload }));
});

test('a new time zone of the organization is heard', async () => {
  const { name } = await ask(tenant.admin, 'GET', '/api/organization');
  await ask(tenant.admin, 'PUT', '/api/organization', { name, timezone: 'Asia/Tokyo' });

  await hear(() =>
    expect(heard).toContainEqual({ name: 'organization.zone-changed', payload: { timezone: 'Asia/Tokyo' } }),
  );
});

test('another plan of the organization is heard', async () => {
  const { organizationId } = tenant.admin.user;
  await tenant.rows(`update organizations set subscription_tier = 'lite' where id = $1`, organizationId);

  await changeTier(backgroundContext(tenant.api.database, organizationId, 'test'), 'plus');

  await hear(() =>
    expect(heard).toContainEqual({ name: 'organization.plan-changed', payload: { from: 'lite', to: 'plus' } }),
  );
});

test('emails of a form that wait for a sender are heard', async () => {
  const { admin, origin, rows } = tenant;
  await rows(`update organizations set subscription_tier = 'system'`);
  await rows(`update sending_domains set state = 'verified'`);
  const fields = [{ id: 'field_1', type: 'email', label: 'Email', required: true }];
  const settings = { title: 'Join', doubleOptIn: true };
  const { id } = await ask(admin, 'POST', '/api/forms', { name: 'Join', fields, settings, clientId: null });
  await rows('delete from senders');

  const path = `/api/forms/${id}/submit`;
  const headers = { 'content-type': 'application/json', ...(await prove(origin, path)) };
  const body = JSON.stringify({ field_1: 'asked@heard.example' });
  expect((await fetch(origin + path, { method: 'POST', headers, body })).status).toBe(200);

  await hear(() => expect(heard).toContainEqual({ name: 'form.emails-held', payload: { formId: id, clientId: null } }));
});

test('what a person does with a code, a form and money, and what a program tells of them, is heard', async () => {
  const { api, admin, origin, rows } = tenant;
  const fields = [{ id: 'field_1', type: 'email', label: 'Email', required: true }];
  const { id: formId } = await ask(admin, 'POST', '/api/forms', {
    name: 'Order',
    fields,
    settings: { title: 'Order' },
    clientId: null,
  });
  const { id: codeId, shortCode } = await ask(admin, 'POST', '/api/qr-codes', { name: 'Table', formId });
  const headers = { 'user-agent': person.userAgent };
  const scanned = await fetch(`${origin}/qr/${shortCode}`, { redirect: 'manual', headers });
  const { search } = new URL(scanned.headers.get('location')!);
  const path = `/api/forms/${formId}/submit`;
  const sent = await fetch(`${origin}${path}${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await prove(origin, path)) },
    body: JSON.stringify({ field_1: 'guest@heard.example' }),
  });
  expect(sent.status).toBe(200);
  const known = async () => (await rows(`select id from contacts where email = 'guest@heard.example'`))[0];
  const contactId = (await vi.waitFor(async () => (await known())!['id'], soon)) as string;

  const about = { contactId, clientId: null };
  await hear(() => {
    expect(heard).toContainEqual({ name: 'qr.scanned', payload: { ...about, codeId } });
    expect(heard).toContainEqual({
      name: 'form.submitted',
      payload: { ...about, formId, submissionId: expect.any(String) },
    });
  });
  const purchase = await ask(admin, 'POST', '/api/purchases', { contactId, amount: '12.50', currency: 'USD' });
  await ask(admin, 'POST', `/api/contacts/${contactId}/events`, { name: 'trial.started', data: { seats: 3 } });
  await hear(() => {
    expect(heard).toContainEqual({ name: 'purchase.made', payload: { ...about, purchaseId: purchase.id } });
    expect(heard).toContainEqual({
      name: 'event.reported',
      payload: { ...about, name: 'trial.started', data: { seats: 3 } },
    });
  });
  const rules = { match: 'all', rules: [{ kind: 'text', field: 'firstName', op: 'is', value: 'Gil' }] };
  const { id: segmentId } = await ask(admin, 'POST', '/api/segments', { name: 'Gil', rules, clientId: null });
  await keepWatches(backgroundContext(api.database, admin.user.organizationId, 'test'), [segmentId]);
  await vi.waitFor(async () => {
    if ((await rows('select from segment_watches where filled_at is not null')).length === 0)
      throw new Error('Not filled yet.');
  }, soon);
  await ask(admin, 'PUT', `/api/contacts/${contactId}`, { firstName: 'Gil' });
  await hear(() => expect(heard).toContainEqual({ name: 'segment.entered', payload: { ...about, segmentId } }));
  await ask(admin, 'PUT', `/api/contacts/${contactId}`, { firstName: 'Mia' });
  await hear(() => expect(heard).toContainEqual({ name: 'segment.left', payload: { ...about, segmentId } }));
});

test('every event that is declared was heard', () => {
  expect(events.map(({ name }) => name).filter((name) => !names(heard).includes(name))).toEqual([]);
});
