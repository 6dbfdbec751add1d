import { expect, type Page, test } from '@playwright/test';
import { numbered } from './contact-seeds.ts';
import { registerByCall, signedInAt } from './people.ts';

/** So many that the import is still under way after ten pages of a slow browser. */
const people = 120_000;

/** Uploads, checks and starts an import by calls, as a colleague or another tab would. */
async function startImport({ request }: Page, name: string, size: number): Promise<void> {
  const rows = numbered(size).map((person) => `${person.email},${person.firstName},${person.lastName}`);
  const file = Buffer.from(['email,first name,last name', ...rows].join('\n'));
  const partBytes = 4 * 1024 * 1024;
  const created = await request.post('/api/imports', { data: { name, bytes: file.length } });
  const { id } = await created.json();
  for (let part = 0; part * partBytes < file.length; part += 1)
    await request.put(`/api/imports/${id}/parts/${part}`, {
      headers: { 'content-type': 'application/octet-stream' },
      data: file.subarray(part * partBytes, (part + 1) * partBytes),
    });
  const opened = await (await request.post(`/api/imports/${id}/open`, { data: {} })).json();
  const columns = opened.columns.map(({ guess }: { guess: object }) => guess);
  await request.post(`/api/imports/${id}/check`, { data: { columns } });
  await expect
    .poll(async () => (await (await request.get(`/api/imports/${id}`)).json()).state, { timeout: 120_000 })
    .toBe('checked');
  expect((await request.post(`/api/imports/${id}/start`)).status()).toBe(200);
}

const places = [
  'contacts',
  'contacts/segments',
  'contacts/tags',
  'contacts/suppressions',
  'contacts/imports',
  'qr-codes',
  'settings/profile',
  'settings/security',
  'settings/team',
  'settings/domains',
];

const moving = (page: Page) => page.getByRole('region', { name: 'Importing members.csv' });
const ended = (page: Page) => page.getByRole('region', { name: 'members.csv imported' });
const contactsInSidebar = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Contacts/ });

/** Everything screen readers were told since. */
async function listenToAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    const region = document.querySelector('[aria-live=polite][aria-atomic]')!;
    new MutationObserver(() => heard.push(region.textContent.trim())).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test(
  'V6: an import is in sight on every page, and its end is told once in each tab',
  { tag: '@nightly' },
  async ({ page, context }) => {
    const { email } = await registerByCall('BUSINESS');
    await signedInAt(page, email);
    await page.goto('/dashboard');
    await expect(contactsInSidebar(page)).toContainText('0');
    const second = await context.newPage();
    await second.goto('/dashboard/qr-codes');

    await startImport(page, 'members.csv', people);

    await expect(moving(page)).toBeVisible();
    await expect(moving(second)).toBeVisible();
    for (const place of places) {
      await page.goto(`/dashboard/${place}`);
      await expect(moving(page)).toBeVisible();
    }
    await page.reload();
    await expect(moving(page)).toBeVisible();

    await context.setOffline(true);
    await expect(page.getByText("You're offline")).toBeVisible();
    await context.setOffline(false);
    const toldFirst = await listenToAnnouncements(page);
    const toldSecond = await listenToAnnouncements(second);
    const far = async (tab: Page) =>
      Number(await tab.getByRole('progressbar', { name: /members/ }).getAttribute('aria-valuenow'));
    const before = await far(page);
    await expect.poll(() => far(page)).toBeGreaterThan(before);

    for (const tab of [page, second]) {
      await expect(ended(tab)).toBeVisible({ timeout: 120_000 });
      await expect(ended(tab).getByText('120,000 imported, 0 duplicates, 0 errors')).toBeVisible();
      await expect(contactsInSidebar(tab)).toContainText('120,000');
      await expect(moving(tab)).toHaveCount(0);
    }
    for (const told of [await toldFirst(), await toldSecond()])
      expect(told.filter((text) => text.startsWith('members.csv imported'))).toHaveLength(1);
  },
);

test('without a stream the dock asks by itself', async ({ page, context }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await context.route('**/api/events', (route) => route.abort());
  await startImport(page, 'members.csv', people / 4);

  await page.goto('/dashboard/qr-codes');

  await expect(moving(page)).toBeVisible();
  await expect(ended(page)).toBeVisible({ timeout: 90_000 });
});
