import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isNightly } from '../apps/server/test/harness/cases.ts';

/** Runs in the page: a colour on its way to that of another theme is the colour of neither. */
async function settled(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** What axe finds on the page as it stands, once nothing is loading any more. */
export async function expectNothingGrave(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(settled);
  // Pages have no frames, and nobody reads what is in order: to look for both takes as long as all the rest.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await axe.analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(({ id, nodes }) => `${name} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

/**
 * Every place in each theme and in each size, in one visit: all of it at night. Before each landing half of the places
 * are judged light at a desk and the others dark on a phone; by the name, so that a place is always in the same half.
 */
export async function expectNothingGraveInBothLooks(page: Page, name: string): Promise<void> {
  const isDarkHalf = name.length % 2 === 1;
  if (isNightly || !isDarkHalf) await expectNothingGrave(page, `${name}, light at a desk`);
  if (!isNightly && !isDarkHalf) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingGrave(page, `${name}, dark on a phone`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Whether a page is wider than its window. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
