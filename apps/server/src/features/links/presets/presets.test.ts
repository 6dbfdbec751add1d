import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter, redPixel } from '../../../../test/matrix/tenant-fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function onCore(): Promise<Person> {
  const person = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'core' where id = $1`, [
    person.user.organizationId,
  ]);
  return person;
}
const namesOf = async (person: Pick<Person, 'request'>) =>
  (await person.request('GET', '/api/qr-presets')).body.items.map(({ name }: { name: string }) => name);

test('a design is kept under a name, used for a code and deleted without changing the code', async () => {
  const person = await onCore();
  const design = { foreground: '#1E3A5F', dots: 'rounded', frameText: 'Scan me' };
  const preset = (await person.request('POST', '/api/qr-presets', { name: 'Brand', design })).body;
  const code = await person.request('POST', '/api/qr-codes', {
    name: 'Window',
    targetUrl: 'https://www.example.com/',
    design: preset.design,
  });

  expect(preset.design).toMatchObject(design);
  expect(await namesOf(person)).toEqual(['Brand']);
  expect((await person.request('DELETE', `/api/qr-presets/${preset.id}`)).status).toBe(204);
  expect(await namesOf(person)).toEqual([]);
  expect((await person.request('GET', `/api/qr-codes/${code.body.id}`)).body.design).toMatchObject(design);
});

test('a design that does not scan is not kept', async () => {
  const person = await onCore();

  const pale = await person.request('POST', '/api/qr-presets', { name: 'Pale', design: { foreground: '#dddddd' } });

  expect(pale).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(await namesOf(person)).toEqual([]);
});

test('the logo of a preset is not swept away with unused ones', async () => {
  const person = await onCore();
  const { id: logoId } = (await person.request('POST', '/api/qr-codes/logos', redPixel)).body;
  const preset = await person.request('POST', '/api/qr-presets', { name: 'Logo', design: { logoId, correction: 'H' } });
  await api.db.owner.query(
    `update stored_files set created_at = now() - interval '2 days' where organization_id = $1`,
    [person.user.organizationId],
  );

  await person.request('POST', '/api/qr-codes/logos', redPixel);

  const { body } = await person.request('POST', '/api/qr-codes/preview', { design: preset.body.design });
  expect(body.readability.scans).toBe(true);
});

test('who is limited to a client sees its presets alone, and cannot delete those of others', async () => {
  const tenant = await createTenantFixture(api);
  const [all, limited, other] = [
    await enter(api, tenant, 'ADMIN'),
    await enter(api, tenant, 'limited'),
    await enter(api, tenant, 'other'),
  ];
  const keep = async (name: string, clientId: string | null) =>
    (await all.request('POST', '/api/qr-presets', { name, design: {}, clientId })).body.id as string;
  const [ofX, ofHouse] = [await keep('Of X', tenant.clients.x), await keep('Of the house', null)];

  expect(await namesOf(all)).toEqual(expect.arrayContaining(['Of X', 'Of the house']));
  expect(await namesOf(limited)).toContain('Of X');
  expect(await namesOf(limited)).not.toContain('Of the house');
  expect(await namesOf(other)).not.toContain('Of X');
  expect((await other.request('DELETE', `/api/qr-presets/${ofX}`)).status).toBe(404);
  expect((await limited.request('DELETE', `/api/qr-presets/${ofHouse}`)).status).toBe(404);
});
