import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { campaignSlug, Utm, utmParameters, withParameters } from './utm.ts';

/** Node and browsers have the same; this package is typed for neither. */
type Parsed = { origin: string; pathname: string; hash: string; searchParams: Map<string, string> };
declare const URL: { new (text: string): Parsed };

const utm = Utm.parse({});
const parameters = utmParameters(utm, 'Spring');
const added = 'utm_source=waggle&utm_medium=email&utm_campaign=spring';

describe('parameters of a link', () => {
  test.each([
    ['https://maple.test', `https://maple.test?${added}`],
    ['https://maple.test/club', `https://maple.test/club?${added}`],
    ['https://maple.test/club?', `https://maple.test/club?${added}`],
    ['https://maple.test/club?a=1', `https://maple.test/club?a=1&${added}`],
    ['https://maple.test/club?a=1&', `https://maple.test/club?a=1&${added}`],
    ['https://maple.test/club#part', `https://maple.test/club?${added}#part`],
    ['https://maple.test/club?a=1#part?b=2', `https://maple.test/club?a=1&${added}#part?b=2`],
    ['https://maple.test/?q=a+b%20c&sig=%2f%2F==', `https://maple.test/?q=a+b%20c&sig=%2f%2F==&${added}`],
  ])('go into %s where a website looks for them', (url, expected) => {
    expect(withParameters(url, parameters)).toBe(expected);
  });

  test.each([
    ['https://maple.test/?utm_source=partner', 'utm_medium=email&utm_campaign=spring'],
    ['https://maple.test/?UTM_Source=partner', 'utm_medium=email&utm_campaign=spring'],
    ['https://maple.test/?utm%5Fsource=partner&utm_medium', 'utm_campaign=spring'],
    ['https://maple.test/?a=%&utm_campaign=', 'utm_source=waggle&utm_medium=email'],
  ])('that %s has already are left to its author', (url, rest) => {
    expect(withParameters(url, parameters)).toBe(`${url}&${rest}`);
  });

  test('are all there already, so nothing changes', () => {
    const url = `https://maple.test/?${added}#end`;

    expect(withParameters(url, parameters)).toBe(url);
  });

  test('are encoded, so a value can add no other and no fragment', () => {
    const given = Utm.parse({ source: 'a&b=c#d?e', term: 'ü "x"', content: 'a b' });

    const url = new URL(withParameters('https://maple.test/', utmParameters(given, 'x')));

    expect([...url.searchParams]).toEqual([
      ['utm_source', 'a&b=c#d?e'],
      ['utm_medium', 'email'],
      ['utm_campaign', 'x'],
      ['utm_term', 'ü "x"'],
      ['utm_content', 'a b'],
    ]);
    expect(url.hash).toBe('');
  });

  test('lead to the same page, whatever the address is', () => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from('aZ0-._~%+=;:@!$()*,/\\?&[]|^é ')), maxLength: 12 });
    const url = fc
      .tuple(word, fc.option(word, { nil: undefined }), fc.option(word, { nil: undefined }))
      .map(([path, query, hash]) =>
        `https://maple.test/${path.replaceAll(/[?#]/g, '')}${query === undefined ? '' : `?${query}`}${hash === undefined ? '' : `#${hash}`}`.trim(),
      );
    const value = fc.string({ unit: 'grapheme', maxLength: 20 });
    const given = fc.record({ source: value, medium: value, campaign: value, term: value, content: value });
    fc.assert(
      fc.property(url, given, (before, given) => {
        const list = utmParameters(given, 'Spring');
        const [one, other] = [new URL(before), new URL(withParameters(before, list))];

        expect([other.origin, other.pathname, other.hash]).toEqual([one.origin, one.pathname, one.hash]);
        const had = [...one.searchParams];
        expect([...other.searchParams].slice(0, had.length)).toEqual(had);
        for (const [name, value] of list)
          expect(other.searchParams.get(name)).toBe(one.searchParams.get(name) ?? value.toWellFormed());
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each([
  ['Spring: sourdough club!', 'spring-sourdough-club'],
  ['Été à Paris', 'ete-a-paris'],
  ['Ночь 2026', 'ночь-2026'],
  ['🍞', 'campaign'],
  ['', 'campaign'],
])('a campaign named %j is called %j by default', (name, slug) => {
  expect(campaignSlug(name)).toBe(slug);
});
