// What was answered, held against what is in the database and in the mailboxes.
import type pg from 'pg';
import type { Judged } from '../apps/server/test/sending/judge.ts';
import type { Figure } from '../bench/figures.ts';
import { until } from './send-bed.ts';
import { sendIdOf } from './send-invariants.ts';
import type { Balancer } from './upgrade-balancer.ts';
import type { Load } from './upgrade-load.ts';

/** Milliseconds after the answer to an opt-out in which a mail may still arrive. */
const promisedMs = 5_000;

type Parts = { api: Balancer; edge: Balancer; owner: pg.Pool; load: Load; organizationId: string };

export async function loadFigures({ api, edge, owner, load, organizationId }: Parts): Promise<Figure[]> {
  const count = async (what: string, more: unknown[] = []): Promise<number> =>
    (await owner.query<{ count: number }>(`select count(*)::int from ${what}`, [organizationId, ...more])).rows[0]!
      .count;
  const left = () =>
    count(`contacts where organization_id = $1 and status = 'unsubscribed' and email = any($2)`, [
      [...load.leftAt.keys()],
    ]);
  const scans = () => count(`inbox_events where organization_id = $1 and kind = 'scan'`);
  await until('all opt-outs', async () => (await left()) === load.leftAt.size, 30, 200).catch(() => {});
  await until('all scans', async () => (await scans()) === load.scans, 30, 200).catch(() => {});
  const written = await count('contacts where organization_id = $1 and email = any($2)', [load.written]);
  const lost = {
    writes: load.written.length - written,
    scans: load.scans - (await scans()),
    opt_outs: load.leftAt.size - (await left()),
  };
  const failures = [...api.failures, ...edge.failures];
  for (const [sentence, times] of failures) console.log(`${times} x ${sentence}`);
  const failed = failures.reduce((sum, [, times]) => sum + times, 0);
  return [
    { values: { requests: api.answered + edge.answered, failed }, ok: failed === 0 },
    {
      values: { writes: written, scans: load.scans, opt_outs: load.leftAt.size, lost: JSON.stringify(lost) },
      ok: Object.values(lost).every((missing) => missing === 0) && written > 0 && load.leftAt.size > 0,
    },
  ];
}

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
