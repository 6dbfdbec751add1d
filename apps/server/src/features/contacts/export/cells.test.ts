import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { literalOf } from '#platform/database/literal.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/test-database.ts';
import { fronts, runs, starts } from '../../../../test/security/formulas.ts';
import { guardCell, unguardCell } from './formula-guard.ts';
import { guardedRows } from './guarded-row.ts';
import { firstSign, tagCells } from './tag-cells.ts';
import { joinTags, splitTags } from './tag-list.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const piece = fc.constantFrom(...starts, ...fronts, 'a', 'É', '1', ';', '"', ',');
/** What telephone numbers are made of, and what makes them something else. */
const almostPhone = fc.string({
  unit: fc.constantFrom('+', '4', ' ', '(', ')', '-', '=', "'", '"', '\n'),
  maxLength: 8,
});
const cell = fc.oneof(
  almostPhone.map((rest) => `+${rest}`),
  fc.array(piece).map((parts) => parts.join('')),
  fc.string(),
  fc.string({ unit: 'binary' }),
);

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe('a formula', () => {
  test('is told from a cell that merely has an apostrophe, for any text', () => {
    fc.assert(
      fc.property(cell, (cell) => {
        const guarded = guardCell(cell);
        expect(unguardCell(guarded)).toBe(cell);
        expect(runs(guarded)).toBe(false);
        for (const line of guarded.split(/[\r\n]/)) expect(runs(line)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  test('V24: is no telephone number, which leaves as it is', () => {
    const phones = ['+1 503 555 1152', '+44 (0) 20-7946', '+4930901820'];
    const formulas = ['+1+1', '+A1', '+', '=1', '-1 503', '+1;2', '+1\n=2', ' +1 503', '+1.5', '+１', "'+1 503"];

    expect(phones.map(guardCell)).toEqual(phones);
    expect(formulas.map(guardCell).filter((guarded) => !guarded.startsWith("'"))).toEqual([]);
    expect(formulas.map(guardCell).map(unguardCell)).toEqual(formulas);
  });

  test('is guarded in the bytes of a row as in a text, for any cells', () => {
    const row = (cells: string[]) => `${cells.map(quoted).join(',')}\n`;
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        const well = cells.map((text) => text.toWellFormed());
        const buffer = Buffer.from(`..${row(well)}`);
        const out = { buffer: Buffer.alloc(2 * buffer.length + 16), at: 3, end: 0 };
        guardedRows()({ buffer, at: 2, end: buffer.length }, out);

        expect(out.buffer.toString('utf8', 3, out.at)).toBe(row(well.map(guardCell)));
        expect(out.at - 3).toBeLessThanOrEqual(2 * (buffer.length - 2));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('tags in a cell', () => {
  test('survive whatever their names are', () => {
    const name = fc
      .string({ unit: fc.constantFrom('a', ';', '\\', ' ', '"', ','), minLength: 1 })
      .map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(name.filter(Boolean)), (names) => {
        expect(splitTags(joinTags(names))).toEqual(names);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('signs of tags in a row', () => {
  const name = cell.map((text) => text.toWellFormed()).filter(Boolean);
  const signOf = (at: number) => String.fromCodePoint(firstSign + at);

  test('become their names, sorted by bytes and guarded, whatever stands beside them', () => {
    const scene = fc.record({ names: fc.array(name, { minLength: 1 }), cells: fc.array(cell, { minLength: 1 }) });
    fc.assert(
      fc.property(scene, fc.nat(), fc.nat(), ({ names, cells }, seed, place) => {
        const column = place % (cells.length + 1);
        const chosen = names.map((_, at) => at).filter((at) => (seed >> (at % 31)) % 2 === 1);
        const well = cells.map((text) => text.toWellFormed());
        const row = (tags: string) => `${well.toSpliced(column, 0, tags).map(quoted).join(',')}\n`;
        const buffer = Buffer.from(row(chosen.map(signOf).join('')));
        const out = { buffer: Buffer.alloc(2 * buffer.length + 16), at: 0, end: 2 * buffer.length + 16 };
        guardedRows({ column, cellOf: tagCells(names) })({ buffer, at: 0, end: buffer.length }, out);

        const inOrder = chosen
          .map((at) => joinTags([names[at]!]))
          .sort((a, b) => Buffer.from(a).compare(Buffer.from(b)));
        const expected = well.map(guardCell).toSpliced(column, 0, guardCell(inOrder.join('; ')));
        expect(out.buffer.toString('utf8', 0, out.at)).toBe(`${expected.map(quoted).join(',')}\n`);
        expect(out.at).toBeLessThanOrEqual(out.end);
      }),
      { numRuns: 3_000 },
    );
  });

  test('are refused when no tag belongs to one', () => {
    expect(() => tagCells(['a'])(Buffer.from(signOf(1)).toString('latin1'))).toThrow('not there');
  });
});

describe('a literal', () => {
  test('is read by the database as the value it was made from', async () => {
    const nasty = fc.string({
      unit: fc.constantFrom("'", '\\', '"', '$1', '$$', '{', '}', ',', ';', '--', '/*', '\n', 'é', ' E', '%', 'NULL'),
    });
    const texts = fc
      .sample(fc.oneof(nasty, fc.string()), 2_000)
      .map((text) => text.replaceAll('\0', '').toWellFormed());

    for (let at = 0; at < texts.length; at += 200) {
      const some = texts.slice(at, at + 200);
      const list = await db.owner.query<{ list: string[] }>(`select ${literalOf(some)}::text[] as list`);
      expect(list.rows[0]?.list).toEqual(some);
      const each = await db.owner.query<{ list: string[] }>(
        `select array[${some.map(literalOf).join(', ')}]::text[] as list`,
      );
      expect(each.rows[0]?.list).toEqual(some);
    }
    const { rows } = await db.owner.query(
      `select ${literalOf(7)}::int as number, ${literalOf(true)}::bool as truth, ${literalOf(null)}::text as nothing, ${literalOf(new Date(0))}::timestamptz as time`,
    );
    expect(rows[0]).toEqual({ number: 7, truth: true, nothing: null, time: new Date(0) });
    expect(() => literalOf('a\0b')).toThrow('NUL');
    expect(() => literalOf({ a: 1 })).toThrow('Only texts');
  });
});
