import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

let count = 0;
const add = async (): Promise<string> =>
  (await ask(admin, 'POST', '/api/contacts', { email: `reader${(count += 1)}@house.example` })).id;
const pause = (contactId: string, until: string, askedAt = '-1 minute') =>
  api.db.owner.query(
    `update contacts set mail_paused_until = now() + $2::interval, mail_pause_asked_at = now() + $3::interval where id = $1`,
    [contactId, until, askedAt],
  );
const pausedUntil = async (contactId: string): Promise<string | null> =>
  (await ask(admin, 'GET', `/api/contacts/${contactId}`)).mailPausedUntil;

test('a contact shows the break it takes, until it is over', async () => {
  const [never, now, over] = [await add(), await add(), await add()];
  await pause(now, '30 days');
  await pause(over, '-1 second');

  expect(await pausedUntil(now)).toMatch(/^\d{4}-/);
  expect([await pausedUntil(never), await pausedUntil(over)]).toEqual([null, null]);
});

test('of two contacts that become one, the latest wish of either counts', async () => {
  const [kept, other, ended, earlier] = [await add(), await add(), await add(), await add()];
  await pause(other, '30 days');
  await pause(earlier, '90 days', '-1 day');
  await api.db.owner.query('update contacts set mail_pause_asked_at = now() where id = $1', [ended]);

  await ask(admin, 'POST', `/api/contacts/${kept}/merge`, { otherId: other });
  await ask(admin, 'POST', `/api/contacts/${ended}/merge`, { otherId: earlier });

  expect(await pausedUntil(kept)).not.toBeNull();
  expect(await pausedUntil(ended)).toBeNull();
});

test('a deleted contact that is brought back still takes its break', async () => {
  const contactId = await add();
  await pause(contactId, '30 days');

  const { batchId } = await ask(admin, 'DELETE', `/api/contacts/${contactId}`);
  await ask(admin, 'POST', `/api/contacts/batches/${batchId}/undo`);

  expect(await pausedUntil(contactId)).not.toBeNull();
});
