import { expect, type Page, test } from '@playwright/test';
import { openAgency } from './agency-seeds.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { joinByCall, registerByCall, signedInAt, signedInAtOverview, toast } from './people.ts';

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
const rows = (page: Page) => page.getByRole('table', { name: 'Clients' }).locator('tbody tr');
const activeClient = (page: Page) => page.getByRole('button', { name: /^Active Client/ });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** In the dialog that is open. */
async function addClient(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add client' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create client' }).click();
  await page
    .getByRole('dialog', { name: `${name} is added` })
    .getByRole('button', { name: 'Close' })
    .first()
    .click();
}

test('an agency sees which client needs it first, and is led into that client', async ({ page }) => {
  const { email, domain } = await openAgency();
  await signedInAtOverview(page, email);

  await expect(heading(page, 'All Clients')).toBeVisible();
  await expect(attention(page).getByRole('listitem')).toHaveCount(2);
  await expect(attention(page).getByRole('listitem').first()).toContainText('Maple & Rye Bakery: DMARC record missing');
  await expect(attention(page)).toContainText(`${domain} passes DKIM and SPF.`);
  await expect(attention(page)).toContainText('All clear for 2 clients');
  await expect(rows(page)).toContainText(['Maple & Rye Bakery', 'Juniper Spa', 'Northlight Yoga', 'Alder Dental']);
  await expect(rows(page).first()).toContainText('Watch');
  await expect(page.getByText(/^Figures match each client's own screens\. Updated/)).toBeVisible();

  await attention(page).getByRole('button', { name: 'Show record: Maple & Rye Bakery' }).click();

  await expect(page).toHaveURL(/\/dashboard\/settings\/domains$/);
  await expect(activeClient(page)).toContainText('Maple & Rye Bakery');
  await expect(page.getByText(domain).first()).toBeVisible();
});

test('the list is searched, filtered and sorted, all of it in the address', async ({ page }) => {
  const { email } = await openAgency();
  await signedInAtOverview(page, email);

  await page.getByRole('button', { name: 'Sort clients: Needs attention first' }).click();
  await page.getByRole('menuitemradio', { name: 'Highest revenue' }).click();
  await expect(rows(page)).toContainText(['Juniper Spa', 'Northlight Yoga', 'Alder Dental', 'Maple & Rye Bakery']);
  await expect(rows(page).first()).toContainText('$250');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Good' }).click();
  await expect(rows(page)).toContainText(['Northlight Yoga', 'Alder Dental']);
  await page.reload();
  await expect(rows(page)).toContainText(['Northlight Yoga', 'Alder Dental']);
  await page.getByRole('searchbox', { name: 'Search clients...' }).fill('nobody');
  await expect(page.getByText('No clients found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole('radio', { name: 'Summary' }).click();
  await expect(heading(page, 'Overview')).toBeVisible();
  await expect(page).toHaveURL(/view=summary/);
  await page.getByRole('radio', { name: 'Clients' }).click();
  await expect(page).toHaveURL(/view=clients/);
  await expectNothingGraveInBothLooks(page, 'All Clients');
});

test('a client is added, edited, archived and opened', async ({ page }) => {
  const { email } = await openAgency();
  await signedInAtOverview(page, email);

  await page.getByRole('button', { name: 'Add client' }).click();
  await addClient(page, 'Zest Kitchen');
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Actions for Zest Kitchen' }).click();
  await page.getByRole('menuitem', { name: 'Edit client' }).click();
  await page.getByRole('dialog').getByLabel('Client name').fill('Zest Bar');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Actions for Zest Bar' }).click();
  await page.getByRole('menuitem', { name: 'Archive client' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive client' }).click();
  await expect(rows(page)).toHaveCount(4);

  await rows(page).getByRole('button', { name: 'Northlight Yoga', exact: true }).click();
  await expect(activeClient(page)).toContainText('Northlight Yoga');
  await expect(heading(page, 'Overview')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('what a client needs is snoozed by the one who has read it, and shown again', async ({ page }) => {
  const { email, api } = await openAgency();
  const colleague = await joinByCall(api, 'USER', 'Claire Dubois');
  await signedInAtOverview(page, email);
  const choose = async (item: string | RegExp) => {
    await page.getByRole('button', { name: 'Actions for Juniper Spa' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const lines = attention(page).getByRole('listitem');
  const juniper = rows(page).filter({ hasText: 'Juniper Spa' });
  await expect(juniper).toContainText('Watch');

  await choose('Snooze for 7 days');
  await expect(toast(page, /^Juniper Spa is snoozed until/)).toBeVisible();
  await expect(lines).toHaveCount(1);
  await expect(attention(page)).toContainText('All clear for 2 clients, 1 snoozed');
  await expect(juniper).toContainText('Good');
  await page.reload();
  await expect(lines).toHaveCount(1);
  await choose(/^Show again \(snoozed until/);
  await expect(lines).toHaveCount(2);
  await choose('Snooze for 7 days');
  await expect(lines).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines).toHaveCount(2);
  await choose('Snooze for 7 days');
  await expect(lines).toHaveCount(1);

  await page.context().clearCookies();
  await signedInAtOverview(page, colleague);
  await expect(lines).toHaveCount(2);
});

test('somebody gets from the first key to the right screen without a mouse', async ({ page }) => {
  const { email } = await openAgency();
  await signedInAtOverview(page, email);
  const action = attention(page).getByRole('button', { name: 'Open connection: Juniper Spa' });
  await expect(action).toBeVisible();

  await page.getByRole('button', { name: 'Add client' }).focus();
  for (const name of ['Show record: Maple & Rye Bakery', 'Open connection: Juniper Spa']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/dashboard\/settings\/connections$/);
  await expect(activeClient(page)).toContainText('Juniper Spa');
});

test('a phone shows the same in lines that are buttons', async ({ page }) => {
  const { email } = await openAgency();
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAtOverview(page, email);

  await expect(page.getByRole('list', { name: 'Clients' }).getByRole('listitem')).toHaveCount(4);
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: /^DMARC record missing/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings\/domains$/);
  await page.goto('/dashboard');
  await expect(heading(page, 'Overview')).toBeVisible();
});

test('in Spanish nothing is left in English, and a reader has nothing to press that is refused', async ({ page }) => {
  const { email, api } = await openAgency('es');
  await signedInAt(page, email);
  await page.goto('/dashboard');
  await expect(heading(page, 'Todos los clientes')).toBeVisible();
  await expect(page.getByText('Maple & Rye Bakery: falta el registro DMARC')).toBeVisible();
  await expect(page.getByRole('button', { name: /Primero los que requieren atención$/ })).toBeVisible();

  const viewer = await joinByCall(api, 'VIEWER', 'Claire Dubois');
  await page.context().clearCookies();
  await signedInAtOverview(page, viewer);
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Add client' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Invite people' })).toHaveCount(0);
  await expect(attention(page).getByRole('button')).toHaveCount(0);
});

test('an agency without clients is led to its first one', async ({ page }) => {
  const { email } = await registerByCall('AGENCY');
  await signedInAtOverview(page, email);
  await expect(heading(page, 'Overview')).toBeVisible();

  await page.goto('/dashboard?view=clients');
  await page.getByRole('button', { name: 'Add your first client' }).click();
  await addClient(page, 'Alder Dental');

  await expect(rows(page)).toHaveCount(1);
});
