import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { type ContactRow, insertActivities, lockContacts } from '../queries.ts';
import { isOptedOut } from '../suppression/strength.ts';
import { grantConsent, insertConsents } from './queries.ts';

/** Words that a person agreed to on a page of a form, by the version that was shown. */
export type Shown = {
  text: string;
  sourceId: string;
  version: number;
  /** Of the network they came from; empty where nobody knows. Kept as a keyed hash. */
  address: string;
};

const settled = ['confirmed', 'pending'];

/** Proof of what was ticked. It takes nothing back: who opted out or withdrew says so again where that was said. */
export async function recordShownConsents(
  ctx: Context,
  shown: readonly (Shown & { contactId: string })[],
): Promise<void> {
  if (shown.length === 0) return;
  const locked = await lockContacts(ctx, [...new Set(shown.map(({ contactId }) => contactId))]);
  const willing = new Map(
    locked.filter((contact) => !hasOptedOut(contact)).map((contact) => [contact.id, contact] as const),
  );
  const proofs = shown.flatMap(({ contactId, ...words }) => {
    const contact = willing.get(contactId);
    return contact ? [{ contact, words }] : [];
  });
  await insertConsents(
    ctx,
    proofs.map(({ contact, words }) => proofOf(contact, 'granted', words)),
  );
  // Who has to confirm does so by the link in their email and by nothing else.
  const open = [...willing.values()].filter(({ email_consent }) => !settled.includes(email_consent));
  await grantConsent(
    ctx,
    open.map(({ id }) => id),
  );
  await insertActivities(
    ctx,
    proofs.map(({ contact }) => ({ contact, type: 'consent.granted', data: { channel: 'email' } })),
  );
}

export const hasOptedOut = ({ status, email_consent }: Pick<ContactRow, 'status' | 'email_consent'>): boolean =>
  isOptedOut(status) || email_consent === 'withdrawn';

export const proofOf = (
  contact: Pick<ContactRow, 'id' | 'client_id'>,
  state: 'granted' | 'pending' | 'confirmed',
  { text, sourceId, version, address }: Shown,
) => ({
  contact_id: contact.id,
  client_id: contact.client_id,
  channel: 'email' as const,
  state,
  basis: null,
  source: 'form',
  recorded_by: null,
  text_shown: text.slice(0, 2_000),
  text_version: version,
  text_hash: createHash('sha256').update(text).digest(),
  source_id: sourceId,
  ...(address !== '' && { ip_hash: sql<Buffer | null>`public.hash_address('ip', ${address})` }),
});
