import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '@waggle/email/escape-html';
import { pageHtml } from './pages.ts';

export type Redirect = { shortCode: string; location: string };

/** One page for each code, for hosts that can only serve files. Needs a file system that tells a from A. */
export async function writePages(folder: string, redirects: readonly Redirect[]): Promise<void> {
  await Promise.all(
    redirects.map(async ({ shortCode, location }) => {
      const own = join(folder, 'qr', shortCode);
      await mkdir(own, { recursive: true });
      await writeFile(join(own, 'index.html'), redirectHtml(location));
    }),
  );
}

/** By the name most hosts of files look for. */
export const writeNotFoundPage = (folder: string): Promise<void> =>
  writeFile(join(folder, '404.html'), pageHtml('en', 'unknown'));

/** No script: the browser follows by itself, and whoever has turned that off follows the link. */
export function redirectHtml(location: string): string {
  const address = escapeHtml(location);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${address}"><title>Redirect</title></head><body><p><a href="${address}" rel="noreferrer">${address}</a></p></body></html>\n`;
}
