import type { Tier } from '@waggle/contracts/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeTier } from '#features/accounts/index.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { type MailedTenant, startMailedTenant } from '../../compliance/mailed-tenant.ts';
import { email, firstName, prove } from '../../forms/filled-forms.ts';
import { ask, draft } from '../../sending/ready-admin.ts';
import { counts, fill } from './full-plan.ts';

let tenant: MailedTenant;
let oldest: string;
let newer: string;
let unpublished: string;
let codeId: string;
let shortCode: string;
const soon = { timeout: 60_000 };

/** On Plus with more than Lite includes: 130 contacts, two active forms and a QR code. */
beforeAll(async () => {
  tenant = await startMailedTenant();
  const { api, admin } = tenant;
  await change('plus');
  await fill(api, admin, 130);
  const definition = { name: 'Bread club', fields: [firstName, email], settings: { title: 'Join' }, clientId: null };
  oldest = (await ask(admin, 'POST', '/api/forms', definition)).id;
  newer = (await ask(admin, 'POST', '/api/forms', definition)).id;
  unpublished = (await ask(admin, 'POST', '/api/forms', { ...definition, publish: false })).id;
  const code = await ask(admin, 'POST', '/api/qr-codes', { name: 'Menu', targetUrl: 'https://shop.example/menu' });
  [codeId, shortCode] = [code.id, code.shortCode];
  await change('lite');
});
afterAll(() => tenant.close());

const change = (tier: Tier) =>
  changeTier(backgroundContext(tenant.api.database, tenant.admin.user.organizationId, 'test'), tier);
const ofLite = (method: string, path: string, body?: unknown) => tenant.admin.request(method, path, body);
const submit = async (formId: string, answers: object) => {
  const path = `/api/forms/${formId}/submit`;
  const headers = { 'content-type': 'application/json', ...(await prove(tenant.origin, path)) };
  return (await fetch(tenant.origin + path, { method: 'POST', headers, body: JSON.stringify(answers) })).status;
};
const sentTo = (formId: string) =>
  tenant.rows('select outcome, contact_id from form_submissions where form_id = $1 order by submitted_at, id', formId);

