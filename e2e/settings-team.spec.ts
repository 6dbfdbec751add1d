import { expect, type Page, request, test } from '@playwright/test';
import { origin } from './addresses.ts';
import { mailedLink, mailTo, newAddress, password, registerByCall, signedInAt, toast } from './people.ts';

const activeClient = (page: Page) => page.getByRole('button', { name: /^Active Client/ });

/** Somebody who followed the invitation in their mailbox. */
async function join(email: string, name: string): Promise<void> {
  const token = new URL(await mailedLink(email)).searchParams.get('token');
  const guest = await request.newContext({ baseURL: origin });
  const data = { token, name, password, confirmPassword: password };
  expect((await guest.post('/api/auth/accept-invitation', { data })).ok()).toBe(true);
}

test('many people are invited at once, each address is judged first, and nobody is mailed twice', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  const [ann, bob] = [newAddress('ann'), newAddress('bob')];
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/team');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email addresses').fill(`Ann Lee <${ann}>, ${bob}\n${email}\nnobody`);
  await dialog.getByRole('button', { name: 'Review addresses' }).click();

  const row = (address: string) => dialog.getByRole('listitem').filter({ hasText: address });
  await expect(row(ann)).toContainText('Will be invited');
  await expect(row(email)).toContainText('Already a member');
  await expect(row('nobody')).toContainText('Not a valid address');
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(toast(page, '2 invitations sent')).toBeVisible();
  await expect(row(bob)).toContainText('Invited');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Pending invitations')).toBeVisible();
  await expect(page.getByRole('button', { name: `Resend invitation to ${ann}` })).toBeVisible();

  await page.getByRole('button', { name: 'Invite people' }).click();
  await dialog.getByLabel('Email addresses').fill(`${ann}, ${bob}`);
  await dialog.getByRole('button', { name: 'Review addresses' }).click();
  await expect(row(ann)).toContainText('Already invited');
  await dialog.getByRole('button', { name: 'Send invitation' }).hover();
  await expect(page.getByRole('tooltip', { name: 'None of these addresses can be invited' })).toBeVisible();
});

test('a client is archived after saying what stops, read by an admin, and brought back', async ({ page }) => {
  const { email, api } = await registerByCall('AGENCY');
  const ids: Record<string, string> = {};
  for (const name of ['Ashby Bakery', 'Birch Yoga'])
    ids[name] = (await (await api.post('/api/clients', { data: { name } })).json()).id;
  const clientId = ids['Birch Yoga'];
  const contact = { email: 'reader@birch.example', clientId };
  expect((await api.post('/api/contacts', { data: contact })).status()).toBe(201);
  const code = { name: 'Menu', targetUrl: 'https://birch.example/menu', clientId };
  expect((await api.post('/api/qr-codes', { data: code })).status()).toBe(201);
  const fields = [{ id: 'field_1', type: 'email', label: 'Email', required: true }];
  const form = { name: 'Newsletter', fields, settings: { title: 'Join' }, clientId };
  expect((await api.post('/api/forms', { data: form })).status()).toBe(201);

  await signedInAt(page, email);
  await page.goto('/dashboard/settings/clients');
  await page.getByRole('button', { name: 'Actions for Birch Yoga' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive Birch Yoga?' });
  await expect(dialog.getByText('1 QR code keeps redirecting.')).toBeVisible();
  await expect(dialog.getByText('What happens to its 1 active form?')).toBeVisible();
  await dialog.getByText('Close', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Archive client' }).click();
  await expect(toast(page, 'Birch Yoga archived')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actions for Birch Yoga' })).toHaveCount(0);
  await activeClient(page).click();
  await expect(page.getByRole('menuitemradio')).toHaveText([/All Clients/, /Ashby Bakery/]);
  await page.keyboard.press('Escape');

  await page.getByRole('radio', { name: 'Archived clients' }).click();
  await page.getByRole('button', { name: 'Open Birch Yoga to read and export' }).click();
  await expect(page.getByText('Birch Yoga is archived')).toBeVisible();
  await page.goto('/dashboard/contacts');
  await expect(page.getByText('reader@birch.example').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add contact' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all clients' }).click();
  await expect(page.getByText('Birch Yoga is archived')).toHaveCount(0);

  await page.goto('/dashboard/settings/clients?view=archived');
  await page.getByRole('button', { name: 'Bring back Birch Yoga' }).click();
  await expect(toast(page, 'Birch Yoga is back')).toBeVisible();
  await page.getByRole('radio', { name: 'Active' }).click();
  await expect(page.getByRole('button', { name: 'Actions for Birch Yoga' })).toBeVisible();
  const { items } = (await (await api.get('/api/forms?limit=10')).json()) as { items: { isActive: boolean }[] };
  expect(items.map(({ isActive }) => isActive)).toEqual([false]);

  await page.getByRole('radio', { name: 'Setup' }).click();
  await page.getByRole('button', { name: 'Brand of Birch Yoga: Incomplete' }).first().click();
  await expect(page).toHaveURL(/\/settings\/brand$/);
  await expect(activeClient(page)).toContainText('Birch Yoga');
});

test('the owner hands the organization over with the password, and both are told', async ({ page, browser }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const next = newAddress('next.owner');
  await api.post('/api/team/invitations', { data: { email: next, role: 'ADMIN' } });
  await join(next, 'Noor Haddad');

  await signedInAt(page, email);
  await page.goto('/dashboard/settings/account');
  await expect(page.getByRole('button', { name: 'Delete organization' })).toBeVisible();
  await page.goto('/dashboard/settings/team');
  await expect(page.getByText('Owner', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Priya Raman' }).click();
  await expect(page.getByRole('dialog').getByText(/The owner is always an admin/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit Noor Haddad' }).click();
  await page.getByRole('button', { name: 'Hand over ownership' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over the organization to Noor Haddad?' });
  await dialog.getByLabel('Your password').fill('not mine at all');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog.getByText('Incorrect password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(toast(page, 'Noor Haddad is the owner now')).toBeVisible();
  await mailTo(email, 'You handed over your organization in Waggle');
  await mailTo(next, 'You own your organization in Waggle now');

  await page.goto('/dashboard/settings/account');
  await expect(page.getByText(/Only the owner can delete this organization/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete organization' })).toHaveCount(0);
  const theirs = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signedInAt(theirs, next);
  await theirs.goto('/dashboard/settings/account');
  await expect(theirs.getByRole('button', { name: 'Delete organization' })).toBeVisible();
});
