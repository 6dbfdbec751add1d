// What was answered, held against what is in the database and in the mailboxes.
import type pg from 'pg';
import type { Judged } from '../apps/server/test/sending/fake-smtp.ts';
import type { Figure } from '../bench/figures.ts';
import { until } from './send-harness.ts';
import { sendIdOf } from './send-invariants.ts';
import type { Balancer } from './upgrade-balancer.ts';
import type { Load } from './upgrade-load.ts';
import type { Tenant } from './upgrade-tenant.ts';

/** Milliseconds after the answer to an opt-out in which a mail may still arrive. */
const promisedMs = 5_000;

type Parts = { api: Balancer; edge: Balancer; owner: pg.Pool; load: Load; office: Tenant; sender: Tenant };

export async function loadFigures({ api, edge, owner, load, office, sender }: Parts): Promise<Figure[]> {
  const count = async ({ organizationId }: Tenant, what: string, more: unknown[] = []): Promise<number> => {
    const text = `select count(*)::int from ${what} and organization_id = $1`;
    return (await owner.query<{ count: number }>(text, [organizationId, ...more])).rows[0]!.count;
  };
  const left = () =>
    count(sender, `contacts where status = 'unsubscribed' and email = any($2)`, [[...load.leftAt.keys()]]);
  const scans = () => count(sender, `inbox_events where kind = 'scan'`);
  await until('all opt-outs', async () => (await left()) === load.leftAt.size, 30, 200).catch(() => {});
  await until('all scans', async () => (await scans()) === load.scans, 30, 200).catch(() => {});
  const written = await count(office, 'contacts where email = any($2)', [load.written]);
  const lost = {
    writes: load.written.length - written,
    scans: load.scans - (await scans()),
    opt_outs: load.leftAt.size - (await left()),
  };
  const failures = [...api.failures, ...edge.failures];
  for (const [sentence, seconds] of failures)
    console.log(`${seconds.length} x ${sentence} (seconds ${Math.min(...seconds)} to ${Math.max(...seconds)})`);
  const failed = failures.reduce((sum, [, seconds]) => sum + seconds.length, 0);
  return [
    { values: { requests: api.answered + edge.answered, failed }, ok: failed === 0 },
    {
      values: { writes: written, scans: load.scans, opt_outs: load.leftAt.size, lost: JSON.stringify(lost) },
      ok: Object.values(lost).every((missing) => missing === 0) && written > 0 && load.leftAt.size > 0,
    },
  ];
}

/** Waits for the end of a campaign; what has none by then counts as lost. */
export async function completed(owner: pg.Pool, campaignId: string): Promise<void> {
  const statusOf = async () =>
    (
      await owner.query<{ status: string; hold_reason: string | null; states: Record<string, number> }>(
        `select status, hold_reason, (select jsonb_object_agg(state, people) from
           (select state, count(*) as people from campaign_sends where campaign_id = $1 group by state) as sends) as states
         from campaigns where id = $1`,
        [campaignId],
      )
    ).rows[0];
  await until('the end of a campaign', async () => (await statusOf())?.status === 'COMPLETED', 300, 1_000).catch(
    async () => console.log(`a campaign has no end: ${JSON.stringify(await statusOf())}`),
  );
}

export const mailPhases = (mails: Record<'before' | 'together' | 'after', number>): Figure => ({
  values: { mails_before: mails.before, mails_together: mails.together, mails_after: mails.after },
  ok: Object.values(mails).every((sent) => sent > 0),
});

type Seen = { received: readonly Judged[]; leftAt: ReadonlyMap<string, number> };

export async function mailFigures(owner: pg.Pool, campaignId: string, { received, leftAt }: Seen): Promise<Figure> {
  const { rows } = await owner.query<{ id: string; state: string }>(
    'select id, state from campaign_sends where campaign_id = $1',
    [campaignId],
  );
  const times = Map.groupBy(received, sendIdOf);
  const accepted = rows.filter(({ state }) => state === 'accepted');
  const of = (state: string) => rows.filter((row) => row.state === state).length;
  const values = {
    people: rows.length,
    accepted: accepted.length,
    suppressed: of('suppressed'),
    uncertain: of('uncertain'),
    lost: accepted.filter(({ id }) => !times.has(id)).length + rows.length - accepted.length - of('suppressed'),
    twice: [...times.values()].filter((mails) => mails.length > 1).length,
    late: received.filter(({ to, at }) => at > (leftAt.get(to) ?? Number.POSITIVE_INFINITY) + promisedMs).length,
  };
  const { uncertain, lost, twice, late } = values;
  return { values, ok: rows.length > 0 && [uncertain, lost, twice, late].every((wrong) => wrong === 0) };
}
