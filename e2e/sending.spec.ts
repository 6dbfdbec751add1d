import { expect, test } from '@playwright/test';
import { type SendingDomain } from '../packages/contracts/src/sending.ts';
import { mailServer, mailTo, publishRecord, registerByCall, signedInAt, toast } from './people.ts';

const domainName = (name: string) => `${name}${process.pid}x${Date.now()}.example`;

test('a domain is proven record by record', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { email, api } = await registerByCall('BUSINESS');
  const name = domainName('mapleandrye');
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/domains');
  await expect(page.getByRole('heading', { name: 'No sending domains yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add domain', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Domain').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
  await expect(toast(page, 'Domain added')).toBeVisible();

  const table = page.getByRole('table', { name: `Records of ${name}` });
  await expect(table.getByRole('row')).toHaveCount(5);
  await expect(page.getByText('0 of 4 records found')).toBeVisible();
  await expect(page.getByText('We look every 5 minutes')).toBeVisible();
  await table.getByRole('button', { name: 'Copy value of @' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('v=spf1 include:spf.waggle.example ~all');

  const { items } = (await (await api.get('/api/sending/domains')).json()) as { items: SendingDomain[] };
  const records = items[0]?.records ?? [];
  const publish = (purposes: string[]) =>
    Promise.all(
      records
        .filter(({ purpose }) => purposes.includes(purpose))
        .map((record) => publishRecord(record.name, record.value)),
    );
  await publish(['dkim', 'spf']);
  await page.getByRole('button', { name: `Check again: ${name}` }).click();
  await expect(page.getByText('3 of 4 records found')).toBeVisible();
  await expect(table.getByText('Not found yet')).toHaveCount(1);
  await publish(['dmarc']);
  await page.getByRole('button', { name: `Check again: ${name}` }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(table).toBeHidden();
});

test('a sender and a connection are added, and a test mail arrives', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const name = domainName('fernhill');
  const domain = (await (await api.post('/api/sending/domains', { data: { domain: name } })).json()) as SendingDomain;
  await Promise.all(domain.records.map((record) => publishRecord(record.name, record.value)));
  await api.post(`/api/sending/domains/${domain.id}/check`);
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/senders');
  await page.getByRole('button', { name: 'Add sender', exact: true }).click();
  const sender = page.getByRole('dialog');
  await sender.getByLabel('From name').fill('Maple & Rye');
  await sender.getByLabel('From email').fill('hello@elsewhere.example');
  await sender.getByRole('button', { name: 'Add sender' }).click();
  await expect(sender.getByText('Please use an address on one of your sending domains.')).toBeVisible();
  await sender.getByLabel('From email').fill(`hello@${name}`);
  await sender.getByLabel('Default sender').check();
  await sender.getByRole('button', { name: 'Add sender' }).click();
  await expect(toast(page, 'Sender added')).toBeVisible();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Add connection', exact: true }).click();
  const connection = page.getByRole('dialog');
  const server = await mailServer();
  await connection.getByLabel('Name', { exact: true }).fill('Our relay');
  await connection.getByLabel('Host').fill(server.hostname);
  await connection.getByLabel('Port').fill(server.port);
  await connection.getByLabel('Encryption').click();
  await page.getByRole('option', { name: /^None/ }).click();
  await connection.getByLabel('Default connection').check();
  await connection.getByRole('button', { name: 'Add connection' }).click();
  await expect(toast(page, 'Connection added')).toBeVisible();

  await page.getByRole('button', { name: 'Send test: Our relay' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText(`The server accepted it for ${email}.`)).toBeVisible();
  const mail = await mailTo(email, 'Test mail from Waggle');
  expect(mail.from).toBe(`"Maple & Rye" <hello@${name}>`);
});

test('a connection that does not work says why, and is removed', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const name = domainName('juniper');
  await api.post('/api/sending/domains', { data: { domain: name } });
  await api.post('/api/sending/senders', { data: { fromName: 'Juniper', fromEmail: `hello@${name}` } });
  await api.post('/api/sending/connections', { data: { name: 'Nobody', host: '127.0.0.1', port: 1, tls: 'none' } });
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/connections');
  await page.getByRole('button', { name: 'Send test: Nobody' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('It did not work')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByText('Failing', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'More for Nobody' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible();
});

test('the postal address is saved for everybody', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/senders');
  await page.getByLabel('Postal address').fill('1 High Street\nBristol');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Postal address saved')).toBeVisible();
  await page.reload();

  await expect(page.getByLabel('Postal address')).toHaveValue('1 High Street\nBristol');
});
