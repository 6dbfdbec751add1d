import { copyKinds, type LeftOut } from '@waggle/contracts/client-templates';
import { mostForms } from '@waggle/contracts/forms';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask, readyAdmin } from '../../../test/sending/ready-admin.ts';
import { attempt, type Bakery, look, neverCopied, openBakery, show } from './bakery-harness.ts';

let api: TestApi;
let bakery: Bakery;
beforeAll(async () => {
  api = await startTestApi({ env: { ALLOW_PRIVATE_MAIL_SERVERS: 'true' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  bakery = await openBakery(api);
});

const rows = async (text: string, ...values: unknown[]) => (await api.db.owner.query(text, values)).rows;
const crumb = { name: 'Corner Crumb', website: 'cornercrumb.dev' };
const everything = () => ({ ...crumb, fromClientId: bakery.id, kinds: copyKinds });
const start = (body: object, person: Pick<Person, 'request'> = bakery.owner) =>
  person.request('POST', '/api/client-templates/use', { attempt: attempt(), ...body });
const started = async (body: object = everything()) => {
  const answer = await start(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as { client: { id: string }; copied: object; leftOut: LeftOut[]; sender: unknown };
};

/** Every row of a client in a table, without its own ids and times. */
const contentOf = (table: string, clientId: string, ...without: string[]) =>
  rows(
    `select to_jsonb(t) - $2::text[] as row from ${table} t where client_id = $1 order by coalesce(to_jsonb(t) ->> 'name', to_jsonb(t) ->> 'key')`,
    clientId,
    ['id', 'client_id', 'created_at', 'updated_at', 'draft_changed_at', ...without],
  ).then((found) => found.map(({ row }) => row));

describe('a client from another one', () => {
  test('has every tag, field and preset as the other has it, under new ids, and the other is untouched', async () => {
    const before = await Promise.all(copied.map((table) => contentOf(table, bakery.id)));

    const { client, copied: counts } = await started();

    expect(counts).toEqual({ tags: 2, fields: 2, segments: 3, forms: 1, emailTemplates: 2, qrPresets: 1, brand: 1 });
    for (const table of ['tags', 'contact_fields', 'qr_presets'])
      expect(await contentOf(table, client.id), table).toEqual(await contentOf(table, bakery.id));
    for (const table of copied) {
      const ids = await rows(`select id from ${table} where client_id = any($1)`, [client.id, bakery.id]);
      expect(new Set(ids.map(({ id }) => id)).size, table).toBe(ids.length);
    }
    expect(await Promise.all(copied.map((table) => contentOf(table, bakery.id)))).toEqual(before);
  });

  test('has the forms as drafts that are switched off, in its own name, with its own tags and without what leads to the other', async () => {
    const { client } = await started();

    const [form, ...more] = await rows('select * from forms where client_id = $1', client.id);
    const [vip] = await rows(`select id from tags where client_id = $1 and name = 'VIP'`, client.id);
    expect(more).toEqual([]);
    expect(form).toMatchObject({ name: 'Bread club', is_active: false, published_version: null });
    expect(Number(form.submissions)).toBe(0);
    expect(form.draft).toMatchObject({
      tagIds: [vip.id],
      allowedOrigins: [],
      settings: { title: 'Join Corner Crumb', redirectUrl: '', notify: [] },
      fields: [
        { label: 'Email', tagIds: [vip.id] },
        { label: 'Bread', options: ['Rye', 'Oat'], fills: 'custom.favorite_bread' },
        { label: 'I want emails from Corner Crumb' },
      ],
    });
  });

  test('has segments whose rules name its own things, and is told which rules were left out', async () => {
    const { client, leftOut } = await started();

    const segments = await rows(
      'select name, rules from segments where client_id = $1 order by created_at, name desc',
      client.id,
    );
    const [vip] = await rows(`select id from tags where client_id = $1 and name = 'VIP'`, client.id);
    const [form] = await rows('select id from forms where client_id = $1', client.id);
    expect(segments).toEqual([
      {
        name: 'VIPs who opened Spring',
        rules: { match: 'all', rules: [{ kind: 'tag', op: 'hasAllOf', tagIds: [vip.id] }] },
      },
      { name: 'VIPs', rules: { match: 'all', rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [vip.id] }] } },
      {
        name: 'Club members with a birthday',
        rules: {
          match: 'all',
          rules: [
            { kind: 'form', op: 'submitted', formId: form.id },
            { kind: 'custom', key: 'birthday', op: 'isNotEmpty', value: '' },
          ],
        },
      },
    ]);
    expect(leftOut.filter(({ kind }) => kind === 'segments')).toEqual([
      { kind: 'segments', name: 'VIPs who opened Spring', because: 'campaign', isCopied: true },
      { kind: 'segments', name: 'Opened Spring', because: 'campaign', isCopied: false },
    ]);
    await show(bakery.owner, client.id);
    const [{ id }] = await rows(`select id from segments where client_id = $1 and name = 'VIPs'`, client.id);
    expect(await ask(bakery.owner, 'GET', `/api/segments/${id}/count`)).toMatchObject({ count: 0 });
  });

  test('has the email templates in its own name, color and website; pasted HTML stays and is named', async () => {
    const { client, leftOut } = await started({ ...everything(), accent: '#1F5288' });

    const [pasted, weekly] = await rows('select * from email_templates where client_id = $1 order by name', client.id);
    const [tag] = await rows(`select id from tags where client_id = $1 and name = 'Wholesale'`, client.id);
    expect(weekly.subject).toBe('This week at Corner Crumb');
    expect(weekly.document.blocks).toMatchObject([
      { text: [{ text: 'Fresh from Corner Crumb' }] },
      { href: 'https://cornercrumb.dev/' },
      { showIf: { tagId: tag.id } },
    ]);
    expect(weekly.document.theme.light.accent).toBe('#1f5288');
    expect(weekly.html).toContain('Fresh from Corner Crumb');
    expect(weekly.html).toContain(tag.id);
    expect(weekly.html).not.toMatch(/Maple|mapleandrye/);
    expect(weekly.text).toContain('Fresh from Corner Crumb');
    expect(pasted.html).toBe('<p>Maple &amp; Rye Bakery</p>');
    expect(leftOut).toContainEqual({ kind: 'emailTemplates', name: 'Pasted', because: 'html', isCopied: true });
  });

  test('takes colors and fonts of the brand, and never the name, logo, address, links or last lines', async () => {
    const { client } = await started();

    const [brand] = await rows('select * from brands where client_id = $1', client.id);
    expect(brand).toMatchObject({
      own_name: 'Corner Crumb',
      display_name: null,
      accent: look.accent,
      highlight: look.highlight,
      heading_font: 'serif',
      body_font: 'sans',
      website: 'https://cornercrumb.dev/',
      logo_id: null,
      logo_name: null,
      postal_address: null,
      social_links: [],
      footer_text: null,
    });
  });

  test.each(neverCopied)('has no row in %s, and nobody may see it who saw the other alone', async (table) => {
    const { client } = await started();

    expect(await rows(`select from ${table} where client_id = $1`, client.id)).toEqual([]);
    expect(await rows('select from members where $1 = any(client_ids)', client.id)).toEqual([]);
  });

  test('gets the kinds that were chosen alone, and rules without them are left out', async () => {
    const {
      client,
      copied: counts,
      leftOut,
    } = await started({ ...everything(), kinds: ['segments', 'emailTemplates'] });

    expect(counts).toEqual({ tags: 0, fields: 0, segments: 0, forms: 0, emailTemplates: 2, qrPresets: 0, brand: 0 });
    expect(leftOut.filter(({ because }) => because === 'tag').map(({ name }) => name)).toEqual([
      'VIPs',
      'VIPs who opened Spring',
      'Weekly',
    ]);
    for (const table of ['tags', 'contact_fields', 'forms', 'qr_presets', 'segments'])
      expect(await rows(`select from ${table} where client_id = $1`, client.id)).toEqual([]);
  });

  test('begins empty where nobody is named, with the color and address that were typed', async () => {
    const { client, copied: counts } = await started({ ...crumb, accent: '#1f5288', postalAddress: '14 Mill Lane' });

    expect(Object.values(counts)).toEqual(Object.values(counts).map(() => 0));
    const [brand] = await rows('select * from brands where client_id = $1', client.id);
    expect(brand).toMatchObject({
      accent: '#1f5288',
      postal_address: '14 Mill Lane',
      website: 'https://cornercrumb.dev/',
    });
  });

  test('is the same whichever client is shown meanwhile', async () => {
    const other = await started(crumb);
    await show(bakery.owner, other.client.id);

    const { copied: counts } = await started();

    expect(counts).toMatchObject({ tags: 2, forms: 1, emailTemplates: 2 });
  });
});

const copied = ['tags', 'contact_fields', 'segments', 'forms', 'email_templates', 'qr_presets'];

describe('a client is made once and whole', () => {
  test('however often one attempt is sent, at once or later, with the same answer', async () => {
    const body = { ...everything(), attempt: attempt() };

    const answers = await Promise.all([1, 2, 3].map(() => start(body)));
    answers.push(await start(body));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (const { body: answer } of answers) expect(answer).toEqual(answers[0]!.body);
    expect(await clientsNamed('Corner Crumb')).toHaveLength(1);
  });

  test.each(copied)('or not at all, when %s cannot be written', async (table) => {
    await rows(`create or replace function refuse_copy() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$`);
    await rows(
      `create trigger refuse_copy before insert on ${table} for each statement execute function refuse_copy()`,
    );
    try {
      expect((await start(everything())).status).toBe(500);
    } finally {
      await rows(`drop trigger refuse_copy on ${table}`);
    }

    expect(await clientsNamed('Corner Crumb')).toEqual([]);
    for (const name of copied)
      expect(
        await rows(
          `select from ${name} where organization_id = $1 and client_id <> $2`,
          bakery.organizationId,
          bakery.id,
        ),
      ).toEqual([]);
  });

  test('and is in the audit log under its own name', async () => {
    const { client } = await started();

    expect(
      await rows(
        `select action, entity_type, entity_id, entity_label from audit_log where organization_id = $1 and action like 'client-templates.%'`,
        bakery.organizationId,
      ),
    ).toEqual([
      { action: 'client-templates.use', entity_type: 'client', entity_id: client.id, entity_label: 'Corner Crumb' },
    ]);
  });
});

const clientsNamed = (name: string) =>
  rows('select id from clients where organization_id = $1 and name = $2', bakery.organizationId, name);

describe('limits of a copy', () => {
  test('a plan with one active form gets the copies, which are switched off, and refuses to switch one on', async () => {
    await rows(`update organizations set subscription_tier = 'lite' where id = $1`, bakery.organizationId);

    const { client, copied: counts, leftOut } = await started();

    expect(counts).toMatchObject({ forms: 1, qrPresets: 0 });
    expect(leftOut).toContainEqual({ kind: 'qrPresets', name: 'Counter', because: 'plan', isCopied: false });
    const [form] = await rows('select id, draft_version from forms where client_id = $1', client.id);
    const switched = await bakery.owner.request('PUT', `/api/forms/${form.id}`, { isActive: true });
    const published = await bakery.owner.request('POST', `/api/forms/${form.id}/publish`, {
      draftVersion: form.draft_version,
    });
    expect([switched.status, published.status, published.body.code]).toEqual([200, 403, 'plan_limit']);
  });

  test('forms beyond the most of an organization are left out and named', async () => {
    await rows(
      `insert into forms (organization_id, name, is_active, draft) select $1, 'Form ' || i, false, '{}' from generate_series(1, $2::int) i`,
      bakery.organizationId,
      mostForms - 1,
    );

    const { copied: counts, leftOut } = await started();

    expect(counts).toMatchObject({ forms: 0, tags: 2 });
    expect(leftOut).toContainEqual({ kind: 'forms', name: 'Bread club', because: 'quota', isCopied: false });
  });

  test('more than 500 of a kind are refused, and left out when that kind is not chosen', async () => {
    await rows(
      `insert into tags (organization_id, client_id, name) select $1, $2, 'Tag ' || i from generate_series(1, 499) i`,
      bakery.organizationId,
      bakery.id,
    );

    const refused = await start(everything());
    const without = await start({ ...everything(), kinds: ['fields'] });

    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { kinds: 'This client has more than 500 tags. Leave them out, or delete some first.' } },
    });
    expect(without.status).toBe(201);
  });

  test('200 templates and 400 tags are a few statements', async () => {
    await rows(
      `insert into email_templates (organization_id, client_id, name, subject, html)
       select $1, $2, 'Letter ' || i, 'Hello', '<p>Hello</p>' from generate_series(1, 200) i`,
      bakery.organizationId,
      bakery.id,
    );
    await rows(
      `insert into tags (organization_id, client_id, name) select $1, $2, 'Tag ' || i from generate_series(1, 400) i`,
      bakery.organizationId,
      bakery.id,
    );

    const { copied: counts } = await started();

    expect(counts).toMatchObject({ tags: 402, emailTemplates: 202 });
  });
});

