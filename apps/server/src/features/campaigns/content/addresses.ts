import type { LinkKey } from '#platform/tracking/mac.ts';
import { pathOf, type Purpose, tokenWriter, uuidBytes } from '#platform/tracking/token.ts';
import type { Address } from './markers.ts';

/** Our own addresses in the mails of one campaign. Their beginning belongs to the campaign, their end to the mail. */
export type Addresses = {
  head(address: Address): string;
  /** From here on `tail` answers for this mail. */
  begin(sendId: string): void;
  tail(address: Address): string;
};

export function createAddresses(
  key: LinkKey,
  publicUrl: string,
  shared: { cell: number; organizationId: string; campaignId: string },
): Addresses {
  const writer = tokenWriter(key, shared);
  const origin = publicUrl.replace(/(?<!\/)\/+$/, '');
  // A link that stands in a mail a hundred times is signed once.
  const known = new Map<number, string>();
  const keyOf: Record<Purpose, number> = { open: -1, unsubscribe: -2, preferences: -3, click: 0 };
  let send = Buffer.alloc(16);
  return {
    head: ({ purpose }) => `${origin}${pathOf[purpose]}${writer.head(purpose)}`,
    begin(sendId) {
      send = uuidBytes(sendId) as Buffer<ArrayBuffer>;
      known.clear();
    },
    tail({ purpose, linkNo }) {
      const place = keyOf[purpose] + linkNo;
      let tail = known.get(place);
      if (tail === undefined) known.set(place, (tail = writer.tail(purpose, send, linkNo)));
      return tail;
    },
  };
}
