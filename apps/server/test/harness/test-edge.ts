import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createEdge, type Edge } from '../../src/edge.ts';
import type { FetchText } from '../../src/edge/provider/sns.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/log.ts';

export type TestEdge = {
  edge: Edge;
  origin: string;
  db: TestDatabase;
  database: Database;
  folder: string;
  organizationId: string;
  /** A row of `link_targets`, as the dashboard writes it. */
  point(shortCode: string, targetUrl: string | null, isActive?: boolean): Promise<void>;
  /** Ends the edge, so that everything is written, and answers what it recorded. */
  recorded(): Promise<any[]>;
  close(): Promise<void>;
};

/** A real edge on a real socket, with a database and a folder of its own. */
export async function startTestEdge(env: Record<string, string> = {}, fetchText?: FetchText): Promise<TestEdge> {
  const db = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'waggle-edge-'));
  const config = loadConfig({
    WAGGLE_MODE: 'test',
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: db.appUrl,
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    UNSAFE_NO_RATE_LIMITS: 'true',
    EDGE_DATA: folder,
    // Calls without a socket come so close that nothing else gets its turn.
    SHED_EVENT_LOOP_DELAY_MS: '0',
    ...env,
  });
  const organizationId = randomUUID();
  await db.owner.query('insert into organizations (id, name) values ($1, $2)', [organizationId, 'Codes']);
  const database = openDatabase(config);
  const edge = await createEdge(config, database, createLog({ LOG_LEVEL: 'silent' }, 'test'), {
    ...(fetchText && { fetchText }),
  });
  const origin = await edge.app.listen({ host: '127.0.0.1', port: 0 });
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= edge.app.close().then(() => edge.close()));

  return {
    edge,
    origin,
    db,
    database,
    folder,
    organizationId,
    async point(shortCode, targetUrl, isActive = true) {
      await db.owner.query(
        `insert into link_targets (short_code, organization_id, kind, ref_id, target_url, is_active)
         values ($1, $2, 'qr', gen_random_uuid(), $3, $4)
         on conflict (short_code) do update set target_url = excluded.target_url, is_active = excluded.is_active`,
        [shortCode, organizationId, targetUrl, isActive],
      );
    },
    async recorded() {
      await end();
      return (await db.owner.query('select * from inbox_events order by id')).rows;
    },
    async close() {
      await end();
      await database.close();
      await db.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One answer, as it is: no redirect is followed. */
export const scan = (edge: TestEdge, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${edge.origin}${path}`, { redirect: 'manual', ...init });

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** From bytes, so that whoever has a source of chance can make codes with it. */
export const codeFrom = (bytes: Uint8Array): string => Array.from(bytes, (byte) => letters[byte % 58]).join('');
