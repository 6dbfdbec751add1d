import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { importer } from '../import/test-harness.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const add = (email: string, more: object = {}) => admin.request('POST', '/api/contacts', { email, ...more });
const read = async (id: string) => (await admin.request('GET', `/api/contacts/${id}`)).body;
const timeline = async (id: string) => (await admin.request('GET', `/api/contacts/${id}/activity`)).body.items;
const proofs = async (id: string) => (await admin.request('GET', `/api/contacts/${id}/consents`)).body.items;
const withConsent = async (state: string) => {
  const rules = JSON.stringify({
    match: 'all',
    rules: [{ kind: 'consent', channel: 'email', op: 'isAnyOf', values: [state] }],
  });
  const { body } = await admin.request('GET', `/api/contacts?${new URLSearchParams({ rules }).toString()}`);
  return body.items.map(({ email }: { email: string }) => email);
};

describe('a contact who is added', () => {
  test('has opted in, with the proof and a line in the timeline', async () => {
    const { body } = await add('in@a.example', { consent: 'granted', basis: 'Signed at the fair' });

    expect(body.emailConsent).toBe('granted');
    expect(await proofs(body.id)).toMatchObject([{ channel: 'email', state: 'granted', basis: 'Signed at the fair' }]);
    expect((await timeline(body.id)).map(({ type }: { type: string }) => type)).toContain('consent.granted');
  });

  test('was not asked, which the list can be narrowed to and the timeline says', async () => {
    const { body } = await add('unasked@a.example', { consent: 'not_asked' });

    expect(body.emailConsent).toBe('not_asked');
    expect(await proofs(body.id)).toEqual([]);
    expect((await timeline(body.id)).map(({ type }: { type: string }) => type)).toContain('consent.not_asked');
    expect(await withConsent('not_asked')).toEqual(['unasked@a.example']);
  });

  test('is not said to have agreed without a word on how', async () => {
    const answers = await Promise.all([
      add('how@a.example', { consent: 'granted' }),
      add('how@a.example', { consent: 'granted', basis: '   ' }),
      add('how@a.example', { consent: 'withdrawn' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(answers[0]?.body.fields).toEqual({ basis: 'Tell us how they agreed' });
  });

  test('agrees later, and is then asked no more', async () => {
    const { body } = await add('later@a.example', { consent: 'not_asked' });

    const consent = { channel: 'email', state: 'granted', basis: 'By telephone' };
    await admin.request('POST', `/api/contacts/${body.id}/consents`, consent);

    expect((await read(body.id)).emailConsent).toBe('granted');
  });
});

describe('an import', () => {
  test('brings people who were not asked, and says so in their timeline', async () => {
    const { id } = await importer(admin).imported('email\nfile@b.example\n', { consent: 'not_asked' });

    const [person] = (await admin.request('GET', '/api/contacts?search=file%40b.example')).body.items;
    const [line] = await timeline(person.id);
    expect(person.emailConsent).toBe('not_asked');
    expect(await proofs(person.id)).toEqual([]);
    expect(line).toMatchObject({ type: 'contact.imported', subject: { id }, data: { consent: 'not_asked' } });
  });

  test('states how people agreed, also by a plan that says nothing but that', async () => {
    await importer(admin).imported('email\nagreed@b.example\n', { basis: 'Web shop' });

    const [person] = (await admin.request('GET', '/api/contacts?search=agreed%40b.example')).body.items;
    expect(person.emailConsent).toBe('granted');
    expect((await timeline(person.id))[0].data).toMatchObject({ consent: 'granted', basis: 'Web shop' });
  });

  test('changes nobody who was there before', async () => {
    const { body } = await add('before@b.example', { consent: 'granted', basis: 'Fair' });

    await importer(admin).imported('email\nbefore@b.example\n', { consent: 'not_asked', existing: 'update' });

    expect((await read(body.id)).emailConsent).toBe('granted');
  });

  test('cannot claim consent without a basis, nor a basis without consent', async () => {
    const { id } = await importer(admin).opened('email\nx@b.example\n');
    const columns = [{ to: 'email' }];

    const answers = await Promise.all([
      importer(admin).check(id, { columns, consent: 'granted' }),
      importer(admin).check(id, { columns, consent: 'not_asked', basis: 'Fair' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });
});

describe('two rows of one person', () => {
  test.each([
    ['none', 'not_asked', 'not_asked'],
    ['not_asked', 'none', 'not_asked'],
    ['not_asked', 'granted', 'granted'],
    ['granted', 'not_asked', 'granted'],
  ])('with %s and %s become one with %s', async (kept, other, merged) => {
    const said = (state: string) =>
      state === 'none' ? {} : { consent: state, ...(state === 'granted' && { basis: 'Fair' }) };
    const one = (await add(`${kept}.${other}.1@c.example`, said(kept))).body;
    const two = (await add(`${kept}.${other}.2@c.example`, said(other))).body;

    const { body } = await admin.request('POST', `/api/contacts/${one.id}/merge`, { otherId: two.id });

    expect(body.emailConsent).toBe(merged);
  });

  test.each([
    ['pending', 'granted', [], 'pending'],
    ['granted', 'pending', [], 'granted'],
    ['granted', 'pending', ['email'], 'pending'],
    ['none', 'pending', [], 'pending'],
    ['pending', 'withdrawn', [], 'withdrawn'],
  ])('with %s and %s become one that is mailed only where the address that stays is confirmed', async (...row) => {
    const [kept, other, take, merged] = row;
    const [one, two] = await Promise.all(
      [kept, other].map(async (state, at) => {
        const { body } = await add(`${row.join('.')}.${at}@d.example`);
        await api.db.owner.query('update contacts set email_consent = $2 where id = $1', [body.id, state]);
        return body;
      }),
    );

    const { body } = await admin.request('POST', `/api/contacts/${one.id}/merge`, { otherId: two.id, take });

    expect(body.emailConsent).toBe(merged);
  });
});
