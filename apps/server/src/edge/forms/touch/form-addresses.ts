import type { Config } from '../../../platform/config.ts';

type Origins = Pick<Config, 'PUBLIC_URL' | 'LINK_URL'>;

const formPath = /^\/forms\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=[/?#]|$)/i;

/** The form an address of this installation leads to; null for every other address. */
export function createFormAddresses({ PUBLIC_URL, LINK_URL }: Origins) {
  const origins = LINK_URL === undefined ? [PUBLIC_URL] : [PUBLIC_URL, LINK_URL];
  return {
    formIn: (url: string): string | null => {
      const origin = origins.find((one) => url.startsWith(one));
      return (origin !== undefined && formPath.exec(url.slice(origin.length))?.[1]?.toLowerCase()) || null;
    },
    addressOf: (formId: string): string => `${PUBLIC_URL}/forms/${formId}`,
    shortUrlOf: (shortCode: string): string => `${LINK_URL ?? PUBLIC_URL}/qr/${shortCode}`,
  };
}
export type FormAddresses = ReturnType<typeof createFormAddresses>;
