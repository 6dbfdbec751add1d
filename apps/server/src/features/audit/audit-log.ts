import type { exportAuditLog, listAuditLog } from '@waggle/contracts/audit';
import type { FileBody, ServedInput } from '@waggle/contracts/endpoint';
import { isMember, readOrganization } from '#features/accounts/index.ts';
import { csvLine, findContactNames } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { csvHeader, presentCells, presentEntry } from './present.ts';
import * as queries from './queries.ts';

export async function listEntries(ctx: Context, question: ServedInput<typeof listAuditLog>['query']) {
  await requirePerson(ctx, question.personId);
  const { timezone } = await readOrganization(ctx);
  const { items, ...rest } = await queries.findEntries(ctx, question, timezone);
  const names = await contactNames(ctx, items);
  return { items: items.map((row) => presentEntry(row, names)), ...rest };
}

export async function exportEntries(
  ctx: Context,
  filter: ServedInput<typeof exportAuditLog>['query'],
): Promise<FileBody> {
  await requirePerson(ctx, filter.personId);
  const { timezone } = await readOrganization(ctx);
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(ctx.now());
  return { name: `audit_log_${date}.csv`, type: 'text/csv', content: csvOf(ctx, filter, timezone) };
}

async function* csvOf(ctx: Context, filter: queries.Filter, timezone: string): AsyncGenerator<string> {
  yield csvLine(csvHeader);
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { items, nextCursor } = await queries.findBatch(ctx, filter, { cursor, timezone });
    const names = await contactNames(ctx, items);
    if (items.length > 0) yield items.map((row) => csvLine(presentCells(presentEntry(row, names)))).join('');
    cursor = nextCursor;
  }
}

/** Read with the log, so that whoever was erased is not in it. */
async function contactNames(ctx: Context, rows: readonly queries.EntryRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) => (row.entity_type === 'contact' && row.entity_id ? [row.entity_id] : []));
  const contacts = ids.length === 0 ? [] : await findContactNames(ctx, [...new Set(ids)]);
  return new Map(
    contacts.map(({ id, email, first_name, last_name }) => [
      id,
      [first_name, last_name].filter(Boolean).join(' ') || email,
    ]),
  );
}

/** Somebody of the team, or somebody the log still knows. */
async function requirePerson(ctx: Context, personId: string | undefined): Promise<void> {
  if (personId === undefined) return;
  if (!(await isMember(ctx, personId)) && !(await queries.isKnown(ctx, personId))) throw notFound();
}
