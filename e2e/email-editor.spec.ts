import { expect, type Locator, type Page, test } from '@playwright/test';
import { defaultTheme, type EmailDocument } from '../packages/contracts/src/email-document.ts';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { addCampaign, readCampaign } from './campaign-seeds.ts';
import { registerByCall, signedInAt } from './people.ts';

const sample: EmailDocument = {
  version: 1,
  theme: defaultTheme,
  blocks: [
    { kind: 'heading', id: 'title', level: 2, text: [{ text: 'The starter is ready' }] },
    { kind: 'text', id: 'words', body: [{ type: 'paragraph', children: [{ text: 'We open on Friday.' }] }] },
    {
      kind: 'columns',
      id: 'pair',
      ratio: '1:1',
      cells: [[{ kind: 'heading', id: 'rye', level: 3, text: [{ text: 'Seeded rye' }] }], []],
    },
    { kind: 'button', id: 'order', label: [{ text: 'Choose my day' }], href: 'https://example.com/club' },
  ],
};

/** `title words [rye|] order` */
const drawn = ({ blocks }: EmailDocument): string =>
  blocks
    .map((block) =>
      block.kind === 'columns'
        ? `[${block.cells.map((cell) => cell.map(({ id }) => id).join(' ')).join('|')}]`
        : block.id,
    )
    .join(' ');

async function openEditor(page: Page) {
  const { api, email } = await registerByCall('BUSINESS');
  const { id } = await addCampaign(api, { document: sample, htmlContent: undefined });
  await signedInAt(page, email);
  await page.goto(`/dashboard/campaigns/${id}/edit?tab=content`);
  const stored = async () => (await readCampaign(api, id)).document as EmailDocument;
  return { stored, canvas: page.getByRole('group', { name: 'Email', exact: true }) };
}

async function pull(page: Page, from: Locator, to: Locator, share = 0.5): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Nothing to pull.');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height * share, { steps: 8 });
  await expect(page.locator('[data-drop-line]')).toBeVisible();
  await page.mouse.up();
}

test('words are edited where they stand, blocks are pulled by mouse, and undo takes all of it back', async ({
  page,
}) => {
  const { stored } = await openEditor(page);
  await page.locator('[data-select=words]').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Come by.');
  await page.keyboard.press('Escape');
  await expect.poll(async () => JSON.stringify((await stored()).blocks[1])).toContain('We open on Friday. Come by.');

  await pull(page, page.locator('[data-select=title]'), page.locator('[data-block=order]'), 0.95);
  await expect.poll(async () => drawn(await stored())).toBe('words [rye|] order title');
  await pull(page, page.locator('[data-select=order]'), page.locator('[data-cell="1"]'));
  await expect.poll(async () => drawn(await stored())).toBe('words [rye|order] title');
  await pull(
    page,
    page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: 'Divider' }),
    page.locator('[data-block=words]'),
    0.05,
  );
  await expect.poll(async () => (await stored()).blocks[0]?.kind).toBe('divider');

  // Slow typing is more than one step.
  const undo = page.getByRole('button', { name: 'Undo' });
  while (await undo.isEnabled()) await undo.click();
  await expect.poll(stored).toEqual(sample);
});

test('an email is built by keyboard alone, and axe finds nothing', { tag: '@nightly' }, async ({ page }) => {
  const { stored, canvas } = await openEditor(page);
  await canvas.getByRole('button', { name: /^Button, 4 of 4/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' now');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Move block' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Column 2, position 1 of 1')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect.poll(async () => drawn(await stored())).toBe('title words [rye|order]');
  expect(JSON.stringify((await stored()).blocks[2])).toContain('Choose my day now');

  await page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: 'Image' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Image address/).fill('https://example.com/bread.png');
  await expect(page.getByText('Alt text is required')).toBeVisible();
  await page.getByLabel(/^Alt text/).fill('A loaf of bread');
  await expect.poll(async () => JSON.stringify(await stored())).toContain('A loaf of bread');
  await expectNothingGrave(page, 'the email editor');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNothingGrave(page, 'the email editor in the dark');
});

test('text from Word arrives clean, and a field is chosen from a list', async ({ page }) => {
  const { stored } = await openEditor(page);
  await page.locator('[data-select=words]').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('textbox', { name: 'Text text' }).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<p class=MsoNormal style="margin:0"><b>Hi<o:p></o:p></b></p><script>x</script>',
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('button', { name: 'Insert field', exact: true }).click();
  await page.getByRole('menuitem', { name: 'First name' }).click();
  await page.getByLabel('First name: fallback').fill('there');

  await expect
    .poll(async () => (await stored()).blocks[1])
    .toMatchObject({
      body: [
        {
          children: [
            { text: 'Hi', bold: true },
            { field: 'first_name', fallback: 'there' },
          ],
        },
      ],
    });
});

test('on a phone blocks are a list: moved, opened and written', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { stored } = await openEditor(page);
  await page.getByRole('button', { name: 'Actions for Button' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect.poll(async () => drawn(await stored())).toBe('title words [rye|order]');

  await page.getByRole('button', { name: /The starter is ready/ }).click();
  await page.getByRole('textbox', { name: 'Heading text' }).press('End');
  await page.keyboard.type(' today');
  await expect.poll(async () => JSON.stringify((await stored()).blocks[0])).toContain('The starter is ready today');
  await expectNothingGrave(page, 'a block on a phone');
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});
