import { readGuestLink } from '@waggle/contracts/guests';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { type Caller, startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { fingerprint } from '../../../../test/matrix/fingerprint.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const header = { 'waggle-guest': '1' };

async function agency(of = api) {
  const admin = await registerAdmin(of);
  const { body: client } = await admin.request('POST', '/api/clients', { name: 'Juniper' });
  return { admin, clientId: client.id as string };
}

type Made = { id: string; token: string };

async function makeLink(admin: Person, clientId: string, body: object = { name: 'Hannah at Juniper' }): Promise<Made> {
  const answer = await admin.request('POST', `/api/clients/${clientId}/guest-links`, body);
  expect(answer.status).toBe(201);
  return { id: answer.body.id, token: answer.body.url.split('/guest/')[1] };
}

async function openLink(token: string, browser: Caller = api.visitor()) {
  const answer = await browser.request('POST', '/api/guest/open', { token });
  return { browser, answer, read: (path: string) => browser.request('GET', path, undefined, header) };
}

async function guestOf() {
  const made = await agency();
  const link = await makeLink(made.admin, made.clientId);
  return { ...made, link, ...(await openLink(link.token)) };
}

const openedRows = async (linkId: string) =>
  (
    await api.db.owner.query(
      `select actor_kind, entity_label, client_id from audit_log where action = 'guests.open' and entity_id = $1`,
      [linkId],
    )
  ).rows;

describe('a guest link', () => {
  test('is shown once: its token is nowhere in the database and in no list', async () => {
    const { admin, clientId } = await agency();

    const made = await admin.request('POST', `/api/clients/${clientId}/guest-links`, { name: 'Hannah at Juniper' });
    const listed = await admin.request('GET', `/api/clients/${clientId}/guest-links`);

    const token = made.body.url.split('/guest/')[1] as string;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(listed.body.items).toMatchObject([
      { name: 'Hannah at Juniper', createdBy: admin.user.name, uses: 0, lastUsedAt: null },
    ]);
    expect(JSON.stringify(listed.body)).not.toContain(token);
    const { rows } = await api.db.owner.query('select g::text from guest_links g where id = $1', [made.body.id]);
    expect(rows[0].g).not.toContain(token);
    const days = (Date.parse(made.body.expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  });

  test('shows whose figures it opens, and reading that changes nothing', async () => {
    const { admin, clientId } = await agency();
    const { token } = await makeLink(admin, clientId);
    const before = await fingerprint(api.db.owner, admin.user.organizationId);

    const shown = await api.visitor().request('POST', '/api/guest/link', { token });

    expect(shown.body).toMatchObject({ isOpen: true, clientName: 'Juniper', brand: { name: 'Juniper' } });
    expect(readGuestLink.reply.parse(shown.body).organizationName).toMatch(/^House/);
    expect(shown.cookies).toEqual([]);
    expect(await fingerprint(api.db.owner, admin.user.organizationId)).toEqual(before);
  });

  test('opens the figures of its client, and nothing else, with a cookie of its own', async () => {
    const { answer, read, clientId, link } = await guestOf();

    const me = await read('/api/auth/me');
    const [figures, contacts] = [await read('/api/dashboard/metrics'), await read('/api/contacts')];

    expect(answer.cookies).toEqual([
      expect.stringMatching(/^waggle\.guest_token=g[0-9a-f]{66}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(me.body).toMatchObject({
      id: link.id,
      role: 'GUEST',
      name: 'Hannah at Juniper',
      email: '',
      clientId,
      guest: { clientName: 'Juniper' },
    });
    expect(figures).toMatchObject({ status: 200, body: { totalContacts: 0 } });
    expect(contacts).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('is counted each time and in the audit log once a day', async () => {
    const { admin, clientId, link } = await guestOf();
    await openLink(link.token);
    const first = await openedRows(link.id);

    await api.db.owner.query(`update guest_links set last_used_at = now() - interval '1 day' where id = $1`, [link.id]);
    await openLink(link.token);

    const row = { actor_kind: 'visitor', entity_label: 'Hannah at Juniper', client_id: clientId };
    expect(first).toEqual([row]);
    expect(await openedRows(link.id)).toEqual([row, row]);
    const { body } = await admin.request('GET', `/api/clients/${clientId}/guest-links`);
    expect(body.items).toMatchObject([{ uses: 3, lastUsedAt: expect.any(String) }]);
  });

  test('leaves who made and ended it in the audit log', async () => {
    const { admin, link } = await guestOf();
    await admin.request('DELETE', `/api/guest-links/${link.id}`);

    const { body } = await admin.request('GET', '/api/audit-log?limit=50');

    const about = body.items.filter(({ entity }: { entity: { id: string } }) => entity.id === link.id);
    expect(about.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      'guests.create',
      'guests.end',
      'guests.open',
    ]);
  });

  test('is one of 50 of a client at most, however many are made at once', async () => {
    const { admin, clientId } = await agency();
    const make = () => admin.request('POST', `/api/clients/${clientId}/guest-links`, { name: 'Somebody' });

    const answers = await Promise.all(Array.from({ length: 60 }, make));

    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBe(50);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { code: 'quota_reached' },
    });
    await admin.request('DELETE', `/api/guest-links/${made[0]!.body.id}`);
    expect((await make()).status).toBe(201);
  });

  test('is made for an active client of the own organization alone', async () => {
    const [{ admin, clientId }, other] = [await agency(), await agency()];
    await admin.request('PUT', `/api/clients/${clientId}`, { isActive: false });
    const make = (id: string) => admin.request('POST', `/api/clients/${id}/guest-links`, { name: 'Somebody' });

    expect([(await make(clientId)).status, (await make(other.clientId)).status]).toEqual([404, 404]);
  });
});

describe('what a guest sees ends', () => {
  const ends: Record<string, (guest: Awaited<ReturnType<typeof guestOf>>) => Promise<unknown>> = {
    'when an admin ends the link': ({ admin, link }) => admin.request('DELETE', `/api/guest-links/${link.id}`),
    'when the client is deactivated': ({ admin, clientId }) =>
      admin.request('PUT', `/api/clients/${clientId}`, { isActive: false }),
    'when the link expires': ({ link }) =>
      api.db.owner.query(`update guest_links set expires_at = now() where id = $1`, [link.id]),
    'after 12 hours without a call': ({ link }) =>
      api.db.owner.query(`update guest_sessions set expires_at = now() where link_id = $1`, [link.id]),
    'when the organization is deleted': ({ admin }) =>
      api.db.owner.query(`update organizations set deleting_since = now() where id = $1`, [admin.user.organizationId]),
  };

  test.each(Object.entries(ends))('%s', async (_when, end) => {
    const guest = await guestOf();
    expect((await guest.read('/api/dashboard/metrics')).status).toBe(200);

    await end(guest);

    await expect.poll(async () => (await guest.read('/api/dashboard/metrics')).status, { timeout: 8_000 }).toBe(401);
  });

  test('for good when its client is archived: the link stays closed when the client comes back', async () => {
    const { admin, clientId, link, read } = await guestOf();
    const preview = await admin.request('GET', `/api/clients/${clientId}/archive`);
    await admin.request('POST', `/api/clients/${clientId}/archive`, { forms: 'collect' });

    await admin.request('POST', `/api/clients/${clientId}/restore`);

    expect(preview.body.guestLinks).toBe(1);
    expect((await read('/api/dashboard/metrics')).status).toBe(401);
    expect((await openLink(link.token)).answer).toMatchObject({ status: 410, body: { code: 'link_used' } });
    expect((await admin.request('GET', `/api/clients/${clientId}/guest-links`)).body.items).toEqual([]);
  });

  test('at once for calls of the process that ended it', async () => {
    const guest = await guestOf();
    await guest.read('/api/dashboard/metrics');

    await guest.admin.request('DELETE', `/api/guest-links/${guest.link.id}`);

    expect((await guest.read('/api/dashboard/metrics')).status).toBe(401);
    const told = await api.visitor().request('POST', '/api/guest/link', { token: guest.link.token });
    expect(told.body).toMatchObject({ isOpen: false, organizationName: expect.stringMatching(/^House/) });
    expect((await openLink(guest.link.token)).answer).toMatchObject({ status: 410, body: { code: 'link_used' } });
  });

  test('when the guest leaves, in this browser alone', async () => {
    const guest = await guestOf();
    const elsewhere = await openLink(guest.link.token);

    const left = await guest.browser.request('POST', '/api/guest/leave', undefined, header);

    expect(left).toMatchObject({ status: 204, cookies: [expect.stringContaining('Max-Age=0')] });
    expect((await guest.read('/api/auth/me')).status).toBe(401);
    expect((await elsewhere.read('/api/auth/me')).status).toBe(200);
  });

  test('never later than the link: a session of its last hour is no longer', async () => {
    const { admin, clientId } = await agency();
    const link = await makeLink(admin, clientId);
    await api.db.owner.query(`update guest_links set expires_at = now() + interval '1 hour' where id = $1`, [link.id]);

    await openLink(link.token);

    const { rows } = await api.db.owner.query(
      `select extract(epoch from s.expires_at - now()) / 60 as minutes from guest_sessions s where link_id = $1`,
      [link.id],
    );
    expect(Math.round(Number(rows[0].minutes))).toBe(60);
  });

  test('12 hours after the last call, not after the first', async () => {
    const { link, read } = await guestOf();
    const hours = `select extract(epoch from expires_at - now()) / 3600 as hours from guest_sessions where link_id = $1`;
    await api.db.owner.query(
      `update guest_sessions set last_seen_at = now() - interval '11 hours', expires_at = now() + interval '1 hour' where link_id = $1`,
      [link.id],
    );

    await read('/api/auth/me');

    const { rows } = await api.db.owner.query(hours, [link.id]);
    expect(Math.round(Number(rows[0].hours))).toBe(12);
  });
});

describe('a guest beside a member in one browser', () => {
  test('is another session: pages of guests ask with a header, and neither sees what the other may', async () => {
    const { link, clientId } = await guestOf();
    const member = await registerAdmin(api);

    const { read } = await openLink(link.token, member);

    expect((await member.request('GET', '/api/auth/me')).body).toMatchObject({ role: 'ADMIN', id: member.user.id });
    expect((await read('/api/auth/me')).body).toMatchObject({ role: 'GUEST', clientId });
    expect((await read('/api/contacts')).status).toBe(403);
    expect((await member.request('GET', '/api/contacts')).status).toBe(200);
  });

  test('opens nothing without the header, and a member nothing with it', async () => {
    const [{ browser }, member] = [await guestOf(), await registerAdmin(api)];

    const plain = await browser.request('GET', '/api/auth/me');
    const headed = await member.request('GET', '/api/auth/me', undefined, header);

    expect([plain.status, headed.status]).toEqual([401, 401]);
  });

  test('signs no member out, and is not signed out with one', async () => {
    const { link } = await guestOf();
    const member = await registerAdmin(api);
    const { read } = await openLink(link.token, member);

    await member.request('POST', '/api/guest/leave', undefined, header);
    expect((await member.request('GET', '/api/auth/me')).status).toBe(200);
    expect((await read('/api/auth/me')).status).toBe(401);

    const again = await openLink(link.token, member);
    await member.request('POST', '/api/auth/logout');
    expect((await again.read('/api/auth/me')).status).toBe(200);
  });
});

test('a guest is not told which plan the agency has', async () => {
  const selling = await startTestApi({ env: { STRIPE_SECRET_KEY: 'sk_test_guests' } });
  const { admin, clientId } = await agency(selling);
  const { token } = await makeLink(admin, clientId);
  const { read } = await openLink(token, selling.visitor());
  const toldOn = async (tier: string) => {
    await selling.db.owner.query('update organizations set subscription_tier = $2 where id = $1', [
      admin.user.organizationId,
      tier,
    ]);
    return (await read('/api/auth/me')).body.subscriptionTier as string;
  };

  const told = [await toldOn('lite'), await toldOn('core'), await toldOn('plus'), await toldOn('system')];
  await selling.close();

  expect(told).toEqual(['lite', 'lite', 'system', 'system']);
});

describe('strangers', () => {
  test('do not open a link from another site', async () => {
    const { admin, clientId } = await agency();
    const { token } = await makeLink(admin, clientId);

    const answer = await api
      .visitor()
      .request(
        'POST',
        '/api/guest/open',
        { token },
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      );

    expect(answer).toMatchObject({ status: 403, body: { code: 'foreign_origin' }, cookies: [] });
  });

  test('are refused after 60 of 100 guesses, and none of them opens anything', async () => {
    const limited = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
    const guesses = Array.from({ length: 100 }, (_, at) => String(at).padStart(43, 'a'));
    const statuses: number[] = [];
    for (const token of guesses)
      statuses.push((await limited.visitor().request('POST', '/api/guest/open', { token })).status);
    await limited.close();

    expect(statuses.filter((status) => status === 404).length).toBe(60);
    expect(statuses.filter((status) => status === 429).length).toBe(40);
  });
});
