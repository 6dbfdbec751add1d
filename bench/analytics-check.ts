// Whether the roll-ups that were made for a measurement are those the product would have made.
import pg from 'pg';
import { recountCampaign } from '../apps/server/src/features/campaigns/recount/recount.ts';
import { recount } from '../apps/server/src/features/links/scans/recount.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import type { Urls } from './analytics-load.ts';
import type { Figure } from './figures.ts';
import { digest } from './ingest-data.ts';

/** The recounts of the product change nothing in one organization, and the sums over all are those of the events. */
export async function compareWithEvents({ ownerUrl, appUrl }: Urls): Promise<Figure> {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  const database = openDatabase({
    DATABASE_URL: appUrl,
    DATABASE_POOL_SIZE: 2,
    DATABASE_STATEMENT_TIMEOUT_MS: 300_000,
  });
  try {
    const { rows } = await owner.query<{ organizationId: string; campaignId: string }>(
      'select organization_id as "organizationId", id as "campaignId" from bench.campaigns where organization_no = 7 order by sent_at desc limit 1',
    );
    const { organizationId, campaignId } = rows[0]!;
    const ctx = {
      db: database.tenant({ organizationId }),
      organizationId,
      actor: { kind: 'job', name: 'bench' },
      now: () => new Date(),
    } as const;
    const before = await readRollUps(owner, organizationId);
    await recount(ctx, { from: '2000-01-01', to: '2100-01-01' });
    const differences = await recountCampaign(ctx, campaignId);
    const scansEqual = before === (await readRollUps(owner, organizationId));
    const sums = await sumsOf(owner);
    for (const difference of differences) console.log('recount of a campaign:', difference);
    return {
      values: { ...sums, scans_equal_recount: String(scansEqual), campaign_differences: differences.length },
      ok:
        scansEqual &&
        differences.length === 0 &&
        sums.scans === sums.scans_counted &&
        sums.opens === sums.opens_counted,
    };
  } finally {
    await database.close();
    await owner.end();
  }
}

async function readRollUps(owner: pg.Pool, organizationId: string): Promise<string> {
  const read = async (text: string) => (await owner.query({ text, values: [organizationId], rowMode: 'array' })).rows;
  return digest([
    await read(
      'select subject_id, metric, hour, slot, total from stat_hours where organization_id = $1 order by 1, 2, 3, 4',
    ),
    await read(
      'select subject_id, metric, part, day::text, value, total from stat_days where organization_id = $1 order by 1, 2, 3, 4, 5',
    ),
    await read('select id, scans, last_scan_at from qr_codes where organization_id = $1 order by 1'),
  ]);
}

async function sumsOf(owner: pg.Pool) {
  const { rows } = await owner.query<Record<'scans' | 'scans_counted' | 'opens' | 'opens_counted', number>>(
    `select (select sum(total) from stat_days where metric = 1 and part = 'all')::float8 as scans,
       (select count(*) from engagement_events where kind = 'scanned' and label = 'human')::float8 as scans_counted,
       (select sum(total) from stat_days where metric = 21 and part = 'all')::float8 as opens,
       (select count(*) from engagement_events where kind = 'opened' and first_of_day)::float8 as opens_counted`,
  );
  return rows[0]!;
}
