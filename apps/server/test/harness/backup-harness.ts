import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { debianPostgres } from './debian-postgres.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { joinInstallation } from '../../src/platform/installation/installation.ts';
import { createLog } from '../../src/platform/log.ts';

export type BackupHarness = Awaited<ReturnType<typeof createBackupHarness>>;

/** A server of its own with Waggle in it, some contacts and an ADMIN, and the programs that make backups of it. */
export async function createBackupHarness(people: number) {
  const bin = debianPostgres();
  const scratch = mkdtempSync(join(tmpdir(), 'waggle-backup-'));
  const postgres = await startPostgres({ bin });
  await migrate(postgres.ownerUrl(), () => {});
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  await owner.connect();
  await insertPeople(owner, people);
  const settings = {
    PUBLIC_URL: 'http://127.0.0.1:1',
    DATABASE_URL: postgres.appUrl(),
    BACKUP_DATABASE_URL: postgres.ownerUrl(),
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    POSTGRES_BIN: bin,
  };
  await lookAt(postgres, join(scratch, 'of the first'));

  return {
    postgres,
    owner,
    scratch,
    config: (env: Partial<typeof settings> = {}) => loadConfig({ ...settings, ...env }),
    waggle: (args: string[], env: Partial<typeof settings> = {}) =>
      promisify(execFile)(process.execPath, [new URL('../../src/cli.ts', import.meta.url).pathname, ...args], {
        env: { ...settings, ...env },
      }),
    lookAt: (server: Postgres, journal: string, database?: string) => lookAt(server, join(scratch, journal), database),
    async emptyDatabase(name: string): Promise<string> {
      await owner.query(`create database ${name} template template0`);
      return postgres.ownerUrl(name);
    },
    async rowsOf(url: string, statement: string): Promise<unknown[]> {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query(statement);
      await client.end();
      return rows;
    },
    /** A folder with one program of ours in it, which says it is of that version. */
    program(name: string, script: string, version = 99): string {
      const folder = mkdtempSync(join(scratch, 'bin-'));
      const says = `[ "$1" = --version ] && { echo "${name} (PostgreSQL) ${version}.1"; exit; }`;
      writeFileSync(join(folder, name), `#!/bin/sh\n${says}\n${script}\n`, { mode: 0o755 });
      return folder;
    },
    /** After what `chown -R postgres:` does; under root the server of a test runs as nobody. */
    async startOn(directory: string): Promise<Postgres> {
      if (process.getuid?.() === 0) execFileSync('chown', ['-R', '65534:65534', directory]);
      return startPostgres({ bin, directory });
    },
    async close(): Promise<void> {
      await owner.end();
      await postgres.destroy();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

async function insertPeople(owner: pg.Client, people: number): Promise<void> {
  await owner.query(`insert into organizations (name) values ('Hive')`);
  await owner.query(
    `insert into contacts (organization_id, email) select id, 'p' || n || '@hive.example' from organizations, generate_series(1, $1) n`,
    [people],
  );
  await owner.query(
    `insert into directory.users (organization_id, email, name) select id, 'admin@hive.example', 'Admin' from organizations`,
  );
}

/** A process that starts, looks at its database and ends; answers why it is held. */
async function lookAt(server: Postgres, folder: string, database?: string): Promise<string | null> {
  const opened = openDatabase({
    DATABASE_URL: server.appUrl(database),
    DATABASE_POOL_SIZE: 4,
    DATABASE_STATEMENT_TIMEOUT_MS: 5_000,
  });
  const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
  const joined = joinInstallation({
    database: opened,
    log,
    role: 'worker',
    folder,
    days: 35,
    replay: async () => {},
  });
  await joined.firstLook;
  const reason = joined.hold()?.reason ?? null;
  await joined.stop();
  await opened.close();
  return reason;
}
