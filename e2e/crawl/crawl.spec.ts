import { expect, type Locator, test } from '@playwright/test';
import { expectNothingGrave } from '../axe.ts';
import { allPages } from '../pages.ts';
import { signedInAt } from '../people.ts';
import { judge } from './judge.ts';
import { lookAtAll } from './layers.ts';
import { openOffice } from './office.ts';
import { seenIn } from './seen.ts';

/** Without motion a colour is at once what it becomes. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 1_800_000 });

const phone = { width: 390, height: 844 };

for (const locale of ['en', 'es', 'fr'] as const)
  test(`on a phone every page, dialog and menu speaks ${locale}, and no text is cut off`, async ({ page }) => {
    const { email, pages } = await openOffice(locale);
    const { signedIn, open } = await allPages();
    await page.setViewportSize(phone);
    await page.addInitScript((chosen) => localStorage.setItem('waggle.locale', chosen), locale);
    page.on('dialog', (asked) => void asked.accept());
    const found = new Set<string>();
    let looks = 0;
    const look = async (name: string, layer: Locator | null) => {
      looks += 1;
      const seen = layer ? await layer.evaluate(seenIn) : await page.evaluate(seenIn, null);
      for (const fault of judge(seen, locale)) found.add(`${name}: ${fault}`);
    };

    for (const path of open) await lookAtAll(page, path, look);
    await signedInAt(page, email);
    for (const path of [...signedIn, ...pages, '/dashboard/nowhere']) await lookAtAll(page, path, look);

    process.stdout.write(`crawl ${locale}: ${looks} pages and layers looked at\n`);
    expect([...found]).toEqual([]);
  });

for (const [look, viewport] of [
  ['light', { width: 1440, height: 900 }],
  ['dark', phone],
] as const)
  test(`axe finds nothing serious on any page, dialog or menu, ${look} at ${viewport.width}`, async ({ page }) => {
    const { email, pages } = await openOffice('en');
    const { signedIn, open } = await allPages();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: look });
    page.on('dialog', (asked) => void asked.accept());
    const found = new Set<string>();
    let looks = 0;
    const ask = async (name: string) => {
      looks += 1;
      await expectNothingGrave(page, name).catch((error: Error) => found.add(`${name}: ${error.message}`));
    };

    for (const path of open) await lookAtAll(page, path, ask);
    await signedInAt(page, email);
    for (const path of [...signedIn, ...pages]) await lookAtAll(page, path, ask);

    process.stdout.write(`crawl ${look}: ${looks} pages and layers looked at\n`);
    expect([...found]).toEqual([]);
  });
