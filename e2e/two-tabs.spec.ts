import { expect, type Page, test } from '@playwright/test';
import { registerByCall, signedInAt, toast } from './people.ts';

/** Two tabs of one browser, which have one session; both show Maple. */
async function twoTabs(page: Page): Promise<{ first: Page; second: Page }> {
  const { email, api } = await registerByCall('AGENCY');
  for (const name of ['Maple', 'Northlight']) await api.post('/api/clients', { data: { name } });
  await signedInAt(page, email);
  await page.goto('/dashboard/contacts');
  await show(page, 'Maple');
  const second = await page.context().newPage();
  await second.goto('/dashboard/contacts');
  await expect(shown(second)).toContainText('Maple');
  return { first: page, second };
}

const shown = (page: Page) => page.getByRole('button', { name: /^Active Client/ });

async function show(page: Page, name: string): Promise<void> {
  await shown(page).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(shown(page)).toContainText(name);
}

test('a tab follows when another one switches the client, and says so', async ({ page }) => {
  const { first, second } = await twoTabs(page);

  await show(first, 'Northlight');

  await expect(toast(second, 'Showing Northlight')).toBeVisible();
  await expect(shown(second)).toContainText('Northlight');
});

test('what is pressed in a tab that still shows the client of before is added to nobody', async ({ page }) => {
  const { first, second } = await twoTabs(page);
  // It hears nothing, as on a bad line.
  await second.route('**/api/events', (route) => route.abort());
  await second.reload();
  await expect(shown(second)).toContainText('Maple');
  await second.getByRole('button', { name: 'Add Contact' }).first().click();
  await second.getByLabel('Email').fill('hannah@maple.example');

  await show(first, 'Northlight');
  await second.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click();

  await expect(second.getByText(/^You switched to another client or account in another tab/)).toBeVisible();
  await expect(shown(second)).toContainText('Northlight');
  const { total } = (await (await first.request.get('/api/contacts')).json()) as { total: number };
  expect(total).toBe(0);
});
