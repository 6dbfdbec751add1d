import { holdReasonOf, holdSentences } from '@waggle/contracts/campaign-holds';
import type { Notification, NotificationFacts, NotificationKind } from '@waggle/contracts/notifications';
import { findClientNames } from '#features/accounts/index.ts';
import { findCampaignResults } from '#features/campaigns/index.ts';
import { findContactNames, findImportResults } from '#features/contacts/index.ts';
import { findFormNames } from '#features/forms/index.ts';
import { findDomainNames, findHostNames } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import type { NotificationRow } from './queries.ts';

type Told = { name: string; facts?: NotificationFacts };

/** With what each record is called now. A notification whose record is deleted, or out of this person's sight, is left out. */
export async function withRecords(ctx: Context, rows: readonly NotificationRow[]): Promise<Notification[]> {
  const found = await findRecords(ctx, rows);
  const clients = await findClientNames(ctx, [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))]);
  return rows.flatMap((row) => {
    const record = row.record_id === null ? null : found.get(row.record_id);
    if (record === undefined) return [];
    const facts = row.facts as NotificationFacts;
    return [
      {
        id: row.id,
        kind: row.kind as NotificationKind,
        recordId: row.record_id,
        name: record?.name ?? null,
        clientId: row.client_id,
        clientName: clients.get(row.client_id ?? '') ?? null,
        facts: {
          ...record?.facts,
          ...facts,
          ...(facts.reason && { reason: holdSentences[holdReasonOf(facts.reason)] }),
        },
        createdAt: row.created_at.toISOString(),
        readAt: row.read_at?.toISOString() ?? null,
      },
    ];
  });
}

async function findRecords(ctx: Context, rows: readonly NotificationRow[]): Promise<Map<string, Told>> {
  const idsOf = (...kinds: NotificationKind[]) => [
    ...new Set(
      rows.flatMap(({ kind, record_id }) => (kinds.includes(kind as NotificationKind) ? (record_id ?? []) : [])),
    ),
  ];
  const [imports, campaigns, domains, hosts, forms, contacts] = await Promise.all([
    findImportResults(ctx, idsOf('import-finished')),
    findCampaignResults(ctx, idsOf('campaign-held', 'campaign-failing', 'campaign-finished')),
    findDomainNames(ctx, idsOf('domain')),
    findHostNames(ctx, idsOf('host-stopped')),
    findFormNames(ctx, idsOf('form-emails-held')),
    findContactNames(ctx, idsOf('automation-note')),
  ]);
  return new Map<string, Told>([
    ...imports.map(({ id, name, ...facts }): [string, Told] => [id, { name, facts }]),
    ...campaigns.map(({ id, name, ...facts }): [string, Told] => [id, { name, facts }]),
    ...domains.map(({ id, domain }): [string, Told] => [id, { name: domain }]),
    ...hosts.map(({ id, host }): [string, Told] => [id, { name: host }]),
    ...forms.map(({ id, name }): [string, Told] => [id, { name }]),
    ...contacts.map((contact): [string, Told] => [contact.id, { name: spokenName(contact) }]),
  ]);
}

type Named = { email: string; first_name: string | null; last_name: string | null };
const spokenName = ({ email, first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email;
