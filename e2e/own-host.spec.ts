import { request as httpRequest } from 'node:http';
import { expect, test } from '@playwright/test';
import type { Host } from '../packages/contracts/src/hosts.ts';
import { hostsTarget, origin } from './addresses.ts';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { password, publishRecord, registerByCall, setPlan, signedInAt, toast } from './people.ts';
import { addCode, readCode } from './qr-seeds.ts';

// Every name of these journeys leads to this machine, as DNS would have it.
test.use({
  launchOptions: {
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.journey.example 127.0.0.1'],
  },
});

const { port } = new URL(origin);
const freshName = (first: string) => `${first}.shop${process.pid}x${Date.now()}.journey.example`;

const phone = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
  'accept-encoding': 'gzip, deflate, br',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

/** As a phone that was led here by DNS. */
const ask = (host: string, path: string) =>
  new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const headers = { host: `${host}:${port}`, ...phone };
    const asked = httpRequest({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
    });
    asked.on('error', reject).end();
  });

test('own link domain end to end', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const others = await registerByCall('BUSINESS');
  const name = freshName('go');
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/hosts');
  await expect(page.getByRole('heading', { name: 'No host names yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add host name', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Host name').fill(`https://${name}/`);
  await dialog.getByRole('button', { name: 'Add host name' }).click();
  await expect(dialog.getByText('Enter a host name such as go.example.com')).toBeVisible();
  await dialog.getByLabel('Host name').fill(name);
  await dialog.getByLabel('Dashboard').check();
  await expectNothingGrave(page, 'the dialog to add a host name');
  await dialog.getByRole('button', { name: 'Add host name' }).click();
  await expect(toast(page, 'Host name added')).toBeVisible();
  const table = page.getByRole('table', { name: `Records for ${name}` });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByText(hostsTarget)).toBeVisible();
  await expectNothingGrave(page, 'a host name that waits for its records');

  const { items } = (await (await api.get('/api/hosts')).json()) as { items: Host[] };
  const [address, owner] = items[0]!.records;
  await publishRecord(address!.name, address!.value, 'CNAME');
  await page.getByRole('button', { name: `Check again: ${name}` }).click();
  await expect(page.getByText('1 of 2 records found')).toBeVisible();
  await publishRecord(owner!.name, owner!.value);
  await page.getByRole('button', { name: `Check again: ${name}` }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();

  const code = await addCode(api, 'Counter card', 'https://example.com/winter');
  const foreign = await addCode(others.api, 'Their card', 'https://example.com/theirs');
  expect(code.shortUrl).toBe(`http://${name}:${port}/qr/${code.shortCode}`);
  expect(new URL(foreign.shortUrl).hostname).toBe('127.0.0.1');
  await page.goto(`/dashboard/qr-codes/${code.id}`);
  await expect(page.getByText(`${name}:${port}/qr/${code.shortCode}`).first()).toBeVisible();

  await expect
    .poll(() => ask(name, `/qr/${code.shortCode}`))
    .toEqual({ status: 302, location: 'https://example.com/winter' });
  await expect.poll(async () => (await readCode(api, code.id)).scans).toBeGreaterThan(0);
  expect((await ask('127.0.0.1', `/qr/${foreign.shortCode}`)).status).toBe(302);
  expect((await ask(name, `/qr/${foreign.shortCode}`)).status).toBe(404);

  const own = `http://${name}:${port}`;
  await page.goto(`${own}/auth/login`);
  await page.getByLabel('Email').fill(others.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Incorrect email or password.', { exact: true })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect(page.url()).toContain(own);
});

test('a host name is removed after a question, and a smaller plan keeps what is there', async ({ page }) => {
  const { email, api } = await registerByCall('AGENCY');
  const name = freshName('links');
  const data = { host: name, purposes: ['links'], clientId: null };
  const host = (await (await api.post('/api/hosts', { data })).json()) as Host;
  const [address, owner] = host.records;
  await publishRecord(address!.name, address!.value, 'CNAME');
  await publishRecord(owner!.name, owner!.value);
  await api.post(`/api/hosts/${host.id}/check`);
  const code = await addCode(api, 'Poster');
  await setPlan(email, 'plus');
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/hosts');
  await expect(page.getByText('Host names are part of the System plan')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add host name' })).toBeHidden();
  await expectNothingGrave(page, 'host names on a smaller plan');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await expect.poll(async () => (await ask(name, `/qr/${code.shortCode}`)).status).toBe(302);

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByText(`Links and printed codes that start with ${name} stop working.`)).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Host name removed')).toBeVisible();
  await expect.poll(async () => (await ask(name, `/qr/${code.shortCode}`)).status).toBe(421);
  expect((await ask('127.0.0.1', `/qr/${code.shortCode}`)).status).toBe(302);
});
