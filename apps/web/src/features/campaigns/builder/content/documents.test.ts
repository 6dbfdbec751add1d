import { expect, test } from 'vitest';
import { isMjml, losesInBlock } from './documents.ts';

test('MJML is known, and HTML about it is not taken for it', () => {
  expect(['<mjml><mj-body></mj-body></mjml>', '<!-- x --><MJML lang="en">'].map(isMjml)).toEqual([true, true]);
  expect(['<p>mjml</p>', '&lt;mjml&gt;', '<mjml-like>'].map(isMjml)).toEqual([false, false, false]);
});

test.each([
  ['a body alone', '<p>Hello</p>', false],
  ['styles in the body, which a block holds', '<div><style>p{color:red}</style><p>Hello</p></div>', false],
  ['a header, which is no head', '<header><style>p{}</style></header>', false],
  ['a head with a title alone', '<html><head><title>x</title></head><body><style>p{}</style></body></html>', false],
  ['styles in the head', '<html><head>\n<STYLE type="text/css">p{}</STYLE></head><body><p>x</p></body></html>', true],
  ['a color of the body', '<html><body class="x"\n bgcolor="#eeeeee"><p>x</p></body></html>', true],
  ['a style of the body', `<body style='background:#eee'><p>x</p></body>`, true],
])('what a block does not hold is told before: %s', (_, html, isLost) => {
  expect(losesInBlock(html)).toBe(isLost);
});
