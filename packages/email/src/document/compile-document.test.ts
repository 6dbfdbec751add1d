import { defaultTheme, type EmailBlock, EmailDocument } from '@waggle/contracts/email-document';
import fc from 'fast-check';
import mjml2html from 'mjml';
import { describe, expect, test } from 'vitest';
import { compileContent } from '../content/compile.ts';
import { aDraft } from '../content/draft.fixture.ts';
import { parsePieces, Reader, renderPieces } from '../content/liquid.ts';
import { compileDocument } from './compile-document.ts';
import { everyBlock } from './every-block.fixture.ts';
import { randomDocument } from './random-document.fixture.ts';

const loadMjml = async () => mjml2html;
const compile = (...blocks: EmailBlock[]) => compileDocument({ version: 1, theme: defaultTheme, blocks }, loadMjml);
const send = ({ html, text }: { html: string; text: string }) =>
  compileContent(aDraft({ html, text }), 'https://mail.example.com/', loadMjml);
const words = (text: string, more = {}): EmailBlock => ({
  kind: 'text',
  id: 'a',
  body: [{ type: 'paragraph', children: [{ text }] }],
  ...more,
});
const isError = ({ severity }: { severity: string }) => severity === 'error';
const bodyOf = (html: string): string => html.slice(html.indexOf('<body'));
const nobody = {
  email: 'hannah@example.com',
  firstName: null,
  lastName: null,
  phone: null,
  company: null,
  attributes: {},
};
const readBy = (source: string, attributes: Record<string, unknown> = {}, firstName: string | null = null) =>
  renderPieces(parsePieces(source), new Reader({ ...nobody, firstName, attributes }));

describe('every block', () => {
  test('compiles to the HTML and text that are stored here', async () => {
    const { html, text } = await compileDocument(everyBlock, loadMjml);

    await expect(html).toMatchFileSnapshot('golden/every-block.html.golden');
    await expect(text).toMatchFileSnapshot('golden/every-block.txt.golden');
  });

  test('is sent without a complaint', async () => {
    const { problems, html } = await send(await compileDocument(everyBlock, loadMjml));

    expect(problems.filter(isError)).toEqual([]);
    expect(html).toContain('<v:roundrect');
    expect(html).toContain('<!--[if mso | IE]><table align="center"');
    expect(html).toContain('prefers-color-scheme:dark');
  });
});

describe('what a person wrote', () => {
  test('is text, whatever it looks like', async () => {
    const { html, text } = await compile(words('<script>alert(1)</script> {{ email }} {% if x %} slot0z </td>'));

    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt; &#123;&#123; email }} &#123;% if x %} slot0z &lt;/td&gt;',
    );
    expect(text).toBe('<script>alert(1)</script> { { email }} { % if x %} slot0z </td>\n');
  });

  test('begins no tag together with what stands behind it', async () => {
    const body = [{ type: 'paragraph' as const, children: [{ text: '{{' }, { field: 'first_name', fallback: '' }] }];
    const split = [
      { type: 'paragraph' as const, children: [{ text: '{' }, { text: '{ email }}', bold: true as const }] },
    ];

    const { text } = await compile({ kind: 'text', id: 'a', body }, { kind: 'text', id: 'b', body: split });

    expect(readBy(text, {}, 'Ann')).toBe('{ { Ann\n\n{ { email }}\n');
  });

  test('cannot end the comment for Outlook around a button', async () => {
    const label = [{ text: '--><img src=x onerror=alert(1)>' }];

    const { html } = await send(await compile({ kind: 'button', id: 'a', label, href: '' }));

    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('--><img');
  });

  test('as HTML keeps its elements to itself and says what was taken out', async () => {
    const { html, removed } = await compile(
      { kind: 'html', id: 'h', html: '</td></table><div><script>alert(1)</script><p onclick="x()">Hi {% if a %}' },
      words('after'),
    );

    expect(html).toContain('<div><p>Hi &#123;% if a %}</p></div></div>');
    expect(removed).toEqual([{ blockId: 'h', message: '<script> does not work in mail and is left out.' }]);
  });

  test('as HTML with entities in a tag keeps them there, and says the same in the text', async () => {
    const compiled = await compile({
      kind: 'html',
      id: 'h',
      html: '<p>Hi {{ first_name | default: &quot;Tom &amp; Ann&quot; }}</p>',
    });
    const sent = await send(compiled);

    expect(compiled.html).toContain('{{ first_name | default: &quot;Tom &amp; Ann&quot; }}');
    expect(compiled.text).toBe('Hi {{ first_name | default: "Tom & Ann" }}\n');
    expect(sent.problems.filter(isError)).toEqual([]);
    expect(readBy(sent.text)).toContain('Hi Tom & Ann');
  });

  test('leads nowhere when it is no address', async () => {
    const { html } = await compile(
      words('x', { body: [{ type: 'paragraph', children: [{ text: 'x', href: 'javascript:alert(1)' }] }] }),
    );

    expect(bodyOf(html)).not.toContain('<a ');
  });
});

