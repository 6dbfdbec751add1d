import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workbookOf, zipOf } from '../../../../../test/workbook.fixture.ts';
import { rowsOfWorkbook } from './xlsx.ts';

const row = (cells: string) => `<row>${cells}</row>`;
const foreign = { fault: 'foreign' };
const bulky = { fault: 'bulky' };

test('texts, numbers, dates and truths of the first sheet become rows', async () => {
  const strings = `<si><t>Email</t></si><si><t>Born</t></si><si><r><t>ann@</t></r><r><t>example.com</t></r><rPh><t>no</t></rPh></si>`;
  const rows = [
    row(
      '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>A &amp; &#233;</t></is></c>',
    ),
    row(
      '<c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>21925</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" s="2"><v>45000.5</v></c>',
    ),
    row('<c r="A3" s="3"><v>3.50</v></c><c r="B3" t="e"><v>#REF!</v></c><c r="C3" t="str"><v>sum</v></c><c r="D3"/>'),
    row('<c r="A4"/>'),
  ].join('');

  expect(await rowsOfWorkbook(await workbookOf(rows, { strings }))).toEqual([
    ['Email', 'Born', '', 'A & é'],
    ['ann@example.com', '1960-01-10', 'true', '2023-03-15 12:00'],
    ['3.5', '', 'sum'],
  ]);
});

test('days of a workbook that counts from 1904 are right', async () => {
  const book = `<workbook><workbookPr date1904="1"/><sheets><sheet r:id="rId7"/></sheets></workbook>`;

  expect(await rowsOfWorkbook(await workbookOf(row('<c s="1"><v>1</v></c>'), { book }))).toEqual([['1904-01-02']]);
});

test('what is no workbook is said to be none', async () => {
  const book = { name: 'xl/workbook.xml', content: '<workbook/>' };
  const files = [
    new Blob(['']),
    new Blob(['email,name\na@b.co,Ann\n']),
    new Blob(['PK\u0003\u0004']),
    await zipOf([]),
    await zipOf([{ name: 'a.txt', content: 'x' }]),
    await zipOf([{ ...book, flags: 1 }]),
    await zipOf([{ ...book, method: 99 }]),
    (await zipOf([book])).slice(0, -30),
  ];

  for (const file of files) await expect(rowsOfWorkbook(file)).rejects.toMatchObject(foreign);
});

test('entities of its own cannot make a workbook grow', async () => {
  const book = `<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook>&a;</workbook>`;

  await expect(rowsOfWorkbook(await workbookOf('', { book }))).rejects.toMatchObject(foreign);
});

test('a bomb is put away before it is large, whatever its list of contents says', async () => {
  const bomb = await zipOf([{ name: 'xl/workbook.xml', content: new Uint8Array(120 * 1024 * 1024) }]);

  expect(bomb.size).toBeLessThan(200_000);
  await expect(rowsOfWorkbook(bomb)).rejects.toMatchObject(bulky);
});

test('one long text in very many cells is not multiplied', async () => {
  const strings = `<si><t>${'x'.repeat(100_000)}</t></si>`;
  const rows = row('<c t="s"><v>0</v></c>'.repeat(100)).repeat(30);

  await expect(rowsOfWorkbook(await workbookOf(rows, { strings }))).rejects.toMatchObject(bulky);
});

test('columns beyond those of an import cost no memory', async () => {
  const rows = await rowsOfWorkbook(
    await workbookOf(row('<c r="GS1"><v>1</v></c><c r="XFD1"><v>2</v></c><c r="ZZZZZZ1"><v>3</v></c>')),
  );

  expect(rows[0]).toHaveLength(201);
});

test('bytes that are changed anywhere are read or refused, and nothing else happens', async () => {
  const whole = new Uint8Array(await (await workbookOf(row('<c r="A1"><v>1</v></c>'))).arrayBuffer());
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
      const changed = whole.slice();
      changed[at] = byte;
      const outcome = await rowsOfWorkbook(new Blob([changed])).catch((error: { fault?: string }) => error.fault);

      expect(Array.isArray(outcome) || typeof outcome === 'string').toBe(true);
    }),
    { numRuns: 500 },
  );
});
