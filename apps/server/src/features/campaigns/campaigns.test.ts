import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin, spring } from '../../../test/sending/ready-admin.ts';

let api: TestApi;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await readyAdmin(api);
  await addPeople(api, admin, 3);
});
afterAll(() => api.close());

describe('a campaign', () => {
  test('is saved as a draft, read, listed, searched and deleted', async () => {
    const saved = await admin.request('POST', '/api/campaigns', { ...spring, name: 'To be found' });
    const path = `/api/campaigns/${saved.body.id}`;
    const read = await admin.request('GET', path);
    const listed = await ask(admin, 'GET', '/api/campaigns?search=be%20found&status=DRAFT');
    const other = await ask(admin, 'GET', '/api/campaigns?search=be%20found&status=COMPLETED');
    const gone = await admin.request('DELETE', path);

    expect(saved.status).toBe(201);
    expect(saved.body).toMatchObject({
      name: 'To be found',
      type: 'EMAIL',
      status: 'DRAFT',
      subject: 'Spring is here',
      content: { html: spring.htmlContent, text: '' },
      recipients: { type: 'all' },
      scheduledAt: null,
      sentAt: null,
      audience: null,
      stats: { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 },
    });
    expect(read.body).toEqual(saved.body);
    // What it says can be two megabytes, and is read one by one; so is what needs a count or a look of its own.
    const { content: _content, document: _document, acknowledgements: _by, retryable: _again, ...rest } = saved.body;
    const { lastDueAt: _last, ...summary } = rest;
    expect(listed.items).toEqual([summary]);
    expect(other.items).toEqual([]);
    expect(gone.status).toBe(204);
    expect((await admin.request('GET', path)).status).toBe(404);
  });

  test.each([
    [{ name: '' }, 'name', 'Campaign name is required'],
    [{ name: undefined }, 'name', 'Campaign name is required'],
    [{ subject: '  ' }, 'subject', 'Email subject is required'],
    [{ subject: undefined }, 'subject', 'Email subject is required'],
    [{ htmlContent: '' }, 'htmlContent', 'Email content is required'],
    [{ htmlContent: undefined }, 'htmlContent', 'Email content is required'],
  ])('is refused with %j', async (change, field, message) => {
    const answer = await admin.request('POST', '/api/campaigns', { ...spring, ...change });

    expect(answer).toMatchObject({ status: 400, body: { message, fields: { [field]: message } } });
  });

  test('cannot lose its content by a change', async () => {
    const { id } = await draft(admin);

    const answers = [
      await admin.request('PUT', `/api/campaigns/${id}`, { htmlContent: '' }),
      await admin.request('PUT', `/api/campaigns/${id}`, { content: { html: '', text: '' } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });

  test('keeps everything a change does not name', async () => {
    const tag = await ask(admin, 'POST', '/api/tags', { name: 'Kept', color: '#10B981' });
    const before = await draft(admin, {
      previewText: 'Look inside',
      textContent: 'Hello',
      recipients: { type: 'tags', tagIds: [tag.id], tagMatch: 'all' },
      senderId: admin.sender.id,
      connectionId: admin.connection.id,
      replyTo: 'desk@maple.example',
      tracking: { opens: false, clicks: true },
      scheduledAt: '2030-01-01T10:00:00Z',
    });

    for (const change of [
      { name: 'Renamed' },
      { subject: 'Other' },
      { htmlContent: '<p>New</p>' },
      { textContent: 'T' },
    ]) {
      const after = await ask(admin, 'PUT', `/api/campaigns/${before.id}`, change);
      const { content, updatedAt: _, version, ...rest } = after;
      const { content: was, updatedAt: __, version: read, ...unchanged } = before;
      expect(rest).toEqual({ ...unchanged, ...('htmlContent' in change || 'textContent' in change ? {} : change) });
      expect(version).toBe(read + 1);
      expect(content).toEqual({
        html: 'htmlContent' in change ? change.htmlContent : was.html,
        text: 'textContent' in change ? change.textContent : was.text,
        // Nobody said which generated text it was written from.
        textBasis: null,
      });
      Object.assign(before, after);
    }
  });

  test('is duplicated as the list does it, and the copy is a draft of its own', async () => {
    const first = await draft(admin, { textContent: 'Plain' });
    const { type, subject, content, recipients } = first;

    const copy = await ask(admin, 'POST', '/api/campaigns', {
      name: `${first.name} (Copy)`,
      type,
      subject,
      content,
      recipients,
    });

    expect(copy).toMatchObject({ name: 'Spring (Copy)', status: 'DRAFT', subject, content, recipients });
    expect(copy.id).not.toBe(first.id);
  });

  test('pages through a list in every order without missing one', async () => {
    const tenant = await readyAdmin(api);
    for (let at = 0; at < 7; at += 1) await draft(tenant, { name: `Number ${at}` });
    for (const sort of ['name', '-name', 'createdAt', '-createdAt']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await ask(tenant, 'GET', `/api/campaigns?limit=3&sort=${sort}${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.items.map(({ name }: { name: string }) => name));
        expect(page.total).toBe(7);
        cursor = page.nextCursor ?? '';
      } while (cursor);
      expect(seen).toEqual(seen.toSorted((a, b) => (sort.startsWith('-') ? b.localeCompare(a) : a.localeCompare(b))));
      expect(new Set(seen).size).toBe(7);
    }
  });

  test('takes a wall-clock time in the zone of the organization, through the gap of spring and the fold of autumn', async () => {
    const tenant = await readyAdmin(api);
    await ask(tenant, 'PUT', '/api/organization', { name: 'Maple', timezone: 'Europe/Paris' });
    const at = async (scheduledAt: string) => (await draft(tenant, { scheduledAt })).scheduledAt;

    expect(await at('2027-03-28T02:30')).toBe('2027-03-28T01:30:00.000Z');
    expect(await at('2027-10-31T02:30')).toBe('2027-10-31T00:30:00.000Z');
    expect(await at('2027-06-01T09:00')).toBe('2027-06-01T07:00:00.000Z');
    expect(await at('2027-06-01T09:00:00+09:00')).toBe('2027-06-01T00:00:00.000Z');
    expect((await tenant.request('POST', '/api/campaigns', { ...spring, scheduledAt: 'soon' })).status).toBe(400);
  });
});

describe('a role', () => {
  test('VIEWER reads, USER also writes and sends', async () => {
    const { id } = await draft(admin);
    const [user, viewer] = [await joinTeam(api, admin, 'USER'), await joinTeam(api, admin, 'VIEWER')];
    const path = `/api/campaigns/${id}`;
    const calls = [
      ['GET', path],
      ['GET', '/api/campaigns'],
      ['GET', `${path}/recipients`],
      ['PUT', path, { name: 'Mine' }],
      ['POST', `${path}/test`],
      ['POST', `${path}/send`],
      ['PATCH', path, { status: 'PAUSED' }],
      ['POST', `${path}/cancel`],
      ['DELETE', path],
    ] as const;

    const statuses = async (caller: typeof user) => {
      const found: number[] = [];
      for (const [method, url, body] of calls) found.push((await caller.request(method, url, body)).status);
      return found;
    };

    expect(await statuses(viewer)).toEqual([200, 200, 200, 403, 403, 403, 403, 403, 403]);
    expect((await statuses(user)).slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('limited to a client sees, counts and sends to that client only', async () => {
    const tenant = await readyAdmin(api);
    const client = await ask(tenant, 'POST', '/api/clients', { name: 'Client X', email: null });
    const limited = await joinTeam(api, tenant, 'USER', client.id);
    await addPeople(api, tenant, 4);
    await addPeople(api, tenant, 2, client.id);
    const foreign = await draft(tenant, { clientId: null });

    const own = await draft(limited);
    const listed = await ask(limited, 'GET', '/api/campaigns');
    const counted = await ask(limited, 'POST', '/api/campaigns/audience', { recipients: { type: 'all' } });
    const everybody = await ask(tenant, 'POST', '/api/campaigns/audience', {
      clientId: null,
      recipients: { type: 'all', everyClient: true },
    });
    const sent = await limited.request('POST', `/api/campaigns/${own.id}/send`);

    expect(own.clientId).toBe(client.id);
    expect(listed.items.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect((await limited.request('GET', `/api/campaigns/${foreign.id}`)).status).toBe(404);
    expect((await limited.request('POST', `/api/campaigns/${foreign.id}/send`)).status).toBe(404);
    expect(counted.recipients).toBe(2);
    // The two of the client have the addresses of two others: one mail each.
    expect(everybody).toEqual({ recipients: 4, clients: 0, leftOut: [{ reason: 'doubled-address', people: 2 }] });
    expect(sent).toMatchObject({ status: 200, body: { recipientCount: 2 } });
  });

  test('for every client reaches who is in an archived one too, where they are in another', async () => {
    const tenant = await readyAdmin(api);
    const [before, now] = [
      await ask(tenant, 'POST', '/api/clients', { name: 'Before', email: null }),
      await ask(tenant, 'POST', '/api/clients', { name: 'Now', email: null }),
    ];
    for (const { id } of [before, now]) await addPeople(api, tenant, 2, id);
    const audience = () =>
      ask(tenant, 'POST', '/api/campaigns/audience', {
        clientId: null,
        recipients: { type: 'all', everyClient: true },
      });
    const both = await audience();

    await api.db.owner.query('update clients set is_active = false where id = $1', [before.id]);
    const one = await audience();

    expect(both).toMatchObject({ recipients: 2, leftOut: [{ reason: 'doubled-address', people: 2 }] });
    expect(one).toMatchObject({ recipients: 2, leftOut: [] });
  });
});
