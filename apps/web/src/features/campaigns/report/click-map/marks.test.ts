import { expect, test } from 'vitest';
import { heatOf, heats, markedHtml, placesOf } from './marks.ts';

const parts = [
  { html: '<p><a href="#" data-waggle-link="1">', no: 1 },
  { html: 'Shop</a><a href="#" data-waggle-link="2">', no: 2 },
  { html: 'News</a><a href="#" data-waggle-link="1">', no: 1 },
  { html: 'Again</a></p>', no: null },
];

test('a mark stands at the beginning of each place of a link, and only of links that have one', () => {
  const html = markedHtml(parts, [{ no: 1, rank: 1, heat: 4, text: '60% · 6' }]);

  expect(html.match(/60% · 6<\/span>(?:Shop|Again)<\/a>/g)).toHaveLength(2);
  expect(html).toContain('data-waggle-link="2">News</a>');
  expect([...placesOf(parts)]).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test('what is said on a mark is text and never an element', () => {
  const html = markedHtml(parts, [{ no: 2, rank: 1, heat: 0, text: '"><img src=x onerror=alert(1)>' }]);

  expect(html).not.toContain('<img');
});

test('the link that was followed most is the hottest, and none is hot where no one followed any', () => {
  expect([heatOf(10, 10), heatOf(5, 10), heatOf(0, 10), heatOf(0, 0)]).toEqual([heats.length - 1, 2, 0, 0]);
});
