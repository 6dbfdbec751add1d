import type { FileBody } from '@waggle/contracts/endpoint';
import { csvLine } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { findLeftOut, type LeftOutFilter } from '../left-out/queries.ts';
import { requireCampaign } from '../campaigns.ts';
import { findRecipients, type RecipientFilter } from './queries.ts';

/** Rows read at once; no transaction stays open while somebody downloads slowly. */
const pageSize = 1_000;

const time = (at: Date | null): string => at?.toISOString() ?? '';

export async function exportRecipients(ctx: Context, campaignId: string, filter: RecipientFilter): Promise<FileBody> {
  const { month } = await requireCampaign(ctx, campaignId);
  const read = (after: string | null) =>
    month === null ? [] : findRecipients(ctx, campaignId, month, { ...filter, after, limit: pageSize });
  return file(`recipients-${campaignId}.csv`, {
    header: [
      'Email',
      'Name',
      'State',
      'Reason',
      'Attempts',
      'Sent',
      'Delivered',
      'Opened',
      'Clicked',
      'Bounced',
      'Unsubscribed',
    ],
    read,
    idOf: (row) => row.contact_id,
    cells: (row) => [
      row.email ?? '',
      row.name ?? '',
      row.state,
      row.bounce_reason ?? row.reason ?? '',
      String(row.attempts),
      ...[row.sent_at, row.delivered_at, row.opened_at, row.clicked_at, row.bounced_at, row.unsubscribed_at].map(time),
    ],
  });
}

export async function exportLeftOut(ctx: Context, campaignId: string, filter: LeftOutFilter): Promise<FileBody> {
  const campaign = await requireCampaign(ctx, campaignId);
  return file(`left-out-${campaignId}.csv`, {
    header: ['Email', 'Name', 'Reason'],
    read: (after) => (campaign.month === null ? [] : findLeftOut(ctx, campaign, filter, { after, limit: pageSize })),
    idOf: (row) => row.contactId,
    cells: (row) => [row.email ?? '', row.name ?? '', row.reason],
  });
}

type Sheet<Row> = {
  header: string[];
  read: (after: string | null) => Promise<Row[]> | Row[];
  idOf: (row: Row) => string;
  cells: (row: Row) => string[];
};

const file = <Row>(name: string, sheet: Sheet<Row>): FileBody => ({ name, type: 'text/csv', content: lines(sheet) });

async function* lines<Row>({ header, read, idOf, cells }: Sheet<Row>): AsyncGenerator<string> {
  yield csvLine(header);
  let after: string | null = null;
  do {
    const rows: Row[] = await read(after);
    if (rows.length > 0) yield rows.map((row) => csvLine(cells(row))).join('');
    after = rows.length < pageSize ? null : idOf(rows.at(-1)!);
  } while (after !== null);
}
