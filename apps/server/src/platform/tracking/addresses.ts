import { trimEnd } from '@waggle/contracts/trim-end';
import type { Address } from '@waggle/email/content/markers';
import type { LinkKey } from './mac.ts';
import { type OptOutPurpose, optOutWriter, type HashedAddress } from './opt-out-token.ts';
import { pathOf, type Purpose, testViewNo, tokenWriter, uuidBytes } from './token.ts';

/** Our own addresses in the mails of one campaign. Their beginning belongs to the campaign, their end to the mail. */
export type Addresses = {
  head(address: Address): string;
  /** From here on `tail` answers for this mail. */
  begin(sendId: string, hashed: HashedAddress | undefined): void;
  tail(address: Address): string;
};

type Shared = {
  cell: number;
  organizationId: string;
  campaignId: string;
  /** Of a test or a preview there is no page to be seen in a browser, and the link says so. */
  isTest?: boolean;
};

/** `carriesHash` is whether the links out of a mail still work when the ledger has forgotten it. */
export function createAddresses(key: LinkKey, publicUrl: string, shared: Shared, carriesHash: boolean): Addresses {
  const writer = tokenWriter(key, shared);
  const optOuts = optOutWriter(key, shared);
  const origin = trimEnd(publicUrl, '/');
  // A link that stands in a mail a hundred times is signed once.
  const known = new Map<number, string>();
  const keyOf: Record<Address['purpose'], number> = { open: -1, unsubscribe: -2, preferences: -3, view: -4, click: 0 };
  const isHashed = (purpose: Purpose): purpose is OptOutPurpose =>
    carriesHash && (purpose === 'unsubscribe' || purpose === 'preferences');
  let send = Buffer.alloc(16);
  let hashed: HashedAddress | undefined;

  function sign(purpose: Purpose, linkNo: number): string {
    if (purpose === 'view') return writer.tail(purpose, send, shared.isTest ? testViewNo : 0);
    if (!isHashed(purpose)) return writer.tail(purpose, send, linkNo);
    if (!hashed) throw new Error('A mail whose links carry the hash of its address needs that hash.');
    return optOuts.tail(purpose, send, hashed);
  }
  return {
    head: ({ purpose }) =>
      `${origin}${pathOf[purpose]}${isHashed(purpose) ? optOuts.head(purpose) : writer.head(purpose)}`,
    begin(sendId, ofMail) {
      send = uuidBytes(sendId) as Buffer<ArrayBuffer>;
      hashed = ofMail;
      known.clear();
    },
    tail({ purpose, linkNo }) {
      const place = keyOf[purpose] + linkNo;
      let tail = known.get(place);
      if (tail === undefined) known.set(place, (tail = sign(purpose, linkNo)));
      return tail;
    },
  };
}
