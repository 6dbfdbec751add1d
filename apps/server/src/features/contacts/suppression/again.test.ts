import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import type { Context } from '#platform/context.ts';
import type { Entry, LiftedEntry, SuppressedEntry } from '#platform/installation/entries.ts';
import { keepJournal } from '#platform/installation/journal-of.ts';
import { createSecrets } from '#platform/secrets.ts';
import { importer } from '../import/test-harness.ts';
import { liftAgain, suppressAgain } from './again.ts';
import { suppressMany } from './suppressions.ts';

vi.setConfig({ testTimeout: 60_000 });

let api: TestApi;
let admin: Person;
let noted: (SuppressedEntry | LiftedEntry)[];
let canNote = true;
const isNoted = (entry: Entry): entry is SuppressedEntry | LiftedEntry =>
  entry.k === 'suppressed' || entry.k === 'lifted';
const secrets = () => createSecrets(api.config);
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  const note = (entry: Entry) => isNoted(entry) && noted.push(entry) > 0;
  const noteForGood = (entry: Entry) => {
    if (!canNote) throw new Error('The journal could not be written whole.');
    note(entry);
  };
  keepJournal(api.database, { note, noteForGood, secrets: secrets() });
});
beforeEach(async () => {
  noted = [];
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const owned = async (statement: string, ...values: unknown[]) =>
  (await api.db.owner.query(statement, [admin.user.organizationId, ...values])).rows;
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await admin.request(method, path, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const person = (name: string): Promise<{ id: string; email: string }> =>
  ok('POST', '/api/contacts', { email: `${name}@house.example`, phone: '+4930555701' });
const statusOf = async (id: string) => (await ok('GET', `/api/contacts/${id}`)).status;
const standing = async () =>
  (
    await owned(`select address from suppressions where organization_id = $1 and lifted_at is null order by address`)
  ).map(({ address }) => address);
/** As the backup has it: nothing of this happened. */
async function forget(): Promise<void> {
  await owned('delete from suppressions where organization_id = $1');
  await owned(`update contacts set status = 'active' where organization_id = $1`);
}
async function tellAgain(entries: readonly (SuppressedEntry | LiftedEntry)[] = noted): Promise<void> {
  for (const entry of entries) {
    if (entry.k === 'suppressed') await suppressAgain({ database: api.database, secrets: secrets() }, entry);
    else await liftAgain({ database: api.database }, entry);
  }
}

describe('P5: an opt-out made in the product after the backup holds after a restore', () => {
  test.each([
    ['suppressed by hand', ({ email }: { email: string }) => ok('POST', '/api/suppressions', { address: email })],
    [
      'withdrawn as a consent',
      ({ id }: { id: string }) => ok('POST', `/api/contacts/${id}/consents`, { channel: 'email', state: 'withdrawn' }),
    ],
    ['set as a status', ({ id }: { id: string }) => ok('PUT', `/api/contacts/${id}`, { status: 'unsubscribed' })],
    ['imported', ({ email }: { email: string }) => importer(admin).imported(`email\n${email}\n`, {}, 'suppressions')],
    [
      'learned from a bounce',
      ({ email }: { email: string }) => suppressMany(ofJob(), 'email', [email], { reason: 'bounced', source: 'smtp' }),
    ],
  ])('%s', async (_, optOut) => {
    const contact = await person('one');
    await person('other');
    await optOut(contact);
    const before = { status: await statusOf(contact.id), standing: await standing() };
    await forget();

    await tellAgain();
    await tellAgain();

    expect(before.standing).toEqual([contact.email]);
    expect({ status: await statusOf(contact.id), standing: await standing() }).toEqual(before);
  });

  test('but not what a preview of a merge would do', async () => {
    const [kept, other] = [await person('kept'), await person('other')];
    await ok('POST', `/api/contacts/${other.id}/consents`, { channel: 'email', state: 'withdrawn' });
    const before = noted.length;

    const shown = await ok('POST', `/api/contacts/${kept.id}/merge/preview`, { otherId: other.id });
    const during = noted.length;
    await ok('POST', `/api/contacts/${kept.id}/merge`, { otherId: other.id });

    expect(shown.contact.status).toBe('unsubscribed');
    expect(during).toBe(before);
    expect(noted.length).toBeGreaterThan(before);
  });

  test('of an address without a contact, and of one whose contact has another id by now', async () => {
    await ok('POST', '/api/suppressions', { address: 'nobody@house.example' });
    await forget();
    const added = await person('nobody');
    await tellAgain();

    expect(await statusOf(added.id)).toBe('unsubscribed');
  });

  test('of a number', async () => {
    const { id } = await person('phone');
    await ok('POST', `/api/contacts/${id}/consents`, { channel: 'sms', state: 'withdrawn' });
    await forget();
    await owned(`update contacts set sms_consent = 'granted' where organization_id = $1`);
    await tellAgain();

    expect((await ok('GET', `/api/contacts/${id}`)).smsConsent).toBe('withdrawn');
  });

  test('in an organization that had suppressed nobody before, and so has another key or none', async () => {
    const { id } = await person('first');
    await ok('PUT', `/api/contacts/${id}`, { status: 'unsubscribed' });
    const forgetKey = async () => {
      await forget();
      await owned('delete from suppression_keys where organization_id = $1');
    };
    await forgetKey();
    await tellAgain();
    const without = await statusOf(id);
    await forgetKey();
    await owned(`insert into suppression_keys (organization_id, key) values ($1, sha256('another'))`);
    await tellAgain();

    expect([without, await statusOf(id)]).toEqual(['unsubscribed', 'unsubscribed']);
  });

  test('of one client alone, and of none where the client was made after the backup', async () => {
    const [mine, other] = await Promise.all(['Mine', 'Other'].map((name) => ok('POST', '/api/clients', { name })));
    const email = 'shared@house.example';
    const ids = [];
    for (const clientId of [mine.id, other.id]) ids.push((await ok('POST', '/api/contacts', { email, clientId })).id);
    await ok('PUT', `/api/contacts/${ids[0]}`, { status: 'unsubscribed' });
    const unknown = noted.map((entry) => ({ ...entry, clientId: randomUUID() }));
    await forget();
    await tellAgain(unknown);
    const nothing = await standing();
    await tellAgain();

    expect(nothing).toEqual([]);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['unsubscribed', 'active']);
  });
});

describe('P5: what the team took back', () => {
  const suppressionOf = async (email: string) =>
    (
      await owned(
        'select id from suppressions where organization_id = $1 and address = $2 and lifted_at is null',
        email,
      )
    )[0]!.id;

  test.each([
    ['in order', (entries: (SuppressedEntry | LiftedEntry)[]) => entries],
    ['in any order', (entries: (SuppressedEntry | LiftedEntry)[]) => entries.toReversed()],
  ])('stays taken back, and what followed holds, when notes are read %s', async (_, ordered) => {
    const [back, again] = [await person('back'), await person('again')];
    for (const { email } of [back, again]) {
      await ok('POST', '/api/suppressions', { address: email });
      await ok('DELETE', `/api/suppressions/${await suppressionOf(email)}`);
    }
    await ok('POST', '/api/suppressions', { address: again.email });
    await forget();

    await tellAgain(ordered(noted));
    await tellAgain(ordered(noted));

    expect(await standing()).toEqual([again.email]);
    expect([await statusOf(back.id), await statusOf(again.id)]).toEqual(['active', 'unsubscribed']);
  });

  test('after the backup is taken back of a suppression of before', async () => {
    const { id, email } = await person('old');
    await ok('POST', '/api/suppressions', { address: email });
    const suppressionId = await suppressionOf(email);
    await ok('DELETE', `/api/suppressions/${suppressionId}`);
    await owned('update suppressions set lifted_at = null where organization_id = $1');
    await owned(`update contacts set status = 'unsubscribed' where organization_id = $1`);

    await tellAgain(noted.filter(({ k }) => k === 'lifted'));

    expect([await standing(), await statusOf(id)]).toEqual([[], 'active']);
  });

  test('does not take back what the contact said', async () => {
    const { id, email } = await person('said');
    await ok('POST', '/api/suppressions', { address: email });
    await ok('DELETE', `/api/suppressions/${await suppressionOf(email)}`);
    const lifted = noted.filter(({ k }) => k === 'lifted');
    await owned(
      `update suppressions set lifted_at = null, reason = 'unsubscribed', source = 'unsubscribe-link' where organization_id = $1`,
    );
    await owned(`update contacts set status = 'unsubscribed' where organization_id = $1`);

    await tellAgain(lifted);

    expect([await standing(), await statusOf(id)]).toEqual([[email], 'unsubscribed']);
  });

  test('is not noted when it was refused', async () => {
    const { email } = await person('refused');
    await ok('PUT', `/api/contacts/${(await owned('select id from contacts where organization_id = $1'))[0]!.id}`, {
      status: 'unsubscribed',
    });
    const { status } = await admin.request('DELETE', `/api/suppressions/${await suppressionOf(email)}`);

    expect(status).toBe(409);
    expect(noted.map(({ k }) => k)).toEqual(['suppressed']);
  });
});

test('an opt-out binds that began before the team took an earlier one back, and waited for that', async () => {
  const { id, email } = await person('waited');
  await ok('POST', '/api/suppressions', { address: email });
  // As a transaction leaves it that began later and was first.
  await owned(`update suppressions set lifted_at = now() + interval '1 minute' where organization_id = $1`);
  await owned(`update contacts set status = 'active' where organization_id = $1`);
  await ok('POST', '/api/suppressions', { address: email });

  expect([await standing(), await statusOf(id)]).toEqual([[email], 'unsubscribed']);
});

test('P5: what cannot be noted is not suppressed, and the journal names nobody', async () => {
  const { email } = await person('named');
  canNote = false;
  const { status } = await admin.request('POST', '/api/suppressions', { address: email });
  canNote = true;
  const before = await standing();
  await ok('POST', '/api/suppressions', { address: email });

  expect([status, before]).toEqual([500, []]);
  expect(JSON.stringify(noted)).not.toMatch(/named|house\.example|4930555701/);
});

const ofJob = (): Context => ({
  db: api.database.tenant({ organizationId: admin.user.organizationId }),
  organizationId: admin.user.organizationId,
  actor: { kind: 'job', name: 'test' },
  now: () => new Date(),
});
