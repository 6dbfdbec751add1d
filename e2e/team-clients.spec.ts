import { expect, type Page, request, test } from '@playwright/test';
import { origin } from './addresses.ts';
import { mailedLink, newAddress, password, registerByCall, signedInAt, toast } from './people.ts';

const activeClient = (page: Page) => page.getByRole('button', { name: /^Active Client/ });

test('somebody is invited for two clients, works in one at a time, loses one, and is removed', async ({
  page,
  browser,
}) => {
  const { email, api } = await registerByCall('AGENCY');
  for (const name of ['Ashby Bakery', 'Birch Yoga', 'Cedar Tools']) {
    const { id } = (await (await api.post('/api/clients', { data: { name } })).json()) as { id: string };
    const data = { email: `${name.split(' ')[0]!.toLowerCase()}@clients.example`, clientId: id };
    expect((await api.post('/api/contacts', { data })).status()).toBe(201);
  }
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/team');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const invite = page.getByRole('dialog');
  const invited = newAddress('two.clients');
  await invite.getByLabel('Email').fill(invited);
  await invite.getByText('Some clients', { exact: true }).first().click();
  await invite.getByRole('button', { name: 'Send invitation' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Choose at least one client' })).toBeVisible();
  await invite.getByRole('checkbox', { name: 'Ashby Bakery' }).check();
  await invite.getByRole('checkbox', { name: 'Birch Yoga' }).check();
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(toast(page, 'Invitation sent')).toBeVisible();

  const token = new URL(await mailedLink(invited)).searchParams.get('token');
  const guest = await request.newContext({ baseURL: origin });
  const data = { token, name: 'Noor Haddad', password, confirmPassword: password };
  expect((await guest.post('/api/auth/accept-invitation', { data })).ok()).toBe(true);
  const theirs = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signedInAt(theirs, invited);
  await theirs.goto('/dashboard/contacts');
  await expect(theirs.getByText('ashby@clients.example').first()).toBeVisible();
  await activeClient(theirs).click();
  await expect(theirs.getByRole('menuitemradio')).toHaveText([/Ashby Bakery/, /Birch Yoga/]);
  await theirs.getByRole('menuitemradio', { name: 'Birch Yoga' }).click();
  await expect(theirs.getByText('birch@clients.example').first()).toBeVisible();
  await expect(theirs.getByText('ashby@clients.example')).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: 'Edit Noor Haddad' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Birch Yoga' }).uncheck();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Member updated')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText('ashby@clients.example').first()).toBeVisible();

  await page.getByRole('button', { name: 'Edit Noor Haddad' }).click();
  await page.getByRole('button', { name: 'Remove member' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove member' }).click();
  await expect(toast(page, 'Member removed')).toBeVisible();
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/auth\/login/);
});
