import { type RawBuilder, sql } from 'kysely';
import type { Held, Result, SendLedger, SendSource } from '../../src/features/delivery/index.ts';
import { SmtpConnection } from '../../src/features/delivery/smtp/smtp-connection.ts';
import type { Context } from '../../src/platform/context.ts';
import type { Database } from '../../src/platform/database/database.ts';

/** Tables nobody but this test knows: lists of reminders, and a row for each address. */
export const reminderTables = `
  create table reminder_lists (organization_id uuid, id uuid primary key default new_id(), held text, is_done boolean default false);
  create table reminders (
    list_id uuid, id uuid primary key default new_id(), address text, state text default 'pending', reason text, attempts int default 0,
    lease_no bigint default 0, lease_until timestamptz, next_attempt_at timestamptz default now(), suppressed boolean default false);
  grant select, update on reminder_lists, reminders to public`;

const ids = (rows: readonly Held[]) => rows.map(({ recipientId }) => recipientId);
const leases = (rows: readonly Held[]) => rows.map(({ leaseNo }) => leaseNo);
const held = (rows: readonly Held[]) =>
  sql`unnest(${ids(rows)}::uuid[], ${leases(rows)}::bigint[]) as held (id, lease_no)`;
const isHeld = sql`reminders.id = held.id and reminders.lease_no = held.lease_no`;
const seconds = (value: number) => sql`now() + make_interval(secs => ${value})`;
const newsOf = (results: readonly Result[]) => sql`unnest(
  ${ids(results)}::uuid[], ${leases(results)}::bigint[], ${results.map(({ state }) => state)}::text[],
  ${results.map(({ reason }) => reason)}::text[], ${results.map(({ delaySeconds }) => delaySeconds)}::float8[]
) as held (id, lease_no, state, reason, delay)`;

/** A second ledger beside that of campaigns, as plain as the promise allows. */
function reminderLedger({ db }: Context, listId: string): SendLedger {
  const goesOn = sql`exists (select from reminder_lists where id = ${listId}::uuid and held is null)`;
  const run = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(db)).rows;
  return {
    async claim({ limit, leaseSeconds, notTo }) {
      const rows = await run(sql<{ id: string; leaseNo: string; attempts: number; address: string; receiver: string }>`
        update reminders set state = 'claimed', lease_no = lease_no + 1, attempts = attempts + 1, lease_until = ${seconds(leaseSeconds)}
        where id = any(array(select id from reminders where list_id = ${listId}::uuid and state = 'pending' and next_attempt_at <= now()
          and split_part(address, '@', 2) <> all(${notTo}::text[]) and ${goesOn} limit ${limit} for update skip locked))
        returning id, lease_no::text as "leaseNo", attempts, address, split_part(address, '@', 2) as receiver`);
      return rows.map(({ id, leaseNo, attempts, address: email, receiver }) => {
        const message = Buffer.from(
          `Message-ID: <${id}@waggle.test>\r\nTo: ${email}\r\nSubject: Reminder\r\n\r\nToday.\r\n`,
        );
        const compose = () => ({ envelopeFrom: 'desk@waggle.test', message });
        return { recipientId: id, sendId: id, leaseNo, attempts, receiver, email, leftOut: null, compose };
      });
    },
    async write({ results, offers }, leaseSeconds) {
      const rows = await run(sql<{ id: string; isOffer: boolean }>`
        with settled as (
          update reminders set state = held.state, reason = held.reason, lease_until = null, next_attempt_at = ${sql`now() + make_interval(secs => held.delay)`}
          from ${newsOf(results)} where ${isHeld} and reminders.state in ('claimed', 'offering') returning reminders.id
        ), offered as (
          update reminders set state = 'offering', lease_until = ${seconds(leaseSeconds)}
          from ${held(offers)} where ${isHeld} and reminders.state = 'claimed' and ${goesOn} returning reminders.id
        )
        select id, false as "isOffer" from settled union all select id, true from offered`);
      const those = (isOffer: boolean) => new Set(rows.filter((row) => row.isOffer === isOffer).map(({ id }) => id));
      return { settled: those(false), offered: those(true) };
    },
    async settleLate(results) {
      await run(sql`update reminders set state = case held.state when 'pending' then 'failed' else held.state end
        from ${newsOf(results)} where ${isHeld} and reminders.state = 'uncertain'`);
    },
    async release(rows) {
      await run(sql`update reminders set state = 'pending', attempts = attempts - 1
        from ${held(rows)} where ${isHeld} and reminders.state in ('claimed', 'offering')`);
    },
    async renew(rows, leaseSeconds) {
      await run(sql`update reminders set lease_until = ${seconds(leaseSeconds)}
        from ${held(rows)} where ${isHeld} and reminders.state in ('claimed', 'offering')`);
    },
    async nextDue() {
      const [row] = await run(sql<{ isOpen: boolean; inSeconds: number | null }>`
        select count(*) > 0 as "isOpen", extract(epoch from min(next_attempt_at) filter (where state = 'pending') - now())::float8 as "inSeconds"
        from reminders where list_id = ${listId}::uuid and state in ('pending', 'claimed', 'offering')`);
      return row!;
    },
    async completeIfDone() {
      await run(sql`update reminder_lists set is_done = true where id = ${listId}::uuid and not exists (
        select from reminders where list_id = reminder_lists.id and state in ('pending', 'claimed', 'offering'))`);
      return true;
    },
    journal: { offered: (rows) => new Set(ids(rows)), ended: () => {} },
  };
}

