import { expect, type Page, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadMjml } from '../apps/server/src/features/campaigns/content/load-mjml.ts';
import { compileContent } from '../packages/email/src/content/compile.ts';
import { parsePieces, Reader, renderPieces } from '../packages/email/src/content/liquid.ts';
import { compileDocument } from '../packages/email/src/document/compile-document.ts';
import { everyBlock } from '../packages/email/src/document/every-block.fixture.ts';
import { builtInDocument, listBuiltIn } from '../packages/email/src/templates/built-in.ts';

/** A small phone, the width of an email, and a window on a desk. */
const widths = [360, 640, 960];
const schemes = ['light', 'dark'] as const;
const root = join(import.meta.dirname, '..');
const font = join(root, 'apps/web/node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2');

// Half of the size shows every block, and keeps 78 pictures small. Letters are drawn alike on every machine: in a font of
// our own, without hints and without colors at their edges.
test.use({
  deviceScaleFactor: 0.5,
  launchOptions: {
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--force-color-profile=srgb',
    ],
  },
});

const brand = {
  name: 'Maple & Rye',
  accent: null,
  website: 'https://maple.example/',
  publicUrl: 'https://waggle.test',
};
const emails = [
  { name: 'every-block', document: () => everyBlock },
  ...listBuiltIn('en').map(({ key }) => ({ name: key, document: () => builtInDocument(key, 'en', brand) })),
];

/** Somebody for whom every condition of the sheet of blocks holds. */
const reader = new Reader({
  email: 'hannah@example.com',
  firstName: 'Hannah',
  lastName: 'Weber',
  phone: null,
  company: null,
  attributes: { plan: 'member' },
  tagIds: ['0199a000-0000-7000-8000-000000000001'],
});

/** The email as it would be sent, with its footer. MJML is strict: one error and there is none. */
async function htmlOf(document: (typeof emails)[number]['document']): Promise<string> {
  const { html, text } = await compileDocument(document(), loadMjml);
  const footer = { organizationName: brand.name, postalAddress: '1 High Street\nBristol', language: 'en' as const };
  const draft = { subject: 'News', previewText: '', html, text, footer, tracking: { opens: false, clicks: false } };
  const compiled = await compileContent({ ...draft, attributeKeys: ['plan'] }, 'https://waggle.test/', loadMjml);
  expect(compiled.problems).toEqual([]);
  expect(Buffer.byteLength(compiled.html)).toBeLessThan(102_400);
  expect(compiled.text).toContain('Unsubscribe');
  return renderPieces(parsePieces(compiled.html), reader);
}

/** Nothing comes from elsewhere: our art from its folder, every other picture is one of it. */
async function servePictures(page: Page): Promise<void> {
  const art = join(root, 'apps/web/public');
  await page.route('**/*', (route) => {
    const { pathname, hostname } = new URL(route.request().url());
    if (hostname === 'font.test') return route.fulfill({ path: font, headers: { 'access-control-allow-origin': '*' } });
    const path = pathname.startsWith('/email-art/') ? pathname : '/email-art/1/harbor/cup.png';
    return route.fulfill({ path: join(art, path) });
  });
}

const face = `<style>@font-face{font-family:Pictured;src:url(https://font.test/f.woff2);font-weight:100 900}*{font-family:Pictured!important}</style>`;

for (const { name, document } of emails)
  test(`${name} looks as it is stored, at three widths, in the light and in the dark`, async ({ page }) => {
    await servePictures(page);
    // The footer says its font in a way that no style sheet changes.
    const html = (await htmlOf(document))
      .replace('</head>', `${face}</head>`)
      .replaceAll('Helvetica,Arial,sans-serif', 'Pictured');

    for (const width of widths) {
      await page.setViewportSize({ width, height: 400 });
      await page.setContent(html, { waitUntil: 'load' });
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const unnamed = page.locator('img:not([alt]), img[alt=""]');
      await expect(unnamed).toHaveCount(0);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        const picture = await page.screenshot({ fullPage: true, animations: 'disabled' });
        // A button in another color is about one pixel in 150; edges of letters differ between builds of Chromium.
        expect.soft(picture).toMatchSnapshot(`${name}-${width}-${colorScheme}.png`, { maxDiffPixelRatio: 0.002 });
      }
    }
  });

test('the pictures are drawn in a font that is there', async () => {
  expect((await readFile(font)).byteLength).toBeGreaterThan(10_000);
});
