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

  const table = page.getByRole('table', { name: `Records for ${name}` });
  await expect(table.getByRole('row')).toHaveCount(5);
  await expect(page.getByText('0 of 4 records found')).toBeVisible();
  await expect(page.getByText('We check every 5 minutes')).toBeVisible();
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
  await expect(sender.getByText('Use an address on one of your sending domains.')).toBeVisible();
  await sender.getByLabel('From email').fill(`hello@${name}`);
  await sender.getByLabel('Default sender').check();
  await sender.getByRole('button', { name: 'Add sender' }).click();
  await expect(toast(page, 'Sender added')).toBeVisible();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Add connection', exact: true }).click();
  const connection = page.getByRole('dialog');
  const server = await mailServer();
  await connection.getByRole('radio', { name: 'Own server' }).click();
  await connection.getByLabel('Host').fill(server.hostname);
  await connection.getByRole('radio', { name: /^None/ }).click();
  await connection.getByLabel('Port').fill(server.port);
  await connection.getByText('More options').click();
  await connection.getByLabel('Name', { exact: true }).fill('Our relay');
  await connection.getByLabel('Default connection').check();
  await connection.getByRole('button', { name: 'Add connection' }).click();
  await expect(toast(page, 'Connection added')).toBeVisible();

  await page.getByRole('button', { name: 'Send test: Our relay' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText(`Sent to ${email}.`)).toBeVisible();
  const mail = await mailTo(email, 'Waggle test email');
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
  await expect(page.getByText('Test failed')).toBeVisible();
  await expect(page.getByRole('dialog').getByText("Couldn't reach the server. Check the host, port")).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByText('Failing', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Nobody' }).click();
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

test('an admin limits how many emails one contact gets', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/senders');
  await page.getByLabel('Limit how many emails a contact gets').check();
  await page.getByLabel('In how many hours').fill('72');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Email limit saved')).toBeVisible();
  await page.reload();

  await expect(page.getByLabel('Limit how many emails a contact gets')).toBeChecked();
  await expect(page.getByLabel('In how many hours')).toHaveValue('72');
});

test('a new domain says what it may send, and an admin ends its warm-up', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const name = domainName('rowan');
  await verifiedDomain(api, name);
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/domains');
  await expect(page.getByText('Warm-up: starts with your first campaign, up to 500 emails on that day')).toBeVisible();
  const end = page.getByRole('button', { name: `Skip warm-up: ${name}` });
  await end.click();
  const question = page.getByRole('alertdialog', { name: `Does ${name} already send email elsewhere?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(end).toBeFocused();
  await end.click();
  await question.getByRole('button', { name: 'Skip warm-up' }).click();

  await expect(toast(page, 'Warm-up skipped')).toBeVisible();
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
  await expect(address).toHaveAccessibleDescription(
    /^Use an address on one of your sending domains\. On one of your domains: alder/,
  );
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(`hello@${name}`);
  await keyboard.press('Enter');
  await expect(toast(page, 'Sender added')).toBeVisible();
  await expect(addSender).toBeFocused();

  await page.goto('/dashboard/settings/connections');
  const addConnection = page.getByRole('button', { name: 'Add connection', exact: true });
  await addConnection.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Gmail' })).toBeFocused();
  await keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: 'Own server' })).toBeChecked();
  await keyboard.press('Tab');
  await expect(dialog.getByLabel('Host')).toBeFocused();
  await type(server.hostname);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('99999');
  await keyboard.press('Enter');
  await expect(dialog.getByLabel('Port')).toBeFocused();
  await expect(dialog.getByLabel('Port')).toHaveAccessibleDescription('Enter a number from 1 to 65,535');
  await keyboard.press('ControlOrMeta+a');
  await type(server.port);
  await keyboard.press('End');
  await expect(dialog.getByRole('radio', { name: /^None/ })).toBeFocused();
  await keyboard.press('Enter');
  await expect(dialog.getByRole('radio', { name: /^None/ })).toBeChecked();
  await dialog.getByText('More options').press('Enter');
  await dialog.getByLabel('Name', { exact: true }).fill('Our relay');
  await dialog.getByLabel('Username').press('Enter');
  await expect(toast(page, 'Connection added')).toBeVisible();
  await expect(addConnection).toBeFocused();

  const sendTest = page.getByRole('button', { name: 'Send test: Our relay' });
  await sendTest.press('Enter');
  await expect(dialog.getByLabel('Sender')).toBeFocused();
  await dialog.getByRole('button', { name: 'Send test' }).press('Enter');
  await expect(dialog.getByRole('status')).toContainText(`Sent to ${email}.`);
  await keyboard.press('Escape');
  await expect(sendTest).toBeFocused();

  const more = page.getByRole('button', { name: 'Actions for Our relay' });
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
  await dialog.getByRole('radio', { name: 'Amazon SES' }).click();
  await dialog.getByText('More options').click();
  await dialog.getByLabel('Name', { exact: true }).fill('Amazon in Ireland');
  await dialog.getByLabel('Region').fill('eu-west-1');
  await dialog.getByLabel('Access key ID').fill('AKIAIOSFODNN7EXAMPLE');
  await dialog.getByLabel('Secret access key').fill('a secret of nobody');
  await dialog.getByRole('button', { name: 'Add connection' }).click();

  await expect(dialog.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(dialog.getByLabel('Webhook URL for bounces', { exact: true })).toHaveValue(/\/events\/ses\//);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'Connections' }).getByText('Amazon in Ireland')).toBeVisible();
});
