import { expect, type Page, test } from '@playwright/test';
import { type SendingDomain } from '../packages/contracts/src/sending.ts';
import {
  confirmationLink,
  mailServer,
  mailFrom,
  newAddress,
  password,
  publishRecord,
  registerByCall,
  signedInAt,
} from './people.ts';

/** From the sign-up form to the inbox. Typing is no click; what happens at a DNS provider is not ours. */
const mostClicks = 14;

const freshDomain = (name: string) => `${name}${process.pid}x${Date.now()}.example`;

/** Publishes what the page asks for, as a person would at their DNS provider. */
async function publishAll(page: Page): Promise<void> {
  const answer = await page.request.get('/api/sending/domains');
  const { items } = (await answer.json()) as { items: SendingDomain[] };
  for (const { records } of items) for (const record of records) await publishRecord(record.name, record.value);
}

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/auth/register');
  await page.getByLabel('Full name').fill('Jonah Weiss');
  await page.getByLabel('Organization name').fill('Maple & Rye Bakery');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
}

test('a new business has its first email in the inbox after a few clicks', async ({ page }) => {
  let clicks = 0;
  const click = async (target: ReturnType<Page['getByRole']>) => {
    clicks += 1;
    await target.click();
  };
  const email = newAddress('jonah');
  const domain = freshDomain('mapleandrye');
  const server = await mailServer();

  await fillRegistration(page, email);
  await click(page.getByRole('checkbox', { name: /terms/i }));
  await click(page.getByRole('button', { name: 'Create account' }));
  await expect(page.getByRole('heading', { name: 'Get started, Jonah' })).toBeVisible();

  clicks += 1;
  await page.goto(await confirmationLink(email));
  await click(page.getByRole('button', { name: 'Confirm email address' }));
  await click(page.getByRole('link', { name: 'Go to the dashboard' }));

  await click(page.getByRole('link', { name: 'Set up' }));
  const steps = page.getByRole('list', { name: 'Set up sending' });
  await steps.getByLabel('Domain').fill(domain);
  await click(steps.getByRole('button', { name: 'Add domain' }));
  await expect(steps.getByText('0 of 4 records found')).toBeVisible();

  await expect(steps.getByLabel('From name')).toHaveValue('Maple & Rye Bakery');
  await expect(steps.getByLabel('From email')).toHaveValue(`hello@${domain}`);
  await click(steps.getByRole('button', { name: 'Save and continue' }));

  await steps.getByLabel('Postal address').fill('418 Alder Street\nPortland, OR 97205');
  await click(steps.getByRole('button', { name: 'Save and continue' }));

  await click(steps.getByRole('radio', { name: 'Own server' }));
  await steps.getByLabel('Host').fill(server.hostname);
  await click(steps.getByRole('radio', { name: /^None/ }));
  await expect(steps.getByLabel('Port')).toHaveValue('25');
  await steps.getByLabel('Port').fill(server.port);
  await click(steps.getByRole('button', { name: 'Save and continue' }));
  await expect(steps.getByText(`Available once ${domain} is verified.`)).toBeVisible();

  await publishAll(page);
  await click(steps.getByRole('button', { name: 'Check now' }).first());
  await expect(steps.getByText('Verified', { exact: true })).toBeVisible();
  await click(steps.getByRole('button', { name: 'Send test' }));
  await expect(page.getByText('5 of 5 done')).toBeVisible();

  const mail = await mailFrom(domain, email);
  expect(mail.from).toBe(`"Maple & Rye Bakery" <hello@${domain}>`);
  expect(clicks).toBeLessThanOrEqual(mostClicks);
  await page.goto('/dashboard');
  await expect(page.getByText('1 of 4 done')).toBeVisible();
});

