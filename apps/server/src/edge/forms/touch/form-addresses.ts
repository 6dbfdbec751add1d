import type { Config } from '../../../platform/config.ts';
import type { HostIndex, HostOwner } from '../../../platform/hosts/host-index.ts';

type Origins = Pick<Config, 'PUBLIC_URL' | 'LINK_URL'>;

const formPath = /^\/forms\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=[/?#]|$)/i;

type Parts = {
  hosts: Pick<HostIndex, 'find' | 'originOf'>;
  /** Whose form it is, if that is known without asking. */
  ownerOf?: (formId: string) => HostOwner | undefined;
};

/** Addresses of forms and short links, under the host names of their owners or those of the installation. */
export function createFormAddresses({ PUBLIC_URL, LINK_URL }: Origins, { hosts, ownerOf = () => undefined }: Parts) {
  const origins = LINK_URL === undefined ? [PUBLIC_URL] : [PUBLIC_URL, LINK_URL];
  const ownOrigin = (url: string): string | undefined => {
    const origin = /^https?:\/\/[^/?#]+/i.exec(url)?.[0];
    return origin !== undefined && hosts.find(origin.slice(origin.indexOf('/') + 2)) ? origin : undefined;
  };
  return {
    /** The form an address leads to; null for every address that is none of ours. */
    formIn: (url: string): string | null => {
      const origin = origins.find((one) => url.startsWith(one)) ?? ownOrigin(url);
      return (origin !== undefined && formPath.exec(url.slice(origin.length))?.[1]?.toLowerCase()) || null;
    },
    /** As it is stored: this one is never removed. */
    storedOf: (formId: string): string => `${PUBLIC_URL}/forms/${formId}`,
    addressOf: (formId: string, owner: HostOwner): string =>
      `${hosts.originOf(owner, 'forms') ?? PUBLIC_URL}/forms/${formId}`,
    shortUrlOf: (shortCode: string, owner: HostOwner): string =>
      `${hosts.originOf(owner, 'links') ?? LINK_URL ?? PUBLIC_URL}/qr/${shortCode}`,
    /** A stored address, under the host name its form has now. */
    nowAt(url: string, formId: string | null): string {
      const owner = formId !== null && url.startsWith(`${PUBLIC_URL}/`) ? ownerOf(formId) : undefined;
      const origin = owner && hosts.originOf(owner, 'forms');
      return origin ? `${origin}${url.slice(PUBLIC_URL.length)}` : url;
    },
  };
}
export type FormAddresses = ReturnType<typeof createFormAddresses>;
