import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import type { Automation } from '../packages/contracts/src/automations.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { waitDays } from './automation-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { joinByCall, newAddress, registerByCall, signedInAt, toast } from './people.ts';

const documentOf = (steps: object[]) => ({
  format: 1,
  triggers: [{ kind: 'manual' }],
  entry: { filter: null, again: 'never', notWithinDays: 0 },
  stay: { filter: null, leaveWhen: [] },
  goal: null,
  hours: null,
  steps,
});

const read = async (api: APIRequestContext, id: string) =>
  (await (await api.get(`/api/automations/${id}`)).json()) as Automation;

async function publish(api: APIRequestContext, id: string): Promise<void> {
  const { draftNo } = await read(api, id);
  const answer = await api.post(`/api/automations/${id}/publish`, { data: { draftNo } });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function enter(api: APIRequestContext, id: string, firstName: string): Promise<void> {
  const { id: contactId } = await addContact(api, { firstName, email: newAddress(firstName.toLowerCase()) });
  const answer = await api.post(`/api/automations/${id}/runs`, { data: { contactIds: [contactId] } });
  expect(await answer.json()).toEqual({ entered: 1, leftOut: 0, reasons: [], people: [] });
}

type Run = { name: string; version: number; stepId: string };
/** Who stands where, once everybody has had a first turn. */
const standing = async (api: APIRequestContext, id: string) => {
  const { items } = (await (await api.get(`/api/automations/${id}/runs`)).json()) as { items: Run[] };
  return items.map(({ name, version, stepId }) => `${name} ${version} ${stepId}`).toSorted();
};

/** Version 1 waits 3 days, and Noor is in it. */
async function addLive(api: APIRequestContext): Promise<string> {
  const document = documentOf([waitDays('waitonee', 3), waitDays('waittwoo', 4)]);
  const answer = await api.post('/api/automations', { data: { name: 'Bread club', document } });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as Automation;
  await publish(api, id);
  await enter(api, id, 'Noor');
  return id;
}

/** Version 2 waits another time, has a step less and one more. */
async function addSecond(api: APIRequestContext, id: string): Promise<void> {
  const document = documentOf([waitDays('newcomer', 1), waitDays('waitonee', 5)]);
  await api.put(`/api/automations/${id}/draft`, { data: { document } });
  await publish(api, id);
}

const openVersions = async (page: Page) => {
  await page.getByRole('button', { name: 'Actions for Bread club' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible();
};

test('an older version is compared, made the draft and published, and people go where the plan said', async ({
  page,
}) => {
  const { api, email } = await registerByCall('BUSINESS');
  const id = await addLive(api);
  await expect.poll(() => standing(api, id)).toEqual(['Noor 1 waitonee']);
  await signedInAt(page, email);
  await page.goto(`/dashboard/automations/${id}`);
  await page.locator('[data-select=waitonee]').click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('5');
  await page.locator('[data-select=waittwoo]').click();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const second = page.getByRole('dialog', { name: 'Publish version 2' });
  await second.getByRole('radio', { name: /Let them finish their version/ }).check();
  await second.getByRole('button', { name: 'Publish version 2' }).click();
  await expect(toast(page, 'Automation published')).toBeVisible();
  await enter(api, id, 'Grace');
  await expect.poll(() => standing(api, id)).toEqual(['Grace 2 waitonee', 'Noor 1 waitonee']);

  await openVersions(page);
  const list = page.getByRole('navigation', { name: 'Versions' });
  await expect(list.getByRole('button', { name: /Version 2/ })).toContainText('1 removed, 1 changed');
  await expect(list.getByRole('button', { name: /Version 1/ })).toContainText('1 person inside');
  const steps = page.getByRole('region', { name: 'Steps' });
  const waited = steps.getByRole('listitem').filter({ hasText: 'Changed' });
  await expect(waited).toContainText('Wait forVersion 13 daysVersion 25 days');
  await expect(steps.getByRole('listitem').filter({ hasText: 'Removed' })).toContainText('4 days');
  await list.getByRole('button', { name: /Version 1/ }).click();
  await page.getByRole('button', { name: 'Use as draft' }).click();
  await page
    .getByRole('dialog', { name: 'Use version 1 as the draft?' })
    .getByRole('button', { name: 'Use as draft' })
    .click();
  await expect(toast(page, 'Version 1 is your draft')).toBeVisible();
  await expect(page.locator('[data-select=waittwoo]')).toBeVisible();
  expect((await read(api, id)).version).toBe(2);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const third = page.getByRole('dialog', { name: 'Publish version 3' });
  await expect(third.getByText('2 people are inside. Decide what happens to them.')).toBeVisible();
  await third.getByRole('button', { name: 'Publish version 3' }).click();

  await expect.poll(() => standing(api, id)).toEqual(['Grace 3 waitonee', 'Noor 3 waitonee']);
  await expect.poll(async () => (await read(api, id)).inside).toBe(2);
});

test('whoever may only look compares versions and restores none, in both looks and on a phone', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addLive(api);
  await addSecond(api, id);
  await signedInAt(page, await joinByCall(api, 'VIEWER', 'Vera Novak'));
  await page.goto(`/dashboard/automations/${id}`);
  await openVersions(page);

  await expect(page.getByRole('region', { name: 'Steps' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Use as draft' })).toHaveCount(0);
  await expectNothingGraveInBothLooks(page, 'versions');
  await page.setViewportSize({ width: 390, height: 844 });
  const list = page.getByRole('navigation', { name: 'Versions' });
  await list.getByRole('button', { name: /Version 2/ }).click();
  await expect(list).toHaveCount(0);
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await expectNothingGraveInBothLooks(page, 'one version');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'All versions' }).click();
  await expect(list).toBeVisible();
});

test('by keyboard alone a version is chosen, read and made the draft', { tag: '@nightly' }, async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const id = await addLive(api);
  await addSecond(api, id);
  await signedInAt(page, email);
  await page.goto(`/dashboard/automations/${id}?tab=versions`);
  const first = page.getByRole('button', { name: /^(?=.*Version 1).*First version/ });
  await expect(first).toBeVisible();

  await first.focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Use as draft' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toBeFocused();
  await page.getByRole('region', { name: 'Differences' }).focus();
  await page.getByRole('button', { name: 'Use as draft' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Use as draft' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(toast(page, 'Version 1 is your draft')).toBeVisible();
});
