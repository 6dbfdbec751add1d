import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from './bad-input-harness.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(() => browser.close());

/** Ways to hide what stands below the author's content, by a style sheet or by an element that is not closed. */
const tricks = [
  '<style>a { display: none }</style>',
  '<style>a { display: none !important }</style>',
  '<style>div { display: none !important }</style>',
  '<style>body > div:last-of-type { display: none !important }</style>',
  '<style>* { visibility: hidden !important }</style>',
  '<style>* { opacity: 0 !important }</style>',
  '<style>* { color: #fff !important; background: #fff !important }</style>',
  '<style>* { font-size: 0 !important; line-height: 0 !important }</style>',
  '<style>div { height: 0 !important; overflow: hidden !important }</style>',
  '<style>div { position: absolute !important; left: -9999px !important }</style>',
  '<style>div { transform: scale(0) !important }</style>',
  '<style>a { pointer-events: none !important }</style>',
  '<style>body { height: 0 !important; overflow: hidden !important }</style>',
  '<style>html { display: none !important }</style>',
  '<style>body { clip-path: inset(100%) !important }</style>',
  '<style>body { filter: opacity(0) !important }</style>',
  '<style>@media screen { a { display: none !important } }</style>',
  '<style>body::after { content: ""; position: fixed; inset: 0; background: white; z-index: 2147483647 }</style>',
  '<div style="position:fixed;top:0;left:0;width:100%;height:100%;background:#fff;z-index:2147483647">Hello</div>',
  '<div style="margin-bottom:-5000px;height:5000px">Hello</div>',
  '<div style="display:none">',
  '<table style="display:none"><tr><td>',
  '<div style="opacity:0;height:0;overflow:hidden"><p>',
  '<!-- <p>Hello',
];

/** Runs in the browser: what stands in the middle of the way out, where a finger would go. */
function wayOut(): Record<string, unknown> {
  // oxlint-disable-next-line no-explicit-any -- the server's types know no browser
  const { document, getComputedStyle } = globalThis as any;
  const link = document.querySelector('a[href*="/t/u/"]');
  link.scrollIntoView();
  const { left, top, width, height } = link.getBoundingClientRect();
  const style = getComputedStyle(link);
  const met = document.elementFromPoint(left + width / 2, top + height / 2);
  const isReadable = style.visibility === 'visible' && style.opacity === '1' && style.color !== 'rgb(255, 255, 255)';
  return { isMet: met === link, isLarge: width > 40 && height > 8, isReadable };
}

test(`the footer of a mail stays in sight, whatever of ${tricks.length} tricks is above it (C9)`, async () => {
  const page = await browser.newPage();
  const seen: Record<string, unknown> = {};
  for (const trick of tricks) {
    const { html } = await judge({ html: `${trick}<p>Hello</p>` });
    // Refused is as good: then there is no mail.
    if (html === null) continue;
    await page.setContent(html);
    seen[trick] = await page.evaluate(wayOut);
  }

  const good = { isMet: true, isLarge: true, isReadable: true };
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((trick) => [trick, good])));
  expect(Object.keys(seen).length).toBeGreaterThan(15);
});
