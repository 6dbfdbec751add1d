import { existsSync, readFileSync } from 'node:fs';

/** Of the package the command belongs to, in the source tree and beside the bundle. */
export const versionOf = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;

/** The commit the build was made from; the source tree itself has none. */
export function commitOf(): string {
  const path = new URL('build.json', import.meta.url);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { commit: string }).commit : 'unknown';
}
