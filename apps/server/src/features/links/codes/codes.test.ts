import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import { cellOf } from '../short-code.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  // Drawing on cores that other tests share is not the overload that shedding is for.
  api = await startTestApi({ env: { LINK_URL: 'https://go.example', CELL: '7' } });
  admin = await onPlan('core');
});
afterAll(() => api.close());

async function onPlan(tier: string): Promise<Person> {
  const person = await registerAdmin(api);
  await setTier(person, tier);
  return person;
}
const setTier = ({ user }: Person, tier: string) =>
  api.db.owner.query('update organizations set subscription_tier = $2 where id = $1', [user.organizationId, tier]);

const menu = { name: 'Menu', targetUrl: 'https://www.example.com/menu' };
const create = async (fields: object = {}, person = admin) =>
  (await person.request('POST', '/api/qr-codes', { ...menu, ...fields })).body;
const published = async (shortCode: string) =>
  (await api.db.owner.query('select target_url, is_active from link_targets where short_code = $1', [shortCode])).rows;

describe('a QR code', () => {
  test('is made with a short link of this installation, which leads to its target at once', async () => {
    const answer = await admin.request('POST', '/api/qr-codes', menu);

    const { id, shortCode } = answer.body;
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...menu,
        shortUrl: `https://go.example/qr/${shortCode}`,
        qrCodeImageUrl: `http://waggle.test/api/qr-codes/${id}/image`,
        isActive: true,
        scans: 0,
        lastScanAt: null,
        formId: null,
        clientId: null,
        design: { foreground: '#000000', dots: 'square', correction: 'M', quietZone: 4 },
      },
    });
    expect(cellOf(shortCode)).toBe(7);
    expect(answer.body.trend).toHaveLength(30);
    expect(await published(shortCode)).toEqual([{ target_url: menu.targetUrl, is_active: true }]);
    expect((await admin.request('GET', `/api/qr-codes/${id}`)).body).toEqual(answer.body);
  });

  test('says what is missing in the words of its form', async () => {
    const answer = await admin.request('POST', '/api/qr-codes', { name: ' ', targetUrl: '' });
    const wrong = await admin.request('POST', '/api/qr-codes', { ...menu, targetUrl: 'http://10.0.0.1/' });

    expect(answer.body.fields).toEqual({ name: 'QR code name is required', targetUrl: 'Target URL is required' });
    expect(wrong).toMatchObject({ status: 400, body: { fields: { targetUrl: 'Enter a valid URL' } } });
  });

  test('can lead elsewhere later, and tells who sent it there', async () => {
    const { id, shortCode } = await create();

    const changed = await admin.request('PUT', `/api/qr-codes/${id}`, { targetUrl: 'https://www.example.com/dinner' });
    await admin.request('PUT', `/api/qr-codes/${id}`, { targetUrl: 'https://www.example.com/dinner', name: 'Same' });

    const { items } = (await admin.request('GET', `/api/qr-codes/${id}/targets`)).body;
    expect(changed.body).toMatchObject({ shortCode, name: 'Menu', targetUrl: 'https://www.example.com/dinner' });
    expect(await published(shortCode)).toEqual([{ target_url: 'https://www.example.com/dinner', is_active: true }]);
    expect(items.map(({ targetUrl }: { targetUrl: string }) => targetUrl)).toEqual([
      'https://www.example.com/dinner',
      menu.targetUrl,
    ]);
    expect(items[0].changedBy).toBe(admin.user.name);
  });

  test('can be switched off and on without another word', async () => {
    const { id, shortCode } = await create();

    const off = await admin.request('PUT', `/api/qr-codes/${id}`, { isActive: false });

    expect(off.body).toMatchObject({ ...menu, isActive: false });
    expect(await published(shortCode)).toEqual([{ target_url: menu.targetUrl, is_active: false }]);
    expect((await admin.request('PUT', `/api/qr-codes/${id}`, { isActive: true })).body.isActive).toBe(true);
    expect(await published(shortCode)).toEqual([{ target_url: menu.targetUrl, is_active: true }]);
  });

  test('leaves its short code behind when it is deleted, leading nowhere', async () => {
    const { id, shortCode } = await create();

    const answers = [
      await admin.request('DELETE', `/api/qr-codes/${id}`),
      await admin.request('DELETE', `/api/qr-codes/${id}`),
      await admin.request('GET', `/api/qr-codes/${id}`),
      await admin.request('PUT', `/api/qr-codes/${id}`, { name: 'Gone' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([204, 404, 404, 404]);
    expect(await published(shortCode)).toEqual([{ target_url: null, is_active: false }]);
  });

  test('is told to whoever answers strangers, in the moment it changes', async () => {
    const heard: string[] = [];
    await api.db.owner.query('listen link_target_changed');
    api.db.owner.on('notification', ({ payload }) => heard.push(payload ?? ''));

    const { id, shortCode } = await create();
    await admin.request('PUT', `/api/qr-codes/${id}`, { name: 'Only a name' });
    await admin.request('PUT', `/api/qr-codes/${id}`, { isActive: false });
    await admin.request('DELETE', `/api/qr-codes/${id}`);
    await api.db.owner.query('unlisten link_target_changed');

    expect(heard).toEqual([shortCode, shortCode, shortCode]);
  });

  test('belongs to the client that is shown, and only that client sees it', async () => {
    const tenant = await createTenantFixture(api);
    const [limited, other] = [await enter(api, tenant, 'limited'), await enter(api, tenant, 'other')];

    const made = await limited.request('POST', '/api/qr-codes', menu);
    const seen = await other.request('GET', `/api/qr-codes/${made.body.id}`);

    expect(made.body.clientId).toBe(tenant.clients.x);
    expect(seen.status).toBe(404);
  });

  test('keeps the last word of 20 people who change it at once, in the table, the link and the history', async () => {
    const { id, shortCode } = await create();

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        admin.request('PUT', `/api/qr-codes/${id}`, { targetUrl: `https://www.example.com/${at}` }),
      ),
    );

    const now = (await admin.request('GET', `/api/qr-codes/${id}`)).body.targetUrl;
    const { items } = (await admin.request('GET', `/api/qr-codes/${id}/targets`)).body;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await published(shortCode)).toEqual([{ target_url: now, is_active: true }]);
    expect(items[0].targetUrl).toBe(now);
    expect(items).toHaveLength(21);
  });
});

