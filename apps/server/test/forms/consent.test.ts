import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { email, type FilledForms, startFilledForms } from './filled-forms.ts';

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms({ sends: true });
  await house.tier('system');
});
afterAll(() => house.close());

const box = (label: string, id = 'field_5') => ({ id, type: 'consent', label });
const submit = (formId: string, body: object) => house.ask('POST', `/api/forms/${formId}/submit`, body);
const proofsOf = (contactId: string) =>
  house.rows('select * from consents where contact_id = $1 order by created_at, id', contactId);
const hashOf = (text: string) => createHash('sha256').update(text).digest();

describe('C14 the record of a consent', () => {
  test('says who, when, by which words of which version of which form, and from where', async () => {
    const started = Date.now();
    const { id } = await house.create({ fields: [email, box('Email me the bake list')] });
    await submit(id, { field_2: 'ana@proof.example', field_5: true });
    const [first] = await house.submissions(id, 1);
    await house.admin.request('PUT', `/api/forms/${id}`, { fields: [email, box('Email me about everything')] });
    await vi.waitFor(async () => expect((await house.ask('GET', `/api/forms/${id}`)).body['version']).toBe(2), {
      timeout: 60_000,
    });
    await submit(id, { field_2: 'ana@proof.example', field_5: true });
    await house.submissions(id, 2);

    const proofs = await proofsOf(first!['contact_id']);

    const words = ['Email me the bake list', 'Email me about everything'];
    expect(proofs).toMatchObject(
      words.map((text, at) => ({
        contact_id: first!['contact_id'],
        channel: 'email',
        state: 'granted',
        source: 'form',
        source_id: id,
        text_shown: text,
        text_version: at + 1,
        text_hash: hashOf(text),
        ip_hash: expect.any(Buffer),
      })),
    );
    for (const { created_at, ip_hash } of proofs) {
      expect(Math.abs((created_at as Date).getTime() - started)).toBeLessThan(600_000);
      // Keyed: the hash of an address alone is found by trying all of them.
      expect(ip_hash.equals(hashOf('127.0.0.1'))).toBe(false);
    }
    expect(JSON.stringify(proofs)).not.toContain('127.0.0.1');
  });

  test('survives what becomes of the contact and of the form, and nobody can change it', async () => {
    const { id } = await house.create({ fields: [email, box('Email me')] });
    await submit(id, { field_2: 'ben@proof.example', field_5: true });
    const [kept] = await house.submissions(id, 1);
    const contactId = kept!['contact_id'] as string;
    const before = await proofsOf(contactId);

    const change = { email: 'benjamin@proof.example', firstName: 'Benjamin' };
    const changed = await house.admin.request('PUT', `/api/contacts/${contactId}`, change);
    await house.admin.request('PUT', `/api/forms/${id}`, { fields: [email, box('Other words')] });
    const deleted = await house.admin.request('DELETE', `/api/forms/${id}`);
    const app = new pg.Client({ connectionString: house.api.db.appUrl });
    await app.connect();
    const update = app.query(`update consents set text_shown = 'I agree to everything'`);
    await expect(update).rejects.toThrow('permission denied');
    await app.end();

    expect([changed.status, deleted.status, before.length]).toEqual([200, 204, 1]);
    expect(await proofsOf(contactId)).toEqual(before);
  });

  test('of a confirmation has the same words as what was asked, whole, however long they are', async () => {
    const long = ['a', 'b', 'c'].map((sign, at) => ({
      ...box(sign.repeat(300), `field_${at + 5}`),
      help: sign.repeat(360),
    }));
    const form = { fields: [email, ...long], settings: { title: 'Join', doubleOptIn: true } };
    const tooLong = { ...form, fields: [email, ...long.map((one) => ({ ...one, help: one.help.padEnd(400, 'x') }))] };
    const refused = await house.admin.request('POST', '/api/forms', { name: 'Long', ...tooLong });
    const { id } = await house.create(form);
    await submit(id, { field_2: 'cleo@proof.example', field_5: true, field_6: true, field_7: true });
    const [kept] = await house.submissions(id, 1);
    const text = await vi.waitFor(
      () => {
        const mail = house.api.mail.mails.find(({ to }) => to === 'cleo@proof.example');
        if (!mail) throw new Error('No email yet.');
        return mail.text;
      },
      { timeout: 60_000 },
    );
    const path = /\/t\/f\/\S+/.exec(text)![0];
    await house.ask('POST', path, 'do=confirm', { 'content-type': 'application/x-www-form-urlencoded' });

    const words = long.map(({ label, help }) => `${label}\n${help}`).join('\n\n');
    const proof = { text_shown: words, text_hash: hashOf(words), text_version: 1, source_id: id };
    await vi.waitFor(
      async () =>
        expect(await proofsOf(kept!['contact_id'])).toMatchObject([
          { ...proof, state: 'pending' },
          { ...proof, state: 'confirmed', ip_hash: expect.any(Buffer) },
        ]),
      { timeout: 60_000 },
    );
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'What people agree to can have up to 2,000 characters',
    ]);
  });
});
