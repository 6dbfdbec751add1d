import { type Asked, askedIn, valuesToKeep } from '@waggle/email/content/kept-values';
import { viewMarker } from '@waggle/email/content/markers';
import type { Context } from '#platform/context.ts';
import type { FrozenContent } from '../content/mailing.ts';
import { type ClaimedContact, keepSaid, type Ledger } from './queries.ts';

/** What must be kept of each reader, so that a browser shows the email as it was sent; null where it has no such link. */
export function keptOf({ subject, html, text }: FrozenContent): Asked | null {
  const hasLink = html.includes(viewMarker) || text.includes(viewMarker);
  const asked = askedIn(`${subject}${html}`);
  return hasLink && asked.fields.size > 0 ? asked : null;
}

type Reader = ClaimedContact & { tagIds?: readonly string[] };

/** Before the email is composed, so that none leaves whose page would be empty. */
export async function keepWhatIsSaid(
  ctx: Context,
  ledger: Ledger,
  readers: readonly Reader[],
  asked: Asked,
): Promise<void> {
  const rows = readers.flatMap(({ email, leftOut, sendId, recipientId, ...reader }) => {
    const said = email === null || leftOut !== null ? null : valuesToKeep({ ...reader, email }, asked);
    return said ? [{ sendId, contactId: recipientId, said }] : [];
  });
  if (rows.length > 0) await keepSaid(ctx, ledger, rows);
}
