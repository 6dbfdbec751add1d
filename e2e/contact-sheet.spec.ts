import { expect, test } from '@playwright/test';
import { addContact, addTag, tagContact } from './contact-seeds.ts';
import { registerByCall, signedInAt, toast } from './people.ts';

test('a contact is noted, worked on and merged with its duplicate', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const hannah = await addContact(api, { email: 'hannah@maple.example', firstName: 'Hannah', lastName: 'Okafor' });
  const twin = await addContact(api, { email: 'h.okafor@maple.example', firstName: 'Hannah', lastName: 'Okafor' });
  await tagContact(api, twin.id, (await addTag(api, 'Bread club')).id);
  await api.post(`/api/contacts/${twin.id}/consents`, { data: { channel: 'email', state: 'withdrawn' } });
  await signedInAt(page, email);
  await page.goto(`/dashboard/contacts?contact=${hannah.id}`);
  const sheet = page.getByRole('dialog', { name: 'Hannah Okafor' });

  await sheet.getByRole('textbox', { name: 'Note' }).fill('Wants Saturday pickup.\nhttps://maple.example/hours');
  await sheet.getByRole('button', { name: 'Add note' }).click();
  await expect(sheet.getByText('Priya Raman added a note')).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'https://maple.example/hours' })).toBeVisible();

  await sheet.getByRole('radio', { name: 'Task' }).click();
  await sheet.getByRole('textbox', { name: 'Task' }).fill('Call about the rye order');
  await sheet.getByLabel('Due date').fill('2026-01-15');
  await sheet.getByRole('button', { name: 'Add task' }).click();
  await expect(sheet.getByText('Overdue, Jan 15')).toBeVisible();
  await page.goto('/dashboard/contacts?tasks=true');
  await page.getByRole('checkbox', { name: 'Complete Call about the rye order' }).click();
  await expect(toast(page, 'Task completed')).toBeVisible();
  await expect(page.getByText('No open tasks')).toBeVisible();

  await page.goto(`/dashboard/contacts?contact=${hannah.id}`);
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge...' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge contacts' });
  await merge.getByRole('button', { name: /h\.okafor@maple\.example/ }).click();
  await expect(merge.getByText("This contact won't receive emails")).toBeVisible();
  await merge.getByRole('radio', { name: 'Email: h.okafor@maple.example' }).check();
  await merge.getByRole('button', { name: 'Merge contacts' }).click();

  await expect(toast(page, 'Contacts merged')).toBeVisible();
  await expect(sheet.getByText('h.okafor@maple.example')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Remove tag Bread club' })).toBeVisible();
  await expect(sheet.getByText("This contact won't receive emails")).toBeVisible();
  await expect(sheet.getByText('Priya Raman completed a task')).toBeVisible();
});

test('a contact that opens without a connection says so, and opens when it is back', async ({ page, context }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const hannah = await addContact(api, { email: 'hannah@maple.example', firstName: 'Hannah', lastName: 'Okafor' });
  await signedInAt(page, email);
  // A list that is read and has no row of hers, which the sheet would show.
  await page.goto('/dashboard/contacts?search=zebedee');
  await expect(page.getByText('No contacts match "zebedee".')).toBeVisible();

  await context.setOffline(true);
  await page.evaluate((id) => {
    history.pushState(null, '', `/dashboard/contacts?search=zebedee&contact=${id}`);
  }, hannah.id);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText("You're offline. This contact opens when you reconnect.")).toBeVisible();
  await context.setOffline(false);

  await expect(sheet.getByText('hannah@maple.example').first()).toBeVisible();
});
