import fc from 'fast-check';
import mjml2html from 'mjml';
import { describe, expect, test } from 'vitest';
import { compileContent } from './compile.ts';
import { aDraft } from './draft.fixture.ts';
import { unsubscribeMarker } from './markers.ts';

const compileDraft = (change = {}) =>
  compileContent(aDraft(change), 'https://mail.example.com/', async () => mjml2html);
const compile = (html: string, change = {}) => compileDraft({ html, ...change });
const bodyOf = (html: string): string =>
  /<div style="display:flow-root[^>]*>([^]*)<\/div>\n<div style="all:initial/.exec(html)?.[1]?.trim() ?? '';
const codesOf = ({ problems }: { problems: { code: string; severity: string }[] }) =>
  problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);

describe('a link', () => {
  test.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['HTTP://A.example/x', 'HTTP://A.example/x'],
    ['//a.example/x', 'https://a.example/x'],
    ['www.a.example', 'https://www.a.example'],
    ['a.example/path?q=1', 'https://a.example/path?q=1'],
    ['https://a.example/?a=1&amp;b=2', 'https://a.example/?a=1&b=2'],
    ['https://a.example/?a=1&b=2&copy=3', 'https://a.example/?a=1&b=2&copy=3'],
    ['  https://a.example/a b  ', 'https://a.example/a%20b'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://a.example/#part', 'https://a.example/#part'],
    [`https://a.example/${'x'.repeat(8_000)}`, `https://a.example/${'x'.repeat(8_000)}`],
    ['https://track.other.example/c/abc?u=https%3A%2F%2Fx', 'https://track.other.example/c/abc?u=https%3A%2F%2Fx'],
  ])('to %s is numbered and leads to %s', async (href, url) => {
    const compiled = await compile(`<a href="${href}">x</a>`);

    expect(codesOf(compiled)).toEqual([]);
    expect(compiled.links).toEqual([
      { no: 1, url, isTrap: false },
      { no: 2, url: 'https://mail.example.com/', isTrap: true },
    ]);
    expect(bodyOf(compiled.html)).toBe('<a href="\uE000c1\uE001">x</a>');
  });

  test.each(['mailto:a@b.example?subject=x', 'tel:+4930123', 'sms:+4930123', '#top', ''])(
    'to %j stays as it is',
    async (href) => {
      const compiled = await compile(`<a href="${href}">x</a>`);

      expect(codesOf(compiled)).toEqual([]);
      expect(compiled.links).toEqual([]);
      expect(bodyOf(compiled.html)).toBe(`<a href="${href}">x</a>`);
    },
  );

  test.each([
    ['https://a.example/x#part', 'https://a.example/x?utm_source=waggle#part'],
    ['a.example/path?q=1&amp;b=2', 'https://a.example/path?q=1&b=2&utm_source=waggle'],
    ['https://a.example/?utm_source=own', 'https://a.example/?utm_source=own'],
    [`https://a.example/${'x'.repeat(8_170)}`, `https://a.example/${'x'.repeat(8_170)}`],
  ])('to %s gets the parameters of the campaign', async (href, url) => {
    const linkParameters = [['utm_source', 'waggle']];
    const compiled = await compile(`<a href="${href}">x</a>`, { linkParameters });
    const shown = await compile(`<a href="${href}">x</a>`, {
      linkParameters,
      tracking: { opens: false, clicks: false },
    });

    expect(codesOf(compiled)).toEqual([]);
    expect(compiled.links.map(({ url }) => url)).toEqual([url, 'https://mail.example.com/']);
    expect(bodyOf(shown.html)).toBe(`<a href="${url.replaceAll('&', '&amp;')}">x</a>`);
  });

  test.each([
    ['https://a.example/?n={{ note }}#x', 'https://a.example/?n={{ note | WAGGLE }}&amp;utm_source=waggle#x'],
    ['https://a.example/{{ note }}', 'https://a.example/{{ note | WAGGLE }}?utm_source=waggle'],
    [
      'https://a.example/?n={% if note %}1{% endif %}',
      'https://a.example/?n={% if note %}1{% endif %}&amp;utm_source=waggle',
    ],
    // Whether the address has a query is decided for each reader.
    ['https://a.example/{% if note %}?n=1{% endif %}', 'https://a.example/{% if note %}?n=1{% endif %}'],
    ['mailto:a@b.example?subject=x', 'mailto:a@b.example?subject=x'],
    ['tel:+4930123', 'tel:+4930123'],
    ['#top', '#top'],
    ['{{ unsubscribe_url }}', unsubscribeMarker],
  ])('to %s is filled in as before, with parameters where they have a place', async (href, expected) => {
    const compiled = await compile(`<a href="${href}">x</a>`, { linkParameters: [['utm_source', 'waggle']] });

    expect(codesOf(compiled)).toEqual([]);
    expect(bodyOf(compiled.html).replaceAll(/\| \w+ \}\}/g, '| WAGGLE }}')).toBe(`<a href="${expected}">x</a>`);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:x',
    'java\tscript:x',
    '&#106;avascript:x',
    'javascript&colon;x',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'page.html',
    '/path',
    '../x',
    'blob:x',
    '{{ note }}',
    'https://{{ note }}/',
    'https://a.example{{ note }}',
    'javascript:{{ note }}',
    '{% if note %}javascript{% endif %}:x',
    '{{ unsubscribe_url }}?x',
    'https:// a b',
  ])('to %j is taken away and told to the author', async (href) => {
    const compiled = await compile(`<p>x</p>\n<a href="${href}">x</a>`);

    expect(compiled.problems).toContainEqual(
      expect.objectContaining({ code: 'link_not_allowed', line: 2, severity: 'error' }),
    );
    expect(bodyOf(compiled.html)).toBe('<p>x</p>\n<a>x</a>');
  });

  test('with a field in it is filled in percent-encoded and not tracked', async () => {
    const compiled = await compile('<a href="https://a.example/?n={{ note | default: "a b" }}">x</a>');

    expect(codesOf(compiled)).toEqual([]);
    expect(compiled.links).toEqual([]);
    expect(compiled.html).toContain('https://a.example/?n={{ note | default: "a b" | in_url }}');
  });

  test('that stands there 500 times has one number', async () => {
    const compiled = await compile('<a href="https://a.example/">x</a>\n'.repeat(500));

    expect(compiled.links).toHaveLength(2);
    expect(compiled.html.match(/\uE000c1\uE001/g)).toHaveLength(500);
  });

  test('in a comment is gone, in a comment for Outlook is numbered', async () => {
    const compiled = await compile(
      'x<!-- <a href="https://a.example/">x</a> --><!--[if mso]><v:roundrect href="https://b.example/"/><![endif]-->',
    );

    expect(bodyOf(compiled.html)).toBe('x<!--[if mso]><v:roundrect href="\uE000c1\uE001"/><![endif]-->');
    expect(compiled.links[0]?.url).toBe('https://b.example/');
  });

  test('is left alone when clicks are not tracked', async () => {
    const compiled = await compile('<a href="www.a.example">x</a>', { tracking: { opens: false, clicks: false } });

    expect(bodyOf(compiled.html)).toBe('<a href="https://www.a.example">x</a>');
    expect(compiled.html).not.toMatch(/\uE000[co]/);
    expect(compiled.links).toEqual([]);
  });
});

