import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { addContact } from './contact-seeds.ts';
import { mailedLink, newAddress, password, registerByCall, signedInAt, toast } from './people.ts';

test('an ADMIN sees who invited, changed a role and exported, filters and takes it along as CSV', async ({
  page,
  playwright,
}) => {
  const { email, api } = await registerByCall('AGENCY');
  const colleague = newAddress('theo');
  await api.post('/api/team/invitations', { data: { email: colleague, role: 'USER' } });
  const token = new URL(await mailedLink(colleague)).searchParams.get('token');
  const other = await playwright.request.newContext({ baseURL: new URL(await mailedLink(colleague)).origin });
  const joined = await other.post('/api/auth/accept-invitation', {
    data: { token, name: 'Theo Okafor', password, confirmPassword: password },
  });
  const { id } = (await joined.json()) as { id: string };
  await addContact(api, { email: newAddress('hannah'), firstName: 'Hannah', lastName: 'Lindqvist' });
  await other.get('/api/contacts/export?fields=email,firstName');
  await api.put(`/api/team/members/${id}`, { data: { role: 'VIEWER' } });
  await other.post('/api/tags', { data: { name: 'Not allowed' } });

  await signedInAt(page, email);
  await page.goto('/dashboard/settings/audit');
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByText(`Priya Raman invited ${colleague}`)).toBeVisible();
  await expect(log.getByText('Theo Okafor exported contacts')).toBeVisible();
  await expect(log.getByText("Theo Okafor tried something their role doesn't allow: Contacts")).toBeVisible();
  await expect(log.getByText('Priya Raman added the contact Hannah Lindqvist')).toBeVisible();

  await log.getByText('Priya Raman changed the access of Theo Okafor').click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details.getByText('Before: USER')).toBeVisible();
  await expect(details.getByText('After: VIEWER')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id: rule }) => rule)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Activity type' }).click();
  await page.getByRole('option', { name: 'Exports and downloads' }).click();
  await expect(log.getByText('Theo Okafor exported contacts')).toBeVisible();
  await expect(log.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Priya Raman' }).click();
  await expect(page.getByRole('heading', { name: 'No matching activity' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Search names').fill('okafor');
  await expect(log.getByText(`Priya Raman invited ${colleague}`)).toBeHidden();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  await expect(toast(page, 'Export started')).toBeVisible();
  expect(csv).toContain('"Time (UTC)","Person"');
  expect(csv).toContain('"role: USER -> VIEWER');
  expect(csv).not.toContain(`"${colleague}","invitation"`);
});

test('nobody but an ADMIN finds the audit log', async ({ page, playwright }) => {
  const { api } = await registerByCall('BUSINESS');
  const colleague = newAddress('user');
  await api.post('/api/team/invitations', { data: { email: colleague, role: 'USER' } });
  const link = new URL(await mailedLink(colleague));
  const other = await playwright.request.newContext({ baseURL: link.origin });
  await other.post('/api/auth/accept-invitation', {
    data: { token: link.searchParams.get('token'), name: 'Ursula User', password, confirmPassword: password },
  });

  await signedInAt(page, colleague);
  await page.goto('/dashboard/settings/audit');

  await expect(page).toHaveURL(/settings\/profile$/);
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeHidden();
  expect((await other.get('/api/audit-log')).status()).toBe(403);
});