describe('for each reader', () => {
  const fieldOf = (field: string, fallback: string): EmailBlock => ({
    kind: 'heading',
    id: 'a',
    level: 1,
    text: [{ field, fallback }],
  });

  test('a field shows its value, and its fallback where there is none', async () => {
    const { text } = await compile(fieldOf('first_name', 'friend\'s "best" & more'));

    expect(readBy(text)).toBe("friend's ”best” & more\n");
    expect(readBy(text, {}, 'Hannah')).toBe('Hannah\n');
  });

  test.each([
    ['is', 'pro', 'pro', true],
    ['is', 'pro', 'free', false],
    ['is', '5', 5, true],
    ['is', 'true', true, true],
    ['isNot', '5', 5, false],
    ['isNot', 'pro', undefined, true],
    ['isSet', '', 'pro', true],
    ['isSet', '', undefined, false],
    ['isNotSet', '', undefined, true],
  ] as const)('a block that shows if plan %s %j with %j: %s', async (op, value, plan, isShown) => {
    const { html, text } = await compile(words('Secret', { showIf: { kind: 'field', field: 'plan', op, value } }));
    const sent = await send({ html, text });

    expect(readBy(sent.html, { plan }).includes('Secret')).toBe(isShown);
    expect(readBy(sent.text, { plan }).includes('Secret')).toBe(isShown);
  });
});

describe('the look', () => {
  test('changes in the dark where colors have a role', async () => {
    const { html } = await compile(words('x'));

    expect(html).toContain(`${defaultTheme.light.text.slice(1)}-${defaultTheme.dark.text.slice(1)}`);
    expect(html).toContain('[data-ogsc]');
  });

  test('stays readable on a color that does not change', async () => {
    const { html } = await compile(words('x', { background: '#000000' }));

    expect(/<p [^>]*>x/.exec(html)?.[0]).not.toContain('class=');
    expect(/<p [^>]*>x/.exec(html)?.[0]).not.toContain('color:#191714');
  });
});

test('an empty document is an empty email', async () => {
  const { html, text } = await compile();

  expect(bodyOf(html)).not.toContain('<table');
  expect(text).toBe('\n');
});

/** `pnpm nightly` tries 20,000. */
const documents = process.env['NIGHTLY'] === '1' ? 20_000 : 500;

test(`any document compiles, to the same bytes each time (${documents} documents)`, async () => {
  await fc.assert(
    fc.asyncProperty(randomDocument, async (document) => {
      expect(EmailDocument.parse(document)).toEqual(document);

      const once = await compileDocument(document, loadMjml);
      const again = await compileDocument(structuredClone(document), loadMjml);

      expect(again).toEqual(once);
      expect(balance(once.html)).toEqual({});
    }),
    { numRuns: documents },
  );
});

test('any document can be sent, without anything that runs', async () => {
  await fc.assert(
    fc.asyncProperty(randomDocument, async (document) => {
      const { html, problems } = await send(await compileDocument(document, loadMjml));

      expect(problems.filter(isError).filter(({ code }) => code !== 'empty')).toEqual([]);
      // What a tag fills in is escaped when the email is composed, its fallback too; conditions are not sent.
      const own = html.replaceAll(/\{\{.*?\}\}|\{%.*?%\}/gs, '');
      expect(own).not.toMatch(/<script|(?:href|src)="\s*javascript:/i);
      // What stands in quotes is a value, whatever it looks like.
      expect(own.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son[a-z]+=/i);
    }),
    { numRuns: documents / 10 },
  );
});

/** How many more of an element are opened than closed, where they differ. */
function balance(html: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, close, name = ''] of html.matchAll(/<(\/?)(table|tbody|tr|td|div|p|h1|h2|h3|ul|ol|li|a)\b/g))
    counts[name] = (counts[name] ?? 0) + (close ? -1 : 1);
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}