describe('HTML of any origin', () => {
  test.each([
    ['<script>alert(1)</script>x', 'x'],
    ['<scr<script>ipt>alert(1)</script>x', 'ipt&gt;alert(1)x'],
    ['<img src=x onerror=alert(1)>y', '<img>y'],
    ['<img src="data:image/png;base64,AA">y', '<img>y'],
    ['<img src="//a.example/x.png" alt="a&quot;b">', '<img src="https://a.example/x.png" alt="a&quot;b">'],
    ['<img src="cid:logo">', '<img src="cid:logo">'],
    ['<iframe src="https://a.example"></iframe>x', 'x'],
    ['<object><embed src=x>y</object>x', 'x'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>x', 'x'],
    ['<math><mtext></form><form><mglyph><style></math>x', ''],
    ['<form action="https://a.example"><input name=a><button>b</button>x</form>', 'x'],
    ['<base href="https://evil.example"><meta http-equiv=refresh content="0;url=x"><link rel=stylesheet href=x>x', 'x'],
    ['<div style="color:red;background:url(javascript:x);z-index:9">x</div>', '<div style="color:red;;">x</div>'],
    ['<style>p{z-index:9;color:red}</style>x', '<style>p{;color:red}</style>x'],
    ['<div style="width:expression(alert(1));color:red">x</div>', '<div style=";color:red">x</div>'],
    ['<div style="wid\\74h:\\65xpression(alert(1))">x</div>', '<div style="">x</div>'],
    ['<style>@import url(x);p{color:red}</style>x', '<style>p{color:red}</style>x'],
    ['<p onclick="x" ONMOUSEOVER=x title=y>x</p>', '<p title="y">x</p>'],
    ['<p>a<p>b<li>c', '<p>a</p><p>b</p><li>c</li>'],
    ['<div><b>x</div>y', '<div><b>x</b></div>y'],
    ['a < b & c &lt; d &amp;amp; e', 'a &lt; b &amp; c &lt; d &amp;amp; e'],
    [
      '<a href="https://a.example" title="x&quot; onclick=&quot;y">z</a>',
      '<a href="\uE000c1\uE001" title="x&quot; onclick=&quot;y">z</a>',
    ],
    [
      'x<!-- <div> -->y<!--[if mso]><td><![endif]-->z<!--[if !mso]><!-->w<!--<![endif]-->',
      'xy<!--[if mso]><td><![endif]-->z<!--[if !mso]><!-->w<!--<![endif]-->',
    ],
    [
      '<table>{% if plan %}<tr><td>x</td></tr>{% endif %}</table>',
      '<table>{% if plan %}<tr><td>x</td></tr>{% endif %}</table>',
    ],
    ['<!-- {% if plan %} -->x<!-- {% endif %} -->', '{% if plan %}x{% endif %}'],
    ['<p style="{% if plan %}color:red{% endif %}">x</p>', '<p style="{% if plan %}color:red{% endif %}">x</p>'],
    ['<x-y>z</x-y><dialog open>q</dialog>', 'z'],
  ])('%s becomes %s', async (html, clean) => {
    expect(bodyOf((await compile(html)).html)).toBe(clean);
  });

  test('of any kind leaves nothing that runs and nothing open around the footer', async () => {
    const pieces = fc.constantFrom(
      '<script>',
      '</script>',
      '<style>',
      '</style>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<title>',
      '<textarea>',
      '<svg>',
      '<math>',
      '<template>',
      '<div style="display:none">',
      '</div>',
      '<p>',
      '<b>',
      '</b>',
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '<a href="javascript:x">',
      '</a>',
      '<li>',
      '"',
      "'",
      '<img src=x onerror=x>',
      '<p onclick=x>',
      '<body style="display:none">',
      '<html hidden>',
      '</body>',
      '<plaintext>',
      '<noscript>',
      'x',
      ' ',
      '<!--[if mso]>',
      '<![endif]-->',
      '<details>',
      '<select>',
      '&lt;script&gt;',
      '<a title="',
      '<',
      '</',
      '<?xml ?>',
      '\u0000'.repeat(0),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 25 }), async (parts) => {
        const { html } = await compile(`x${parts.join('')}`);

        const body = bodyOf(html);
        const tags =
          body.replaceAll(/<!--\[if[^]*?<!\[endif\]-->|<!--[^]*?-->|<style>[^]*?<\/style>/g, '').match(/<[^>]*>/g) ??
          [];
        expect(tags.join('')).not.toMatch(/(?:href|src)="javascript/i);
        expect(tags.join('').replaceAll(/"[^"]*"/g, '')).not.toMatch(
          /<(?:script|svg|math|iframe|template|textarea|select|plaintext|noscript)|\son\w+=/i,
        );
        const open = tags.filter((tag) => /^<[a-z]/.test(tag) && !/^<(?:img|br|hr|wbr|input)\b/.test(tag)).length;
        expect(tags.filter((tag) => tag.startsWith('</'))).toHaveLength(open);
      }),
      { numRuns: 500 },
    );
  });

  test('with 10,000 tables in each other is flattened in time', async () => {
    const { html } = await compile(`${'<table><tr><td>'.repeat(10_000)}x`);

    expect(html.match(/<table/g)?.length).toBeLessThan(200);
  });

  test('longer than what mailboxes show is warned about, longer than a mail can be is refused', async () => {
    expect((await compile('x'.repeat(110_000))).problems).toEqual([
      expect.objectContaining({ code: 'clipped', severity: 'warning' }),
    ]);
    expect(codesOf(await compile('x'.repeat(1_048_577)))).toEqual(['too_long']);
  });
});

