import type {
  CampaignTotals,
  ClientFigures,
  compareClients,
  RankedCampaign,
  RankedCode,
  readAnalytics,
  readFunnel,
} from '@waggle/contracts/analytics';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import { amountText } from '@waggle/contracts/money';
import { percentOf } from '#features/engagement/index.ts';

/** Of clients, by id. */
export type Names = ReadonlyMap<string, string>;

export const campaignHeader = [
  'Campaign',
  'Client',
  'Sent on',
  'Sent',
  'Delivered',
  'Delivered is estimated',
  'Opened',
  'Clicked',
  'Bounced',
  'Open rate (%)',
  'Click rate (%)',
];

export const campaignCells = (row: RankedCampaign, names: Names): string[] => [
  row.name,
  names.get(row.clientId ?? '') ?? '',
  row.sentAt,
  ...[row.sent, row.delivered].map(String),
  row.isDeliveredEstimated ? 'Yes' : 'No',
  ...[row.opened, row.clicked, row.bounced].map(String),
  rate(row.openRate),
  rate(row.clickRate),
];

export const codeHeader = ['Name', 'Client', 'Scans'];

export const codeCells = ({ name, clientId, scans }: Omit<RankedCode, 'trend' | 'id'>, names: Names): string[] => [
  name,
  names.get(clientId ?? '') ?? '',
  String(scans),
];

/** What each step is a part of. */
const bases: Record<keyof CampaignTotals, keyof CampaignTotals | null> = {
  sent: null,
  delivered: 'sent',
  opened: 'delivered',
  clicked: 'delivered',
  bounced: 'sent',
};

export function performanceRows({ performance, performanceBefore }: ReplyInput<typeof readAnalytics>): string[][] {
  const steps = Object.keys(bases) as (keyof CampaignTotals)[];
  return [
    ['Step', 'Emails', 'Percent', 'Percent of', 'Emails in the last period'],
    ...steps.map((step) => {
      const base = bases[step];
      return [
        step,
        String(performance[step]),
        base ? partOf(performance[step], performance[base]) : '',
        base ?? '',
        performanceBefore ? String(performanceBefore[step]) : '',
      ];
    }),
  ];
}

export function clientRows({ clients, average }: ReplyInput<typeof compareClients>): string[][] {
  const cells = (name: string, row: ClientFigures) => [
    name,
    ...[row.contacts, row.created, row.sent].map(amount),
    rate(row.openRate),
    rate(row.clickRate),
    amount(row.scans),
  ];
  return [
    ['Client', 'Contacts', 'New contacts', 'Sent', 'Open rate (%)', 'Click rate (%)', 'Scans'],
    ...clients.map((row) => cells(row.name, row)),
    cells('Average', average),
  ];
}

export function funnelRows({ steps, currency }: ReplyInput<typeof readFunnel>): string[][] {
  const line = (name: string, count: number) => [name, String(count), '', ''];
  return [
    ['Step', 'People', 'Amount', 'Currency'],
    line('Scanned a code', steps.visitors),
    line('Submitted a form', steps.submitted),
    line('Became a contact', steps.contacts),
    line('Clicked an email', steps.clicked),
    ['Purchased', String(steps.purchased), amountText(steps.amount, currency), currency],
  ];
}

const sourceKinds = { scan: 'QR code', form: 'Form', click: 'Campaign' } as const;

/** In the order of the screen; the columns add up to all revenue. */
export function sourceRows({ sources, others, none, currency }: ReplyInput<typeof readFunnel>): string[][] {
  const cells = (row: typeof none) =>
    [row.last, row.first, row.linear, row.position].map((share) => amountText(share, currency));
  return [
    ['Source', 'Kind', 'Last touch', 'First touch', 'Linear', 'Position-based', 'Currency'],
    ...sources.map((row) => [row.name ?? 'Deleted', sourceKinds[row.kind], ...cells(row), currency]),
    ['Other sources', '', ...cells(others), currency],
    ['No known source', '', ...cells(none), currency],
  ];
}

/** Empty where there is nothing to be a part of. */
export const partOf = (part: number, whole: number): string => rate(percentOf(part, whole));

const amount = (value: number): string => String(Math.round(value * 10) / 10);

const rate = (percent: number | null): string => (percent === null ? '' : String(Math.round(percent * 10) / 10));
