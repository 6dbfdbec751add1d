import { pageHeader, proofHeader, trapName } from '@waggle/forms/proof';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { email, type FilledForms, firstName, prove, startFilledForms } from './filled-forms.ts';

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms({ limits: true, sends: true });
  await house.tier('system');
});
afterAll(() => house.close());

const submitPath = (formId: string) => `/api/forms/${formId}/submit`;
const proofFor = async (formId: string) => (await prove(house.origin, submitPath(formId)))[proofHeader]!;
const submit = (formId: string, address: string, headers: Record<string, string>) =>
  house.ask('POST', submitPath(formId), { field_2: address }, headers);
/** As a browser without scripts. */
const post = (formId: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${house.origin}/forms/${formId}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const tokenOf = async (formId: string) =>
  /name="token" value="([^"]+)"/.exec((await house.ask('GET', `/forms/${formId}`)).text)![1]!;
const spam = (formId: string, count: number) =>
  vi.waitFor(
    async () => {
      const { body } = await house.admin.request('GET', `/api/forms/${formId}/spam`);
      expect(body.items).toHaveLength(count);
      return body;
    },
    { timeout: 60_000, interval: 50 },
  );
const counted = async (formId: string) =>
  Number((await house.rows('select count(*) from form_submissions where form_id = $1', formId))[0]!['count']);

