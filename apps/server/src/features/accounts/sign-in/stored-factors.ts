import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { keyIdOfSecretKey } from '#platform/secrets.ts';
import type { StoredSecret } from '#platform/stored-secret.ts';
import { findFactors, replaceFactor } from '../queries.ts';
import { openFactor, sealFactor } from './second-factor-keys.ts';

const columns = [
  { column: 'secret', kind: 'second factor' },
  { column: 'backup_codes', kind: 'recovery codes' },
] as const;

/** Rows read at once. */
const pageSize = 200;

/** Second factors of everybody, in the order of their ids. */
export async function* factorSecrets(config: Config, database: Database): AsyncGenerator<StoredSecret> {
  for (let after: string | null = null, more = true; more;) {
    const rows = await findFactors(database, after, pageSize);
    for (const row of rows)
      for (const { column, kind } of columns) {
        const before = row[column];
        const opened = await openFactor(config, before);
        yield {
          kind,
          id: row.id,
          organizationId: row.organization_id,
          keyId: opened ? keyIdOfSecretKey(opened.key) : 'unknown',
          isReadable: opened !== undefined,
          renew: async () =>
            opened !== undefined &&
            replaceFactor(database, row.id, column, { before, fresh: await sealFactor(config, opened.text) }),
        };
      }
    after = rows.at(-1)?.id ?? null;
    more = rows.length === pageSize;
  }
}
