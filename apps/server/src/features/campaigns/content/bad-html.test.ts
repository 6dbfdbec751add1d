import fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../../../test/harness/cases.ts';
import { dangersIn, judge } from './bad-input-harness.ts';

const filler = 'An ordinary paragraph of a letter. '.repeat(30);

/** Ways to leave something open, by the elements browsers treat each in their own way. */
const unclosed = [
  'p',
  'div',
  'table',
  'tr',
  'td',
  'ul',
  'li',
  'a href="https://a.example/"',
  'b',
  'font',
  'center',
  'style',
  'title',
  'textarea',
  'select',
  'script',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'plaintext',
  'xmp',
  'noembed',
  'noframes',
  'frameset',
  'details',
  'dialog',
  'button',
  'head',
  'body',
  'html',
  'a title="',
  "a title='",
  'p style="color:red',
  '!--',
  '![CDATA[',
  '?xml',
].map((open) => `<p>Hello</p><${open}>${filler}`);

const running = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//a.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\n>alert(1)</script\n>',
  '<script/x>alert(1)</script>',
  '<script>/*</script><b>*/alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)>',
  '<img src=x OnErRoR="alert(1)">',
  '<img src=x on\terror=alert(1)>',
  '<img src="x"onerror="alert(1)">',
  '<p onclick=alert(1)>x</p>',
  '<p onmouseover\n=\nalert(1)>x</p>',
  '<body onload=alert(1)><p>x</p></body>',
  '<html onclick=alert(1)><p>x</p>',
  '<table onfocus=alert(1) tabindex=0><tr><td>x</table>',
  '<input type=checkbox onchange=alert(1) checked>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jAvAsCrIpT:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="&#x6A;avascript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<area href="javascript:alert(1)">',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<td background="javascript:alert(1)">x</td>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<form><button formaction="javascript:alert(1)">x</button></form>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>x',
  '<iframe src="javascript:alert(1)"></iframe>x',
  '<object data="javascript:alert(1)"></object>x',
  '<embed src="javascript:alert(1)">x',
  '<applet code="x"></applet>x',
  '<base href="javascript:alert(1)//">x',
  '<link rel=stylesheet href="javascript:alert(1)">x',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">x',
  '<meta http-equiv="set-cookie" content="a=b">x',
  '<isindex action=javascript:alert(1)>x',
  '<video src=x onerror=alert(1)></video>x',
  '<audio src=x onerror=alert(1)></audio>x',
  '<video><source onerror=alert(1)></video>x',
  '<marquee onstart=alert(1)>x</marquee>',
  '<details open ontoggle=alert(1)>x</details>',
  '<keygen autofocus onfocus=alert(1)>x',
  '<x onclick=alert(1)>x</x>',
  '<x-element is=x onclick=alert(1)>x</x-element>',
  '<p is="x" slot=y>x</p>',
];

const foreign = [
  '<svg onload=alert(1)>x</svg>y',
  '<svg><script>alert(1)</script></svg>y',
  '<svg><a xlink:href="javascript:alert(1)">x</a></svg>y',
  '<svg><animate onbegin=alert(1) attributeName=x></svg>y',
  '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>y',
  '<svg><style><img src=x onerror=alert(1)></style></svg>y',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">y',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></mtext></math>y',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">y',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>y',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">y',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">y',
  '<title><p title="</title><img src=x onerror=alert(1)>">y',
  '<style><p title="</style><img src=x onerror=alert(1)>">y',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">y',
  '<iframe><p title="</iframe><img src=x onerror=alert(1)>">y',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>">y',
  '<template><p title="</template><img src=x onerror=alert(1)>">y',
  '<!--><img src=x onerror=alert(1)>-->y',
  '<!---><img src=x onerror=alert(1)>-->y',
  '<!-- --!><img src=x onerror=alert(1)>-->y',
  '<!--x--><!--[if gte IE 4]><script>alert(1)</script><![endif]-->y',
  '<!--[if mso]><img src=x onerror=alert(1)><![endif]-->y',
  '<!--[if mso]>--><script>alert(1)</script><!--<![endif]-->y',
  '<!--[if mso]><v:rect href="javascript:alert(1)"/><![endif]-->y',
  '<!--[if mso]><xml><o:x onload="alert(1)"/></xml><![endif]-->y',
  '<![CDATA[<script>alert(1)</script>]]>y',
  '<?php echo 1 ?>y',
  '<!DOCTYPE html [<!ENTITY x "y">]>y&x;',
  '<![if !mso]><p>x</p><![endif]>y',
  '<p title="--><img src=x onerror=alert(1)>">y',
  '<p title="`<img src=x onerror=alert(1)>`">y',
];

const styled = [
  '<p style="width:expression(alert(1))">x</p>',
  '<p style="width:exp/**/ression(alert(1))">x</p>',
  '<p style="width:\\65xpression(alert(1))">x</p>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="behavior:url(x.htc)">x</p>',
  '<p style="-moz-binding:url(x)">x</p>',
  '<style>@import "https://a.example/x.css";</style>x',
  '<style>@\\69mport "x";p{color:red}</style>x',
  '<style>p{}</style\n><p>x</p>',
  '<style>p{background:url("javascript:alert(1)")}</style>x',
  '<style></style><script>alert(1)</script></style>x',
  '<style><!--p{color:red}--></style>x',
  '<p style="position:fixed;z-index:99999;top:0">x</p>',
  '<p style="color:red;}</style><script>alert(1)</script>">x</p>',
  '<p style="&quot;><script>alert(1)</script>">x</p>',
  '<style>p{color:red</style>x',
  '<style>}}}}{{{</style>x',
  '<p style=\'font-family:"a;b"\'>x</p>',
];