describe('who it sends as', () => {
  test('is an address of its own on the verified domain of the agency, by which a test email leaves at once', async () => {
    const ready = await openBakery(api, await readyAdmin(api));
    const answers = [await start(crumb, ready.owner), await start(crumb, ready.owner)];

    const [first, second] = answers.map(({ body }) => body.sender);
    const domain = (ready.owner as unknown as { domain: { domain: string } }).domain.domain;
    expect(first).toMatchObject({ name: 'Corner Crumb', email: `corner-crumb@${domain}`, isOwn: true });
    expect(second.email).toBe(`corner-crumb-2@${domain}`);
    await show(ready.owner, answers[0]!.body.client.id);
    expect(await ask(ready.owner, 'GET', '/api/sending/set-up')).toMatchObject({
      sender: { fromEmail: first.email },
      done: { domain: true, sender: true, address: true, connection: true },
    });
    expect(await ask(ready.owner, 'POST', '/api/sending/test', { senderId: first.id })).toMatchObject({
      delivered: true,
    });
    const mail = await api.mail.waitFor(ready.owner.user.email);
    expect(mail.from).toContain(first.email);
  });

  test('is nobody where the agency has no verified domain, and the list says so before', async () => {
    const { sender } = await started();

    expect(sender).toBeNull();
    expect((await ask(bakery.owner, 'GET', '/api/client-templates')).sending).toMatchObject({
      domain: null,
      fallback: null,
      hasConnection: false,
      postalAddress: '',
    });
  });
});

