import { expect, test } from 'vitest';
import { imagesWithoutAlt } from './images-without-alt.ts';

test('images without a text are counted, in HTML and in MJML', () => {
  expect(imagesWithoutAlt('<p><img src="a.png"><IMG SRC="b.png" ALT="Bread"></p>', '<img src=c.png>')).toBe(2);
  expect(imagesWithoutAlt('<mj-image src="a.png" /><mj-image src="b.png" alt="Bread" />')).toBe(1);
});

test('decoration, trackers and what only looks like an image are not', () => {
  expect(imagesWithoutAlt('<img src="line.png" alt=""><img src="t.gif" width="1" height="1">')).toBe(0);
  expect(imagesWithoutAlt('<!-- <img src="a.png"> --><p title="<img>">Hi</p>')).toBe(0);
});
