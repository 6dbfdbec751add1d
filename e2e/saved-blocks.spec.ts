import { expect, type Page, test } from '@playwright/test';
import { defaultTheme, type EmailDocument } from '../packages/contracts/src/email-document.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addCampaign, readCampaign } from './campaign-seeds.ts';
import { joinByCall, registerByCall, signedInAt, toast } from './people.ts';

const sample: EmailDocument = {
  version: 1,
  theme: defaultTheme,
  blocks: [
    { kind: 'heading', id: 'title', level: 2, text: [{ text: 'Opening hours' }] },
    {
      kind: 'columns',
      id: 'pair',
      ratio: '1:1',
      cells: [[{ kind: 'heading', id: 'rye', level: 3, text: [{ text: 'Seeded rye' }] }], []],
    },
  ],
};
const saved = (page: Page) => page.getByRole('region', { name: 'Saved blocks' });

async function twoDrafts() {
  const { api, email } = await registerByCall('BUSINESS');
  const first = await addCampaign(api, { document: sample, htmlContent: undefined });
  const other = { ...sample, blocks: [sample.blocks[0]] };
  const second = await addCampaign(api, { name: 'Second', document: other, htmlContent: undefined });
  const blocksOf = async (id: string) => ((await readCampaign(api, id)).document as EmailDocument).blocks;
  return { api, email, first: first.id, second: second.id, blocksOf };
}
const open = (page: Page, id: string) => page.goto(`/dashboard/campaigns/${id}/edit?tab=content`);

test('a block is saved, put into another email as a copy, renamed and deleted', async ({ page }) => {
  const { email, first, second, blocksOf } = await twoDrafts();
  await signedInAt(page, email);
  await open(page, first);
  await expect(saved(page).getByText('Save a block from its actions to use it in other emails.')).toBeVisible();
  await page.locator('[data-select=pair]').click({ position: { x: 4, y: 4 } });
  await page.getByRole('toolbar', { name: 'Block actions' }).getByRole('button', { name: 'Save block' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save block' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Seeded rye');
  await dialog.getByLabel('Name').fill('Our breads');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Block saved')).toBeVisible();

  await open(page, second);
  await saved(page).getByRole('button', { name: 'Our breads', exact: true }).click();
  await expect.poll(async () => (await blocksOf(second)).map(({ kind }) => kind)).toEqual(['heading', 'columns']);
  const [, copy] = await blocksOf(second);
  expect(JSON.stringify(copy)).toContain('Seeded rye');
  expect(JSON.stringify(copy)).not.toMatch(/"id":"(pair|rye)"/);
  await expectNothingGraveInBothLooks(page, 'saved blocks in the editor');

  await saved(page).getByRole('button', { name: 'Actions for Our breads' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Breads of the week');
  await page.keyboard.press('Enter');
  await expect(saved(page).getByRole('button', { name: 'Breads of the week', exact: true })).toBeVisible();
  await saved(page).getByRole('button', { name: 'Actions for Breads of the week' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(saved(page).getByRole('button', { name: 'Breads of the week', exact: true })).toBeHidden();
  expect((await blocksOf(second)).length).toBe(2);
});

test('saved blocks work by keyboard and on a phone', async ({ page }) => {
  const { email, second, first, blocksOf } = await twoDrafts();
  await signedInAt(page, email);
  await open(page, first);
  await page.getByRole('button', { name: /^Heading, 1 of 2/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save block' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Save block' }).getByLabel('Name')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Block saved')).toBeVisible();
  await saved(page).getByRole('button', { name: 'Opening hours', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await blocksOf(first)).length).toBe(3);

  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, second);
  await page.getByRole('button', { name: 'Add block' }).click();
  await page.getByRole('menuitem', { name: 'Opening hours' }).click();
  await expect.poll(async () => (await blocksOf(second)).length).toBe(2);
  await page.getByRole('button', { name: 'Actions for Heading' }).first().click();
  await page.getByRole('menuitem', { name: 'Save block' }).click();
  await expect(page.getByRole('dialog', { name: 'Save block' })).toBeVisible();
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});

test('a VIEWER is offered no saved blocks', async ({ page }) => {
  const { api, first } = await twoDrafts();
  await signedInAt(page, await joinByCall(api, 'VIEWER', 'Vera'));

  await open(page, first);

  await expect(page.getByRole('group', { name: 'Email', exact: true })).toBeVisible();
  await expect(saved(page)).toBeHidden();
});
