import { readFileSync } from 'node:fs';

/** Of the package the command belongs to, in the source tree and beside the bundle. */
export const versionOf = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;