describe('MJML', () => {
  const page = (inside: string) =>
    `<mjml><mj-body><mj-section><mj-column>\n${inside}\n</mj-column></mj-section></mj-body></mjml>`;

  test('is compiled, with fields and links', async () => {
    const compiled = await compile(
      page('<mj-text>Hi {{ first_name }}</mj-text><mj-button href="https://a.example/">Go</mj-button>'),
    );

    expect(compiled.problems).toEqual([]);
    expect(compiled.html).toContain('Hi {{ first_name }}');
    expect(compiled.html).toContain('<!--[if mso | IE]>');
    expect(compiled.html).not.toContain('googleapis');
    expect(compiled.links[0]?.url).toBe('https://a.example/');
    expect(compiled.text).toContain('Go [\uE000c1\uE001]');
  });

  test.each([
    ['<mj-nothing></mj-nothing>', 'mjml'],
    ['<mj-include path="/etc/passwd" type="html" />', 'tag_not_allowed'],
    ['{% if plan %}<mj-text>x</mj-text>{% endif %}', 'place_not_allowed'],
  ])('with %s is told to the author, with its line', async (inside, code) => {
    expect((await compile(page(inside))).problems).toContainEqual(
      expect.objectContaining({ code, line: 2, severity: 'error' }),
    );
  });
});

