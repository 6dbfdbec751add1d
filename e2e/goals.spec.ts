import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectNothingGrave } from './axe.ts';
import { addContact } from './contact-seeds.ts';
import { joinByCall, newAddress, registerByCall, signedInAt } from './people.ts';

test(
  'a goal is set by keyboard, drawn, told and exported; a VIEWER only sees it',
  { tag: '@nightly' },
  async ({ page }) => {
    const { email, api } = await registerByCall('BUSINESS');
    for (const name of ['one', 'two']) await addContact(api, { email: newAddress(name) });
    const viewer = await joinByCall(api, 'VIEWER', 'Vera');
    await signedInAt(page, email);
    await page.goto('/dashboard');
    const growth = page.getByRole('region', { name: 'Contact Growth' });

    await growth.getByRole('button', { name: 'Chart options' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Set a goal' }).press('Enter');
    await expectNothingGrave(page, 'a goal');
    await page.getByLabel('Goal', { exact: true }).fill('many');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter a number above 0')).toBeVisible();
    await page.getByLabel('Goal', { exact: true }).fill('8');
    await page.keyboard.press('Enter');

    await expect(growth.getByText('Goal: 8', { exact: true })).toBeVisible();
    // An unknown color would leave the words and no line.
    await expect(growth.locator('.recharts-reference-line-line')).toHaveCSS('stroke', /^rgb/);
    await expect(growth.getByRole('img', { name: /Goal: 8\. 2 reached\.$/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Total Contacts' })).toContainText('25% of the goal');

    await page.goto('/dashboard/analytics?tab=contacts');
    const created = page.getByRole('region', { name: 'New contacts per month' });
    await created.getByRole('button', { name: 'Chart options' }).click();
    await page.getByRole('menuitem', { name: 'Set a goal' }).click();
    await page.getByLabel('Goal', { exact: true }).fill('1,000');
    await page.getByRole('button', { name: 'Save goal' }).click();
    await expect(created.getByRole('img', { name: /Goal this month: 1,000\. 2 reached\.$/ })).toBeVisible();
    await created.getByRole('button', { name: 'Chart options' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as SVG' }).click();
    expect(String(await readFile(await (await download).path()))).toContain('>Goal: 1,000<');
    await created.getByRole('button', { name: 'Chart options' }).click();
    await page.getByRole('menuitem', { name: 'View as table' }).click();
    await expect(created.getByRole('columnheader', { name: 'Goal' })).toBeVisible();

    await page.context().clearCookies();
    await signedInAt(page, viewer);
    await page.goto('/dashboard');
    await expect(growth.getByText('Goal: 8', { exact: true })).toBeVisible();
    await growth.getByRole('button', { name: 'Chart options' }).click();
    await expect(page.getByRole('menuitem', { name: 'View as table' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Change the goal' })).toHaveCount(0);
  },
);
