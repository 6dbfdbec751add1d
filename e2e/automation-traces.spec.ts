import { expect, test } from '@playwright/test';
import { addWaiting } from './automation-seeds.ts';
import { expectNothingGraveInBothLooks } from './axe.ts';
import { addContact, openContacts, rowOf, sheetOf } from './contact-seeds.ts';
import { registerByCall, setPlan, signedInAt, toast } from './people.ts';

test(
  'a segment finds who is in an automation, says why, and the timeline leads to their path',
  { tag: '@nightly' },
  async ({ page }) => {
    const { email, api } = await registerByCall('BUSINESS');
    await setPlan(email, 'plus');
    const { id: ada } = await addContact(api, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Stone' });
    await addContact(api, { email: 'ben@example.com', firstName: 'Ben', lastName: 'Stone' });
    const automationId = await addWaiting(api, [ada]);
    await signedInAt(page, email);

    await page.goto('/dashboard/contacts/segments/new');
    const rule = page.getByRole('group', { name: 'Rule 1' });
    const add = page.getByRole('button', { name: 'Add a condition', exact: true });
    await expect(add).toBeVisible();
    if (!(await rule.isVisible())) await add.click();
    await rule.getByRole('combobox', { name: 'Field of rule 1' }).click();
    await page.getByRole('option', { name: 'Automation', exact: true }).click();
    await expect(rule.getByRole('combobox', { name: 'Comparison of rule 1' })).toHaveText('is in');
    await rule.getByRole('combobox', { name: 'Value of rule 1' }).click();
    await page.getByRole('option', { name: 'Welcome' }).click();
    const rail = page.getByRole('complementary', { name: 'Matching now' });
    await expect(rail.getByText('50% of 2')).toBeVisible();
    await expectNothingGraveInBothLooks(page, 'a rule about an automation');
    await page.getByLabel('Segment name').fill('Being welcomed');
    await page.getByRole('button', { name: 'Save segment' }).click();
    await expect(toast(page, 'Segment saved')).toBeVisible();
    await rail.getByRole('button', { name: 'Actions for Ada Stone' }).click();
    await page.getByRole('menuitem', { name: 'Why are they in this segment?' }).click();
    await expect(page.getByRole('dialog').getByText(/^In Welcome since /)).toBeVisible();

    await openContacts(page);
    await rowOf(page, 'Ada Stone').click();
    const line = sheetOf(page, 'Ada Stone').getByRole('listitem').filter({ hasText: 'Entered automation Welcome' });
    await line.getByRole('link', { name: 'Welcome' }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/automations/${automationId}.*run=`));
    await expect(page.getByRole('dialog').getByText('Ada Stone').first()).toBeVisible();
  },
);
