import type { ContactDetail } from '@waggle/contracts/contacts';
import type { Suppression } from '@waggle/contracts/suppressions';
import { presentContact } from '../present.ts';
import type { TaggedContact } from '../contacts.ts';
import type { findSuppressionsOf, SuppressionRow } from './list.sql.ts';

export const presentSuppression = (row: SuppressionRow): Suppression => ({
  id: row.id,
  channel: row.channel as Suppression['channel'],
  address: row.address,
  reason: row.reason as Suppression['reason'],
  source: row.source,
  clientId: row.client_id,
  happenedAt: row.happened_at.toISOString(),
});

type Detail = TaggedContact & {
  pausedUntil: Date | null;
  suppressions: Awaited<ReturnType<typeof findSuppressionsOf>>;
};

export const presentDetail = (contact: Detail): ContactDetail => ({
  ...presentContact(contact),
  mailPausedUntil: contact.pausedUntil?.toISOString() ?? null,
  suppressions: contact.suppressions.map((row) => ({
    channel: row.channel as Suppression['channel'],
    reason: row.reason as Suppression['reason'],
    happenedAt: row.happened_at.toISOString(),
    everywhere: row.everywhere,
  })),
});
