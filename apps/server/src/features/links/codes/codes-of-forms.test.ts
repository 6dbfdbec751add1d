import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'core'`);
});
afterAll(() => api.close());

async function addForm(person = admin): Promise<string> {
  const fields = [{ id: 'field_1', type: 'email', label: 'Email' }];
  const { body } = await person.request('POST', '/api/forms', { name: 'Club', fields, settings: { title: 'Join' } });
  return body.id;
}
const make = (body: object) => admin.request('POST', '/api/qr-codes', { name: 'Club', ...body });
const published = async (shortCode: string) =>
  (await api.db.owner.query('select target_url, is_active from link_targets where short_code = $1', [shortCode]))
    .rows[0];

test('a code leads to a form, and is found by it', async () => {
  const formId = await addForm();
  await make({ targetUrl: 'https://www.example.com/' });

  const made = await make({ formId });

  const targetUrl = `http://waggle.test/forms/${formId}`;
  expect([made.status, made.body.formId, made.body.targetUrl]).toEqual([201, formId, targetUrl]);
  expect(await published(made.body.shortCode)).toEqual({ target_url: targetUrl, is_active: true });
  const { items } = (await admin.request('GET', `/api/qr-codes?formId=${formId}`)).body;
  expect(items.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
});

test('a code needs an address or a form, and a form of its own organization', async () => {
  const stranger = await registerAdmin(api);
  const foreign = await addForm(stranger);

  const listed = await admin.request('GET', `/api/qr-codes?formId=${foreign}`);
  const nowhere = await make({});
  const answers = [await make({ formId: foreign }), await make({ formId: '0197e5a0-0000-7000-8000-000000000001' })];

  expect([nowhere.status, nowhere.body.fields]).toEqual([400, { targetUrl: 'Target URL is required' }]);
  expect([listed, ...answers].map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('a code can be pointed to a form and to an address again', async () => {
  const formId = await addForm();
  const { body: code } = await make({ targetUrl: 'https://www.example.com/' });

  const toForm = await admin.request('PUT', `/api/qr-codes/${code.id}`, { formId });
  const renamed = await admin.request('PUT', `/api/qr-codes/${code.id}`, { name: 'Window' });
  const back = await admin.request('PUT', `/api/qr-codes/${code.id}`, { targetUrl: 'https://www.example.com/' });

  expect([toForm, renamed, back].map(({ body }) => body.formId)).toEqual([formId, formId, null]);
});

test('who scans a code of a deleted form reads that it is no longer active', async () => {
  const formId = await addForm();
  const { body: code } = await make({ formId });

  await admin.request('DELETE', `/api/forms/${formId}`);

  const { body } = await admin.request('GET', `/api/qr-codes/${code.id}`);
  expect([body.formId, body.isActive]).toEqual([null, false]);
  expect(await published(code.shortCode)).toMatchObject({ is_active: false });
});

test('a code whose form was deleted is not switched on again until it leads somewhere', async () => {
  const formId = await addForm();
  const { body: code } = await make({ formId });
  await admin.request('DELETE', `/api/forms/${formId}`);
  const put = (body: object) => admin.request('PUT', `/api/qr-codes/${code.id}`, body);

  const refused = await put({ isActive: true });
  const between = await published(code.shortCode);
  const renamed = await put({ name: 'Window' });
  const elsewhere = await put({ isActive: true, targetUrl: 'https://www.example.com/' });

  const sentence = 'The form this code led to was deleted. Choose where it leads.';
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: { targetUrl: sentence } } });
  expect(between).toMatchObject({ is_active: false });
  expect([renamed.status, renamed.body.isActive]).toEqual([200, false]);
  expect([elsewhere.status, elsewhere.body.isActive]).toEqual([200, true]);
});

test('a code is switched off and on while its form is there, also one whose address was typed', async () => {
  const formId = await addForm();
  const codes = [
    await make({ formId }),
    await make({ formId }),
    await make({ formId }),
    await make({ targetUrl: 'https://www.example.com/forms/0197e5a0-0000-7000-8000-000000000001' }),
  ];
  // Nobody can type the address of this installation, which has no public name.
  for (const [at, query] of [
    [1, ''],
    [2, '?utm_source=poster'],
  ] as const)
    await api.db.owner.query('update qr_codes set form_id = null, target_url = target_url || $2 where id = $1', [
      codes[at]!.body.id,
      query,
    ]);

  for (const { body } of codes) {
    await admin.request('PUT', `/api/qr-codes/${body.id}`, { isActive: false });
    const on = await admin.request('PUT', `/api/qr-codes/${body.id}`, { isActive: true });
    expect([on.status, on.body.isActive]).toEqual([200, true]);
  }
});
