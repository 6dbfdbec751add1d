import type { ImportPlan } from '@waggle/contracts/imports';
import { type Shape, readRecords } from '../file/csv-reader.ts';
import { AddressSet } from './address-set.ts';
import type { Field } from './attributes.ts';
import { compileRows, isRefused, type Ready, type Refused } from './row.ts';

/**
 * Rows of one transaction. One takes well under a second, so that people who work in the same organization hardly wait,
 * and a tenth of the five seconds after which the pool ends a statement.
 */
export const batchRows = 3_000;

export type Batch = {
  /** Rows of the file that are done before this batch and after it. */
  from: number;
  to: number;
  ready: Ready[];
  refused: Refused[];
  /** Rows whose address stood in the file before. */
  repeated: number;
};

type Source = {
  parts: AsyncIterable<Uint8Array>;
  shape: Shape;
  plan: ImportPlan;
  fields: readonly Field[];
  timezone: string;
  headers: readonly string[];
};

/** The rows behind the place. Those before it are read again, because they say which addresses the file had already. */
export async function* batchesBehind(place: number, importId: string, source: Source): AsyncGenerator<Batch> {
  const prepare = compileRows(source.plan, source.fields, source.timezone, source.headers);
  const seen = new AddressSet(importId);
  let row = -1;
  let batch = emptyBatch(place);
  for await (const records of readRecords(source.parts, source.shape)) {
    for (const cells of records) {
      row += 1;
      if (row === 0) continue;
      const prepared = prepare(cells, row);
      const repeated = !isRefused(prepared) && !seen.add(prepared.folded);
      if (row <= place) continue;

      sort(batch, prepared, repeated);
      if (row - batch.from < batchRows) continue;
      yield { ...batch, to: row };
      batch = emptyBatch(row);
    }
  }
  if (row > batch.from) yield { ...batch, to: row };
}

const emptyBatch = (from: number): Batch => ({ from, to: from, ready: [], refused: [], repeated: 0 });

function sort(batch: Batch, prepared: Ready | Refused, repeated: boolean): void {
  if (isRefused(prepared)) batch.refused.push(prepared);
  else if (repeated) batch.repeated += 1;
  else batch.ready.push(prepared);
}

/** Prepares the next one while the last is being written: parsing and the database then work side by side. */
export async function* oneAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  for (;;) {
    const { value, done } = await next;
    if (done) return;
    next = items.next();
    // Whoever stops early leaves this one behind; its failure is then nobody's.
    next.catch(() => {});
    yield value;
  }
}
