import AxeBuilder from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { addContact, addTag, tagContact } from './contact-seeds.ts';
import { type Account, registerByCall, signedInAt } from './people.ts';

const publicPages = [
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/accept-invitation',
  '/terms',
  '/privacy',
  '/nowhere',
];
const signedInPages = [
  '/dashboard',
  '/dashboard/settings/profile',
  '/dashboard/settings/account',
  '/dashboard/settings/security',
  '/dashboard/settings/team',
  '/dashboard/settings/clients',
  '/dashboard/settings/domains',
  '/dashboard/settings/senders',
  '/dashboard/settings/connections',
  '/dashboard/settings/audit',
  '/dashboard/nowhere',
  '/dashboard/contacts',
  '/dashboard/contacts/tags',
  '/dashboard/contacts/segments',
  '/dashboard/contacts/segments/new',
  '/dashboard/contacts/suppressions',
  '/dashboard/qr-codes',
];

/** A few people in every status the screens colour, and something in every list. */
async function withContacts(): Promise<Account & { contactId: string }> {
  const { api, ...account } = await registerByCall('AGENCY');
  await api.post('/api/clients', { data: { name: 'Maple & Rye Bakery' } });
  const tag = await addTag(api, 'Bread club', '#F59E0B');
  const ids = await Promise.all(
    ['Hannah', 'Theo', 'Marisol', 'Dev'].map((firstName, at) => addPerson(api, firstName, at % 2 === 0)),
  );
  await tagContact(api, ids[0] ?? '', tag.id);
  await api.post(`/api/contacts/${ids[1]}/consents`, { data: { channel: 'email', state: 'withdrawn' } });
  await api.post('/api/suppressions', { data: { address: 'former@example.com' } });
  const rules = { match: 'all', rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [tag.id] }] };
  await api.post('/api/segments', { data: { name: 'Bread club', rules } });
  return { ...account, contactId: ids[1] ?? '' };
}

async function addPerson(api: APIRequestContext, firstName: string, isLead: boolean): Promise<string> {
  const email = `${firstName.toLowerCase()}.with.a.rather.long.address@mapleandrye.example`;
  const { id } = await addContact(api, { email, firstName, lastName: 'Okafor', status: isLead ? 'lead' : 'active' });
  return id;
}

async function expectNoViolations(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await judge(page, path);
}

/** Sheets and dialogs have addresses of their own, but for the export. */
async function expectNoViolationsInLayers(page: Page, contactId: string): Promise<void> {
  for (const layer of [`contact=${contactId}`, `contact=${contactId}&edit=true`, 'add=true', 'import=new']) {
    await page.goto(`/dashboard/contacts?${layer}`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await judge(page, layer);
  }
  await page.goto('/dashboard/contacts');
  const exporting = page.getByRole('button', { name: 'Export' });
  await page.getByRole('button', { name: 'More actions' }).click();
  const item = page.getByRole('menuitem', { name: 'Export' });
  if (await item.isVisible()) await item.click();
  else {
    await page.keyboard.press('Escape');
    await exporting.click();
  }
  await expect(page.getByRole('dialog', { name: 'Export contacts' })).toBeVisible();
  await judge(page, 'export');
}

/** What another theme can break: everything else about a page stays as it is. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** In the light and in the dark. */
async function judge(page: Page, path: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expectNothingGrave(new AxeBuilder({ page }), path);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
  await expectNothingGrave(new AxeBuilder({ page }).withRules(colourRules), `${path}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNothingGrave(axe: AxeBuilder, path: string): Promise<void> {
  const { violations } = await axe.analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

for (const [size, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`axe finds nothing serious on any page, ${size}`, async ({ browser }) => {
    test.setTimeout(420_000);
    const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce', viewport });
    const page = await context.newPage();
    for (const path of publicPages) await expectNoViolations(page, path);
    const { email, contactId } = await withContacts();
    await signedInAt(page, email);
    for (const path of signedInPages) await expectNoViolations(page, path);
    await expectNoViolationsInLayers(page, contactId);
    await context.close();
  });
}

test('at 200 % zoom nothing scrolls sideways', async ({ page }) => {
  // Zoom halves the room a page has: 1440 wide at 200 % is 720.
  await page.setViewportSize({ width: 720, height: 450 });
  const { email, contactId } = await withContacts();
  await signedInAt(page, email);
  for (const path of [...signedInPages, `/dashboard/contacts?contact=${contactId}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(sideways, path).toBe(false);
  }
});
