import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { redPixel } from '../../../../test/matrix/tenant-fixture.ts';
import { png } from '#platform/storage/test-harness.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const nothing = { name: '', accent: null, website: '', logoId: null, postalAddress: '' };
const read = (person: Person) => ask(person, 'GET', '/api/brand');
const save = async (person: Person, change: object) => {
  const { id } = await read(person);
  return person.request('PUT', `/api/brands/${id}`, { ...nothing, ...change });
};
const upload = (person: Person, content: Buffer) => person.request('POST', '/api/brand/logos', content);
const rows = async (text: string, ...values: unknown[]) => (await api.db.owner.query(text, values)).rows;

let count = 0;
async function withClient(person: Person): Promise<string> {
  const { id } = await ask(person, 'POST', '/api/clients', { name: `Bakery ${(count += 1)}`, email: null });
  await ask(person, 'POST', '/api/auth/set-active-client', { clientId: id });
  return id;
}
const showAll = (person: Person) => ask(person, 'POST', '/api/auth/set-active-client', { clientId: null });

test('an organization and each of its clients have a brand from the first moment, with their own names', async () => {
  const owner = await registerAdmin(api);
  const organization = await read(owner);
  const clientId = await withClient(owner);
  const client = await read(owner);

  expect(organization).toMatchObject({ clientId: null, name: '', ownName: expect.stringContaining('House') });
  expect(client).toMatchObject({ clientId, ownName: expect.stringContaining('Bakery'), accent: null, logo: null });
  expect(client.id).not.toBe(organization.id);
});

test('what is saved is read again, by colleagues too, and a VIEWER changes nothing', async () => {
  const owner = await registerAdmin(api);
  const viewer = await joinTeam(api, owner, 'VIEWER');
  const logo = (await upload(owner, redPixel)).body;

  const saved = await save(owner, {
    name: 'Maple & Rye',
    accent: '#8A4F16',
    website: 'mapleandrye.example',
    logoId: logo.id,
    postalAddress: '418 Alder Street\r\nPortland',
  });
  const refused = [await save(viewer, { name: 'Mine' }), await upload(viewer, redPixel)];

  expect(saved.status).toBe(200);
  expect(await read(viewer)).toEqual(saved.body);
  expect(saved.body).toMatchObject({
    name: 'Maple & Rye',
    accent: '#8a4f16',
    website: 'https://mapleandrye.example/',
    logo: { id: logo.id, url: logo.url },
    postalAddress: '418 Alder Street\nPortland',
  });
  expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  expect(await ask(owner, 'GET', '/api/sending/address')).toMatchObject({
    postalAddress: '418 Alder Street\nPortland',
  });
});

test('a name or address that is changed elsewhere is the brand’s too, whichever client is looked at', async () => {
  const owner = await registerAdmin(api);
  const client = await withClient(owner);
  await ask(owner, 'PUT', '/api/organization', { name: 'Fernhill Studio', timezone: 'Europe/Paris' });
  await ask(owner, 'PUT', `/api/clients/${client}`, { name: 'Renamed Bakery' });
  await ask(owner, 'PUT', '/api/sending/address', { postalAddress: '1 High Street' });
  const ofClient = await read(owner);
  await showAll(owner);

  expect(ofClient).toMatchObject({ ownName: 'Renamed Bakery', postalAddress: '1 High Street' });
  expect(await read(owner)).toMatchObject({ ownName: 'Fernhill Studio', postalAddress: '' });
});

test('a person limited to a client sees its brand alone, and cannot give it a logo of another', async () => {
  const owner = await registerAdmin(api);
  const organization = await read(owner);
  const foreign = (await upload(owner, redPixel)).body;
  const clientId = await withClient(owner);
  const mine = await read(owner);
  await showAll(owner);
  const limited = await joinTeam(api, owner, 'USER', clientId);

  const taken = await owner.request('PUT', `/api/brands/${mine.id}`, { ...nothing, logoId: foreign.id });

  expect((await read(limited)).id).toBe(mine.id);
  expect((await limited.request('PUT', `/api/brands/${organization.id}`, nothing)).status).toBe(403);
  expect(taken.status).toBe(404);
});

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
  ['a page called a picture', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['more than 18 KB', png(200, 200, 18 * 1_024 + 1)],
  ['more than 512 pixels', png(513, 20)],
  ['nothing', Buffer.alloc(0)],
])('a logo that is %s is refused', async (_what, content) => {
  const answer = await upload(admin, content);

  expect(answer.status).toBe(400);
  expect(await rows(`select from files where organization_id = $1`, admin.user.organizationId)).toEqual([]);
});