describe('the list of QR codes', () => {
  let person: Person;
  beforeAll(async () => {
    person = await onPlan('core');
    for (const [at, name] of ['Éclair', 'banana', 'Apple', '100% off', 'cherry'].entries()) {
      const { id } = await create({ name, targetUrl: `https://shop.example/Path${at}` }, person);
      await api.db.owner.query('update qr_codes set scans = $2, is_active = $3 where id = $1', [id, at % 3, at !== 4]);
    }
  });
  const names = async (query: string) =>
    (await person.request('GET', `/api/qr-codes?${query}`)).body.items.map(({ name }: { name: string }) => name);

  test.each([
    ['search=BANA', ['banana']],
    ['search=shop.example%2Fpath2', ['Apple']],
    ['search=100%25', ['100% off']],
    ['search=%25', ['100% off']],
    ['search=_', []],
    ['search=ÉCL', ['Éclair']],
    ['active=false', ['cherry']],
    ['active=true&search=path4', []],
  ])('finds by name, target and state: %s', async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  test('finds a short code as it is printed and in small letters', async () => {
    const [code] = (await person.request('GET', '/api/qr-codes')).body.items;

    expect(await names(`search=${code.shortCode}`)).toEqual([code.name]);
    expect(await names(`search=${code.shortCode.toLowerCase()}`)).toEqual([code.name]);
  });

  test.each(['-createdAt', 'createdAt', 'name', '-name', '-scans', 'scans'])(
    'shows the same rows by %s page by page as at once',
    async (sort) => {
      const all = await names(`sort=${sort}`);
      const paged: string[] = [];
      for (let cursor = ''; ;) {
        const { items, nextCursor, total } = (
          await person.request('GET', `/api/qr-codes?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`)
        ).body;
        paged.push(...items.map(({ name }: { name: string }) => name));
        expect(total).toBe(5);
        if (nextCursor === null) break;
        cursor = nextCursor;
      }

      expect(paged).toEqual(all);
      expect(new Set(all).size).toBe(5);
    },
  );

  test('refuses a page link that was not made for its order', async () => {
    const { nextCursor } = (await person.request('GET', '/api/qr-codes?limit=1&sort=name')).body;

    const answer = await person.request('GET', `/api/qr-codes?sort=scans&cursor=${nextCursor}`);

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});

describe('the Lite plan', () => {
  test('makes and changes no QR code, and keeps, reads, draws and deletes those there are', async () => {
    const person = await onPlan('core');
    const { id, shortCode } = await create({}, person);
    await setTier(person, 'lite');

    const made = await person.request('POST', '/api/qr-codes', menu);
    const changed = await person.request('PUT', `/api/qr-codes/${id}`, { isActive: false });
    const kept = [
      await person.request('GET', '/api/qr-codes'),
      await person.request('GET', `/api/qr-codes/${id}`),
      await person.request('GET', `/api/qr-codes/${id}/image`),
      await person.request('GET', `/api/qr-codes/${id}/targets`),
    ];

    for (const { status, body } of [made, changed])
      expect([status, body.code, body.message]).toEqual([
        403,
        'plan_limit',
        "Your plan doesn't include QR codes. Upgrade to Core to create and edit them.",
      ]);
    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await published(shortCode)).toEqual([{ target_url: menu.targetUrl, is_active: true }]);
    expect((await person.request('DELETE', `/api/qr-codes/${id}`)).status).toBe(204);
  });
});
