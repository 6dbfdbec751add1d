import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask, readyAdmin } from '../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true, env: { ALLOW_PRIVATE_MAIL_SERVERS: 'true' } });
});
afterAll(() => api.close());

const startOf = async (person: Pick<Person, 'request'>) => {
  const { steps } = await ask(person, 'GET', '/api/dashboard/start');
  return Object.fromEntries(steps.map(({ key, done }: { key: string; done: boolean }) => [key, done]));
};

describe('the start list', () => {
  test('asks an agency for a client first, and a business never', async () => {
    const [agency, business] = [await registerAdmin(api, 'AGENCY'), await registerAdmin(api, 'BUSINESS')];

    expect(Object.keys(await startOf(agency))).toEqual([
      'add-client',
      'import-contacts',
      'set-up-sending',
      'form-or-code',
      'send-campaign',
    ]);
    expect(Object.keys(await startOf(business))[0]).toBe('import-contacts');
  });

  test('is kept by each person as they left it', async () => {
    const admin = await registerAdmin(api);
    const viewer = await joinTeam(api, admin, 'VIEWER');

    await ask(viewer, 'PUT', '/api/dashboard/start', { view: 'dismissed' });
    const unknown = await admin.request('PUT', '/api/dashboard/start', { view: 'gone' });

    expect(await ask(viewer, 'GET', '/api/dashboard/start')).toMatchObject({ view: 'dismissed' });
    expect(await ask(admin, 'GET', '/api/dashboard/start')).toMatchObject({ view: 'open' });
    expect(unknown.status).toBe(400);
  });

  test('counts sending as set up once a test has left', async () => {
    const admin = await readyAdmin(api);
    const before = await startOf(admin);

    await ask(admin, 'POST', '/api/sending/test', { senderId: admin.sender.id });

    expect(before).toMatchObject({ 'set-up-sending': false, 'send-campaign': false });
    expect(await startOf(admin)).toMatchObject({ 'set-up-sending': true, 'send-campaign': false });
  });

  test('asks nobody for a test who has sent a campaign', async () => {
    const admin = await readyAdmin(api);

    await sentCampaign(api, admin, { name: 'March', sentAt: '2026-03-05T10:00:00Z', sent: 3 });

    expect(await startOf(admin)).toMatchObject({ 'set-up-sending': true, 'send-campaign': true });
  });

  test('is content with a form and with a QR code', async () => {
    const [withForm, withCode] = [await registerAdmin(api), await registerAdmin(api)];
    const before = await startOf(withForm);
    await api.db.owner.query("update organizations set subscription_tier = 'system'");

    await ask(withForm, 'POST', '/api/forms', {
      name: 'Bread club',
      fields: [{ id: 'field_1', type: 'email', label: 'Email' }],
      settings: { title: 'Join' },
      clientId: null,
    });
    await ask(withCode, 'POST', '/api/qr-codes', {
      name: 'Window',
      targetUrl: 'https://maple.example',
      clientId: null,
    });

    expect(before).toMatchObject({ 'form-or-code': false });
    expect(await startOf(withForm)).toMatchObject({ 'form-or-code': true });
    expect(await startOf(withCode)).toMatchObject({ 'form-or-code': true });
  });
});
