import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFile } from './file-harness.ts';
import { startWatch } from '../../../../../test/harness/watch.ts';

const read = (text: string) => readFile(Buffer.from(text), 50_000);
const a = 'a@b.example';

describe('B02 the shape of a file', () => {
  test.each<[string, string, string, string[][]]>([
    ['commas', `email,name\n${a},Ana`, ',', [[a, 'Ana']]],
    ['semicolons', `email;name\n${a};Ana`, ';', [[a, 'Ana']]],
    ['tabs', `email\tname\n${a}\tAna`, '\t', [[a, 'Ana']]],
    ['pipes', `email|name\n${a}|Ana`, '|', [[a, 'Ana']]],
    [
      'semicolons beside decimal commas',
      `email;n;m\n${a};1,5;2,5\n${a};1;2,0`,
      ';',
      [
        [a, '1,5', '2,5'],
        [a, '1', '2,0'],
      ],
    ],
    [
      'commas inside semicolons',
      `email;name\n${a};"Bee, Ana"\nb@b.example;"Wasp, Bo"`,
      ';',
      [
        [a, 'Bee, Ana'],
        ['b@b.example', 'Wasp, Bo'],
      ],
    ],
    ['CRLF', `email,name\r\n${a},Ana\r\n`, ',', [[a, 'Ana']]],
    ['CR alone', `email,name\r${a},Ana\r`, ',', [[a, 'Ana']]],
    [
      'a mix of all three',
      `email,name\r\n${a},Ana\nb@b.example,Bo\rc@b.example,Cy`,
      ',',
      [
        [a, 'Ana'],
        ['b@b.example', 'Bo'],
        ['c@b.example', 'Cy'],
      ],
    ],
    ['quotes around', `"email","name"\n"${a}","Ana"`, ',', [[a, 'Ana']]],
    ['quotes inside', `email,name\n${a},"An ""the bee"" a"`, ',', [[a, 'An "the bee" a']]],
    ['a quote in the middle', `email,name\n${a},5" pipe`, ',', [[a, '5" pipe']]],
    ['a comma in a cell', `email,name\n${a},"Bee, Ana"`, ',', [[a, 'Bee, Ana']]],
    ['a line break in a cell', `email,name\n${a},"Bee\nAna"`, ',', [[a, 'Bee\nAna']]],
    ['a CRLF in a cell', `email,name\r\n${a},"Bee\r\nAna"`, ',', [[a, 'Bee\r\nAna']]],
    ['short rows', `email,name,phone\n${a}`, ',', [[a]]],
    ['long rows', `email,name\n${a},Ana,1,2,3`, ',', [[a, 'Ana', '1', '2', '3']]],
    ['blank lines', `email,name\n\n${a},Ana\n\n\n`, ',', [[a, 'Ana']]],
    ['rows of commas alone', `email,name\n,\n${a},Ana\n,,,\n`, ',', [[a, 'Ana']]],
    ['header only', 'email,name\n', ',', []],
    ['header without an end', 'email,name', ',', []],
    ['one column', `email\n${a}\n`, ',', [[a]]],
    ['trailing commas', `email,name,\n${a},Ana,\n`, ',', [[a, 'Ana', '']]],
    ['doubled headers', `email,email\n${a},b@b.example`, ',', [[a, 'b@b.example']]],
    ['spaces around', `email , name\n ${a} , Ana `, ',', [[` ${a} `, ' Ana ']]],
    ['no header at all', `${a},Ana\nb@b.example,Bo`, ',', [['b@b.example', 'Bo']]],
    ['an empty quoted cell', `email,name\n${a},""`, ',', [[a, '']]],
    ['blank lines first', `\n\nemail,name\n${a},Ana`, ',', [[a, 'Ana']]],
  ])('%s', async (_, text, delimiter, rows) => {
    const found = await read(text);

    expect(found.delimiter).toBe(delimiter);
    expect(found.records.slice(1)).toEqual(rows);
  });

  test('5,000 columns are read, for the sentence that refuses them', async () => {
    const { records } = await read(`${Array.from({ length: 5_000 }, (_, at) => `c${at}`).join(',')}\n`);

    expect(records[0]).toHaveLength(5_000);
  });

  test('a quote that is never closed is said, not guessed at', async () => {
    await expect(read(`email,name\n${a},"Ana\nb@b.example,Bo\n`)).rejects.toThrow("A quote isn't closed");
  });

  test('2,000 written files are read back cell by cell', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', ' ', '"', ',', ';', '|', '\t', '\n', '\r\n', '漢', "'", '=', '🐝'),
      maxLength: 12,
    });
    const shape = fc.record({
      rows: fc.array(fc.array(cell, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      ending: fc.constantFrom('\n', '\r\n', '\r'),
      size: fc.integer({ min: 1, max: 300 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ rows, delimiter, ending, size }) => {
        // A header wide enough to say what the delimiter is.
        const header = ['email', 'name', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8'];
        const written = [header, ...rows].map((row) =>
          row.map((value) => (/[",;|\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(delimiter),
        );
        const bytes = Buffer.from(written.join(ending));

        const found = await readFile(bytes, Math.max(size, 8));

        expect(found.delimiter).toBe(delimiter);
        const filled = rows.filter((row) => row.some((value) => value.trim() !== ''));
        expect(found.records.slice(1)).toEqual(filled);
      }),
      { numRuns: 2_000 },
    );
  }, 120_000);
});

describe('B03 the size of a file', () => {
  test('nothing at all has no rows', async () => {
    expect((await read('')).records).toEqual([]);
  });

  test('one byte is a header', async () => {
    expect((await read('e')).records).toEqual([['e']]);
  });

  test('one line break is nothing', async () => {
    expect((await read('\n')).records).toEqual([]);
  });

  test.each([
    ['one cell of 50 MB', `email,name\na@b.example,"${'x'.repeat(50_000_000)}"`],
    ['one line of 20 MB without an end', 'x'.repeat(20_000_000)],
    ['20 MB of commas', ','.repeat(20_000_000)],
    ['20 MB of quotes', '"'.repeat(20_000_001)],
  ])('%s is refused without reading on', async (_, text) => {
    const watch = startWatch();

    await expect(read(text)).rejects.toThrow('Failed to read the CSV file.');

    expect(watch()).toBeLessThan(10_000);
  });

  test('100 MB in a million rows are read to the end', async () => {
    const line = `${'a'.repeat(40)}@bee.example,${'n'.repeat(45)}\n`;
    const count = Math.ceil(100_000_000 / line.length);
    const part = Buffer.from(line.repeat(10_000));
    async function* parts() {
      yield Buffer.from('email,name\n');
      for (let at = 0; at < count / 10_000; at += 1) yield part;
    }
    const { readRecords } = await import('./csv-reader.ts');
    let rows = 0;

    for await (const bundle of readRecords(parts(), { encoding: 'utf-8', delimiter: ',' })) rows += bundle.length;

    expect(rows).toBe(Math.ceil(count / 10_000) * 10_000 + 1);
  }, 120_000);
});