test.each([
  { accent: 'red' },
  { accent: '#12345' },
  { accent: '#8a4f16;}body{display:none' },
  { website: 'javascript:alert(1)' },
  { website: 'http://127.0.0.1/' },
  { website: 'https://user:secret@example.com/' },
  { name: 'Two\nlines' },
  { name: 'x'.repeat(121) },
  { postalAddress: 'x'.repeat(501) },
  { isAdmin: true },
])('%o is refused', async (change) => {
  expect((await save(admin, change)).status).toBe(400);
});

test('a logo that is replaced or removed is let go, and one that is kept stays', async () => {
  const owner = await registerAdmin(api);
  const [first, second] = [(await upload(owner, redPixel)).body, (await upload(owner, png(64, 64))).body];
  const expiring = async () =>
    (
      await rows(
        'select id from files where expires_at is not null and organization_id = $1',
        owner.user.organizationId,
      )
    ).map(({ id }) => id);

  await save(owner, { logoId: first.id });
  const kept = await expiring();
  await save(owner, { logoId: first.id, name: 'Again' });
  await save(owner, { logoId: second.id });
  const replaced = await expiring();
  await save(owner, {});

  expect([kept, replaced]).toEqual([[second.id], [first.id]]);
  expect(new Set(await expiring())).toEqual(new Set([first.id, second.id]));
  expect((await read(owner)).logo).toBeNull();
});

test('two who save at once leave one logo that is kept, and it is the brand’s', async () => {
  const owner = await registerAdmin(api);
  const logos = await Promise.all([png(30, 30), png(40, 40), png(50, 50)].map((content) => upload(owner, content)));

  const saved = await Promise.all(logos.map(({ body }) => save(owner, { logoId: body.id })));

  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
  const kept = await rows(
    'select id from files where expires_at is null and organization_id = $1',
    owner.user.organizationId,
  );
  expect(kept).toEqual([{ id: (await read(owner)).logo.id }]);
});

test('a change is in the audit log with what it was before', async () => {
  const owner = await registerAdmin(api);
  await save(owner, { name: 'First' });
  await save(owner, { name: 'Second', accent: '#8a4f16' });

  const [entry] = await rows(
    `select entity_label, changes from audit_log where organization_id = $1 and action = 'brand.update' order by happened_at desc limit 1`,
    owner.user.organizationId,
  );

  expect(entry.entity_label).toBe('Second');
  expect(entry.changes).toEqual(
    expect.arrayContaining([
      { field: 'name', from: 'First', to: 'Second' },
      { field: 'accent', from: null, to: '#8a4f16' },
    ]),
  );
});

test('what emails take from a brand is kept, and a change that leaves it out leaves it as it was', async () => {
  const owner = await registerAdmin(api);
  const look = {
    highlight: '#e0a458',
    headingFont: 'serif',
    bodyFont: 'sans',
    socialLinks: [{ network: 'instagram', href: 'https://instagram.com/mapleandrye' }],
    footerText: 'Baked in Portland.\nOpen Tuesday to Sunday.',
  };
  await save(owner, look);

  await save(owner, { name: 'Maple & Rye' });

  expect(await read(owner)).toMatchObject({ name: 'Maple & Rye', ...look });
  await save(owner, { highlight: null, headingFont: null, socialLinks: [], footerText: '' });
  expect(await read(owner)).toMatchObject({ highlight: null, headingFont: null, socialLinks: [], footerText: '' });
});

test.each([
  [{ headingFont: 'Comic Sans' }],
  [{ socialLinks: [{ network: 'instagram', href: 'javascript:alert(1)' }] }],
  [{ socialLinks: [{ network: 'myspace', href: 'https://example.com/' }] }],
  [{ socialLinks: [1, 2].map((no) => ({ network: 'x', href: `https://x.com/${no}` })) }],
  [{ footerText: 'x'.repeat(501) }],
])('a look such as %o is refused', async (change) => {
  expect((await save(admin, change)).status).toBe(400);
});
