import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, registerAdmin } from '../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../test/harness/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const reset = (address: string) =>
  promisify(execFile)('node', [new URL('../cli.ts', import.meta.url).pathname, 'reset-two-factor', address], {
    env: {
      ...process.env,
      PUBLIC_URL: 'http://waggle.test',
      DATABASE_URL: api.db.appUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      // Another key than the server's: it must help after the key was lost.
      SECRET_KEY: 'another key than the one of before 0123',
    },
  });

test('P3: waggle reset-two-factor turns the second factor off and signs the person out everywhere', async () => {
  const admin = await registerAdmin(api, 'BUSINESS', 'locked-out@house.example');
  const other = await registerAdmin(api, 'BUSINESS', 'somebody@house.example');
  const { body } = await admin.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
  const code = new TOTP({ secret: body.secret }).generate();
  await admin.request('POST', '/api/profile/two-factor/confirm', { code });

  const { stdout } = await reset('Locked-Out@house.example');

  expect(stdout).toContain('The second factor of locked-out@house.example is off.');
  expect(stdout).toContain('1 sessions were ended');
  await expect.poll(async () => (await admin.request('GET', '/api/auth/me')).status).toBe(401);
  expect((await other.request('GET', '/api/auth/me')).status).toBe(200);
  const signedIn = await api.visitor().request('POST', '/api/auth/login', {
    email: 'locked-out@house.example',
    password: goodPassword,
    rememberMe: false,
  });
  expect(signedIn).toMatchObject({ status: 200, body: { twoFactorEnabled: false } });
}, 30_000);

test('P3: waggle reset-two-factor says so when nobody has that address', async () => {
  await expect(reset('nobody@house.example')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nobody signs in as nobody@house.example'),
  });
}, 30_000);
