import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask, readyAdmin } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true, env: { ALLOW_PRIVATE_MAIL_SERVERS: 'true' } });
});
afterAll(() => api.close());

const setUpOf = (person: Pick<Person, 'request'>) => ask(person, 'GET', '/api/sending/set-up');
const nothing = { domain: false, sender: false, address: false, connection: false, test: false };
const sendTest = (admin: { sender: { id: string } } & Pick<Person, 'request'>) =>
  ask(admin, 'POST', '/api/sending/test', { senderId: admin.sender.id });

describe('the set-up of sending', () => {
  test('begins with nothing', async () => {
    const admin = await registerAdmin(api, 'BUSINESS');

    expect(await setUpOf(admin)).toEqual({
      clientId: null,
      domain: null,
      sender: null,
      postalAddress: '',
      inheritsAddress: false,
      connection: null,
      testedAt: null,
      done: nothing,
    });
  });

  test('is complete once a test email was accepted, and not before', async () => {
    const admin = await readyAdmin(api);
    const before = await setUpOf(admin);
    await sendTest(admin);

    expect(before.done).toEqual({ domain: true, sender: true, address: true, connection: true, test: false });
    expect(await setUpOf(admin)).toMatchObject({ testedAt: expect.any(String), done: { test: true } });
  });

  test('asks for a new test after the address of the sender changed, and not after its name did', async () => {
    const admin = await readyAdmin(api);
    await sendTest(admin);
    const change = (body: object) => ask(admin, 'PUT', `/api/sending/senders/${admin.sender.id}`, body);

    await change({ fromName: 'Another name', fromEmail: admin.sender.fromEmail });
    const renamed = await setUpOf(admin);
    await change({ fromEmail: `other@${admin.domain.domain}` });

    expect(renamed.done.test).toBe(true);
    expect(await setUpOf(admin)).toMatchObject({ testedAt: null, done: { sender: true, test: false } });
  });

  test('goes back to the connection when it fails', async () => {
    const admin = await readyAdmin(api, 1);
    const answer = await sendTest(admin);

    expect(answer.delivered).toBe(false);
    expect(await setUpOf(admin)).toMatchObject({
      connection: { state: 'failing', name: 'Relay' },
      done: { connection: false, test: false },
    });
  });
});

describe('the set-up of a client', () => {
  test('takes what the organization has for everybody, without its records and names', async () => {
    const admin = await readyAdmin(api);
    const client = await ask(admin, 'POST', '/api/clients', { name: 'Maple' });
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: client.id });

    const setUp = await setUpOf(admin);

    expect(setUp).toMatchObject({
      clientId: client.id,
      domain: { domain: admin.domain.domain, records: [], clientId: null },
      sender: { clientId: null },
      inheritsAddress: true,
      connection: { name: null, clientId: null },
      done: { domain: true, sender: true, address: true, connection: true },
    });
  });

  test('is its own from its first domain on', async () => {
    const admin = await readyAdmin(api);
    const client = await ask(admin, 'POST', '/api/clients', { name: 'Rye' });
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: client.id });
    await ask(admin, 'POST', '/api/sending/domains', { domain: `own.${admin.domain.domain}` });

    const own = await setUpOf(admin);
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: null });
    const whole = await setUpOf(admin);

    expect(own).toMatchObject({ domain: { domain: `own.${admin.domain.domain}`, state: 'pending' }, sender: null });
    expect(own.domain.records).not.toHaveLength(0);
    expect(whole).toMatchObject({ clientId: null, domain: { domain: admin.domain.domain }, done: { sender: true } });
  });

  test('never shows another client of the organization', async () => {
    const admin = await registerAdmin(api);
    const [one, other] = [
      await ask(admin, 'POST', '/api/clients', { name: 'One' }),
      await ask(admin, 'POST', '/api/clients', { name: 'Other' }),
    ];
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: one.id });
    await ask(admin, 'POST', '/api/sending/domains', { domain: 'one-client.example' });
    const guest = await joinTeam(api, admin, 'USER', other.id);

    expect(await setUpOf(guest)).toMatchObject({ clientId: other.id, domain: null, done: nothing });
  });
});