const odd = [
  '',
  ' ',
  '\n\n\n',
  '<',
  '</',
  '<>',
  '</>',
  '<!>',
  '&',
  '&amp',
  '&#',
  '&#x',
  '&#0;',
  '&#xD800;x',
  '&#1114112;x',
  '&notanentity;x',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  'text without any element',
  '\uFEFF<p>x</p>',
  '<p>\u202Eright to left</p>',
  '<p>\uD800 half a pair</p>',
  '<p>\u0000</p>',
  '<p>\u0085\u2028\u2029x</p>',
  '\uE000u\uE001x',
  '<p \uE000c1\uE001>x</p>',
  '<img src="cid:logo@example.com">',
  '<img src="CID:logo">',
  '<img alt="only a picture">',
  '<img srcset="javascript:x 1x">x',
  '<picture><source srcset=x></picture>x',
  '<p id=x id=y ID=z>x</p>',
  '<p title=a"b\'c`d>x</p>',
  '<p a=1 b c = \'2\' d="3"e=4>x</p>',
  '<p =x>y</p>',
  '<p / / />x',
  '<br/><hr/><p/>x',
  '<P><B><I>x</P></B></I>',
  '<b><p></b>x</p>',
  '<a href=https://a.example/><a href=https://b.example/>x</a></a>',
  '<table><p>x</p><tr>y</table>',
  '</table></div></body></html><p>after the end</p>',
  '<html><html><body><body><p>x</p>',
  '<head><p>x</p></head>',
  '<p>{{ first_name</p>',
  '<p>{% if first_name %}x</p>',
  '<{{ first_name }}>x',
  '<p {{ note }}>x</p>',
  '<p style="{{ note }}">x</p>',
  '<script>{{ note }}</script>x',
  '<!-- {{ note }} -->x',
  '<mjml><mj-body><mj-text>x',
  '<mjml><mj-body><mj-raw><script>alert(1)</script></mj-raw></mj-body></mjml>',
  '<mjml><mj-include path="/etc/passwd" /></mjml>',
];

const large = [
  '<table><tr><td>'.repeat(10_000),
  '<div>'.repeat(50_000),
  '</div>'.repeat(100_000),
  `<p ${'a=1 '.repeat(100_000)}>x</p>`,
  `<p title="${'x'.repeat(1_000_000)}">x</p>`,
  `<!--${'-'.repeat(1_000_000)}`,
  '<!--[if mso]>'.repeat(20_000),
  `<style>${'a{}'.repeat(200_000)}</style>x`,
  `<style>${'/*'.repeat(200_000)}</style>x`,
  '&lt;'.repeat(200_000),
  '<'.repeat(500_000),
  '<a href="https://a.example/">x</a>'.repeat(20_000),
  `<p>${'x'.repeat(5_242_880)}</p>`,
  '<p>x</p>'.repeat(14_000),
  '{{ first_name }}'.repeat(20_000),
  '{%'.repeat(100_000),
  '<svg>'.repeat(50_000),
];

const rows = [...unclosed, ...running, ...foreign, ...styled, ...odd, ...large];

test(`B11 ${rows.length} hand-written kinds of HTML are refused with a place or become harmless mail`, async () => {
  const accepted: string[] = [];
  for (const html of rows) {
    const judged = await judge({ html });
    if (judged.html !== null) accepted.push(judged.html);
  }

  expect(rows.length).toBeGreaterThanOrEqual(160);
  expect(accepted.length).toBeGreaterThan(60);
  expect(await dangersIn(accepted)).toEqual([]);
});

test('B11 what is too long says so: above 102 KB a warning, above what a mail can be a refusal', async () => {
  expect((await judge({ html: '<p>x</p>'.repeat(14_000) })).codes).toEqual(['clipped']);
  expect((await judge({ html: `<p>${'x'.repeat(5_242_880)}</p>` })).codes).toContain('too_long');
});

test('B11 mixtures of them are refused with a place or become harmless mail', async () => {
  const short = rows.filter(({ length }) => length < 300);
  const piece = fc.oneof(
    fc.constantFrom(...short),
    fc
      .tuple(fc.constantFrom(...short), fc.nat(40), fc.nat(40))
      .map(([row, from, more]) => row.slice(from, from + more)),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<table>',
      '</table>',
      '"',
      "'",
      '>',
      '-->',
      '<!--',
      '</style>',
      '<style>',
      ' ',
      'x',
      '{% if note %}',
      '{% endif %}',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const accepted: string[] = [];
  for (const pieces of fc.sample(fc.array(piece, { minLength: 1, maxLength: 8 }), {
    numRuns: casesOf(2_000),
    seed: 11,
  })) {
    const judged = await judge({ html: `<p>Hello</p>${pieces.join('')}` });
    if (judged.html !== null) accepted.push(judged.html);
  }

  expect(accepted.length).toBeGreaterThan(casesOf(400));
  expect(await dangersIn(accepted)).toEqual([]);
});

test('B11 the judge of all this finds what it looks for', async () => {
  const wayOut = '<a href="https://mail.example.com/t/u/x">Unsubscribe</a>';

  const found = await dangersIn([
    `<body>${wayOut}</body>`,
    `<body><script>x</script>${wayOut}</body>`,
    `<body><p onclick="x">${wayOut}</p></body>`,
    `<body><a href="java\nscript:x">x</a>${wayOut}</body>`,
    '<body><!-- <a href="/t/u/x"> --></body>',
  ]);

  expect(found).toHaveLength(4);
});
