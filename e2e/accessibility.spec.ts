import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { isNightly } from '../apps/server/test/harness/cases.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addContact, addTag, tagContact } from './contact-seeds.ts';
import { allPages } from './pages.ts';
import { type Account, registerByCall, signedInAt } from './people.ts';

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

/** Light at a desk, dark on a phone, and at 200 % zoom, which halves the room a page has: of 1440 it leaves 720. */
async function expectFitForAll(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingGraveInBothLooks(page, path);
  await page.setViewportSize({ width: 720, height: 450 });
  // Polled: parts that follow the width by script are drawn a moment later.
  await expect.poll(() => scrollsSideways(page), `${path} at 200 % zoom`).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Without motion a colour is at once what it becomes. */
test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 240_000 });

test('axe finds nothing serious on any page of strangers, and nothing scrolls sideways', async ({ page }) => {
  const { open } = await allPages();
  for (const path of [...open, '/nowhere']) await expectFitForAll(page, path);
});

/** All pages at night, in two halves for two workers; before each landing every third. */
for (const half of isNightly ? [0, 1] : [0])
  test(`axe finds nothing serious on any page of the app, and nothing scrolls sideways: half ${half + 1}`, async ({
    page,
  }) => {
    const { signedIn } = await allPages();
    expect(signedIn).toContain('/dashboard/contacts/segments/new');
    const { email } = await withContacts();
    await signedInAt(page, email);
    const all = [...signedIn, '/dashboard/nowhere'];
    for (const path of all.filter((_, at) => at % (isNightly ? 2 : 3) === half)) await expectFitForAll(page, path);
  });

/** Sheets and dialogs have addresses of their own, but for the export. */
test('axe finds nothing serious in any sheet or dialog of contacts', { tag: '@nightly' }, async ({ page }) => {
  const { email, contactId } = await withContacts();
  await signedInAt(page, email);
  for (const layer of [`contact=${contactId}`, `contact=${contactId}&edit=true`, 'add=true', 'import=new']) {
    await page.goto(`/dashboard/contacts?${layer}`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNothingGraveInBothLooks(page, layer);
  }
  await page.goto('/dashboard/contacts');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export contacts' })).toBeVisible();
  await expectNothingGraveInBothLooks(page, 'export');
});
