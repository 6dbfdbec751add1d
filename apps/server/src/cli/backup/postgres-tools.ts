import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from '../refusal.ts';

type Tool = 'pg_dump' | 'pg_restore' | 'pg_basebackup' | 'pg_verifybackup';
/** Runs one of PostgreSQL's own programs against the database of the address, and answers what it printed. */
export type PostgresTools = (tool: Tool, args: readonly string[], url?: string) => Promise<string>;

/** Output of a verbose tool that is kept, in bytes. */
const maxBuffer = 64 * 1024 * 1024;
/** All a tool sees of our environment: not SECRET_KEY, and no PGOPTIONS of somebody's shell. */
const plainEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

/** `folder` is POSTGRES_BIN; empty looks where Debian and Red Hat put the programs of that version, then where all others are. */
export function createPostgresTools({ folder, major }: { folder: string; major: number }): PostgresTools {
  const folders = folder
    ? [folder]
    : [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`, '/usr/local/bin', '/usr/bin'];
  const isFit = (tool: Tool, version: number) =>
    // A file by file copy is read by programs of its own version alone.
    tool === 'pg_verifybackup' ? version === major : version >= major;

  async function find(tool: Tool): Promise<string> {
    const path = folders.map((each) => join(each, tool)).find(existsSync);
    const advice = `Install PostgreSQL's client programs of version ${major} (Debian: postgresql-client-${major}), or set POSTGRES_BIN to their folder.`;
    if (!path) throw new Refusal(`${tool} was not found in ${folders.join(', ')}. ${advice}`);
    const version = Number(/\(PostgreSQL\) (\d+)/.exec(await run(path, ['--version'], plainEnv))?.[1]);
    if (!isFit(tool, version))
      throw new Refusal(`${path} is of PostgreSQL ${version} and the server is of ${major}. ${advice}`);
    return path;
  }

  return async (tool, args, url) => run(await find(tool), args, { ...plainEnv, ...(url && connectionEnv(url)) });
}

async function run(path: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(path, args, { maxBuffer, env });
    return stdout;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Refusal(`${path} failed: ${stderr?.trim() || message}`, { cause: error });
  }
}

const parameters = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' };

/** By the environment, which only this user can read; everybody on the machine sees arguments. */
function connectionEnv(text: string): Record<string, string> {
  const url = new URL(text);
  const given = Object.entries(parameters).flatMap(([name, variable]) => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [[variable, value]];
  });
  return {
    PGHOST: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1) || url.username),
    ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }),
    ...Object.fromEntries(given),
  };
}
