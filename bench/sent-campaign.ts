// A campaign that a real worker has sent, and a real edge that knows its links; for measurements of what comes back.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import { createSecrets } from '../apps/server/src/platform/secrets.ts';
import { createLinkKeys } from '../apps/server/src/platform/tracking/link-keys.ts';
import { clientMarkOf, signOptOut } from '../apps/server/src/platform/tracking/opt-out-token.ts';
import { pathOf, signToken } from '../apps/server/src/platform/tracking/token.ts';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { createSendHarness, type SendHarness, until } from '../faults/send-harness.ts';
import { isCompleted } from '../faults/send-play.ts';
import { profiled, secretKey, startEdge } from './edge-process.ts';
import { newsletter } from './newsletter.ts';
import { answering } from './server.ts';
import { startSink } from './sink.ts';

export type Sent = { sendId: string; email: string; addressHash: Buffer };
export type SentCampaign = Awaited<ReturnType<typeof createSentCampaign>>;

/** The worker is stopped when it resolves: what comes back is recorded, and drained when somebody starts it again. */
export async function createSentCampaign(readers: number) {
  const harness = await createSendHarness({ SECRET_KEY: secretKey, SENDING_LEASE_SECONDS: '30' });
  const sink = await startSink();
  const folder = mkdtempSync(join(tmpdir(), 'waggle-edge-'));
  let edge: ChildProcess | undefined;
  const close = async () => {
    // A profile is written when the process ends by itself.
    const gone = new Promise((resolve) => (edge ? edge.once('exit', resolve) : resolve(undefined)));
    edge?.kill(profiled().length > 0 ? 'SIGTERM' : 'SIGKILL');
    await gone;
    await sink.stop();
    await harness.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const organizationId = await harness.organization(readers, sink.port);
    const mailed = await harness.draft(organizationId, newsletter);
    await harness.workers.keep(1);
    await sendCampaign(harness.campaigns, harness.contextOf(mailed), mailed.campaignId);
    await until('the campaign to be sent', () => isCompleted(harness, mailed), 1_200, 250);
    await harness.workers.keep(0);

    const [port, metricsPort] = [await freePort(), await freePort()];
    const databaseUrl = harness.postgres.appUrl();
    edge = startEdge({ port, metricsPort, databaseUrl, folder, flags: profiled() });
    const origin = `http://127.0.0.1:${port}`;
    await answering(`${origin}/readyz`);
    return { harness, mailed, edge, origin, metricsPort, sends: await sendsOf(harness, mailed.campaignId), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function sendsOf({ owner }: SendHarness, campaignId: string): Promise<Sent[]> {
  const { rows } = await owner.query<Sent>(
    `select sends.id as "sendId", contacts.email, address_hash as "addressHash" from campaign_sends sends
     join contacts on contacts.organization_id = sends.organization_id and contacts.id = sends.contact_id
     where campaign_id = $1 and state = 'accepted'`,
    [campaignId],
  );
  return rows;
}

/** The addresses that stand in the emails of this campaign, signed as the worker signed them. */
export async function linksOf({ harness, mailed, sends }: SentCampaign) {
  const key = await createLinkKeys(harness.database.tenant(null), createSecrets({ SECRET_KEY: secretKey })).newest();
  const { rows } = await harness.owner.query<{ linkNo: number }>(
    `select link_no as "linkNo" from campaign_links where campaign_id = $1 and not is_trap`,
    [mailed.campaignId],
  );
  const shared = { ...mailed, cell: 1 };
  return {
    opens: sends.map(
      ({ sendId }) => pathOf.open + signToken(key, { ...shared, sendId, purpose: 'open' as const, linkNo: 0 }),
    ),
    clicks: rows.flatMap(({ linkNo }) =>
      sends.map(
        ({ sendId }) => pathOf.click + signToken(key, { ...shared, sendId, purpose: 'click' as const, linkNo }),
      ),
    ),
    optOuts: sends.map(({ sendId, addressHash }) => {
      const hashed = { addressHash, clientMark: clientMarkOf(null) };
      return (
        pathOf.unsubscribe + signOptOut(key, { ...shared, sendId, purpose: 'unsubscribe', campaignId: null, hashed })
      );
    }),
  };
}
