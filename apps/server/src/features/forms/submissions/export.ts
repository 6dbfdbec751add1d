import type { FileBody } from '@waggle/contracts/endpoint';
import { csvLine } from '#features/contacts/index.ts';
import { readOrganization } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { requireForm } from '../drafts.ts';
import { findVersions } from '../versions/queries.ts';
import { findSubmissions, orderOf, type SubmissionRow } from './list-queries.ts';
import { fieldsOf } from './submissions.ts';

/** Rows read at once; no transaction stays open while somebody downloads slowly. */
const pageSize = 1_000;
/** Versions whose fields get a column. */
const mostVersions = 100;

type Column = { id: string; label: string };

/** Oldest first: what arrives while somebody downloads comes at the end. */
export async function exportSubmissions(ctx: Context, formId: string): Promise<FileBody> {
  const form = await requireForm(ctx, formId);
  const columns = await columnsOf(ctx, formId);
  const { timezone } = await readOrganization(ctx);
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(ctx.now());
  return { name: `${form.name}_submissions_${date}.csv`, type: 'text/csv', content: lines(ctx, formId, columns) };
}

/** Every field that any version had, the newest version first and under the label it last had. */
async function columnsOf(ctx: Context, formId: string): Promise<Column[]> {
  const columns = new Map<string, Column>();
  for (const { version } of await findVersions(ctx, formId, mostVersions))
    for (const { id, label } of await fieldsOf(ctx, formId, version))
      if (!columns.has(id)) columns.set(id, { id, label: label || id });
  return [...columns.values()];
}

async function* lines(ctx: Context, formId: string, columns: readonly Column[]): AsyncGenerator<string> {
  yield csvLine(['Submitted', ...columns.map(({ label }) => label), 'Contact', 'Version']);
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await findSubmissions(ctx, {
      formId,
      keyset: orderOf('createdAt'),
      cursor,
      limit: pageSize,
    });
    if (items.length > 0) yield items.map((row) => csvLine(cells(row, columns))).join('');
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const cells = (row: SubmissionRow, columns: readonly Column[]): string[] => {
  const answers = row.answers as Record<string, string | true>;
  return [
    row.submitted_at.toISOString(),
    ...columns.map(({ id }) => (answers[id] === true ? 'Yes' : (answers[id] ?? ''))),
    row.contact_id ? 'Contact Created' : 'No Contact',
    String(row.version),
  ];
};
