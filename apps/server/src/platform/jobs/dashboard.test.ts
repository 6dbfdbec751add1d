import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../test/harness/postgres.ts';
import { createLog } from '../log.ts';
import { type JobsDashboard, startJobsDashboard } from './dashboard.ts';
import { type JobHarness, createJobHarness } from './test-harness.ts';

const password = 'a password for the operator';
const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
let harness: JobHarness;
let dashboard: JobsDashboard | undefined;
let url: string;

beforeAll(async () => {
  harness = await createJobHarness();
  const port = await freePort();
  url = `http://127.0.0.1:${port}/queues`;
  dashboard = await startJobsDashboard(
    {
      DATABASE_URL: harness.appUrl,
      JOBS_DASHBOARD_HOST: '127.0.0.1',
      JOBS_DASHBOARD_PORT: port,
      JOBS_DASHBOARD_PASSWORD: password,
    },
    log,
  );
});
afterAll(async () => {
  await dashboard?.stop();
  await harness.close();
});

const signedIn = (words: string) => ({ headers: { authorization: `Basic ${Buffer.from(words).toString('base64')}` } });

test('the operator sees the queues', async () => {
  const reply = await fetch(url, signedIn(`operator:${password}`));

  expect(reply.status).toBe(200);
  expect(await reply.text()).toContain('dead.transactional');
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'self'");
});

test.each([
  ['nobody', {}],
  ['a wrong password', signedIn('operator:a password for the operato')],
  ['a wrong name', signedIn(`admin:${password}`)],
])('%s sees nothing', async (_, options) => {
  const reply = await fetch(url, options);

  expect(reply.status).toBe(401);
  expect(await reply.text()).not.toContain('dead.');
});

test('without a password there is no dashboard', async () => {
  const started = await startJobsDashboard(
    {
      DATABASE_URL: harness.appUrl,
      JOBS_DASHBOARD_HOST: '127.0.0.1',
      JOBS_DASHBOARD_PORT: 0,
      JOBS_DASHBOARD_PASSWORD: '',
    },
    log,
  );

  expect(started).toBeUndefined();
});
