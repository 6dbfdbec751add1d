import { mostQrRows, QrRow } from '@waggle/contracts/qr-bulk';
import type { Context } from '#platform/context.ts';
import { readCsv } from '#platform/read-csv.ts';
import { Problem } from '#platform/problem.ts';
import { refuseBelowPlan } from '../plan.ts';

const unreadable = () =>
  refusal("This file can't be read. Save it as CSV with the columns name and target URL, then try again.");
const refusal = (message: string) => new Problem('invalid_input', message, { fields: { body: message } });

/** How people call the columns, in the three languages of the product. */
const titles = {
  name: ['name', 'qr code name', 'title', 'nombre', 'nom'],
  targetUrl: [
    'target url',
    'targeturl',
    'target',
    'url',
    'link',
    'destination',
    'url de destino',
    'destino',
    'url cible',
    'cible',
  ],
  labels: ['labels', 'label', 'tags', 'etiquetas', 'etiqueta', 'libellés', 'libellé'],
} as const;
type Column = keyof typeof titles;

type Read = { row: number; name: string; targetUrl: string; labels: string[]; error: string | null };

export async function checkFile(ctx: Context, bytes: Uint8Array) {
  await refuseBelowPlan(ctx);
  return readQrFile(bytes);
}

/** Each row with what is wrong in it. Nothing is stored. */
export function readQrFile(bytes: Uint8Array): { rows: Read[] } {
  const lines = readCsv(bytes);
  if (!lines) throw unreadable();
  const [header, ...records] = lines;
  const columns = columnsOf(header?.cells ?? []);
  if (records.length === 0) throw refusal('This file has no rows below its header.');
  if (records.length > mostQrRows)
    throw refusal(`This file has ${records.length} rows. Up to ${mostQrRows} QR codes can be created at a time.`);
  return { rows: records.map(({ cells, row }) => judged(row, cells, columns)) };
}

function columnsOf(header: readonly string[]): { [Key in Column]: number } {
  const plain = header.map((title) => title.trim().toLowerCase().replaceAll(/[_-]+/g, ' '));
  const find = (column: Column) => plain.findIndex((title) => titles[column].some((known) => known === title));
  const columns = { name: find('name'), targetUrl: find('targetUrl'), labels: find('labels') };
  if (columns.name < 0 || columns.targetUrl < 0)
    throw refusal('The first row must name the columns. Use name, target URL and, if you like, labels.');
  return columns;
}

function judged(row: number, cells: readonly string[], columns: { [Key in Column]: number }): Read {
  const cell = (column: Column) => (cells[columns[column]] ?? '').trim();
  const typed = { name: cell('name'), targetUrl: cell('targetUrl'), labels: labelsIn(cell('labels')) };
  const checked = QrRow.safeParse(typed);
  if (checked.success) return { row, ...checked.data, error: null };
  return { row, ...shortened(typed), error: checked.error.issues[0]?.message ?? null };
}

const labelsIn = (cell: string): string[] =>
  cell
    .split(/[;,|]/)
    .map((label) => label.trim())
    .filter((label) => label !== '');

/** Enough to find the row in the file again. */
const shortened = ({ name, targetUrl, labels }: Omit<Read, 'row' | 'error'>) => ({
  name: name.slice(0, 200),
  targetUrl: targetUrl.slice(0, 200),
  labels: labels.slice(0, 20).map((label) => label.slice(0, 60)),
});
