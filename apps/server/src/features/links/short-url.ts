import { activeClient } from '#platform/active-client.ts';
import type { Config } from '#platform/config.ts';
import type { Context } from '#platform/context.ts';
import type { Hosts } from '#platform/hosts/hosts.ts';
import { newShortCode } from './short-code.ts';

/** What is printed into codes and shown with them, for one organization and as it is now. */
export type Links = {
  /** Under the host name of the client or the organization, if it has one. */
  shortUrl(shortCode: string, clientId: string | null): string;
  publicUrl: string;
  cell: number;
};

type Parts = Pick<Config, 'LINK_URL' | 'PUBLIC_URL' | 'CELL'> & { hosts: Pick<Hosts, 'current'> };

export async function linksOf({ LINK_URL, PUBLIC_URL, CELL, hosts }: Parts, ctx: Context): Promise<Links> {
  const { organizationId } = ctx;
  const index = await hosts.current();
  const originOf = (clientId: string | null) =>
    index.originOf({ organizationId, clientId }, 'links') ?? LINK_URL ?? PUBLIC_URL;
  return {
    shortUrl: (shortCode, clientId) => `${originOf(clientId)}/qr/${shortCode}`,
    publicUrl: PUBLIC_URL,
    cell: CELL,
  };
}

/** For a code that is not saved yet: as long as the one it will get, so that its drawing has as many modules. */
export const exampleUrl = (ctx: Context, links: Links, clientId?: string | null): string =>
  links.shortUrl(newShortCode(links.cell), clientId ?? activeClient(ctx));