test('the first email needs no mouse', { tag: '@nightly' }, async ({ page }) => {
  const email = newAddress('jonah');
  const domain = freshDomain('alder');
  const server = await mailServer();
  const { keyboard } = page;
  const type = async (text: string) => {
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(text);
  };

  await fillRegistration(page, email);
  await page.getByRole('checkbox', { name: /terms/i }).press('Space');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Get started, Jonah' })).toBeVisible();
  await page.goto(await confirmationLink(email));
  await page.getByRole('button', { name: 'Confirm email address' }).press('Enter');
  await page.getByRole('link', { name: 'Go to the dashboard' }).press('Enter');
  await page.getByRole('link', { name: 'Set up' }).press('Enter');

  const steps = page.getByRole('list', { name: 'Set up sending' });
  await steps.getByLabel('Domain').focus();
  await keyboard.type(domain);
  await keyboard.press('Enter');
  await expect(steps.getByText('0 of 4 records found')).toBeVisible();
  await publishAll(page);
  await steps.getByRole('button', { name: 'Check now' }).press('Enter');
  await expect(steps.getByText('Verified', { exact: true })).toBeVisible();

  await steps.getByLabel('From name').focus();
  await type('Alder Dental');
  await keyboard.press('Enter');
  await expect(steps.getByLabel('Postal address')).toBeFocused();
  await keyboard.type('1 High Street');
  await keyboard.press('Tab');
  await expect(steps.getByRole('button', { name: 'Save and continue' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(steps.getByRole('radio', { name: 'Gmail' })).toBeFocused();
  await keyboard.press('ArrowUp');
  await keyboard.press('Tab');
  await expect(steps.getByLabel('Host')).toBeFocused();
  await type(server.hostname);
  await keyboard.press('Tab');
  await type(server.port);
  await keyboard.press('Tab');
  await keyboard.press('End');
  await expect(steps.getByRole('radio', { name: /^None/ })).toBeFocused();
  await keyboard.press('Enter');
  await expect(steps.getByRole('radio', { name: /^None/ })).toBeChecked();
  await steps.getByRole('button', { name: 'Save and continue' }).press('Enter');
  await expect(steps.getByRole('button', { name: 'Send test' })).toBeFocused();
  await keyboard.press('Enter');

  await expect(page.getByText('5 of 5 done')).toBeVisible();
  await mailFrom(domain, email);
});

test('a test that fails leads back to the connection', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const domain = freshDomain('birch');
  await api.post('/api/sending/domains', { data: { domain } });
  await signedInAt(page, email);
  await publishAll(page);
  await api.post('/api/sending/senders', {
    data: { fromName: 'Birch', fromEmail: `hello@${domain}`, isDefault: true },
  });
  await api.put('/api/sending/address', { data: { postalAddress: '1 High Street' } });
  const broken = { name: 'Relay', host: '127.0.0.1', port: 1, tls: 'none', isDefault: true };
  await api.post('/api/sending/connections', { data: broken });

  await page.goto('/dashboard/settings/sending');
  const steps = page.getByRole('list', { name: 'Set up sending' });
  await steps.getByRole('button', { name: 'Check now' }).first().click();
  await steps.getByRole('button', { name: 'Send test' }).click();
  await steps.getByRole('button', { name: 'Edit connection' }).click();
  await steps.getByLabel('Port').fill((await mailServer()).port);
  await steps.getByRole('button', { name: 'Save and continue' }).click();
  await steps.getByRole('button', { name: 'Send again' }).click();

  await expect(page.getByText('5 of 5 done')).toBeVisible();
});

test('the start list stays as the person left it', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard');
  const step = page.getByText('Import your contacts');

  await page.getByRole('button', { name: 'Collapse setup steps' }).click();
  await expect(step).toBeHidden();
  await page.reload();
  await expect(page.getByText('0 of 4 done')).toBeVisible();
  await expect(step).toBeHidden();
  await page.getByRole('button', { name: 'Show setup steps' }).click();
  await expect(step).toBeVisible();
  await page.getByRole('button', { name: 'More for setup steps' }).click();
  await page.getByRole('menuitem', { name: 'Hide these steps' }).click();
  await expect(page.getByText('0 of 4 done')).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Show setup steps' }).click();
  await expect(step).toBeVisible();
});

test('the start list offers a form or a QR code, and ends with a campaign', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard');

  await expect(page.getByRole('link', { name: 'Start', exact: true })).toHaveAttribute('href', /\/campaigns\/new$/);
  await page.getByRole('listitem').filter({ hasText: 'Create a form or QR code' }).getByRole('button').click();
  await expect(page.getByRole('menuitem', { name: 'Form' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'QR code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Window sticker');
  await dialog.getByLabel('Target URL').fill('mapleandrye.example');
  await dialog.getByRole('button', { name: 'Create', exact: false }).click();
  await expect(page.getByText('Window sticker').first()).toBeVisible();
  await page.goto('/dashboard');

  await expect(page.getByText('1 of 4 done')).toBeVisible();
});
