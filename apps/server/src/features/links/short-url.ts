import type { Config } from '#platform/config.ts';
import { newShortCode } from './short-code.ts';

/** What of the installation is printed into codes and shown with them. */
export type Links = { shortUrl(shortCode: string): string; publicUrl: string; cell: number };

export const linksOf = ({ LINK_URL, PUBLIC_URL, CELL }: Pick<Config, 'LINK_URL' | 'PUBLIC_URL' | 'CELL'>): Links => ({
  shortUrl: (shortCode) => `${LINK_URL ?? PUBLIC_URL}/qr/${shortCode}`,
  publicUrl: PUBLIC_URL,
  cell: CELL,
});

/** For a code that is not saved yet: as long as the one it will get, so that its drawing has as many modules. */
export const exampleUrl = (links: Links): string => links.shortUrl(newShortCode(links.cell));
