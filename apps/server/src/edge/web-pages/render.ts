import { escapeHtml } from '@waggle/email/escape-html';
import { fillHtml } from '@waggle/email/content/fill';
import { askedIn, personalOf } from '@waggle/email/content/kept-values';
import { parsePieces, Reader, renderPieces } from '@waggle/email/content/liquid';
import { publicHtml } from '@waggle/email/content/public-html';
import { asWebPage } from '@waggle/email/content/web-page';
import { createAddresses } from '../../platform/tracking/addresses.ts';
import type { LinkKey } from '../../platform/tracking/mac.ts';
import type { Claims } from '../../platform/tracking/token.ts';
import type { PublicEmail, SentEmail } from './queries.ts';

export type PersonalPage = { email: SentEmail; claims: Claims; linkKey: LinkKey; publicUrl: string };

/** The email with the values and the addresses it had. Null where it says something of its reader and that is not known any more. */
export function renderPersonal({ email, claims, linkKey, publicUrl }: PersonalPage): string | null {
  const { subject, html, said, addressHash, clientMark } = email;
  if (said === null && askedIn(`${subject}${html}`).fields.size > 0) return null;
  const reader = new Reader(personalOf(said ?? {}));
  const addresses = createAddresses(linkKey, publicUrl, claims, addressHash !== null);
  addresses.begin(claims.sendId, addressHash === null ? undefined : { addressHash, clientMark });
  const filled = fillHtml(html, reader, (address) => `${addresses.head(address)}${addresses.tail(address)}`);
  return asWebPage(filled, renderPieces(parsePieces(subject), reader));
}

/** The email as somebody of whom nothing is known would get it, with links that lead straight to where they lead. */
export function renderPublic({ subject, html, footer, links }: PublicEmail): string {
  const stranger = new Reader(personalOf({}));
  const filled = fillHtml(publicHtml(html, footer), stranger, ({ purpose, linkNo }) =>
    purpose === 'click' ? escapeHtml(links[linkNo] ?? '') : '',
  );
  return asWebPage(filled, renderPieces(parsePieces(subject), stranger));
}
