// Readers leave by the link of an earlier mail, through the public edge, while the next campaign is on its way to them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createEdge } from '../apps/server/src/edge.ts';
import { sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import type { FakeSmtp } from '../apps/server/test/sending/fake-smtp.ts';
import { type SendHarness, until } from './send-harness.ts';
import { type Fault, forget, isCompleted, type Scene, send } from './send-play.ts';

const people = 2_000;
const leaving = 1_000;
/** Milliseconds in which a thousand leave, and the next campaign is sent. */
const spanMs = 20_000;
const promisedMs = 5_000;

export const leaveWhileSending: Fault = {
  name: 'F36 a thousand unsubscribe while it is sent',
  people,
  rulings: () => ({ beforeAnswer: () => pause(ways.size > 0 ? (spanMs * 20) / people : 1) }),
  async start(scene) {
    // What they leave by: a campaign they all have.
    const { harness, fakeSmtp, organizationId } = scene;
    ways.clear();
    const earlier = await harness.draft(organizationId);
    await sendCampaign(harness.campaigns, harness.contextOf(earlier), earlier.campaignId);
    await until('the campaign before', () => isCompleted(harness, earlier), 90);
    for (const { to, raw } of fakeSmtp.received) ways.set(to, wayOutIn(raw));
    forget(fakeSmtp, fakeSmtp.received);
    await send(scene);
  },
  act: (scene) => throughEdge(scene.harness, (origin) => leave(scene, origin)),
};

/** Where each reader leaves; empty until the campaign before is out, which is quick. */
const ways = new Map<string, string>();

const wayOutIn = (raw: string): string => /^list-unsubscribe:\s*<https:\/\/[^/]+([^>]+)>/im.exec(raw)?.[1] ?? '';

async function leave({ harness, fakeSmtp, random, organizationId }: Scene, origin: string): Promise<string[]> {
  const chosen = [...ways].toSorted(() => random() - 0.5).slice(0, leaving);
  const heardAt = new Map<string, number>();
  const refusals: string[] = [];
  await Promise.all(
    chosen.map(async ([address, path]) => {
      await pause(random() * spanMs);
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      const { status } = await fetch(origin + path, { method: 'POST', body });
      if (status !== 200) refusals.push(`an opt-out was answered with ${status}`);
      heardAt.set(address, Date.now());
    }),
  );
  const waits = await waitsOf(harness, organizationId, heardAt);
  const late = lateMails(fakeSmtp, heardAt);
  console.log(`F36 from the answer to silence: p99 ${waits.p99} ms, at most ${waits.most} ms`);
  return [
    ...refusals.slice(0, 1),
    ...(late > 0 ? [`I5 ${late} mails arrived five seconds after their reader left`] : []),
    ...(waits.people === leaving ? [] : [`${waits.people} of ${leaving} are unsubscribed`]),
  ];
}

const lateMails = ({ received }: FakeSmtp, heardAt: ReadonlyMap<string, number>): number =>
  received.filter(({ to, at }) => at > (heardAt.get(to) ?? Number.POSITIVE_INFINITY) + promisedMs).length;

/** Milliseconds between the answer at the edge and the moment no worker would claim the reader any more. */
async function waitsOf({ owner }: SendHarness, organizationId: string, heardAt: ReadonlyMap<string, number>) {
  const left = async () =>
    (
      await owner.query<{ email: string; at: Date }>(
        `select email, updated_at as at from contacts where organization_id = $1 and status = 'unsubscribed'`,
        [organizationId],
      )
    ).rows;
  await until('all opt-outs', async () => (await left()).length >= heardAt.size, 10).catch(() => {});
  const rows = await left();
  const waits = rows.map(({ email, at }) => at.getTime() - (heardAt.get(email) ?? 0)).toSorted((a, b) => a - b);
  return { people: rows.length, p99: waits[Math.floor(waits.length * 0.99)] ?? 0, most: waits.at(-1) ?? 0 };
}

async function throughEdge(harness: SendHarness, visit: (origin: string) => Promise<string[]>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waggle-edge-'));
  const config = { ...harness.config, EDGE_DATA: folder, UNSAFE_NO_RATE_LIMITS: true };
  const edge = await createEdge(config, harness.database, createLog({ LOG_LEVEL: 'fatal' }, 'edge'));
  try {
    return await visit(await edge.app.listen({ host: '127.0.0.1', port: 0 }));
  } finally {
    await edge.app.close();
    await edge.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
