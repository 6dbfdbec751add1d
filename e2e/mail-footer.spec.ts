import { expect, test } from '@playwright/test';
import { compileContent } from '../apps/server/src/features/campaigns/content/compile.ts';

const everything = '*,*::before,*::after,html,body,div,a,br,[style],body>div:last-of-type,body>:nth-last-child(n)';
const rule = (declarations: string) =>
  `<style>${everything}{${declarations.replaceAll(/(?=;|$)/g, '!important')}}</style>`;

/** Ways to make the footer disappear. The content itself may suffer: that is the author's own loss. */
const tricks: Record<string, string> = {
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

for (const [name, trick] of Object.entries(tricks)) {
  test(`the way out of a mailing list stays in sight: ${name}`, async ({ page }) => {
    const { html } = await compileContent(
      {
        subject: 'x',
        previewText: '',
        html: `${trick}<p>Content</p>`,
        text: '',
        footer: { organizationName: 'Example Bees', postalAddress: '1 Hive Street', language: 'en' },
        tracking: { opens: false, clicks: false },
        attributeKeys: [],
      },
      'https://mail.example.com/',
    );
    await page.setContent(html);
    await page.waitForTimeout(50);

    const link = page.getByText('Unsubscribe', { exact: true });
    await expect(link).toBeVisible();
    await link.scrollIntoViewIfNeeded();
    // What a person would hit at the middle of the words, and how they look.
    const seen = await link.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const around = getComputedStyle(element.parentElement as HTMLElement);
      return {
        isOnTop: hit === element,
        width: box.width,
        height: box.height,
        color: style.webkitTextFillColor,
        background: around.backgroundColor,
        fontSize: style.fontSize,
        opacity: [
          style.opacity,
          around.opacity,
          getComputedStyle(document.body).opacity,
          getComputedStyle(document.documentElement).opacity,
        ],
      };
    });
    expect(seen).toMatchObject({
      isOnTop: true,
      color: 'rgb(51, 51, 51)',
      background: 'rgb(255, 255, 255)',
      fontSize: '12px',
    });
    expect(seen.opacity).toEqual(['1', '1', '1', '1']);
    expect(seen.width).toBeGreaterThan(50);
    expect(seen.height).toBeGreaterThan(10);
    await expect(page.getByText('1 Hive Street')).toBeVisible();
  });
}