describe('every mail', () => {
  test.each([
    ['en', 'Unsubscribe'],
    ['es', 'Darse de baja'],
    ['fr', 'Se désabonner'],
  ] as const)('in %s carries a way out and the postal address, in HTML and in text', async (language, word) => {
    const footer = {
      organizationName: 'Bees {{ x }} & <Co>',
      postalAddress: '1 Hive {% if %} Street\n12345 Comb',
      language,
    };
    const { html, text, problems } = await compile('<p>x</p>', { footer, text: 'own text' });

    expect(problems).toEqual([]);
    expect(html).toContain(`>${word}</a>`);
    expect(html).toContain('Bees &#123;&#123; x }} &amp; &lt;Co&gt; · 1 Hive &#123;% if %} Street · 12345 Comb');
    expect(text).toContain(`${word}: ${unsubscribeMarker}`);
    expect(text).toContain('12345 Comb');
  });

  test('has a text part, made from the HTML when the author wrote none', async () => {
    const { text } = await compile('<h1>Title</h1><p>Hello {{ first_name }}</p><ul><li>one<li>two</ul>');

    expect(text).toMatch(/^Title\n+Hello \{\{ first_name \}\}\n+ \* one\n \* two/);
  });

  test.each([
    [{ subject: '  ' }, 'subject', 'empty'],
    [{ html: '<div> </div>' }, 'html', 'empty'],
    [{ html: 'x\n\0' }, 'html', 'not_text'],
    [{ text: '{{ nick }}' }, 'text', 'unknown_field'],
    [{ previewText: '{% for x in y %}' }, 'previewText', 'tag_not_allowed'],
    [{ subject: '{{ unsubscribe_url }}' }, 'subject', 'unknown_field'],
    [{ subject: '{{ note | default: &quot;x&quot; }}' }, 'subject', 'not_understood'],
    [{ html: '<p {% if plan %}class="x"{% endif %}>x</p>' }, 'html', 'place_not_allowed'],
    [{ html: '<p style="color:{{ note }}">x</p>' }, 'html', 'place_not_allowed'],
    [{ html: '<style>p{color:{{ note }}}</style>x' }, 'html', 'place_not_allowed'],
    [{ html: '{% if plan %}<script>{% else %}</script>{% endif %}x<svg>{% if plan %}</svg>{% endif %}' }, 'html', ''],
  ])('made of %j is refused in its part', async (change, part, code) => {
    const { problems } = await compileDraft(change);

    if (code === '') expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    else expect(problems).toContainEqual(expect.objectContaining({ part, code, severity: 'error' }));
  });
});

test('a tag that an editor of HTML wrote with entities stands in the generated text as text', async () => {
  const { generatedText, problems } = await compile(
    '<p>Hi {{ first_name | default: &quot;A &amp; B&quot; }}{% if plan == &#39;x&#39; %}, &lt;new&gt;{% endif %}</p>',
  );

  expect(problems).toEqual([]);
  expect(generatedText).toBe(`Hi {{ first_name | default: "A & B" }}{% if plan == 'x' %}, <new>{% endif %}`);
  expect((await compile('<p>x</p>', { text: generatedText })).problems).toEqual([]);
});

test('a brace written as an entity begins no tag', async () => {
  const { html, text, problems } = await compile('<p title="&#123;{ email }}">&#123;{ email }} &#123;% if x %}</p>');

  expect(problems).toEqual([]);
  expect(html).toContain('<p title="&#123;{ email }}">&#123;{ email }} &#123;% if x %}</p>');
  expect(text).toContain('{ { email }} { % if x %}');
});
