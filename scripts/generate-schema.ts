// Writes apps/server/src/platform/schema.ts from a freshly migrated database; `--check` fails when it differs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';

const target = new URL('../apps/server/src/platform/schema.ts', import.meta.url).pathname;
const check = process.argv.includes('--check');

const scratch = mkdtempSync(join(tmpdir(), 'waggle-schema-'));
const output = check ? join(scratch, 'schema.ts') : target;
const postgres = await startPostgres();
try {
  await migrate(postgres.ownerUrl(), () => {});
  execFileSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--dialect',
      'postgres',
      '--url',
      postgres.ownerUrl(),
      '--out-file',
      output,
      '--exclude-pattern',
      '{pgboss.*,public.schema_migrations,public.*_2[0-9][0-9][0-9][0-9][0-9],public.*_default}',
    ],
    { cwd: new URL('..', import.meta.url).pathname, stdio: 'pipe' },
  );
  if (check && readFileSync(output, 'utf8') !== readFileSync(target, 'utf8')) {
    console.error('schema.ts differs from the migrations: run `pnpm db:schema` and commit the result.');
    process.exitCode = 1;
  }
} finally {
  await postgres.destroy();
  rmSync(scratch, { recursive: true });
}
