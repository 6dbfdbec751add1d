import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../test/matrix/tenant-fixture.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api);
  await tier('system');
});
afterAll(() => api.close());

const tier = (name: string) =>
  api.db.owner.query('update organizations set subscription_tier = $1 where id = $2', [
    name,
    admin.user.organizationId,
  ]);

const email = { id: 'field_1778583112001', type: 'email', label: 'Email', required: true };
const day = { id: 'field_1778583112002', type: 'radio', label: 'Pickup day', options: ['Wednesday', 'Friday'] };
const settings = { title: 'Join the bread club' };
const breadClub = { name: 'Bread club sign-up', fields: [email, day], settings };

async function create(more: object = {}) {
  const answer = await admin.request('POST', '/api/forms', { ...breadClub, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as { id: string; draftVersion: number };
}

describe('a form', () => {
  test('is created as the specification says, live and with its defaults', async () => {
    const { id } = await create({ name: 'By the letter', isActive: true });

    const { body } = await admin.request('GET', `/api/forms/${id}/draft`);
    expect(body).toMatchObject({
      name: 'By the letter',
      isActive: true,
      submissions: 0,
      version: 1,
      hasChanges: false,
    });
    expect(body.published.settings).toEqual({
      title: 'Join the bread club',
      description: '',
      submitText: 'Submit',
      thankYouMessage: 'Thank you for your submission!',
      redirectUrl: '',
      protection: { proofOfWork: true },
      doubleOptIn: false,
      notify: [],
      answerEmail: { isOn: false, subject: '', text: '' },
    });
    expect(body.published.fields[1]).toMatchObject({ ...day, required: false, placeholder: '' });
    expect(body.published).toEqual(body.draft);
  });

  test.each([
    ['without a name', { name: ' ' }, { name: 'Form name is required' }],
    ['without a title', { settings: {} }, { form: 'Form title is required' }],
    ['without fields', { fields: [] }, { form: 'Please add at least one field to your form.' }],
    ['with a choice of nothing', { fields: [{ ...day, options: [] }] }, { [day.id]: 'Every option needs a text' }],
  ])('%s is refused by field', async (_, change, fields) => {
    const { status, body } = await admin.request('POST', '/api/forms', { ...breadClub, ...change });
    expect(status).toBe(400);
    expect(body.fields).toMatchObject(fields);
  });

  test('that misses something can be kept as a draft, and is shown to nobody', async () => {
    const { id } = await create({ fields: [], settings: {}, publish: false });

    const publish = await admin.request('POST', `/api/forms/${id}/publish`, { draftVersion: 1 });
    const { body } = await admin.request('GET', `/api/forms/${id}/draft`);
    expect([publish.status, publish.body.message]).toEqual([400, 'Form title is required']);
    expect(body).toMatchObject({ version: null, published: null, hasChanges: true });
  });

  test('is among the active ones when people can fill it in, as their number says', async () => {
    await create({ name: 'Open' });
    const draft = await create({ name: 'Never published', publish: false });
    const off = await create({ name: 'Closed', isActive: false });
    const idsOf = async (active: boolean) => {
      const { body } = await admin.request('GET', `/api/forms?active=${active}&limit=100`);
      return { ...body, ids: body.items.map(({ id }: { id: string }) => id) };
    };

    const [shown, rest] = [await idsOf(true), await idsOf(false)];

    expect(shown.total).toBe(shown.active);
    expect(rest.ids).toEqual(expect.arrayContaining([draft.id, off.id]));
  });

  test('is switched off and on without publishing the draft', async () => {
    const { id } = await create();
    await admin.request('PUT', `/api/forms/${id}/draft`, { fields: [email], settings: { title: 'Draft' } });

    const off = await admin.request('PUT', `/api/forms/${id}`, { isActive: false });

    expect(off.body).toMatchObject({ isActive: false, version: 1, hasChanges: true });
    expect(off.body.published.settings.title).toBe('Join the bread club');
  });

  test('that is sent whole is published as it is', async () => {
    const { id } = await create();
    const { body } = await admin.request('PUT', `/api/forms/${id}`, { ...breadClub, settings: { title: 'New title' } });
    expect(body).toMatchObject({ version: 2, hasChanges: false, published: { settings: { title: 'New title' } } });
  });

  test('is found by its name, whatever its capitals, and is gone when deleted', async () => {
    const { id } = await create({ name: 'Weekly Bake List' });
    const found = await admin.request('GET', '/api/forms?search=bake%20list');
    expect(found.body.items.map((form: { id: string }) => form.id)).toEqual([id]);

    expect((await admin.request('DELETE', `/api/forms/${id}`)).status).toBe(204);
    expect((await admin.request('GET', `/api/forms/${id}/draft`)).status).toBe(404);
    expect((await admin.request('DELETE', `/api/forms/${id}`)).status).toBe(404);
  });
});

describe('publishing', () => {
  test('keeps what was published, and an older version becomes the draft again', async () => {
    const { id } = await create();
    await admin.request('PUT', `/api/forms/${id}`, { fields: [email] });

    const versions = await admin.request('GET', `/api/forms/${id}/versions`);
    const first = await admin.request('GET', `/api/forms/${id}/versions/1`);
    const restored = await admin.request('POST', `/api/forms/${id}/versions/1/restore`);

    expect(versions.body.items.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect(first.body.definition.fields).toHaveLength(2);
    expect(restored.body).toMatchObject({ version: 2, hasChanges: true });
    expect(restored.body.draft).toEqual(first.body.definition);
    expect(restored.body.published.fields).toHaveLength(1);
  });

  test('of a draft that says the same again makes no version', async () => {
    const { id } = await create();
    const saved = await admin.request('PUT', `/api/forms/${id}/draft`, { fields: [email, day], settings });
    const published = await admin.request('POST', `/api/forms/${id}/publish`, { draftVersion: 2 });
    expect([saved.body.hasChanges, published.body.version]).toEqual([false, 1]);
  });

  test('two editors at once lose nothing: who saves or publishes what is no longer there is told by whom', async () => {
    const colleague = await joinTeam(api, admin, 'USER');
    const { id } = await create();
    const change = { fields: [email], settings, draftVersion: 1 };

    expect((await colleague.request('PUT', `/api/forms/${id}/draft`, change)).status).toBe(200);
    const late = await admin.request('PUT', `/api/forms/${id}/draft`, { ...change, fields: [email, day] });
    const published = await admin.request('POST', `/api/forms/${id}/publish`, { draftVersion: 1 });

    expect([late.status, late.body.code, late.body.fields.by]).toEqual([409, 'form_changed', colleague.user.name]);
    expect(published.status).toBe(409);
    const { body } = await admin.request('GET', `/api/forms/${id}/draft`);
    expect([body.draft.fields.length, body.version]).toEqual([1, 1]);
  });
});

describe('the smallest plan', () => {
  test('includes one form that strangers can fill in, also when ten are activated at once', async () => {
    const others = await Promise.all(
      Array.from({ length: 10 }, (_, at) => create({ name: `Form ${at}`, isActive: false })),
    );
    await api.db.owner.query('update forms set is_active = false');
    await tier('lite');
    try {
      const answers = await Promise.all(
        others.map(({ id }) => admin.request('PUT', `/api/forms/${id}`, { isActive: true })),
      );
      const more = await admin.request('POST', '/api/forms', breadClub);
      const draft = await admin.request('POST', '/api/forms', { ...breadClub, publish: false });

      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200,
        ...Array.from({ length: 9 }, () => 403),
      ]);
      expect([more.status, more.body.code, draft.status]).toEqual([403, 'plan_limit', 201]);
      const { rows } = await api.db.owner.query(
        'select count(*)::int from forms where is_active and published_version > 0',
      );
      expect(rows).toEqual([{ count: 1 }]);
    } finally {
      await tier('system');
    }
  });
});

test('the limit holds for a form that is switched on and published in one call', async () => {
  const { settings } = breadClub;
  const older = await create({ name: 'Older', isActive: false });
  const newer = await create({ name: 'Newer', isActive: false });
  await api.db.owner.query('update forms set is_active = false where id <> $1', [newer.id]);
  await admin.request('PUT', `/api/forms/${newer.id}`, { isActive: true });
  await tier('lite');
  try {
    const answer = await admin.request('PUT', `/api/forms/${older.id}`, { isActive: true, settings });

    expect([answer.status, answer.body.code]).toEqual([403, 'plan_limit']);
    const { body } = await admin.request('GET', `/api/forms/${older.id}/draft`);
    expect([body.isActive, body.version]).toEqual([false, 1]);
  } finally {
    await tier('system');
  }
});

test('the limit counts forms of clients that a person does not see', async () => {
  const tenant = await createTenantFixture(api);
  const [all, ofX] = [await enter(api, tenant, 'ADMIN'), await enter(api, tenant, 'limited')];
  await api.db.owner.query('update forms set is_active = false where organization_id = $1', [tenant.organizationId]);
  await api.db.owner.query(`update organizations set subscription_tier = 'lite' where id = $1`, [
    tenant.organizationId,
  ]);

  const first = await all.request('POST', '/api/forms', { ...breadClub, clientId: tenant.clients.y });
  const second = await ofX.request('POST', '/api/forms', breadClub);

  expect([first.status, second.status, second.body.code]).toEqual([201, 403, 'plan_limit']);
});

test('B10: what is no form is refused, and costs nobody anything', async () => {
  const many = (count: number, make: (at: number) => object) => Array.from({ length: count }, (_, at) => make(at));
  const refused = [
    { fields: many(101, (at) => ({ ...email, id: `field_${at}` })) },
    { fields: many(1_000, (at) => ({ ...email, id: `field_${at}` })) },
    { fields: [{ ...day, options: many(101, (at) => `Option ${at}` as never) }] },
    { fields: [{ ...day, options: many(10_000, (at) => `Option ${at}` as never) }] },
    { fields: [email, email] },
    { fields: [{ ...email, id: '__proto__' }] },
    { fields: [{ ...email, id: 'field_1; drop table forms' }] },
    { fields: [{ ...email, type: 'script' }] },
    { fields: [{ ...email, onclick: 'alert(1)' }] },
    { fields: [{ ...email, label: 'x'.repeat(301) }] },
    { fields: [{ ...email, label: 'two\nlines' }] },
    { fields: [{ ...email, visibleWhen: { match: 'all', conditions: [] } }] },
    { fields: [{ ...email, visibleWhen: { match: 'all', conditions: [{ fieldId: email.id, op: 'isAnswered' }] } }] },
    { fields: [{ ...email, fills: 'organization_id' }] },
    { settings: { ...settings, redirectUrl: 'javascript:alert(1)' } },
    { settings: { ...settings, redirectUrl: 'https://169.254.169.254/' } },
    { settings: { ...settings, headScript: '<script>' } },
    {
      pages: [
        { id: 'page_1', fieldIds: [] },
        { id: 'page_1', fieldIds: [] },
      ],
    },
    { allowedOrigins: ['javascript:alert(1)'] },
    { fields: 'all of them' },
    { fields: null },
  ];
  for (const change of refused) {
    const { status } = await admin.request('POST', '/api/forms', { ...breadClub, ...change });
    expect([400, 413], JSON.stringify(change).slice(0, 80)).toContain(status);
  }
});

test('labels are kept as they were typed: words in any script, and markup as text', async () => {
  const labels = [
    'Correo electrónico',
    'メールアドレス',
    'البريد الإلكتروني',
    '<img src=x onerror=alert(1)>',
    '{{7*7}}',
    'E-mail & phone',
  ];
  const fields = labels.map((label, at) => ({ ...email, id: `field_${at + 1}`, label }));
  const { id } = await create({ fields });
  const { body } = await admin.request('GET', `/api/forms/${id}/draft`);
  expect(body.published.fields.map(({ label }: { label: string }) => label)).toEqual(labels);
});
