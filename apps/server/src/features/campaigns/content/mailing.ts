import { emailPattern } from '@waggle/contracts/text-patterns';
import { Problem } from '#platform/problem.ts';
import { createAddresses } from '#platform/tracking/addresses.ts';
import type { LinkKey } from '#platform/tracking/mac.ts';
import { optOutTailLength } from '#platform/tracking/opt-out-token.ts';
import { signReturnPath } from '#platform/tracking/return-path.ts';
import { tailLength } from '#platform/tracking/token.ts';
import { createSigner, type Header, type SigningKey } from './dkim.ts';
import { headerText, mailbox } from './header-text.ts';
import type { Footer } from '@waggle/email/content/footer';
import { parsePieces, Reader, renderPieces } from '@waggle/email/content/liquid';
import { linkNumbersIn } from '@waggle/email/content/markers';
import { createBody } from './mime.ts';
import type { Recipient } from './recipient.ts';
import { Page } from './skeleton.ts';

export type { LinkKey };

/** Everything the mails of one campaign have in common, frozen when sending starts. */
export type FrozenContent = {
  subject: string;
  previewText: string;
  /** Compiled HTML: MJML is done, links are numbered, footer and pixel have their places. */
  html: string;
  text: string;
  from: { name: string; email: string };
  replyTo: string | null;
  /** Where bounces come back to; null uses the from address. */
  returnPathDomain: string | null;
  footer: Footer;
  tracking: { opens: boolean; clicks: boolean };
  /** Where its links begin; content of the time before own host names has none, and those of everybody. */
  origin?: string;
};

/** One mail, ready for the wire: CRLF line ends, signed, not yet dot-stuffed. */
export type ComposedMail = { envelopeFrom: string; messageId: string; message: Buffer };

/** A campaign made ready once in each worker; composing one mail is then cheap. */
export type Mailing = { compose(recipient: Recipient): ComposedMail };

export type MailingSettings = {
  /** Where strangers reach us. */
  publicUrl: string;
  cell: number;
  organizationId: string;
  campaignId: string;
  /** The rows of campaign_links: a link without one would lead nowhere. */
  links: readonly { no: number }[];
  /** The provider that reports on the mails, if one does. */
  reporter?: 'ses' | 'postmark' | null;
  /** Whether the links out of the mail carry what ends mail to its reader, so that they outlive the ledger. */
  carriesHash?: boolean;
  /** A test or a preview, of which nothing is kept. */
  isTest?: boolean;
};

/** A longer one is folded by servers on the way, and a folded header broke signatures before. */
const longestListUri = 180;

/** Behind a longer public address the header has a link without the hash, which works for as long as the ledger lives. */
const fitsHeader = (head: string, carriesHash: boolean): boolean =>
  head.length + (carriesHash ? optOutTailLength : tailLength) <= longestListUri;

/** One for the process: mails are written one after the other. */
const page = new Page();

export function createMailing(
  frozen: FrozenContent,
  keys: readonly SigningKey[],
  linkKey: LinkKey,
  settings: MailingSettings,
): Mailing {
  assertLinked(frozen, settings.links);
  const { publicUrl, carriesHash = false } = settings;
  const addresses = createAddresses(linkKey, publicUrl, settings, carriesHash);
  const body = createBody(frozen, addresses);
  const subject = parsePieces(frozen.subject);
  const headers = campaignHeaders(frozen, settings, body.contentType);
  const signer = createSigner(keys);
  const domain = domainOf(frozen.from.email);
  const unsubscribe = { purpose: 'unsubscribe', linkNo: 0 } as const;
  const listAddresses = fitsHeader(addresses.head(unsubscribe), carriesHash)
    ? addresses
    : createAddresses(linkKey, publicUrl, settings, false);
  const listUri = listAddresses.head(unsubscribe);
  if (!fitsHeader(listUri, carriesHash && listAddresses === addresses))
    throw new Error('The public address is too long for a List-Unsubscribe header.');

  return {
    compose(recipient) {
      assertAddress(recipient.email);
      const now = Date.now();
      const reader = new Reader(recipient);
      addresses.begin(recipient.sendId, recipient.hashed);
      listAddresses.begin(recipient.sendId, recipient.hashed);
      page.clear();
      body.write(page, reader);

      const messageId = `<${recipient.sendId}@${domain}>`;
      const all: Header[] = [
        ['To', recipient.email],
        ['Subject', headerText(renderPieces(subject, reader))],
        ['Date', dateAt(now)],
        ['Message-ID', messageId],
        ['List-Unsubscribe', `<${listUri}${listAddresses.tail(unsubscribe)}>`],
        ...headers,
      ];
      const signed = `${signer(all, page.written, now)}${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
      const head = `${signed}${settings.reporter === 'postmark' ? postmarkHeader(recipient) : ''}\r\n`;
      const message = Buffer.allocUnsafe(head.length + page.written.length);
      message.write(head, 'latin1');
      message.set(page.written, head.length);
      const envelopeFrom = frozen.returnPathDomain
        ? `${signReturnPath(linkKey, { organizationId: settings.organizationId, sendId: recipient.sendId })}@${frozen.returnPathDomain}`
        : frozen.from.email;
      return { envelopeFrom, messageId, message };
    },
  };
}

/** Headers all mails of the campaign share. */
function campaignHeaders(
  { from, replyTo, footer }: FrozenContent,
  settings: MailingSettings,
  contentType: string,
): Header[] {
  assertAddress(from.email);
  if (replyTo) assertAddress(replyTo);
  const { organizationId, campaignId } = settings;
  return [
    ['From', mailbox(from.name, from.email)],
    ...(replyTo ? [['Reply-To', replyTo] as const] : []),
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    ['List-Id', mailbox(footer.organizationName, `${organizationId}.${domainOf(from.email)}`)],
    ['Feedback-ID', `${campaignId}:${organizationId}:campaign:waggle`],
    ['MIME-Version', '1.0'],
    ['Content-Type', contentType],
  ];
}

/** Comes back in Postmark's reports, which name no header of ours. Postmark takes it out, so it must not be signed. */
const postmarkHeader = ({ sendId }: Recipient): string => `X-PM-Metadata-send: ${sendId}\r\n`;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Letters, digits and a few signs: what passes can neither end a header nor add a command to the envelope. */
function assertAddress(address: string): void {
  if (address.length > 254 || !emailPattern.test(address))
    throw new Problem('invalid_input', "This address can't receive email.");
}

function assertLinked({ html, text }: FrozenContent, links: MailingSettings['links']): void {
  const known = new Set(links.map(({ no }) => no));
  const missing = linkNumbersIn(`${html}${text}`).find((no) => !known.has(no));
  if (missing !== undefined) throw new Error(`Link ${missing} of the content has no address.`);
}

/** RFC 5322 wants a zone in digits. */
const dateAt = (now: number): string => new Date(now).toUTCString().replace('GMT', '+0000');
