import type { AnalyticsTable, exportAnalytics } from '@waggle/contracts/analytics';
import type { FileBody, ServedInput } from '@waggle/contracts/endpoint';
import { findClientNames } from '#features/accounts/index.ts';
import { findSentCampaigns } from '#features/campaigns/index.ts';
import { csvLine } from '#features/contacts/index.ts';
import { findScannedCodes } from '#features/links/index.ts';
import type { Context } from '#platform/context.ts';
import { presentCampaign } from './campaigns.ts';
import { compareClients } from './clients.ts';
import { scanDays } from './codes.ts';
import { contactAnalytics } from './contacts.ts';
import {
  campaignCells,
  campaignHeader,
  clientRows,
  codeCells,
  codeHeader,
  funnelRows,
  type Names,
  partOf,
  performanceRows,
  sourceRows,
} from './csv-rows.ts';
import { funnelOf } from './funnel.ts';
import { openingHours } from './opening-hours.ts';
import { overviewOf } from './overview.ts';
import { type Period, periodOf, type PeriodName } from './period.ts';
import { retention } from './retention.ts';

/** Rows read at once; no transaction stays open while somebody downloads slowly. */
const pageSize = 1_000;

export async function exportTable(
  ctx: Context,
  { table, period: name }: ServedInput<typeof exportAnalytics>['query'],
): Promise<FileBody> {
  const period = await periodOf(ctx, name);
  const { from, to } = period.days;
  // Small tables are read before the first byte leaves, so that a failure is an answer and not half a file.
  const content = pages[table]?.(ctx, period) ?? inOnePiece(await small(ctx, table, name));
  return { name: `${table}_${from}_${to}.csv`, type: 'text/csv', content };
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Rows = readonly (readonly string[])[];

async function* inOnePiece(rows: Rows): AsyncGenerator<string> {
  yield rows.map(csvLine).join('');
}

async function small(ctx: Context, table: AnalyticsTable, name: PeriodName): Promise<Rows> {
  if (table === 'funnel') return funnelRows(await funnelOf(ctx, { period: name }));
  if (table === 'sources') return sourceRows(await funnelOf(ctx, { period: name }));
  if (table === 'new-contacts') {
    const { months } = await contactAnalytics(ctx, name);
    return [
      ['Month', 'New contacts', 'First day counted', 'Last day counted'],
      ...months.map(({ month, created, from, to }) => [month.slice(0, 7), String(created), from, to]),
    ];
  }
  if (table === 'opening-hours') {
    const { week } = await openingHours(ctx, name);
    const hours = week[0]!.map((_, hour) => [`${hour}:00`, ...week.map((day) => String(day[hour]))]);
    return [['Hour', ...weekdays], ...hours];
  }
  if (table === 'retention') {
    const { cohorts } = await retention(ctx);
    const ages = Array.from({ length: 12 }, (_, age) => `Can be emailed after ${age} months`);
    const rows = cohorts.map(({ month, people, mailable }) => [
      month.slice(0, 7),
      ...[people, ...mailable].map(String),
    ]);
    return [['Month', 'Contacts', ...ages], ...rows];
  }
  if (table === 'clients') return clientRows(await compareClients(ctx, name));
  const overview = await overviewOf(ctx, name);
  if (table === 'performance') return performanceRows(overview);
  if (table === 'distribution') {
    const total = overview.distribution.reduce((sum, { contacts }) => sum + contacts, 0);
    const rows = overview.distribution.map(({ status, contacts }) => [
      status,
      String(contacts),
      partOf(contacts, total),
    ]);
    return [['Status', 'Contacts', 'Percent of all'], ...rows];
  }
  if (table === 'top-codes') {
    const names = await namesOf(ctx, overview.codes);
    return [codeHeader, ...overview.codes.map((row) => codeCells(row, names))];
  }
  const names = await namesOf(ctx, overview.campaigns);
  return [campaignHeader, ...overview.campaigns.map((row) => campaignCells(row, names))];
}

type Pages = (ctx: Context, period: Period) => AsyncGenerator<string>;

/** Tables as long as an organization has campaigns or codes. */
const pages: Partial<Record<AnalyticsTable, Pages>> = {
  async *campaigns(ctx, { span }) {
    yield csvLine(campaignHeader);
    yield* everyPage(async (cursor) => {
      const { items, nextCursor } = await findSentCampaigns(ctx, span, { cursor, limit: pageSize });
      const rows = items.map(presentCampaign);
      const names = await namesOf(ctx, rows);
      return { lines: rows.map((row) => csvLine(campaignCells(row, names))), nextCursor };
    });
  },
  async *codes(ctx, period) {
    yield csvLine(codeHeader);
    yield* everyPage(async (cursor) => {
      const { items, nextCursor } = await findScannedCodes(ctx, scanDays(period), { cursor, limit: pageSize });
      const rows = items.map(({ client_id: clientId, ...row }) => ({ ...row, clientId }));
      const names = await namesOf(ctx, rows);
      return { lines: rows.map((row) => csvLine(codeCells(row, names))), nextCursor };
    });
  },
};

type Page = { lines: string[]; nextCursor: string | null };

async function* everyPage(read: (cursor?: string) => Promise<Page>): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const { lines, nextCursor } = await read(cursor);
    if (lines.length > 0) yield lines.join('');
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const namesOf = (ctx: Context, rows: readonly { clientId: string | null }[]): Promise<Names> =>
  findClientNames(ctx, [...new Set(rows.flatMap(({ clientId }) => clientId ?? []))]);
