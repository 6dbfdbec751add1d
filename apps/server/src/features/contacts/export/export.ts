import { exportLabels, type ContactFilter, type ExportField } from '@waggle/contracts/contacts';
import type { FileBody } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { createFairQueue } from '#platform/fair-queue.ts';
import { Problem } from '#platform/problem.ts';
import { readOrganization } from '../../accounts/index.ts';
import { settle } from '../list/list.ts';
import { guardCell } from './formula-guard.ts';
import { copyContacts, findLabels } from './queries.ts';

type Question = ContactFilter & {
  fields: ExportField[];
  custom?: string[] | undefined;
  ids?: string[] | undefined;
};

/**
 * The file is UTF-8 without a byte order mark: the mark would become part of the name of the first column for whoever
 * reads the file by machine, our own import included, and the type of the answer names the encoding.
 */
export async function exportContacts(ctx: Context, question: Question): Promise<FileBody> {
  const { fields: chosen, custom = [], ids, ...typed } = question;
  if (chosen.length + custom.length === 0) throw unusable('fields', 'No fields selected');
  const fields: ExportField[] = chosen.includes('email') ? [...new Set(chosen)] : ['email', ...new Set(chosen)];
  const keys = [...new Set(custom)];
  const [labels, { timezone }] = await Promise.all([findLabels(ctx, keys), readOrganization(ctx)]);
  const unknown = keys.find((key) => !labels.has(key));
  if (unknown !== undefined) throw unusable('custom', "This field doesn't exist");

  const header = [...fields.map((field) => exportLabels[field]), ...keys.map((key) => labels.get(key) ?? '')];
  const filter = ids === undefined ? await settle(ctx, typed) : typed;
  const leave = await exports.enter(ctx.organizationId);
  const rows = leaving(leave, () => copyContacts(ctx, { filter, ids, fields, custom: keys, timezone }));
  const first = await rows.next();
  if (first.done) throw new Problem('nothing_to_export', 'No contacts to export');
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(ctx.now());
  return {
    name: `contacts_export_${date}.csv`,
    type: 'text/csv',
    content: startingWith([csvLine(header), first.value], rows),
  };
}

/** Each holds a connection for as long as somebody's browser takes to read it; the other calls need some too. */
const exports = createFairQueue({ most: 3, mostPerKey: 2, waitingPerKey: 0, waitMs: 0 });

async function* leaving(leave: () => void, open: () => Promise<AsyncGenerator<Buffer>>): AsyncGenerator<Buffer> {
  try {
    yield* await open();
  } finally {
    leave();
  }
}

/** One row of CSV; no cell of it is a formula to a spreadsheet. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(guardCell(cell))).join(',')}\n`;

/** Not a generator: one that was never begun would not close the rows when the reader has gone. */
function startingWith(pieces: (string | Buffer)[], rows: AsyncGenerator<Buffer>): AsyncIterable<string | Buffer> {
  const next = async (): Promise<IteratorResult<string | Buffer>> => {
    const value = pieces.shift();
    return value === undefined ? rows.next() : { value, done: false };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: () => rows.return(undefined) }) };
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const unusable = (field: string, message: string) =>
  new Problem('invalid_input', message, { fields: { [field]: message } });
