import {
  type EntryAnswer,
  leftOutReasons,
  type LeftOutReason,
  mostLeftOutNamed,
} from '@waggle/contracts/contact-batches';
import type { findContactNames } from '../audited.sql.ts';

export type LeftOut = { contactId: string; reason: LeftOutReason };
/** As a batch keeps it: how many for which reason, and the first of them. */
export type LeftOutSoFar = { counts: Partial<Record<LeftOutReason, number>>; people: LeftOut[] };
export type Names = Awaited<ReturnType<typeof findContactNames>>;

export function addLeftOut(soFar: LeftOutSoFar | null, more: readonly LeftOut[]): LeftOutSoFar {
  const counts = { ...soFar?.counts };
  for (const { reason } of more) counts[reason] = (counts[reason] ?? 0) + 1;
  return { counts, people: [...(soFar?.people ?? []), ...more].slice(0, mostLeftOutNamed) };
}

/** The most frequent reason first. Who is deleted since is counted and not named. */
export function presentEntry(entered: number, { counts, people }: LeftOutSoFar, names: Names): EntryAnswer {
  const known = new Map(names.map((contact) => [contact.id, contact]));
  const reasons = leftOutReasons.map((reason) => ({ reason, count: counts[reason] ?? 0 }));
  return {
    entered,
    leftOut: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons: reasons.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count),
    people: people.flatMap(({ contactId, reason }) => {
      const contact = known.get(contactId);
      if (!contact) return [];
      const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ') || contact.email;
      return { contactId, name, email: contact.email, reason };
    }),
  };
}
