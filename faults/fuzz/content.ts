import { loadMjml } from '../../apps/server/src/features/campaigns/content/load-mjml.ts';
import { aRecipient, mailingOf } from '../../apps/server/src/features/campaigns/content/test-harness.ts';
import { readMail } from '../../apps/server/test/harness/read-mail.ts';
import { compileContent } from '../../packages/email/src/content/compile.ts';
import { aDraft } from '../../packages/email/src/content/draft.fixture.ts';
import { tokenize } from '../../packages/email/src/content/html-tokens.ts';
import { must, type Target } from './target.ts';

/** What no mail may hold, whatever its author wrote. */
const active = /^(?:script|iframe|object|embed|form|base|link|svg|math|template|textarea|noscript|frame|frameset)$/;
const reader = aRecipient({
  firstName: '"><img src=x onerror=ran()>',
  lastName: "' onload=ran() '",
  attributes: { plan: '</style>' },
});

function expectInert(html: string): void {
  tokenize(html, (token) => {
    if (token.kind !== 'open') return;
    must(!active.test(token.name), `<${token.name}> is taken out`);
    for (const [name, value] of token.attributes) {
      must(!/^on|^srcdoc$|^formaction$/i.test(name), `${name} is taken out`);
      must(
        !/^(?:href|src|background)$/.test(name) || !/^[\0-\x20]*(?:java|vb)script:/i.test(value),
        'a link runs nothing',
      );
    }
  });
}

/** The author's HTML, MJML and Liquid on their way to a mail, with the links rewritten. */
export const contentTarget: Target = {
  name: 'content',
  seeds: [
    aDraft().html,
    '<html><head><style>p{color:red}</style></head><body><p>Hi {{ first_name }}</p></body></html>',
    '<table><tr><td>{% if plan == "pro" %}<a href="https://a.example/{{ plan }}">x</a>{% else %}y{% endif %}</td></tr></table>',
    '<!--[if mso]><v:rect href="https://a.example"></v:rect><![endif]--><img src="https://a.example/x.png" alt="{{ last_name }}">',
    '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{ first_name }}</mj-text></mj-column></mj-section></mj-body></mjml>',
    '<a href="www.example.com">x</a><a href="{{ unsubscribe_url }}">out</a><p style="background:url(\'https://a.example/x\')">',
  ],
  tokens: [
    '<p>',
    '</p>',
    '<a href="',
    '">',
    '<style>',
    '</style>',
    '<!--',
    '-->',
    '<![CDATA[',
    '<svg>',
    '<math>',
    '<script>',
    '</script>',
    '{{ first_name }}',
    '{{',
    '}}',
    '{% if plan %}',
    '{% endif %}',
    '{% else %}',
    '{% case plan %}',
    '{% when "a" %}',
    '{% endcase %}',
    'javascript:',
    'https://a.example/',
    '&colon;',
    '&#x6a;',
    ' onerror=',
    ' style="',
    '<img src=',
    '<table>',
    '<title>',
    '\\',
    '<!--[if mso]>',
    '<mjml>',
    '<mj-raw>',
    '<template>',
    '<textarea>',
    '<noscript>',
    '</body>',
    '</html>',
    "'",
    '"',
    '=',
    '/',
    '| default: "x"',
  ],
  longest: 3_000,
  async check(input) {
    const draft = aDraft({ html: input.toString().toWellFormed() });
    const { html, text, links, problems } = await compileContent(draft, 'https://mail.example.com/', loadMjml);
    const lines = draft.html.split(/\r\n?|\n/).length;
    must(
      problems.every(({ line, message }) => line >= 1 && line <= lines && message !== ''),
      'a problem names a line of the content',
    );
    if (problems.some(({ severity }) => severity === 'error')) return;
    must(new Set(links.map(({ url }) => url)).size === links.length, 'an address has one number');
    must(text.includes('1 Hive Street'), 'the text has its footer');
    expectInert(html);
    const { message } = (await mailingOf(draft)).compose(reader);
    const parsed = await readMail(message);
    must(parsed.html !== false && parsed.html.includes('/t/u/'), 'a mail has a way out');
    expectInert(parsed.html);
  },
};