/** All lists that are not held or done, to be sent through one server. */
export const reminderSource = (database: Database, port: number): SendSource => ({
  async live() {
    const { rows } = await sql<{ organizationId: string; id: string }>`
      select organization_id as "organizationId", id from reminder_lists where held is null and not is_done`.execute(
      database.sweep,
    );
    return rows.map(({ organizationId, id }) => ({
      organizationId,
      id,
      version: '',
      open: async () => partsOf(database, port, organizationId, id),
    }));
  },
  async recoverExpired(tell) {
    const { rows } = await sql<{ organizationId: string; retried: number; uncertain: number }>`
      with ended as (
        update reminders set state = case state when 'claimed' then 'pending' else 'uncertain' end
        where state in ('claimed', 'offering') and lease_until < now() returning list_id, state
      )
      select organization_id as "organizationId", count(*) filter (where state = 'pending')::int as retried,
        count(*) filter (where state = 'uncertain')::int as uncertain
      from ended join reminder_lists on reminder_lists.id = list_id group by 1`.execute(database.sweep);
    for (const row of rows) tell(row);
  },
  backlog: async () => ({ waiting: 0, oldestSeconds: 0 }),
});

function partsOf(database: Database, port: number, organizationId: string, id: string) {
  const actor = { kind: 'job', name: 'reminders' } as const;
  const ctx: Context = { db: database.tenant({ organizationId }), organizationId, actor, now: () => new Date() };
  const server = {
    host: '127.0.0.1',
    port,
    tls: 'none',
    username: null,
    secret: null,
    answerTimeoutMs: 3_000,
  } as const;
  const key = `reminders ${port}`;
  return {
    ctx,
    id,
    names: { listId: id },
    ledger: reminderLedger(ctx, id),
    transport: { key, poolKey: key, maxConnections: 10, maxPerSecond: null, open: () => SmtpConnection.open(server) },
    domain: 'waggle.test',
    reputation: null,
    hold: (problem: string) => sql`update reminder_lists set held = ${problem} where id = ${id}::uuid`.execute(ctx.db),
    suppress: (addresses: readonly string[]) =>
      sql`update reminders set suppressed = true where address = any(${addresses}::text[])`.execute(ctx.db),
  };
}
