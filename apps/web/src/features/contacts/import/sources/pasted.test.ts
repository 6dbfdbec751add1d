import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';
import { pastedFile } from './pasted.ts';

const textOf = (text: string) => pastedFile(text, 'a.csv').text();

test('rows with a header stay as they are', async () => {
  expect(await textOf('Email\tName\nann@example.com\tAnn\n')).toBe('Email\tName\nann@example.com\tAnn');
});

test.each([
  ['ann@example.com\nbob@example.com', 'Email\n'],
  ['Ann\tann@example.com', '\tEmail\n'],
  ['Ann,"ann@example.com"', ',Email\n'],
  ['Ann;ann@example.com;x', ';Email;\n'],
])('a header is put above rows that have none: %j', async (text, header) => {
  expect(await textOf(text)).toBe(`${header}${text}`);
});

test('no cell can leave its quotes', async () => {
  expect(await toCsv([['a"b', 'c\nd', '=1']]).text()).toBe('"a""b","c\nd","=1"\r\n');
});
