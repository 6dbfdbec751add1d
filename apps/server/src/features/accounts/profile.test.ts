import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

describe('the zone times are shown in', () => {
  test("is the organization's until the person chooses one, and again when they take it back", async () => {
    const admin = await registerAdmin(api);
    await admin.request('PUT', '/api/organization', { name: 'House', timezone: 'Europe/Paris' });
    const read = async () => (await admin.request('GET', '/api/auth/me')).body;

    const first = await read();
    const chosen = await admin.request('PUT', '/api/profile', { timezone: 'Asia/Kolkata' });
    await admin.request('PUT', '/api/organization', { name: 'House', timezone: 'UTC' });
    const between = await read();
    const back = await admin.request('PUT', '/api/profile', { timezone: null });

    expect(first).toMatchObject({ timezone: null, shownTimezone: 'Europe/Paris' });
    expect(chosen).toMatchObject({ status: 200, body: { timezone: 'Asia/Kolkata', shownTimezone: 'Asia/Kolkata' } });
    expect(between).toMatchObject({ timezone: 'Asia/Kolkata', shownTimezone: 'Asia/Kolkata' });
    expect(back.body).toMatchObject({ timezone: null, shownTimezone: 'UTC' });
    expect((await admin.request('GET', '/api/organization')).body.timezone).toBe('UTC');
  });

  test('is one that exists', async () => {
    const admin = await registerAdmin(api);

    const answer = await admin.request('PUT', '/api/profile', { timezone: 'Mars/Olympus_Mons' });

    expect(answer).toMatchObject({ status: 400, body: { fields: { timezone: 'Choose a time zone from the list' } } });
  });
});
