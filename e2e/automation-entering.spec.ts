import { type APIRequestContext, expect, test } from '@playwright/test';
import { addLiveWait } from './automation-seeds.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addContact, importByCall, numbered, openContacts, rowOf, sheetOf } from './contact-seeds.ts';
import { joinByCall, registerByCall, signedInAt } from './people.ts';

/** Only people called Stone enter. */
const entry = {
  filter: { match: 'all', rules: [{ kind: 'text', field: 'lastName', op: 'is', value: 'Stone' }] },
  again: 'never',
  notWithinDays: 0,
};
const addStones = async (api: APIRequestContext) => {
  await addContact(api, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Stone' });
  await addContact(api, { email: 'ben@example.com', firstName: 'Ben', lastName: 'Marsh' });
};
const insideOf = async (api: APIRequestContext, id: string): Promise<number> =>
  ((await (await api.get(`/api/automations/${id}`)).json()) as { inside: number }).inside;

test('people are added by hand, and who was not let in is named with the reason', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addStones(api);
  const id = await addLiveWait(api, { entry });
  await signedInAt(page, email);
  await page.goto(`/dashboard/automations/${id}?tab=runs`);
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add people' });
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toHaveAttribute('aria-disabled', 'true');

  await dialog.getByRole('searchbox', { name: 'Find a contact' }).fill('ada');
  await dialog.getByRole('checkbox', { name: 'Ada Stone' }).check();
  await dialog.getByRole('searchbox', { name: 'Find a contact' }).fill('ben');
  await dialog.getByRole('checkbox', { name: 'Ben Marsh' }).check();
  await expect(dialog.getByRole('list', { name: 'Chosen contacts' }).getByRole('listitem')).toHaveCount(2);
  await expectNothingGraveInBothLooks(page, 'choosing people');
  await dialog.getByRole('button', { name: 'Add 2 contacts' }).click();

  await expect(dialog.getByText('1 contact added', { exact: true })).toBeVisible();
  const leftOut = dialog.getByRole('region', { name: "1 contact wasn't added" });
  await expect(leftOut.getByText("don't match the rules of who enters")).toBeVisible();
  await expect(leftOut.getByText('Ben Marsh')).toBeVisible();
  await expectNothingGraveInBothLooks(page, 'who was left out');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Ada Stone')).toBeVisible();
});

test('a contact is added from their sheet, and a second time told that they are inside', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addStones(api);
  const id = await addLiveWait(api);
  await signedInAt(page, email);
  await openContacts(page);
  await rowOf(page, 'Ada Stone').click();
  const add = async () => {
    await sheetOf(page, 'Ada Stone').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add to automation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 1 contact to an automation' });
    await dialog.getByRole('searchbox', { name: 'Find an automation' }).fill('wel');
    await dialog.getByRole('radio', { name: 'Welcome' }).check();
    await dialog.getByRole('button', { name: 'Add 1 contact' }).click();
  };

  await add();
  const told = page.getByRole('dialog', { name: 'Welcome' });
  await expect(told.getByText('1 contact added', { exact: true })).toBeVisible();
  await told.getByRole('button', { name: 'Done' }).click();
  expect(await insideOf(api, id)).toBe(1);

  await add();
  await expect(told.getByText('No one was added')).toBeVisible();
  await expect(told.getByText('are inside already')).toBeVisible();
});

test('everybody who matches is added in the background, with how many were not', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await importByCall(api, numbered(2_500, 'Stone'));
  await addContact(api, { email: 'ben@example.com', firstName: 'Ben', lastName: 'Marsh' });
  const id = await addLiveWait(api, { entry });
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await bar.getByRole('button', { name: /^Select all/ }).click();
  await bar.getByRole('button', { name: 'Add to automation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add 2,501 contacts to an automation' });
  await dialog.getByRole('radio', { name: 'Welcome' }).check();
  await dialog.getByRole('button', { name: 'Add 2,501 contacts' }).click();

  const told = page.getByRole('dialog', { name: 'Welcome' });
  await expect(told.getByText('2,500 contacts added', { exact: true })).toBeVisible();
  await expect(told.getByRole('region', { name: "1 contact wasn't added" }).getByText('Ben Marsh')).toBeVisible();
  await told.getByRole('button', { name: 'Done' }).click();
  await expect(bar).toHaveCount(0);
  expect(await insideOf(api, id)).toBe(2_500);
});

test('somebody who may only look adds nobody', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  await addStones(api);
  const id = await addLiveWait(api);
  await signedInAt(page, await joinByCall(api, 'VIEWER', 'Vera Novak'));
  await page.goto(`/dashboard/automations/${id}?tab=runs`);
  await expect(page.getByText('No one is inside')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add people' })).toHaveCount(0);
  await openContacts(page);
  await rowOf(page, 'Ada Stone').click();
  await expect(sheetOf(page, 'Ada Stone')).toBeVisible();
  await expect(sheetOf(page, 'Ada Stone').getByRole('button', { name: 'More actions' })).toHaveCount(0);
  expect((await page.request.post(`/api/automations/${id}/runs/matching`, { data: { filter: {} } })).status()).toBe(
    403,
  );
});
