import { createBoundedCache } from '#platform/bounded-cache.ts';
import { guardCell } from './formula-guard.ts';
import { joinTags } from './tag-list.ts';

/** Of four bytes, like the million signs after it: none of them means anything in CSV. */
export const firstSign = 0x10000;

/** Few sets of tags are on many contacts. All of them take 2 MB. */
const mostCells = 10_000;

/**
 * Makes the cell of tags, in the order of their names by bytes, from the signs the database has put in their place: one
 * for each, read as latin1. `names` are in the order of the signs.
 */
export function tagCells(names: readonly string[]): (signs: string) => Buffer {
  const written = names.map((name) => joinTags([name]));
  const cells = createBoundedCache<Buffer>(mostCells);
  return (signs) => {
    const known = cells.get(signs);
    if (known) return known;
    const found = Array.from(Buffer.from(signs, 'latin1').toString(), (sign) => {
      const name = written[(sign.codePointAt(0) ?? 0) - firstSign];
      if (name === undefined) throw new Error('A contact has a tag that is not there.');
      return { name, bytes: Buffer.from(name) };
    });
    const inOrder = found.sort((a, b) => a.bytes.compare(b.bytes)).map(({ name }) => name);
    const cell = Buffer.from(guardCell(inOrder.join('; ')).replaceAll('"', '""'));
    cells.set(signs, cell);
    return cell;
  };
}
