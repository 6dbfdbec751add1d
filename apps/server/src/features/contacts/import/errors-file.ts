import type { FileBody } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { guardCell } from '../export/formula-guard.ts';
import { requireImport } from './imports.ts';
import * as queries from './queries.ts';

const rowsAtOnce = 1_000;

/** The refused rows as they stood in the file, each with its reason: corrected, the same file can be imported again. */
export async function downloadErrors(ctx: Context, importId: string): Promise<FileBody> {
  const row = await requireImport(ctx, importId);
  const headers = ((row.columns ?? []) as { header: string }[]).map(({ header }) => header);
  return {
    name: `${row.name.replace(/\.csv$/i, '')}_errors.csv`,
    type: 'text/csv',
    content: lines(ctx, importId, headers),
  };
}

async function* lines(ctx: Context, importId: string, headers: string[]): AsyncGenerator<string> {
  // Excel takes a file without this mark for Windows-1252.
  yield `\ufeff${toLine([...headers, 'Reason'])}`;
  for (let last = 0; ;) {
    const rows = await queries.findErrorsAfter(ctx, importId, last, rowsAtOnce);
    const bundle = rows.map(({ cells, message }) => toLine([...headers.map((_, at) => cellAt(cells, at)), message]));
    if (bundle.length > 0) yield bundle.join('');
    if (rows.length < rowsAtOnce) return;
    last = Number(rows.at(-1)?.row_number);
  }
}

const cellAt = (cells: unknown, at: number) => (cells as string[])[at] ?? '';

const toLine = (cells: string[]) => `${cells.map(toCell).join(',')}\r\n`;

function toCell(cell: string): string {
  const safe = guardCell(cell);
  return /[",\r\n;\t|]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
