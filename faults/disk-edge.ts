import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { createSecrets } from '../apps/server/src/platform/secrets.ts';
import { createLinkKeys } from '../apps/server/src/platform/tracking/link-keys.ts';
import { pathOf, signToken } from '../apps/server/src/platform/tracking/token.ts';
import { countOf, metricOf, secretKey } from '../bench/edge-process.ts';
import type { Figure } from '../bench/figures.ts';
import { emptied, type Scene } from './disk-scene.ts';
import { startScanning } from './scans.ts';

type Part = Omit<Scene, 'owner'>;

/** The database is away and the edge has no room to keep events for it. */
export async function edgeDisk(scene: Part): Promise<Figure> {
  const { postgres, disks, metricsPort, edge, codes, random, secondsFull } = scene;
  const optOuts = await signedOptOuts(scene);
  const leave = (count: number) => Promise.all(optOuts.splice(0, count).map((one) => unsubscribe(edge, one)));
  // The edge learns the key of the links while there is somebody to ask.
  await leave(1);
  const before = await recordedCount(postgres.ownerUrl());
  const lostBefore = await metricOf(metricsPort, 'inbox_lost');
  await postgres.stop('SIGQUIT');
  const scans = startScanning({ origin: edge, codes, perSecond: 50, random });
  const room = await leave(10);
  disks.edge.fill();
  await pause(1_000);
  const full = await leave(10);
  await pause(secondsFull * 1_000);
  const said = await metricOf(metricsPort, 'inbox_unwritable');
  disks.edge.makeRoom();
  await pause(2_000);
  const again = await leave(10);
  await postgres.start();
  await scans.stop();
  await pause(1_000);
  const toldAfter = await emptied(metricsPort);

  const acknowledged = [...room, ...full, ...again].filter(({ status }) => status === 200);
  const recorded = await recordedOptOuts(postgres.ownerUrl());
  const told = await recordedCount(postgres.ownerUrl());
  const lost = acknowledged.filter(({ sendId }) => !recorded.has(sendId)).length;
  const refused = full.filter(({ status }) => status === 503).length;
  return {
    values: {
      full: 'spool',
      opt_outs: 30,
      refused_503: refused,
      acknowledged: acknowledged.length,
      lost,
      scans: scans.answered.size,
      refused_scans: scans.refused(),
      scans_lost: scans.answered.size - (told - before),
      counted_lost: (await metricOf(metricsPort, 'inbox_lost')) - lostBefore,
      inbox_unwritable: said,
      told_after_s: toldAfter.toFixed(1),
      ended: scene.ended(),
    },
    ok:
      refused === 10 &&
      said === 1 &&
      acknowledged.length === 20 &&
      lost + scans.refused() + scene.ended() === 0 &&
      scans.answered.size === told - before &&
      toldAfter < 30,
  };
}

const recordedCount = (ownerUrl: string) => countOf(ownerUrl, "inbox_events where kind = 'scan'");

type OptOut = { path: string; sendId: string };

/** As they stand in mails of a campaign. */
async function signedOptOuts({ postgres }: Part): Promise<OptOut[]> {
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>(`select id from organizations where name = 'Codes'`);
  await owner.end();
  const limits = { DATABASE_POOL_SIZE: 1, DATABASE_STATEMENT_TIMEOUT_MS: 5_000 };
  const database = openDatabase({ DATABASE_URL: postgres.appUrl(), ...limits });
  const key = await createLinkKeys(database.tenant(null), createSecrets({ SECRET_KEY: secretKey })).newest();
  await database.close();
  const shared = { cell: 1, organizationId: rows[0]!.id, campaignId: randomUUID(), linkNo: 0 };
  return Array.from({ length: 31 }, () => {
    const sendId = randomUUID();
    return { sendId, path: pathOf.unsubscribe + signToken(key, { ...shared, sendId, purpose: 'unsubscribe' }) };
  });
}

async function unsubscribe(edge: string, { path, sendId }: OptOut): Promise<{ sendId: string; status: number }> {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const { status } = await fetch(`${edge}${path}`, { method: 'POST', body });
  return { sendId, status };
}

async function recordedOptOuts(ownerUrl: string): Promise<Set<string>> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ sendId: string }>(
    `select payload ->> 'sendId' as "sendId" from inbox_events where kind = 'unsubscribe'`,
  );
  await owner.end();
  return new Set(rows.map(({ sendId }) => sendId));
}
