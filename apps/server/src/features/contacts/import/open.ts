import { importLimits } from '@waggle/contracts/imports';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { describeColumns } from './file/columns.ts';
import { type Delimiter, detectDelimiter } from './file/delimiter.ts';
import { detectEncoding, type Encoding } from './file/encoding.ts';
import { storedParts } from './file/parts.ts';
import { readRecords, type Shape } from './file/csv-reader.ts';
import { type ImportWithErrors, requireImport, withErrors, wrongState } from './imports.ts';
import * as queries from './queries.ts';

const sampleBytes = 65_536;
const sampleRows = 200;
/** Some two thousand rows, counted while the person waits; those of larger files are known once they are checked. */
const countedAtOnceBytes = 256 * 1024;

type Chosen = { encoding?: Encoding | undefined; delimiter?: Delimiter | undefined };

/** Looks at the file: how it is written, and what its columns probably are. */
export async function openImport(ctx: Context, importId: string, chosen: Chosen): Promise<ImportWithErrors> {
  const row = await requireImport(ctx, importId);
  if ((await queries.uploadedBytes(ctx, importId)) !== Number(row.bytes))
    throw new Problem('invalid_input', "The upload didn't finish. Please try again.");

  const encoding = await detectEncoding(storedParts(ctx, row), chosen.encoding);
  const delimiter = chosen.delimiter ?? (await sniffDelimiter(storedParts(ctx, row), encoding));
  const records = await firstRecords(storedParts(ctx, row), { encoding, delimiter });
  const [headers] = records;
  if (headers === undefined) throw new Problem('invalid_input', 'CSV file is empty');
  if (headers.length > importLimits.columns)
    throw new Problem(
      'invalid_input',
      `This file has more than ${importLimits.columns} columns. Remove the ones you don't need.`,
    );

  const columns = describeColumns(records, await queries.findFields(ctx, row.client_id));
  const moved = await queries.moveImport(ctx, importId, ['uploading', 'uploaded', 'checked'], {
    state: 'uploaded',
    encoding,
    delimiter,
    columns,
    rows:
      Number(row.bytes) <= countedAtOnceBytes ? await countRows(storedParts(ctx, row), { encoding, delimiter }) : null,
    plan: null,
    checked: null,
    position: 0,
  });
  if (!moved) throw wrongState();
  return withErrors(ctx, moved);
}

async function sniffDelimiter(parts: AsyncGenerator<Uint8Array>, encoding: Encoding): Promise<Delimiter> {
  const { value } = await parts.next();
  await parts.return(undefined);
  return detectDelimiter(new TextDecoder(encoding).decode((value as Uint8Array | undefined)?.subarray(0, sampleBytes)));
}

/** Without the header. */
async function countRows(parts: AsyncIterable<Uint8Array>, shape: Shape): Promise<number> {
  let records = 0;
  for await (const bundle of readRecords(parts, shape)) records += bundle.length;
  return records - 1;
}

export async function firstRecords(parts: AsyncIterable<Uint8Array>, shape: Shape): Promise<string[][]> {
  const records: string[][] = [];
  for await (const bundle of readRecords(parts, shape)) {
    records.push(...bundle.slice(0, sampleRows));
    if (records.length >= sampleRows) break;
  }
  return records;
}