describe('proof of work', () => {
  test('is asked of programs too, and who has none is told how', async () => {
    const { id } = await house.create();
    const without = await submit(id, 'none@guard.example', { [proofHeader]: '' });
    expect([without.status, without.body['code']]).toEqual([403, 'challenge']);
    const { status, headers, body } = await house.ask('GET', `/api/forms/${id}/challenge`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body).toSorted()).toEqual(['algorithm', 'challenge', 'expiresAt', 'most', 'salt', 'target']);
    expect((await house.ask('GET', '/api/forms/0197e5a0-0000-7000-8000-000000000001/challenge')).status).toBe(404);
  });

  test('T38: one solution twice, for another form and with an edited expiry: one submission of four', async () => {
    const [one, other] = [await house.create(), await house.create()];
    const proof = await proofFor(one.id);
    const later = proof.replace(/^[0-9a-f]{8}/, (time) =>
      (Number.parseInt(time, 16) + 9).toString(16).padStart(8, '0'),
    );
    const first = await submit(one.id, 'first@guard.example', { [proofHeader]: proof });
    const again = await submit(one.id, 'again@guard.example', { [proofHeader]: proof });
    const elsewhere = await submit(other.id, 'elsewhere@guard.example', { [proofHeader]: proof });
    const edited = await submit(one.id, 'edited@guard.example', { [proofHeader]: later });

    expect([first.status, elsewhere.status, edited.status]).toEqual([200, 403, 403]);
    expect([again.status, again.body]).toEqual([200, first.body]);
    await submit(one.id, 'last@guard.example', { [proofHeader]: await proofFor(one.id) });
    const kept = await house.submissions(one.id, 2);
    expect(kept.map(({ answers }) => answers.field_2)).toEqual(['first@guard.example', 'last@guard.example']);
    expect(await counted(other.id)).toBe(0);
  });

  test('T38: another edge answers the same and records nothing more', async () => {
    const { id } = await house.create();
    const second = await house.startEdge();
    const proof = await proofFor(id);
    const send = (origin: string, address: string) =>
      fetch(`${origin}${submitPath(id)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [proofHeader]: proof },
        body: JSON.stringify({ field_2: address }),
      });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => send(at % 2 ? second : house.origin, `many${at}@guard.example`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    await submit(id, 'end@guard.example', { [proofHeader]: await proofFor(id) });
    expect(await house.submissions(id, 2)).toHaveLength(2);
  });

  test('can be switched off for a form', async () => {
    const { id } = await house.create({ settings: { title: 'Open', protection: { proofOfWork: false } } });
    expect((await submit(id, 'open@guard.example', { [proofHeader]: '' })).status).toBe(200);
    expect(await house.submissions(id, 1)).toMatchObject([{ outcome: 'created', label: 'machine', way: 'call' }]);
  });
});

describe('without scripts', () => {
  test('a double click is one submission', async () => {
    const { id } = await house.create({ settings: { title: 'Open' } });
    const token = await tokenOf(id);
    const fields = {
      version: '1',
      page: '0',
      shown: 'field_1 field_2 field_3',
      token,
      field_2: 'twice@guard.example',
      go: 'on',
    };
    // Nobody is as fast as a test.
    await vi.waitFor(async () => expect(Date.now()).toBeGreaterThan(shownAt(token) + 2_000), { timeout: 5_000 });
    const sent = await Promise.all([post(id, fields), post(id, fields), post(id, fields)]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    await submit(id, 'after@guard.example', { [proofHeader]: await proofFor(id) });
    const kept = await house.submissions(id, 2);
    expect(kept.map(({ way, outcome }) => [way, outcome])).toEqual([
      ['page', 'created'],
      ['call', 'created'],
    ]);
  });

  test('what fills in the field nobody sees, and what comes at once, is kept apart until somebody takes it over', async () => {
    const { id } = await house.create({ fields: [firstName, email], settings: { title: 'Open' } });
    const token = await tokenOf(id);
    const fields = {
      version: '1',
      page: '0',
      shown: 'field_1 field_2',
      token,
      field_1: 'Robin',
      field_2: 'robin@guard.example',
      go: 'on',
    };
    expect((await post(id, { ...fields, [trapName]: 'https://buy.example' })).status).toBe(303);

    const { items } = await spam(id, 1);
    expect(items[0]).toMatchObject({ reasons: ['trap', 'fast'], data: { field_1: 'Robin' }, version: 1 });
    expect(await counted(id)).toBe(0);
    expect(await house.rows('select 1 from contacts where email = $1', 'robin@guard.example')).toEqual([]);

    const taken = await house.admin.request('POST', `/api/forms/${id}/spam/${items[0].id}/take-over`);
    expect(taken.status).toBe(204);
    const [kept] = await house.submissions(id, 1);
    expect(kept).toMatchObject({ id: items[0].id, outcome: 'created', answers: { field_1: 'Robin' } });
    expect((await spam(id, 0)).total).toBe(0);
    expect((await house.admin.request('POST', `/api/forms/${id}/spam/${items[0].id}/take-over`)).status).toBe(404);
  });

  test('what is taken over after months is answered by no email, and told to nobody', async () => {
    const settings = {
      title: 'Old',
      notify: [house.admin.user.id],
      answerEmail: { isOn: true, subject: 'Thanks', text: 'We got it.' },
    };
    const { id } = await house.create({ fields: [firstName, email], settings });
    const fields = { version: '1', page: '0', shown: 'field_1 field_2', token: await tokenOf(id), go: 'on' };
    for (const name of ['old', 'new'])
      await post(id, { ...fields, field_1: name, field_2: `${name}.lead@guard.example`, [trapName]: 'x' });
    const { items } = await spam(id, 2);
    await house.rows(
      `update form_spam set submitted_at = now() - interval '60 days' where form_id = $1 and answers ->> 'field_1' = 'old'`,
      id,
    );

    for (const { id: spamId } of items)
      expect((await house.admin.request('POST', `/api/forms/${id}/spam/${spamId}/take-over`)).status).toBe(204);

    const contacts = await house.rows(`select email from contacts where email like '%.lead@guard.example' order by 1`);
    expect(contacts.map((row) => row['email'])).toEqual(['new.lead@guard.example', 'old.lead@guard.example']);
    const emails = await house.rows(
      `select contacts.email from form_emails join contacts on contacts.id = form_emails.contact_id where form_id = $1`,
      id,
    );
    expect(emails).toEqual([{ email: 'new.lead@guard.example' }]);
    expect(await house.rows('select 1 from form_notices where form_id = $1', id)).toEqual([]);
  });

  test('a page that is not ours is shown again with what was typed', async () => {
    const { id } = await house.create({ settings: { title: 'Open' } });
    const fields = {
      version: '1',
      page: '0',
      shown: 'field_1 field_2 field_3',
      field_2: 'typed@guard.example',
      go: 'on',
    };
    for (const token of [undefined, 'x.y', await tokenOf((await house.create()).id)]) {
      const answer = await post(id, { ...fields, ...(token ? { token } : {}) });
      expect(answer.status).toBe(409);
      const html = await answer.text();
      expect(html).toContain('value="typed@guard.example"');
      expect(html).toContain('Check your answers and send them again.');
    }
  });

  test('one network sends so much a minute; the rest is spam, and then refused', async () => {
    const open = { settings: { title: 'Open', protection: { proofOfWork: false } } };
    const [{ id }, { id: other }] = [await house.create(open), await house.create(open)];
    const send = (at: number, from: string, formId = id) =>
      submit(formId, `crowd${at}@guard.example`, { [proofHeader]: '', 'x-forwarded-for': from });
    const statuses = await Promise.all(
      Array.from({ length: 205 }, async (_, at) => (await send(at, `198.51.100.${at}`)).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(await house.submissions(id, 20)).toHaveLength(20);
    expect((await send(999, '198.51.101.1', other)).status).toBe(200);
    await house.submissions(other, 1);
    await vi.waitFor(
      async () =>
        expect((await house.rows('select count(*)::int from form_spam where form_id = $1', id))[0]).toEqual({
          count: 180,
        }),
      { timeout: 60_000 },
    );
    const emptied = await house.admin.request('DELETE', `/api/forms/${id}/spam`);
    expect([emptied.status, (await spam(id, 0)).total]).toEqual([204, 0]);
  });
});

test('what the page sends by its script says so, and a person keeps their label', async () => {
  const { id } = await house.create({ settings: { title: 'Open' } });
  const token = await tokenOf(id);
  await vi.waitFor(async () => expect(Date.now()).toBeGreaterThan(shownAt(token) + 2_000), { timeout: 5_000 });
  const browser = {
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
    'accept-language': 'en',
  };
  await submit(id, 'person@guard.example', { [proofHeader]: await proofFor(id), [pageHeader]: token, ...browser });
  expect(await house.submissions(id, 1)).toMatchObject([{ label: 'human', way: 'script' }]);
});

const shownAt = (token: string) => Number.parseInt(token.slice(0, 8) + token.slice(9, 13), 16);
