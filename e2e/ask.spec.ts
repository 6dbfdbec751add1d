import { expect, test } from '@playwright/test';
import { expectNothingGrave } from './axe.ts';
import { addContact } from './contact-seeds.ts';
import { newAddress, registerByCall, signedInAt } from './people.ts';

test('a question in words is completed by keyboard, answered, kept in the address and shown as a table', async ({
  page,
}) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: newAddress('one') });
  await addContact(api, { email: newAddress('two'), status: 'lead' });
  await signedInAt(page, email);
  await page.goto('/dashboard/analytics');
  const line = page.getByRole('combobox', { name: 'Ask for a figure' });

  await line.fill('new contacts this week by');
  await expect(page.getByRole('option')).toHaveText([
    'new contacts this week by status',
    'new contacts this week by month',
  ]);
  await expectNothingGrave(page, 'offers');
  await line.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'new contacts this week by status' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await line.press('Enter');
  const answer = page.getByRole('region', { name: 'New contacts this week by status' });
  await expect(answer.getByRole('status')).toContainText('2');
  await expect(answer.getByRole('listitem').filter({ hasText: 'lead' })).toContainText('1');
  await expect(page).toHaveURL(/ask=new/);
  await expectNothingGrave(page, 'an answer');

  await page.reload();
  await answer.getByRole('button', { name: 'Chart options' }).click();
  await page.getByRole('menuitem', { name: 'View as table' }).click();
  await expect(answer.getByRole('row', { name: /active/ })).toContainText('1');

  await line.fill('opens of bananas');
  await line.press('Enter');
  await expect(page.getByText(/Not recognized: bananas\. You can ask for contacts, new contacts/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear question' }).click();
  await expect(page).not.toHaveURL(/ask=/);
});

test('an answer is saved as a card on Overview, opens its question and is removed', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: newAddress('one') });
  await signedInAt(page, email);
  await page.goto('/dashboard/analytics?ask=contacts%20by%20status');
  const answer = page.getByRole('region', { name: 'Contacts by status' });
  await answer.getByRole('button', { name: 'Show on Overview' }).click();
  await expect(answer.getByRole('button', { name: 'Remove from Overview' })).toBeVisible();

  await page.goto('/dashboard');
  const cards = page.getByRole('region', { name: 'Saved questions' });
  await expect(cards.getByRole('listitem').filter({ hasText: 'active' })).toContainText('1');
  await expectNothingGrave(page, 'a saved question');
  await cards.getByRole('link', { name: 'Contacts by status' }).click();
  await expect(page).toHaveURL(/ask=contacts/);

  await page.goto('/dashboard');
  await cards.getByRole('button', { name: 'Remove Contacts by status from Overview' }).click();
  await expect(cards).toHaveCount(0);
});
