import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ env: { WAGGLE_MODE: 'demo' } });
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

describe('the past of a contact', () => {
  test('is read newest first, page by page, with the names of what it is about', async () => {
    const { body: contact } = await admin.request('POST', '/api/contacts', { email: 'past@house.example' });
    const { body: tag } = await admin.request('POST', '/api/tags', { name: 'Remembered' });
    await admin.request('POST', `/api/contacts/${contact.id}/tags`, { tagId: tag.id });
    await admin.request('PUT', `/api/contacts/${contact.id}`, { firstName: 'New' });
    const path = `/api/contacts/${contact.id}/activity`;

    const first = (await admin.request('GET', `${path}?limit=2`)).body;
    const second = (await admin.request('GET', `${path}?limit=2&cursor=${first.nextCursor}`)).body;
    await admin.request('DELETE', `/api/tags/${tag.id}`);
    const later = (await admin.request('GET', path)).body;

    const items = [...first.items, ...second.items];
    expect(items.map(({ type }) => type)).toEqual(['contact.updated', 'tag.added', 'contact.created']);
    expect(items[1].subject).toEqual({ id: tag.id, name: 'Remembered' });
    expect([second.nextCursor, later.items[1].subject]).toEqual([null, null]);
    expect(items[2].data).toEqual({ source: 'manual' });
  });

  test('says which link of an email was clicked, as long as the campaign is there', async () => {
    const { body: contact } = await admin.request('POST', '/api/contacts', { email: 'clicker@house.example' });
    const { body: campaign } = await admin.request('POST', '/api/campaigns', {
      name: 'May',
      subject: 'May',
      htmlContent: '<p>Hi</p>',
    });
    await api.db.owner.query(
      `insert into campaign_links (organization_id, campaign_id, link_no, url) select organization_id, id, 2, 'https://bakery.test/club' from campaigns where id = $1`,
      [campaign.id],
    );
    await api.db.owner.query(
      `insert into contact_activity (organization_id, contact_id, type, ref_id, data)
       select organization_id, id, 'email.clicked', $2, data from contacts, unnest(array['{"linkNo": 2}', '{"linkNo": 9}', null]::jsonb[]) data where id = $1`,
      [contact.id, campaign.id],
    );

    const { items } = (await admin.request('GET', `/api/contacts/${contact.id}/activity`)).body;

    const clicks = items.filter(({ type }: { type: string }) => type === 'email.clicked');
    expect(new Set(clicks.map(({ data }: { data: object }) => JSON.stringify(data)))).toEqual(
      new Set(['{"url":"https://bakery.test/club","linkNo":2}', '{"linkNo":9}', '{}']),
    );
  });
});

describe('made-up contacts', () => {
  test('are added in demo mode, as many as the plan takes', async () => {
    const seed = (count: number) => admin.request('POST', '/api/contacts/seed-test', { count });

    const answers = [await seed(60), await seed(60)];

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.created).toBe(60);
    expect((await admin.request('GET', '/api/contacts/summary')).body.counted).toBeLessThanOrEqual(100);
  });

  test('cannot be had anywhere else', async () => {
    const usual = await startTestApi();
    const person = await registerAdmin(usual);

    expect((await person.request('POST', '/api/contacts/seed-test', { count: 1 })).status).toBe(404);
    await usual.close();
  });
});