describe('walls', () => {
  test('a client or template of another organization is not found, and nothing is made', async () => {
    const stranger = await registerAdmin(api);
    const template = await ask(bakery.owner, 'POST', '/api/client-templates', {
      name: 'Bakery and café',
      clientId: bakery.id,
      kinds: ['tags'],
    });

    const answers = [
      await start(everything(), stranger),
      await start({ ...crumb, templateId: template.id }, stranger),
      await stranger.request('GET', `/api/client-templates/counts?clientId=${bakery.id}`),
      await stranger.request('PUT', `/api/client-templates/${template.id}`, { name: 'Mine' }),
      await stranger.request('DELETE', `/api/client-templates/${template.id}`),
      await stranger.request('POST', '/api/client-templates', { name: 'Mine', clientId: bakery.id, kinds: ['tags'] }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await rows('select from clients where organization_id = $1', stranger.user.organizationId)).toEqual([]);
    expect((await ask(stranger, 'GET', '/api/client-templates')).items).toEqual([]);
  });

  test('a business has no clients to begin with', async () => {
    const business = await registerAdmin(api, 'BUSINESS');

    const answers = [await start(crumb, business), await business.request('GET', '/api/client-templates')];

    expect(answers.map(({ body }) => body.code)).toEqual(['agency_only', 'agency_only']);
  });
});
