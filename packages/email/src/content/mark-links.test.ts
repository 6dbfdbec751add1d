import mjml2html from 'mjml';
import { describe, expect, test } from 'vitest';
import { compileContent } from './compile.ts';
import { aDraft } from './draft.fixture.ts';
import { linkAttribute, markLinks } from './mark-links.ts';

const reader = {
  email: 'ann@bees.example',
  firstName: 'Ann',
  lastName: null,
  phone: null,
  company: null,
  attributes: {},
};

async function marked(html: string, change = {}, who = reader) {
  const compiled = await compileContent(
    aDraft({ html, ...change }),
    'https://mail.example.com/',
    async () => mjml2html,
  );
  const parts = markLinks(compiled.html, who);
  return { compiled, parts, whole: parts.map(({ html: part }) => part).join('') };
}

describe('an email with marks', () => {
  test('is cut just inside of each link, also where one address stands twice', async () => {
    const { parts } = await marked(
      '<p><a href="https://a.example/">One</a> <a href="https://b.example/"><img src="https://b.example/x.png" alt="Two"></a> <a href="https://a.example/">Three</a></p>',
    );

    const places = parts.slice(0, 3).map(({ no }, at) => [no, parts[at + 1]!.html.slice(0, 6)]);
    expect(places).toEqual([
      [1, 'One</a'],
      [2, '<img s'],
      [1, 'Three<'],
    ]);
    expect(parts[0]!.html.endsWith(`<a href="#" ${linkAttribute}="1">`)).toBe(true);
  });

  test('leads nowhere, asks for nothing that counts, and keeps everything else', async () => {
    const { whole, compiled } = await marked(
      '<p>Hello {{ first_name }}</p><a href="https://a.example/">a</a><a href="mailto:x@y.example">b</a><a href="https://a.example/{{ first_name }}">c</a>',
    );

    expect([...whole.matchAll(/<a [^>]*href="([^"]*)"/g)].every(([, href]) => href === '#')).toBe(true);
    expect(whole).not.toMatch(/[\uE000\uE001]/);
    expect(whole).toContain('<p>Hello Ann</p>');
    expect(compiled.html).toContain('\uE000o\uE001');
  });

  test('has no mark for what only one mail program is shown', async () => {
    const { parts, whole } = await marked(
      '<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="https://a.example/"></v:roundrect><![endif]--><a href="https://a.example/">Shop</a>',
    );

    expect(parts.filter(({ no }) => no === 1)).toHaveLength(1);
    expect(whole).toContain('[if mso]');
  });

  test('says what it says to its reader, and no field of theirs becomes a mark or an element', async () => {
    const name = '\uE000c1\uE001"><img src=x onerror=alert(1)>';
    const { parts, whole } = await marked(
      '{% if first_name %}<p title="{{ first_name }}">{{ first_name }}</p>{% else %}<a href="https://b.example/">b</a>{% endif %}<a href="https://a.example/">a</a>',
      {},
      { ...reader, firstName: name },
    );

    expect(whole).not.toContain('<img src=x');
    expect(parts.filter(({ html, no }) => no !== null && html.includes('alert(1)'))).toHaveLength(1);
    expect(whole).not.toContain('>b</a>');
  });
});
