import { expect, type Locator, type Page } from '@playwright/test';

/** Ways to use a page: everything a journey does is done with the one or the other. */
export type Hands = {
  press: (target: Locator) => Promise<void>;
  /** Opens a step of a journey. */
  step: (target: Locator) => Promise<void>;
  /** Of a list that opens. */
  choose: (combobox: Locator, option: string) => Promise<void>;
  write: (field: Locator, text: string) => Promise<void>;
};

export const mouse = (page: Page): Hands => ({
  press: (target) => target.click(),
  step: (target) => target.click(),
  choose: async (combobox, option) => {
    await combobox.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  },
  write: (field, text) => field.fill(text),
});

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** By Tab, as often as it takes. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 200; pressed += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard never came there.');
}

/** Steps are one stop of Tab; arrows lead from the first to the one that is wanted. */
async function arrowTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const onStep = page.locator('[data-select]:focus');
  for (let pressed = 0; pressed < 200 && (await onStep.count()) === 0; pressed += 1) await page.keyboard.press('Tab');
  for (const key of ['ArrowUp', 'ArrowDown'])
    for (let pressed = 0; pressed < 50; pressed += 1) {
      if (await isFocused(target)) return;
      if (!(await movesBy(page, key))) break;
    }
  throw new Error('The arrows never came there.');
}

/** Whether the focus went on; at the end it stays. On a busy machine it arrives late, and a second press would pass by. */
async function movesBy(page: Page, key: string): Promise<boolean> {
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press(key);
  const moved = page.waitForFunction((was) => document.activeElement !== was, before, { timeout: 1_000 });
  return moved.then(
    () => true,
    () => false,
  );
}

/** The mouse is never touched. */
export const keyboard = (page: Page): Hands => ({
  press: async (target) => {
    await expect(target).toBeEnabled();
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  },
  step: async (target) => {
    await arrowTo(page, target);
    await page.keyboard.press('Enter');
  },
  choose: async (combobox, option) => {
    await tabTo(page, combobox);
    await page.keyboard.press('Enter');
    const wanted = page.getByRole('option', { name: option, exact: true });
    await expect(wanted).toBeVisible();
    await page.keyboard.press('Home');
    while (!(await isFocused(wanted))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  },
  write: async (field, text) => {
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  },
});
