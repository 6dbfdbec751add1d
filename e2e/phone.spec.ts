import { expect, type Locator, type Page, test } from '@playwright/test';
import { addContact, addTag, openContacts } from './contact-seeds.ts';
import { registerByCall, signedInAt } from './people.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

async function holdDown(page: Page, place: Locator): Promise<void> {
  const box = (await place.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
  await page.mouse.up();
}

test('on a phone contacts are chosen by a long press, and by a button', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  for (const firstName of ['Hannah', 'Theo', 'Marisol'])
    await addContact(api, { email: `${firstName.toLowerCase()}@meadow.example`, firstName, lastName: 'Okafor' });
  await signedInAt(page, email);
  await openContacts(page);

  await holdDown(page, page.getByRole('button', { name: /Theo Okafor/ }));
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('checkbox', { name: /Hannah Okafor/ }).tap();
  await expect(page.getByText('2 selected')).toBeVisible();

  await page.getByRole('button', { name: 'Done', exact: true }).tap();
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  await page.getByRole('checkbox', { name: /Marisol Okafor/ }).tap();
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('on a phone contacts are put in another order', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  for (const firstName of ['Ben', 'Cleo', 'Ada'])
    await addContact(api, { email: `${firstName.toLowerCase()}@meadow.example`, firstName, lastName: 'Okafor' });
  await signedInAt(page, email);
  await openContacts(page);
  const names = () => page.getByRole('list', { name: 'Contacts' }).getByRole('button').allTextContents();

  await page.getByRole('button', { name: /^Sort/ }).tap();
  await page.getByRole('menuitemradio', { name: 'Name' }).tap();

  await expect
    .poll(async () => (await names()).map((name) => /Ada|Ben|Cleo/.exec(name)?.[0]))
    .toEqual(['Ada', 'Ben', 'Cleo']);
});

test('on a phone a segment has a way back, and its count stays in sight', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const tag = await addTag(api, 'Bread club');
  const rules = { match: 'all', rules: [{ kind: 'tag', op: 'hasNoneOf', tagIds: [tag.id] }] };
  await addContact(api, { email: 'hannah@meadow.example' });
  const { id } = (await (await api.post('/api/segments', { data: { name: 'Others', rules } })).json()) as {
    id: string;
  };
  await signedInAt(page, email);
  await page.goto(`/dashboard/contacts/segments/${id}`);

  await expect(page.getByRole('button', { name: /Matching now.*1.*of 1/ })).toBeInViewport();
  await page.getByRole('link', { name: 'Segments', exact: true }).tap();
  await expect(page).toHaveURL(/\/dashboard\/contacts\/segments$/);
});