describe('after a downgrade', () => {
  test('everything stays readable', async () => {
    const lists =
      'contacts contacts/summary forms qr-codes campaigns segments tags suppressions imports waiting-people';
    const paths = [
      ...lists.split(' '),
      'reports/schedules',
      ...[oldest, newer, unpublished].flatMap((id) => [`forms/${id}/draft`, `forms/${id}/submissions`]),
      `forms/${newer}/figures`,
      `forms/${newer}/versions`,
      `qr-codes/${codeId}`,
    ];

    const answers = await Promise.all(paths.map(async (path) => [path, (await ofLite('GET', `/api/${path}`)).status]));

    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    expect((await ofLite('GET', '/api/contacts')).body.total).toBe(130);
  });

  test('contacts and submissions are exported', async () => {
    const contacts = await ofLite('GET', '/api/contacts/export?fields=email');
    const submissions = await ofLite('GET', `/api/forms/${newer}/submissions/export`);

    expect([contacts.status, submissions.status]).toEqual([200, 200]);
    expect(String(contacts.body).trim().split('\n')).toHaveLength(131);
  });

  test('making anything the plan limits asks for an upgrade, and changes nothing', async () => {
    const body = { name: 'Third', fields: [email], settings: { title: 'Join' } };
    const answers = [
      await ofLite('POST', '/api/contacts', { email: 'more@new.example' }),
      await ofLite('POST', '/api/forms', body),
      await ofLite('POST', `/api/forms/${unpublished}/publish`, { draftVersion: 1 }),
      await ofLite('POST', '/api/qr-codes', { name: 'Poster', targetUrl: 'https://shop.example' }),
      await ofLite('PUT', `/api/qr-codes/${codeId}`, { name: 'Renamed' }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [403, 'plan_limit']));
    expect(answers.map(({ body }) => body.message)).toEqual([
      'Your plan includes up to 100 contacts. Upgrade to add more.',
      'Your plan includes 1 active form. Deactivate it, or upgrade to add more.',
      'Your plan includes 1 active form. Deactivate it, or upgrade to add more.',
      "Your plan doesn't include QR codes. Upgrade to Core to create and edit them.",
      "Your plan doesn't include QR codes. Upgrade to Core to create and edit them.",
    ]);
  });

  test('the oldest active form and drafts are edited, and newer active ones say why not', async () => {
    const { body } = await ofLite('GET', '/api/forms?sort=createdAt');
    const locked = body.items.map((form: { isBeyondPlan: boolean }) => form.isBeyondPlan);
    const definition = { fields: [email], settings: { title: 'Join us' } };
    const edits = (id: string) => [
      ofLite('PUT', `/api/forms/${id}`, { name: 'Renamed' }),
      ofLite('PUT', `/api/forms/${id}/draft`, definition),
    ];

    const refused = await Promise.all([
      ...edits(newer),
      ofLite('PUT', `/api/forms/${newer}`, definition),
      ofLite('POST', `/api/forms/${newer}/publish`, { draftVersion: 1 }),
      ofLite('POST', `/api/forms/${newer}/versions/1/restore`),
    ]);
    const edited = await Promise.all([...edits(oldest), ...edits(unpublished)]);

    expect(locked).toEqual([false, true, false]);
    const sentence =
      'Your plan includes 1 active form. This one keeps collecting. Upgrade to edit it, or deactivate your other forms.';
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(refused.map(() => [403, sentence]));
    expect(edited.map(({ status }) => status)).toEqual(edited.map(() => 200));
    expect((await ofLite('GET', `/api/forms/${newer}/draft`)).body).toMatchObject({
      name: 'Bread club',
      draftVersion: 1,
    });
  });

  test('a form beyond the plan is hidden behind an older one of another client too', async () => {
    const { body: client } = await ofLite('POST', '/api/clients', { name: 'Other' });
    await tenant.rows('update forms set client_id = $2 where id = $1', newer, client.id);
    await ofLite('POST', '/api/auth/set-active-client', { clientId: client.id });

    const { body } = await ofLite('GET', '/api/forms');
    await ofLite('POST', '/api/auth/set-active-client', { clientId: null });
    await tenant.rows('update forms set client_id = null where id = $1', newer);

    expect(body.items).toMatchObject([{ id: newer, isBeyondPlan: true }]);
  });

  test('every form goes on collecting, and nobody who fills one in is lost', async () => {
    const sent = [
      await submit(newer, { field_1: 'Aiko', field_2: 'aiko@waits.example' }),
      await submit(newer, { field_1: 'Aiko', field_2: 'AIKO@waits.example' }),
      await submit(oldest, { field_2: 'ben@waits.example' }),
      await submit(newer, { field_2: 'active1@house.example' }),
    ];

    expect(sent).toEqual([200, 200, 200, 200]);
    await expect.poll(async () => (await sentTo(newer)).length + (await sentTo(oldest)).length, soon).toBe(4);
    expect((await sentTo(newer)).map(({ outcome }) => outcome)).toEqual(['over-limit', 'over-limit', 'known']);
    const { body: waiting } = await ofLite('GET', '/api/waiting-people');
    expect(waiting.total).toBe(2);
    expect(waiting.items).toMatchObject([
      { email: 'ben@waits.example', formId: oldest },
      { email: 'AIKO@waits.example', firstName: 'Aiko', formId: newer, formName: 'Bread club' },
    ]);
  });

  test('codes go on leading where they led', async () => {
    const answer = await fetch(`${tenant.origin}/qr/${shortCode}`, { redirect: 'manual' });

    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://shop.example/menu']);
  });

  test('a campaign goes to all contacts there are', async () => {
    const { id } = await draft(tenant.admin, { clientId: null });

    await ask(tenant.admin, 'POST', `/api/campaigns/${id}/send`);

    const status = async () => (await ask(tenant.admin, 'GET', `/api/campaigns/${id}`)).status;
    await expect.poll(status, soon).toBe('COMPLETED');
    expect(tenant.received).toHaveLength(130);
  });

  test('contacts, forms and codes are deleted, and a form is switched off', async () => {
    const contact = (await ofLite('GET', '/api/contacts?limit=1')).body.items[0];
    const code = await ofLite('PUT', `/api/forms/${newer}`, { isActive: false });
    await tenant.rows('update forms set is_active = true where id = $1', newer);

    const gone = [
      await ofLite('DELETE', `/api/contacts/${contact.id}`),
      await ofLite('DELETE', `/api/forms/${unpublished}`),
      await ofLite('DELETE', `/api/qr-codes/${codeId}`),
    ];

    expect(code).toMatchObject({ status: 200, body: { isActive: false, isBeyondPlan: false } });
    expect(gone.map(({ status }) => status < 300)).toEqual([true, true, true]);
  });
});

test('back on a plan with room, everybody who waited becomes a contact by themselves and every form is edited', async () => {
  const { admin, api } = tenant;
  const before = (await counts(api, admin)).counted;

  await change('plus');

  const waiting = async () => (await ofLite('GET', '/api/waiting-people')).body;
  await expect.poll(async () => (await waiting()).total, soon).toBe(0);
  expect(await waiting()).toEqual({ items: [], total: 0, since: null });
  expect(await counts(api, admin)).toEqual({ counted: before + 2, recounted: before + 2 });
  expect((await sentTo(newer)).map(({ outcome }) => outcome)).toEqual(['created', 'known', 'known']);
  const edited = await ofLite('PUT', `/api/forms/${newer}`, { name: 'Renamed' });
  expect(edited).toMatchObject({ status: 200, body: { isBeyondPlan: false } });
});
