import { mostClientTemplates } from '@waggle/contracts/client-templates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';
import { attempt, type Bakery, openBakery, show } from './bakery-harness.ts';

let api: TestApi;
let bakery: Bakery;
beforeAll(async () => {
  api = await startTestApi();
  bakery = await openBakery(api);
});
afterAll(() => api.close());

const path = '/api/client-templates';
const create = (body: object = {}) =>
  bakery.owner.request('POST', path, {
    name: 'Bakery and café',
    clientId: bakery.id,
    kinds: ['tags', 'forms'],
    ...body,
  });
const items = async () => (await ask(bakery.owner, 'GET', path)).items;

test('a template is listed by name with how much its client has today, renamed and deleted', async () => {
  const { body: template } = await create();
  const counts = { tags: 2, fields: 2, segments: 4, forms: 1, emailTemplates: 2, qrPresets: 1, brand: 1 };
  expect(template).toMatchObject({ clientName: 'Maple & Rye Bakery', kinds: ['tags', 'forms'], counts });
  await api.db.owner.query(`insert into tags (organization_id, client_id, name) values ($1, $2, 'New')`, [
    bakery.organizationId,
    bakery.id,
  ]);
  expect(await items()).toEqual([{ ...template, counts: { ...counts, tags: 3 } }]);
  expect(await ask(bakery.owner, 'GET', `${path}/counts?clientId=${bakery.id}`)).toEqual({ ...counts, tags: 3 });

  const renamed = await ask(bakery.owner, 'PUT', `${path}/${template.id}`, { name: 'Bakeries', kinds: ['fields'] });
  expect(renamed).toMatchObject({ name: 'Bakeries', kinds: ['fields'], clientId: bakery.id });
  expect((await bakery.owner.request('DELETE', `${path}/${template.id}`)).status).toBe(204);
  expect(await items()).toEqual([]);
});

test('a client that begins with a template gets what its client has at that moment', async () => {
  const { body: template } = await create({ name: 'At that moment' });
  await api.db.owner.query(`insert into tags (organization_id, client_id, name) values ($1, $2, 'Late')`, [
    bakery.organizationId,
    bakery.id,
  ]);

  const { client } = await ask(bakery.owner, 'POST', `${path}/use`, {
    name: 'Corner Crumb',
    templateId: template.id,
    kinds: ['tags'],
    attempt: attempt(),
  });

  const { rows } = await api.db.owner.query(`select name from tags where client_id = $1`, [client.id]);
  expect(rows.map(({ name }) => name)).toContain('Late');
});

test('a name is used once, whatever its letters, and says so at its field', async () => {
  await create({ name: 'Studios' });

  const taken = await create({ name: 'STUDIOS' });

  expect(taken).toMatchObject({
    status: 400,
    body: { code: 'already_exists', fields: { name: 'A client template with this name already exists.' } },
  });
  expect((await create({ name: 'Empty', kinds: [] })).body.fields).toEqual({ kinds: 'Choose what to copy' });
});

test('a template of a client and a client to copy are not named together', async () => {
  const { body: template } = await create({ name: 'One of the two' });

  const both = await bakery.owner.request('POST', `${path}/use`, {
    name: 'Corner Crumb',
    templateId: template.id,
    fromClientId: bakery.id,
    attempt: attempt(),
  });

  expect(both).toMatchObject({ status: 400, body: { fields: { fromClientId: expect.any(String) } } });
});

test('templates are the same whichever client is shown, and their changes are in the audit log with what was before', async () => {
  const { id: other } = await ask(bakery.owner, 'POST', '/api/clients', { name: 'Other', email: null });
  await show(bakery.owner, other);
  const { body: template } = await create({ name: 'Seen from elsewhere' });
  await ask(bakery.owner, 'PUT', `${path}/${template.id}`, { name: 'Renamed from elsewhere' });
  await ask(bakery.owner, 'DELETE', `${path}/${template.id}`);
  await show(bakery.owner, null);

  const { rows } = await api.db.owner.query(
    `select action, entity_label, changes from audit_log where organization_id = $1 and entity_id = $2 order by happened_at`,
    [bakery.organizationId, template.id],
  );
  expect(rows).toMatchObject([
    { action: 'client-templates.create', entity_label: 'Seen from elsewhere' },
    {
      action: 'client-templates.update',
      changes: [{ field: 'name', from: 'Seen from elsewhere', to: 'Renamed from elsewhere' }],
    },
    { action: 'client-templates.delete', entity_label: 'Renamed from elsewhere' },
  ]);
});

test('there are at most 50 in an organization, however many are made at once', async () => {
  const had = (await items()).length;

  const answers = await Promise.all(
    Array.from({ length: mostClientTemplates }, (_, at) => create({ name: `Template ${at}` })),
  );

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(mostClientTemplates - had);
  expect(await items()).toHaveLength(mostClientTemplates);
});
