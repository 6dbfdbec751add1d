import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import * as snippets from './snippets.ts';

type Element = { tag: string; attributes: Record<string, string>; text: string };
type Node = DefaultTreeAdapterMap['node'];

const shared = (name: string): snippets.Shared => ({
  origin: 'https://waggle.example',
  formId: '3f1c9a52-0000-7000-8000-00000000b7e0',
  name,
});
const { formId } = shared('');
const url = `https://waggle.example/forms/${formId}`;
const scriptUrl = 'https://waggle.example/forms/embed.js';
const inline: snippets.EmbedChoice = { mode: 'inline', on: 'delay:5', again: '7' };
const over = { mode: 'popup', on: 'exit', again: '30' } as const;

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

/** Every element of a snippet, as a browser builds them, with what is around them. */
function parsed(html: string): { elements: Element[]; around: string } {
  const elements: Element[] = [];
  const walk = (node: Node) => {
    if ('tagName' in node)
      elements.push({
        tag: node.tagName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
        text: textOf(node),
      });
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  const fragment = parseFragment(html);
  fragment.childNodes.forEach(walk);
  const around = fragment.childNodes.filter((node) => node.nodeName === '#text').map(textOf);
  return { elements, around: around.join('').trim() };
}

const breakouts = [
  '"><script>alert(1)</script>',
  `'><img src=x onerror=alert(1)>`,
  '</iframe><script>alert(1)</script>',
  '</a><iframe src=//x.example>',
  '--><script>alert(1)</script>',
  '<!--',
  ']]>',
  '&quot;><b>',
  '&lt;b&gt;',
  '${alert(1)}',
  '`+alert(1)+`',
  '\\"+alert(1)+"',
  '</script><script>alert(1)',
  '*/alert(1)/*',
  '\u2028alert(1)\u2029',
  'javascript:alert(1)',
];
const names = fc
  .oneof(
    fc.constantFrom(...breakouts),
    fc
      .array(fc.constantFrom(...breakouts, '"', "'", '<', '>', '&', '\\', '`', ' ', 'a', '='), { maxLength: 12 })
      .map((all) => all.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => !/\p{Cc}/u.test(text)),
  )
  .filter((name) => name !== '');
const cases = { numRuns: 1_000 };

describe('T36: whatever the name of a form', () => {
  test('the link is one link, and the name its text', () => {
    fc.assert(
      fc.property(names, (name) => {
        const { elements, around } = parsed(snippets.linkButton(shared(name)));
        expect(elements).toMatchObject([{ tag: 'a', attributes: { href: url, rel: 'noopener' }, text: name }]);
        expect([Object.keys(elements[0]!.attributes), around]).toEqual([['href', 'target', 'rel', 'style'], '']);
      }),
      cases,
    );
  });

  test('the iframe is one frame and the script that sizes it', () => {
    fc.assert(
      fc.property(names, (name) => {
        const { elements, around } = parsed(snippets.iframeSnippet(shared(name)));
        const attributes = {
          src: url,
          title: name,
          width: '100%',
          height: '600',
          style: 'border:none;border-radius:8px',
          'data-waggle-form': formId,
        };
        expect(elements).toEqual([
          { tag: 'iframe', attributes, text: '' },
          { tag: 'script', attributes: { async: '', src: scriptUrl }, text: '' },
        ]);
        expect(around).toBe('');
      }),
      cases,
    );
  });

  test('the script is one container and one script, with its rules where it opens over the page', () => {
    fc.assert(
      fc.property(names, (name) => {
        const title = name;
        const data = { async: '', src: scriptUrl, 'data-form': formId, 'data-title': title };
        const rules = { 'data-mode': 'popup', 'data-open': 'exit', 'data-again': '30' };
        const open = { type: 'button', 'data-waggle-open': formId };
        expect(parsed(snippets.scriptSnippet(shared(name), inline))).toEqual({
          elements: [
            { tag: 'div', attributes: { id: `form-${formId}` }, text: '' },
            { tag: 'script', attributes: data, text: '' },
          ],
          around: '',
        });
        expect(parsed(snippets.scriptSnippet(shared(name), over)).elements).toEqual([
          { tag: 'script', attributes: { ...data, ...rules }, text: '' },
        ]);
        expect(parsed(snippets.scriptSnippet(shared(name), { ...over, on: 'click' })).elements).toEqual([
          { tag: 'button', attributes: open, text: title },
          { tag: 'script', attributes: { ...data, ...rules, 'data-open': 'click' }, text: '' },
        ]);
      }),
      cases,
    );
  });

  test('the block for WordPress ends where it ends', () => {
    fc.assert(
      fc.property(names, (name) => {
        const html = snippets.wordPressSnippet(shared(name), inline);
        const comments = parseFragment(html).childNodes.filter((node) => node.nodeName === '#comment');
        expect(comments.map((node) => 'data' in node && node.data)).toEqual([' wp:html ', ' /wp:html ']);
        expect(parsed(html).elements.map(({ tag }) => tag)).toEqual(['iframe', 'script']);
      }),
      cases,
    );
  });

  test('the component of React says the name in one string, and nothing in it ends a script', () => {
    fc.assert(
      fc.property(names, (name) => {
        const code = snippets.reactSnippet(shared(name), inline);
        const line = code.split('\n').find((one) => one.includes('dataset.title'))!;
        expect(JSON.parse(line.slice(line.indexOf('"'), -1))).toBe(name);
        expect(line).not.toMatch(/[<>\u2028\u2029]/);
        expect(code.split('\n')).toHaveLength(15);
      }),
      cases,
    );
  });

  test('what is shared and emailed is one address with the name as a part of it', () => {
    fc.assert(
      fc.property(names, (name) => {
        const whole = name.toWellFormed();
        const { twitter, facebook, linkedin } = snippets.shareUrls(shared(name));
        expect(Object.fromEntries(new URL(twitter).searchParams)).toEqual({ url, text: whole });
        expect([new URL(facebook).searchParams.get('u'), new URL(linkedin).searchParams.get('url')]).toEqual([
          url,
          url,
        ]);
        const email = new URL(snippets.mailtoUrl(`Check out this form: ${name}`, 'body'));
        expect([email.protocol, email.pathname, email.searchParams.get('subject')]).toEqual([
          'mailto:',
          '',
          `Check out this form: ${whole}`,
        ]);
      }),
      cases,
    );
  });
});

test('a picture of a QR code is saved under the name of its form', () => {
  expect(snippets.qrFileName('Bread club')).toBe('Bread club_qr_code.png');
  expect(snippets.qrFileName('../a/b:c')).toBe('.._a_b_c_qr_code.png');
});
