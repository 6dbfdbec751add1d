import { expect, type Page, test } from '@playwright/test';
import { loadMjml } from '../apps/server/src/features/campaigns/content/load-mjml.ts';
import { compileContent } from '../packages/email/src/content/compile.ts';

const everything = '*,*::before,*::after,html,body,div,a,br,[style],body>div:last-of-type,body>:nth-last-child(n)';
const rule = (declarations: string) =>
  `<style>${everything}{${declarations.replaceAll(/(?=;|$)/g, '!important')}}</style>`;

/** Ways to make the footer disappear. The content itself may suffer: that is the author's own loss. */
const hidden: Record<string, string> = {
  'display none': rule('display:none'),
  'visibility hidden': rule('visibility:hidden'),
  'no opacity': rule('opacity:0'),
  'no font size': rule('font-size:0;line-height:0'),
  'no height': rule('height:0;max-height:0;overflow:hidden'),
  'no width': rule('width:0;max-width:0;overflow:hidden'),
  'white on white': rule('color:#fff;background:#fff;-webkit-text-fill-color:#fff'),
  'transparent text': rule('color:transparent;-webkit-text-fill-color:transparent'),
  'out of the page': rule('position:absolute;left:-9999px;top:-9999px'),
  'moved away': rule('transform:translate(-9999px,-9999px);translate:-9999px'),
  'shrunk to nothing': rule('transform:scale(0);scale:0;zoom:0.001'),
  'cut away': rule('clip-path:inset(100%);clip:rect(0,0,0,0);mask:linear-gradient(transparent,transparent)'),
  'indented away': rule('text-indent:-9999px;letter-spacing:-20px;word-spacing:-99px'),
  'blurred and bleached': rule('filter:opacity(0) blur(50px);mix-blend-mode:screen'),
  'negative margin': rule('margin:-9999px 0 0 -9999px'),
  'animated away': `<style>@keyframes gone{to{opacity:0;font-size:0;transform:scale(0)}}${everything}{animation:gone 1ms forwards!important;transition:all 1ms!important}</style>`,
  'inside a hidden element left open': '<div style="display:none"><table><tr><td><b><li><p style="display:none">',
  'inside a comment left open': '<p>x</p><!-- <style>',
  'inside a style, title or template left open': '<title><style></title><template><noscript><select><textarea>',
  'behind a cover': `<style>html::after,body::after{content:"";position:fixed;inset:0;background:#fff;z-index:2147483647}</style><div style="position:fixed;top:0;left:0;right:0;bottom:0;background:#fff;z-index:2147483647;width:100%;height:9999px"></div>`,
  'a body that hides itself':
    '<html style="display:none!important" hidden><body style="display:none!important;opacity:0!important" hidden>',
  'a frozen layer': `<style>@layer a{${everything}{display:none!important;content-visibility:hidden!important}}</style>`,
};

/** The same by one rule at a time, or by an element that is not closed. */
const single = [
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
const tricks = [...Object.values(hidden), ...single];

/** Null where the author is told that this cannot be sent, which is as good: then there is no email. */
async function compiled(trick: string): Promise<string | null> {
  const content = {
    subject: 'x',
    previewText: '',
    html: `${trick}<p>Content</p>`,
    text: '',
    footer: { organizationName: 'Example Bees', postalAddress: '1 Hive Street', language: 'en' as const },
    tracking: { opens: false, clicks: false },
    attributeKeys: [],
  };
  const { html, problems } = await compileContent(content, 'https://mail.example.com/', loadMjml);
  return problems.some(({ severity }) => severity === 'error') ? null : html;
}

/** What a person would hit at the middle of the words, and how they look. */
async function wayOut(page: Page, html: string) {
  await page.setContent(html);
  const link = page.getByText('Unsubscribe', { exact: true });
  return link.evaluate(async (element) => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    element.scrollIntoView();
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const around = element.parentElement as HTMLElement;
    const above = [element, around, document.body, document.documentElement];
    const address = Array.from(document.querySelectorAll('div')).findLast((div) =>
      div.textContent.includes('1 Hive Street'),
    );
    return {
      isOnTop: document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === element,
      isLarge: box.width > 50 && box.height > 10,
      visibility: style.visibility,
      color: style.webkitTextFillColor,
      background: getComputedStyle(around).backgroundColor,
      fontSize: style.fontSize,
      opacity: above.map((one) => getComputedStyle(one).opacity).join(' '),
      showsAddress: (address?.getBoundingClientRect().height ?? 0) > 10,
    };
  });
}

test(`the way out of a mailing list stays in sight, whatever of ${tricks.length} tricks is above it (C9)`, async ({
  page,
}) => {
  const seen: Record<string, unknown> = {};
  for (const trick of tricks) {
    const html = await compiled(trick);
    if (html !== null) seen[trick] = await wayOut(page, html);
  }

  const good = {
    isOnTop: true,
    isLarge: true,
    visibility: 'visible',
    color: 'rgb(51, 51, 51)',
    background: 'rgb(255, 255, 255)',
    fontSize: '12px',
    opacity: '1 1 1 1',
    showsAddress: true,
  };
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((trick) => [trick, good])));
  expect(Object.keys(seen).length).toBeGreaterThan(35);
});
