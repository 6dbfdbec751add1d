import mjml2html from 'mjml';
import { expect, test } from 'vitest';
import { compileContent } from './compile.ts';
import { aDraft } from './draft.fixture.ts';
import { fillHtml } from './fill.ts';
import { askedIn, personalOf, valuesToKeep } from './kept-values.ts';
import { Reader } from './liquid.ts';
import { publicHtml } from './public-html.ts';
import { asWebPage } from './web-page.ts';

const compile = (change = {}) => compileContent(aDraft(change), 'https://trap.example/', async () => mjml2html);
const vip = '019a0000-0000-7000-8000-000000000001';
const hannah = {
  email: 'hannah@maple.test',
  firstName: 'Hannah',
  lastName: 'Okafor',
  phone: '+44',
  company: 'Bee',
  attributes: { plan: 'Gold', note: 'private' },
  tagIds: [vip, '019a0000-0000-7000-8000-000000000002'],
};

test('of a reader only what stands in the email is kept, and it fills the email as the reader did', async () => {
  const { html } = await compile({
    html: `<p>Hi {{ first_name }}{% if tags contains "${vip}" %}, dear guest{% endif %}{% if plan == "Gold" %}: gold{% endif %}</p>`,
  });
  const kept = valuesToKeep(hannah, askedIn(html))!;

  expect(kept).toEqual({ first_name: 'Hannah', plan: 'Gold', tags: [vip] });
  expect(fillHtml(html, new Reader(personalOf(kept)), () => '#')).toBe(fillHtml(html, new Reader(hannah), () => '#'));
  expect(fillHtml(html, new Reader(personalOf(kept)), () => '#')).toContain('Hi Hannah, dear guest: gold');
});

test('a word in a fallback keeps no field of that name', async () => {
  const { html } = await compile({
    html: `<p>{{ first_name | default: "email" }}{{ plan | default: 'my "phone"' }}</p>`,
  });

  expect(valuesToKeep(hannah, askedIn(html))).toEqual({ first_name: 'Hannah', plan: 'Gold' });
});

test('of an email that is the same for everybody nothing is kept', async () => {
  const { html } = await compile({ html: '<p>first_name, email and tags are words</p>' });

  expect(valuesToKeep(hannah, askedIn(html))).toBeNull();
});

test.each([
  ['en', 'View in browser'],
  ['es', 'Ver en el navegador'],
  ['fr', 'Voir dans le navigateur'],
] as const)('the footer in %s offers the page where it is asked for, in HTML and in text', async (language, label) => {
  const { footer } = aDraft();
  const shown = await compile({ footer: { ...footer, language, viewInBrowser: true } });
  const usual = await compile({ footer: { ...footer, language } });

  expect(shown.html).toContain(`${label}</a></div>`);
  expect(shown.text).toContain(`${label}: \uE000v\uE001`);
  expect([usual.html, usual.text].join('\n')).not.toContain('\uE000v\uE001');
});

test('an author may link to the page, and nothing else may stand in such a link', async () => {
  const good = await compile({ html: '<a href="{{ view_in_browser_url }}">Look</a>' });
  const bad = await compile({ html: '<p>x</p><a href="{{ view_in_browser_url }}?x">Look</a>' });

  expect(good.problems).toEqual([]);
  expect(good.html).toContain('<a href="\uE000v\uE001">Look</a>');
  expect(bad.problems).toContainEqual(expect.objectContaining({ code: 'link_not_allowed' }));
});

test('for everybody there is no link of a person, no picture that counts and no link for machines', async () => {
  const { footer } = aDraft();
  const view = { ...footer, viewInBrowser: true };
  const { html } = await compile({
    footer: view,
    html: '<a href="https://shop.example/">Shop</a><a href="{{ unsubscribe_url }}" class="out">Out</a> {{ preferences_url }}',
  });

  const shown = fillHtml(publicHtml(html, view), new Reader(personalOf({})), ({ purpose, linkNo }) =>
    purpose === 'click' ? `https://link-${linkNo}.example/` : '',
  );

  expect(shown).toContain('<a href="https://link-1.example/">Shop</a><a class="out">Out</a>');
  expect(shown).toContain('Example Bees · 1 Hive Street · 12345 Comb');
  expect(shown).not.toMatch(
    /Unsubscribe|View in browser|You receive this email|<img|aria-hidden|link-2|[\uE000\uE001]/,
  );
});

test('a page is titled by its subject, kept out of search engines and fits a phone', async () => {
  const { html } = await compile();
  const responsive = await compile({
    html: '<html><head><meta name="viewport" content="width=600"></head><body><p>x</p></body></html>',
  });

  expect(asWebPage(html, 'Rye & <b>')).toContain(
    '<meta charset="utf-8"><title>Rye &amp; &lt;b&gt;</title><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width">',
  );
  expect(asWebPage(responsive.html, 'x').match(/name="viewport"/g)).toHaveLength(1);
});
