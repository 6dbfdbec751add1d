import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api, 'BUSINESS');
});
afterAll(() => api.close());

let count = 0;
const add = async (more: object = {}) => {
  count += 1;
  return (await admin.request('POST', '/api/contacts', { email: `p${count}@house.example`, ...more })).body;
};
const merge = (id: string, otherId: string, choice: object = {}) =>
  admin.request('POST', `/api/contacts/${id}/merge`, { otherId, ...choice });
const preview = (id: string, otherId: string, choice: object = {}) =>
  admin.request('POST', `/api/contacts/${id}/merge/preview`, { otherId, ...choice });
const read = (id: string) => admin.request('GET', `/api/contacts/${id}`);
const withdraw = (id: string) =>
  admin.request('POST', `/api/contacts/${id}/consents`, { channel: 'email', state: 'withdrawn' });

describe('a merge', () => {
  test('keeps the values of the contact that stays, and gets those it lacks', async () => {
    const kept = await add({ firstName: 'Hannah', phone: null });
    const other = await add({ firstName: 'Hanna', lastName: 'Okafor', phone: '+1 503 555 0148', company: 'Maple' });

    const { body } = await merge(kept.id, other.id);

    expect(body).toMatchObject({
      email: kept.email,
      firstName: 'Hannah',
      lastName: 'Okafor',
      phone: '+1 503 555 0148',
      company: 'Maple',
    });
    expect((await read(other.id)).status).toBe(404);
  });

  test('takes from the other what was chosen, custom fields too, and never an empty value', async () => {
    for (const label of ['City', 'Size']) await admin.request('POST', '/api/contact-fields', { label, type: 'text' });
    const attributes = [
      { city: 'Portland', size: 'S' },
      { city: 'Salem', size: 'L' },
    ];
    const kept = await add({ firstName: 'Hannah', lastName: 'O.', company: 'Rye', attributes: attributes[0] });
    const other = await add({ firstName: 'Hanna', company: 'Maple', source: 'api', attributes: attributes[1] });
    const take = ['email', 'firstName', 'lastName', 'company', 'source'];

    const { body } = await merge(kept.id, other.id, { take, takeAttributes: ['city'] });

    expect(body).toMatchObject({
      id: kept.id,
      email: other.email,
      firstName: 'Hanna',
      lastName: 'O.',
      company: 'Maple',
      source: 'api',
      attributes: { city: 'Salem', size: 'S' },
    });
  });

  test.each([
    ['the one that stays, whose address is kept', 'kept', []],
    ['the one that stays, whose address goes', 'kept', ['email']],
    ['the one that goes, whose address goes', 'other', []],
    ['the one that goes, whose address is kept', 'other', ['email']],
  ])('leaves an opt-out of %s in force, for both addresses', async (_, who, take) => {
    const [kept, other] = [await add(), await add()];
    await withdraw(who === 'kept' ? kept.id : other.id);

    const { body } = await merge(kept.id, other.id, { take });

    expect(body).toMatchObject({ status: 'unsubscribed', emailConsent: 'withdrawn' });
    // Whoever brings either address back brings it opted out.
    const gone = take.length > 0 ? kept.email : other.email;
    await admin.request('POST', `/api/contacts/${kept.id}/erase`, { email: body.email });
    expect((await admin.request('POST', '/api/contacts', { email: body.email })).body.status).toBe('unsubscribed');
    expect((await admin.request('POST', '/api/contacts', { email: gone })).body.status).toBe('unsubscribed');
  });

  test('with the address of a mailbox that bounced is bounced, and without it is not', async () => {
    const [kept, other, third] = [await add(), await add(), await add()];
    for (const { email } of [other, third])
      await api.db.owner.query(`update contacts set status = 'bounced' where email = $1`, [email]);

    const without = (await merge(kept.id, other.id)).body;
    const mended = (await merge(third.id, kept.id, { take: ['email'] })).body;

    expect(without.status).toBe('active');
    expect(mended).toMatchObject({ email: kept.email, status: 'active' });
  });
});

test('proof of consent stays as it is', async () => {
  const [kept, other] = [await add({}), await add({})];
  await api.db.owner.query(
    `insert into consents (organization_id, contact_id, channel, state, basis, text_shown, text_version, text_hash, source, expires_at)
     values ($1, $2, 'email', 'granted', 'Form', 'I agree', 3, decode(repeat('ab', 32), 'hex'), 'form', now() + interval '1 day')`,
    [admin.user.organizationId, other.id],
  );
  const proof = async (id: string) =>
    (
      await api.db.owner.query(
        `select to_jsonb(consents) - array['id', 'contact_id', 'client_id'] as row from consents where contact_id = $1 and basis = 'Form'`,
        [id],
      )
    ).rows;
  const before = await proof(other.id);

  await merge(kept.id, other.id);

  expect(before[0].row).toMatchObject({ text_version: 3, text_shown: 'I agree' });
  expect(await proof(kept.id)).toEqual(before);
});

describe('a preview of a merge', () => {
  test('says what the merge would leave, and changes nothing', async () => {
    const [kept, other] = [await add({ firstName: 'Ann' }), await add({ lastName: 'Keller', company: 'Rye' })];
    await withdraw(other.id);
    await admin.request('POST', `/api/contacts/${other.id}/notes`, { text: 'Likes rye' });
    await admin.request('POST', `/api/contacts/${other.id}/tasks`, { title: 'Call' });
    const before = [(await read(kept.id)).body, (await read(other.id)).body];

    const shown = (await preview(kept.id, other.id, { take: ['email'] })).body;
    const after = [(await read(kept.id)).body, (await read(other.id)).body];
    const done = (await merge(kept.id, other.id, { take: ['email'] })).body;

    expect(after).toEqual(before);
    expect(shown).toMatchObject({
      notes: 1,
      openTasks: 1,
      emails: 0,
      contact: { company: 'Rye', suppressions: [{ channel: 'email' }] },
    });
    const { updatedAt: _, lastActivityAt: __, ...same } = done;
    expect(shown.contact).toMatchObject(same);
  });

  test('refuses what the merge refuses', async () => {
    const { id } = await add();

    expect((await preview(id, id)).status).toBe(400);
    expect((await preview(id, admin.user.id)).status).toBe(404);
  });
});
