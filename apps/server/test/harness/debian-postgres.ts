import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const versions = '/usr/lib/postgresql';

/** Server and client programs of one version, from Debian: the packaged server comes without pg_dump and pg_basebackup. */
export function debianPostgres(): string {
  const newest = readdirSync(versions)
    .map(Number)
    .toSorted((one, other) => other - one)[0];
  if (newest === undefined) throw new Error('Run scripts/setup: PostgreSQL is missing.');
  return join(versions, String(newest), 'bin');
}
