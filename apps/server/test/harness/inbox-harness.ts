import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createRound, drainRound } from '#platform/inbox/drain.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import type { DrainHandler } from '#platform/inbox/handlers.ts';
import { defineInboxKind } from '#platform/inbox/kind.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type InboxHarness = Awaited<ReturnType<typeof createInboxHarness>>;

export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
export const person = {
  address: '203.0.113.7',
  userAgent: iphone,
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  language: 'de-DE,de;q=0.9',
  fetchMode: 'navigate',
};
export const machine = { address: '198.51.100.9', userAgent: 'curl/8.5.0', accept: '*/*' };

/** A kind whose events may say anything. */
export const anyKind = (name: string) => defineInboxKind(name, z.unknown());

/** A database of its own with organizations and an inbox, and a drain that runs when told. */
export async function createInboxHarness(handlers: readonly DrainHandler[] = []) {
  const fresh = await createTestDatabase();
  const { owner } = fresh;
  const database = openDatabase({
    DATABASE_URL: fresh.appUrl,
    DATABASE_POOL_SIZE: 10,
    DATABASE_STATEMENT_TIMEOUT_MS: 10_000,
  });
  const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
  const round = createRound({ database, log, handlers });

  return {
    owner,
    database,
    log,
    appUrl: fresh.appUrl,
    async organization(timezone = 'Europe/Berlin'): Promise<Context> {
      const { rows } = await owner.query<{ id: string }>(
        "insert into organizations (name, timezone) values ('Hive', $1) returning id",
        [timezone],
      );
      const organizationId = rows[0]?.id ?? '';
      const db = database.tenant({ organizationId });
      return { db, organizationId, actor: { kind: 'job', name: 'test' }, now: () => new Date() };
    },
    deliver: (events: readonly InboxEvent[]) => deliver(owner, events),
    /** One look and one turn for everybody. */
    drain: () => drainRound(round),
    async close(): Promise<void> {
      await database.close();
      await fresh.drop();
    },
  };
}

/** An id as edges make them: the milliseconds first. */
export function scanOf(
  { organizationId }: Context,
  subjectId: string,
  change: Partial<Pick<InboxEvent, 'happenedAt' | 'signals'>> = {},
): InboxEvent {
  const happenedAt = change.happenedAt ?? Date.now() - 1_000;
  const time = happenedAt.toString(16).padStart(12, '0');
  const tail = `7${randomUUID().slice(15, 18)}-${randomUUID().slice(19)}`;
  const id = `${time.slice(0, 8)}-${time.slice(8)}-${tail}`;
  return { id, organizationId, clientId: null, kind: 'scan', subjectId, happenedAt, signals: change.signals ?? person };
}

/** As the edge writes them: told twice they are there once. */
async function deliver(owner: TestDatabase['owner'], events: readonly InboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await owner.query(
    `insert into inbox_events (organization_id, received_on, id, client_id, kind, subject_id, happened_at, payload)
     select organization_id, (happened_at at time zone 'UTC')::date, id, client_id, kind, subject_id, happened_at, payload
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::timestamptz[], $7::jsonb[])
       told (organization_id, id, client_id, kind, subject_id, happened_at, payload)
     on conflict do nothing`,
    [
      events.map(({ organizationId }) => organizationId),
      events.map(({ id }) => id),
      events.map(({ clientId }) => clientId),
      events.map(({ kind }) => kind),
      events.map(({ subjectId }) => subjectId),
      events.map(({ happenedAt }) => new Date(happenedAt).toISOString()),
      events.map(({ signals }) => JSON.stringify(signals)),
    ],
  );
}
