import { expect, type Locator, type Page } from '@playwright/test';

const layers =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-radix-popper-content-wrapper]:not(:has([role=tooltip]))';
/** Of rows that look alike, the first is enough. A button that sends a form changes something. */
const openers = 'button:not([type=submit]), [aria-haspopup], [role=combobox]';
const inLaterRow = 'tbody tr:not(:first-child), li:not(:first-child)';

export type Look = (name: string, layer: Locator | null) => Promise<void>;

/** Shows the page, then everything that opens from it, two layers deep. */
export async function lookAtAll(page: Page, path: string, look: Look): Promise<void> {
  await show(page, path);
  const isLayered = /[?&](?:contact|add|import)=/.test(path);
  await look(path, isLayered ? topLayer(page) : null);
  const scope = isLayered ? topLayer(page) : page.locator('main');
  const count = await scope.locator(openers).count();
  const tried = new Set<string>();
  for (let at = 0; at < count; at++) await open(page, path, { scope, at, tried, look });
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

const topLayer = (page: Page): Locator => page.locator(layers).filter({ visible: true }).last();
const depth = (page: Page): Promise<number> => page.locator(layers).filter({ visible: true }).count();

type Opening = { scope: Locator; at: number; tried: Set<string>; look: Look };

async function open(page: Page, path: string, { scope, at, tried, look }: Opening): Promise<void> {
  const opener = scope.locator(openers).nth(at);
  const name = await nameOf(opener);
  if (name === undefined || tried.has(name)) return;
  tried.add(name);
  const before = await depth(page);
  await opener.click({ timeout: 2_000 }).catch(() => undefined);
  if (!(await opens(page, before))) return await back(page, path);

  await look(`${path} > ${name}`, topLayer(page));
  const items = await topLayer(page).getByRole('menuitem').count();
  await back(page, path, true);
  for (let item = 0; item < items; item++) await choose(page, path, { opener, item, before, look, name });
}

type Choice = { opener: Locator; item: number; before: number; look: Look; name: string };

/** An item of a menu may open a dialog, lead elsewhere or act at once; only the first is looked at. */
async function choose(page: Page, path: string, { opener, item, before, look, name }: Choice): Promise<void> {
  await opener.click({ timeout: 2_000 }).catch(() => undefined);
  if (!(await opens(page, before))) return await back(page, path, true);
  const chosen = topLayer(page).getByRole('menuitem').nth(item);
  const label = await nameOf(chosen);
  if (label === undefined) return await back(page, path, true);
  await chosen.click({ timeout: 2_000 }).catch(() => undefined);
  const isOpen = await page
    .locator('[role=dialog], [role=alertdialog]')
    .nth(before)
    .waitFor({ timeout: 700 })
    .then(() => true)
    .catch(() => false);
  if (isOpen) await look(`${path} > ${name} > ${label}`, topLayer(page));
  await back(page, path, true);
}

const opens = (page: Page, before: number): Promise<boolean> =>
  page
    .locator(layers)
    .filter({ visible: true })
    .nth(before)
    .waitFor({ timeout: 700 })
    .then(() => true)
    .catch(() => false);

/** Whatever was changed is left behind: a new visit is the surest way back. */
async function back(page: Page, path: string, always = false): Promise<void> {
  if (always || !page.url().endsWith(path)) await show(page, path);
}

/** Undefined for what cannot be pressed, or stands in a row like one before. */
const nameOf = (element: Locator): Promise<string | undefined> =>
  element
    .evaluate(
      (found, later) =>
        found.closest(later) || found.matches(':disabled, [aria-disabled=true]') || !found.checkVisibility()
          ? undefined
          : (found.getAttribute('aria-label') ?? found.textContent ?? '').trim().slice(0, 60),
      inLaterRow,
      { timeout: 2_000 },
    )
    .catch(() => undefined);
