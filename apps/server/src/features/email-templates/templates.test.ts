import { defaultTheme } from '@waggle/contracts/email-document';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../test/matrix/tenant-fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const own = { name: 'Spring letter', subject: 'Spring', htmlContent: '<p onclick="x()">Hello</p>\r\n<!-- kept -->' };
const document = {
  version: 1,
  theme: defaultTheme,
  blocks: [
    { kind: 'heading', id: 'a', level: 1, text: [{ text: 'Hello ' }, { field: 'first_name', fallback: 'there' }] },
  ],
};
const list = async (person: Pick<Person, 'request'>, query = '') =>
  (await person.request('GET', `/api/email-templates${query}`)).body.items as {
    id: string;
    name: string;
    scope: string;
    category: string;
  }[];
const builtIn = async (person: Pick<Person, 'request'>, name: string, query = '') =>
  (await list(person, query)).find((template) => template.name === name)!.id;

describe('built-in templates', () => {
  test('there are twelve, in the language that is asked for', async () => {
    const person = await registerAdmin(api);

    const [english, french] = [await list(person), await list(person, '?language=fr')];

    expect(english.map(({ scope }) => scope)).toEqual(Array.from({ length: 12 }, () => 'built-in'));
    expect(english[0]).toMatchObject({ name: 'Welcome', category: 'welcome' });
    expect(french.map(({ name }) => name)).toContain('Anniversaire');
  });

  test('one comes as blocks and as HTML in the color and with the name of the brand', async () => {
    const person = await registerAdmin(api);
    const brand = (await person.request('GET', '/api/brand')).body;
    await person.request('PUT', `/api/brands/${brand.id}`, {
      name: 'Maple & Rye',
      accent: '#b0413e',
      website: 'https://maple.example',
      logoId: null,
      postalAddress: '',
    });
    const id = await builtIn(person, 'Offer');

    const [branded, plain] = [
      (await person.request('GET', `/api/email-templates/${id}`)).body,
      (await person.request('GET', `/api/email-templates/${id}?colors=own`)).body,
    ];

    expect(branded.document.theme.light.accent).toBe('#b0413e');
    expect(branded.htmlContent).toContain('Maple &amp; Rye');
    expect(branded.htmlContent).toContain('/email-art/1/rose/tags.png');
    expect(branded.textContent).toContain('https://maple.example/');
    expect(plain.htmlContent).toContain('/email-art/1/sun/tags.png');
  });

  test('cannot be changed or deleted, but copied into an own one', async () => {
    const person = await registerAdmin(api);
    const id = await builtIn(person, 'Event');

    const copy = await person.request('POST', `/api/email-templates/${id}/duplicate`, {});

    expect((await person.request('PUT', `/api/email-templates/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await person.request('DELETE', `/api/email-templates/${id}`)).status).toBe(404);
    expect(copy).toMatchObject({ status: 201, body: { name: 'Event', scope: 'organization', isPublic: false } });
    expect(copy.body.document.blocks.length).toBeGreaterThan(5);
  });
});

describe('an own template', () => {
  test('of HTML is kept byte for byte, copied, changed and deleted', async () => {
    const person = await registerAdmin(api);
    const { body } = await person.request('POST', '/api/email-templates', own);
    const copy = (await person.request('POST', `/api/email-templates/${body.id}/duplicate`, {})).body;

    expect(body).toMatchObject({
      ...own,
      category: 'general',
      isPublic: false,
      textContent: '',
      document: null,
      hasBlocks: false,
    });
    expect(copy).toMatchObject({ name: 'Spring letter (Copy)', htmlContent: own.htmlContent });

    const changed = await person.request('PUT', `/api/email-templates/${copy.id}`, { category: 'News of the house' });
    expect(changed.body).toMatchObject({ category: 'News of the house', htmlContent: own.htmlContent });
    expect((await person.request('DELETE', `/api/email-templates/${copy.id}`)).status).toBe(204);
    expect((await list(person)).filter(({ scope }) => scope !== 'built-in').map(({ name }) => name)).toEqual([
      'Spring letter',
    ]);
  });

  test('of blocks is compiled, and HTML takes their place', async () => {
    const person = await registerAdmin(api);

    const { body } = await person.request('POST', '/api/email-templates', { name: 'Blocks', subject: 'Hi', document });
    expect((await list(person)).filter(({ scope }) => scope !== 'built-in')).toMatchObject([{ hasBlocks: true }]);
    expect(body.document).toEqual(document);
    expect(body.htmlContent).toContain('{{ first_name | default: "there" }}');
    expect(body.textContent).toBe('Hello {{ first_name | default: "there" }}\n');

    const changed = await person.request('PUT', `/api/email-templates/${body.id}`, { htmlContent: '<p>Hi</p>' });
    expect(changed.body).toMatchObject({ document: null, htmlContent: '<p>Hi</p>', textContent: '' });
  });

  test('is not saved over what a colleague saved since it was read, unless by who was told', async () => {
    const person = await registerAdmin(api);
    const { id, updatedAt } = (await person.request('POST', '/api/email-templates', own)).body;
    const save = (subject: string, ifUpdatedAt?: string) =>
      person.request('PUT', `/api/email-templates/${id}`, { subject, ifUpdatedAt });

    const first = await save('First', updatedAt);
    const refused = await save('Second', updatedAt);
    const kept = (await person.request('GET', `/api/email-templates/${id}`)).body;
    const knowing = await save('Second', refused.body.fields?.updatedAt);
    const unasked = await save('Third');

    expect(first).toMatchObject({ status: 200, body: { subject: 'First' } });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', fields: { updatedAt: kept.updatedAt } },
    });
    expect(kept).toEqual(first.body);
    expect([knowing, unasked].map(({ status, body }) => [status, body.subject])).toEqual([
      [200, 'Second'],
      [200, 'Third'],
    ]);
  });

  test.each([
    [{ ...own, name: ' ' }, 'name', 'Template name is required'],
    [{ ...own, name: undefined }, 'name', 'Template name is required'],
    [{ ...own, subject: '' }, 'subject', 'Subject is required'],
    [{ ...own, htmlContent: '' }, 'htmlContent', 'HTML content is required'],
    [{ ...own, htmlContent: undefined }, 'htmlContent', 'HTML content is required'],
  ])('is refused with what is missing: %#', async (body, field, message) => {
    const person = await registerAdmin(api);

    const answer = await person.request('POST', '/api/email-templates', body);

    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: message });
  });

  test('of the organization serves its clients when it is for all of them, and cannot be changed there', async () => {
    const tenant = await createTenantFixture(api);
    const [all, limited, other] = [
      await enter(api, tenant, 'ADMIN'),
      await enter(api, tenant, 'limited'),
      await enter(api, tenant, 'other'),
    ];
    const save = async (name: string, clientId: string | null, isPublic: boolean) =>
      (await all.request('POST', '/api/email-templates', { ...own, name, clientId, isPublic })).body.id as string;
    const shared = await save('For all', null, true);
    await save('For us', null, false);
    const ofX = await save('For X', tenant.clients.x, false);
    const namesOf = async (person: Pick<Person, 'request'>) => (await list(person)).map(({ name }) => name);

    expect(await namesOf(all)).toEqual(expect.arrayContaining(['For all', 'For us', 'For X']));
    expect(await namesOf(limited)).toEqual(expect.arrayContaining(['For all', 'For X']));
    expect(await namesOf(limited)).not.toContain('For us');
    expect(await namesOf(other)).not.toContain('For X');
    expect((await limited.request('GET', `/api/email-templates/${shared}`)).status).toBe(200);
    expect((await limited.request('PUT', `/api/email-templates/${shared}`, { name: 'x' })).status).toBe(404);
    expect((await limited.request('DELETE', `/api/email-templates/${shared}`)).status).toBe(404);
    expect((await other.request('GET', `/api/email-templates/${ofX}`)).status).toBe(404);
  });
});
