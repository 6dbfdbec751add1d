import { type APIRequestContext, expect, test } from '@playwright/test';
import { type SendingDomain } from '../packages/contracts/src/sending.ts';
import { mailServer, mailTo, publishRecord, registerByCall, signedInAt, toast } from './people.ts';

const domainName = (name: string) => `${name}${process.pid}x${Date.now()}.example`;

async function verifiedDomain(api: APIRequestContext, name: string): Promise<void> {
  const domain = (await (await api.post('/api/sending/domains', { data: { domain: name } })).json()) as SendingDomain;
  await Promise.all(domain.records.map((record) => publishRecord(record.name, record.value)));
  await api.post(`/api/sending/domains/${domain.id}/check`);
}

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
  await verifiedDomain(api, name);
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
  // Its domain is not verified, so no email is sent: the connection alone is checked.
  await page.getByRole('dialog').getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByText('It did not work')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Nobody answers there. Check host and port')).toBeVisible();
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

test('a new domain says what it may send, and an admin ends its warm-up', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const name = domainName('rowan');
  await verifiedDomain(api, name);
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/domains');
  await expect(page.getByText('Warm-up: starts with the first campaign, up to 500 emails on that day')).toBeVisible();
  const end = page.getByRole('button', { name: `This domain already sends: ${name}` });
  await end.click();
  const question = page.getByRole('alertdialog', { name: `Does ${name} already send emails elsewhere?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(end).toBeFocused();
  await end.click();
  await question.getByRole('button', { name: 'End the warm-up' }).click();

  await expect(toast(page, 'Warm-up ended')).toBeVisible();
  await expect(page.getByText(/^Warm-up:/)).toBeHidden();
});

test('a sender, a connection and a test need no mouse', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const name = domainName('alder');
  await verifiedDomain(api, name);
  const server = await mailServer();
  await signedInAt(page, email);
  const { keyboard } = page;
  const type = async (text: string) => {
    await keyboard.type(text);
    await keyboard.press('Tab');
  };

  await page.goto('/dashboard/settings/senders');
  const addSender = page.getByRole('button', { name: 'Add sender', exact: true });
  await addSender.press('Enter');
  await expect(page.getByLabel('From name')).toBeFocused();
  await keyboard.press('Escape');
  await expect(addSender).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByLabel('From name')).toBeFocused();
  await type('Alder Dental');
  await keyboard.type('hello@elsewhere.example');
  await keyboard.press('Enter');
  const address = page.getByRole('dialog').getByLabel('From email');
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription('Please use an address on one of your sending domains.');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(`hello@${name}`);
  await keyboard.press('Enter');
  await expect(toast(page, 'Sender added')).toBeVisible();
  await expect(addSender).toBeFocused();

  await page.goto('/dashboard/settings/connections');
  const addConnection = page.getByRole('button', { name: 'Add connection', exact: true });
  await addConnection.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await type('Our relay');
  await keyboard.press('Tab');
  await type(server.hostname);
  await keyboard.type('99999');
  await keyboard.press('Enter');
  await expect(dialog.getByLabel('Port')).toBeFocused();
  await expect(dialog.getByLabel('Port')).toHaveAccessibleDescription('Please enter 1 to 65,535');
  await keyboard.press('ControlOrMeta+a');
  await type(server.port);
  await keyboard.press('Enter');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await expect(dialog.getByLabel('Encryption')).toHaveText(/^None/);
  await dialog.getByLabel('Username').press('Enter');
  await expect(toast(page, 'Connection added')).toBeVisible();
  await expect(addConnection).toBeFocused();

  const sendTest = page.getByRole('button', { name: 'Send test: Our relay' });
  await sendTest.press('Enter');
  await expect(dialog.getByLabel('Sender')).toBeFocused();
  await dialog.getByRole('button', { name: 'Send test' }).press('Enter');
  await expect(dialog.getByRole('status')).toContainText(`The server accepted it for ${email}.`);
  await keyboard.press('Escape');
  await expect(sendTest).toBeFocused();

  const more = page.getByRole('button', { name: 'More for Our relay' });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(more).toBeFocused();
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible();
  await expect(page.locator('[data-arrival]')).toBeFocused();
});

test('Amazon is told where to report as soon as it is added', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/connections');
  await page.getByRole('button', { name: 'Add connection', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Amazon in Ireland');
  await dialog.getByText('Amazon SES').click();
  await dialog.getByLabel('Region').fill('eu-west-1');
  await dialog.getByLabel('Access key ID').fill('AKIAIOSFODNN7EXAMPLE');
  await dialog.getByLabel('Secret access key').fill('a secret of nobody');
  await dialog.getByRole('button', { name: 'Add connection' }).click();

  await expect(dialog.getByRole('heading', { name: 'One step is left' })).toBeVisible();
  await expect(dialog.getByLabel('Address for bounce reports', { exact: true })).toHaveValue(/\/events\/ses\//);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'Connections' }).getByText('Amazon in Ireland')).toBeVisible();
});
