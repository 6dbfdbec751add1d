// The production build starts over a database that has just started too and holds ten million events (L20): how soon it is
// ready, and how soon the first email of a campaign that was due meanwhile is out. `pnpm bench cold-start [events]`.
import { setTimeout as pause } from 'node:timers/promises';
import { createSendHarness, type SendHarness } from '../faults/send-harness.ts';
import { secretKey } from './edge-process.ts';
import type { Figure } from './figures.ts';
import { bundleServer, startServer } from './import-server.ts';
import { ended } from './offices.ts';
import { answering } from './server.ts';
import { startSink } from './sink.ts';

const readers = 500;
const campaigns = 1_000;
const goals = { readySeconds: 5, firstEmailSeconds: 10 };

export const run = (): Promise<Figure[]> => coldStart(Number(process.argv[3] ?? 10_000_000));

export async function coldStart(events: number): Promise<Figure[]> {
  const harness = await createSendHarness({ SECRET_KEY: secretKey });
  const sink = await startSink();
  try {
    await bundleServer();
    const organizationId = await harness.organization(readers, sink.port);
    const { campaignId } = await harness.draft(organizationId);
    await insertEvents(harness, organizationId, events);
    await harness.owner.query(`update campaigns set status = 'ACTIVE', scheduled_at = now() where id = $1`, [
      campaignId,
    ]);
    await harness.postgres.stop();
    await harness.postgres.start();

    const started = performance.now();
    const since = () => (performance.now() - started) / 1_000;
    const server = await startServer('all', harness.postgres.appUrl(), undefined, {
      ALLOW_PRIVATE_MAIL_SERVERS: 'true',
    });
    try {
      await answering(`${server.origin}/readyz`);
      const ready = since();
      while (sink.messages() === 0 && since() < 120) await pause(20);
      const first = since();
      return [
        { values: { events, ready_s: ready.toFixed(2), goal_s: goals.readySeconds }, ok: ready <= goals.readySeconds },
        {
          values: { first_email_s: first.toFixed(2), goal_s: goals.firstEmailSeconds },
          ok: first <= goals.firstEmailSeconds,
        },
      ];
    } finally {
      await ended(server.child);
    }
  } finally {
    await sink.stop();
    await harness.close();
  }
}

/** Opens and clicks of this month, in pieces that a machine with little memory takes too. */
async function insertEvents({ owner }: SendHarness, organizationId: string, events: number): Promise<void> {
  const piece = 500_000;
  for (let done = 0; done < events; done += piece) {
    await owner.query(
      `insert into engagement_events (organization_id, happened_at, id, kind, subject_id, label, label_reason, rule_version,
         visitor, first_of_day, device, send_id)
       select $1, now() - random() * (now() - date_trunc('month', now())), gen_random_uuid(), case when n % 4 = 0 then 'clicked' else 'opened' end,
         md5('campaign' || n % $4::int)::uuid, 'human', 'person', 1, decode(md5(n::text), 'hex'), true, 'phone', gen_random_uuid()
       from generate_series($2::bigint, $3::bigint) n`,
      [organizationId, done + 1, Math.min(events, done + piece), campaigns],
    );
  }
  await owner.query('vacuum analyze engagement_events');
}
