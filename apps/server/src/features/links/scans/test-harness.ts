import { randomUUID } from 'node:crypto';
import type { CountryOf } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import { drainHandler } from '#platform/inbox/handlers.ts';
import { createInboxHarness } from '../../../../test/harness/inbox-harness.ts';
import { scan } from './inbox-kinds.ts';
import { recordScans } from './scans.ts';

export type ScanHarness = Awaited<ReturnType<typeof createScanHarness>>;

/** An inbox whose scans are understood, and codes to scan. */
export async function createScanHarness(countryOf: CountryOf = () => null) {
  const inbox = await createInboxHarness([drainHandler(scan, (ctx, events) => recordScans(ctx, events, countryOf))]);
  return {
    ...inbox,
    async code({ organizationId }: Context): Promise<string> {
      const shortCode = randomUUID().replaceAll(/[-0]/g, 'x').slice(0, 10);
      const { rows } = await inbox.owner.query<{ id: string }>(
        `insert into qr_codes (organization_id, name, short_code, target_url, design)
         values ($1, 'Menu', $2, 'https://example.org', '{}') returning id`,
        [organizationId, shortCode],
      );
      return rows[0]?.id ?? '';
    },
  };
}

/** What the screens read of an organization, and the count of each code. */
export async function rollUps(harness: ScanHarness, { organizationId }: Context) {
  const read = async (text: string) =>
    (await harness.owner.query(text, [organizationId])).rows as Record<string, unknown>[];
  return {
    hours: await read(
      `select subject_id, metric, hour::text, total::int from stat_hours where organization_id = $1 order by 1, 2, 3`,
    ),
    days: await read(
      `select subject_id, metric, part, day::text, value, total::int from stat_days where organization_id = $1 order by 1, 2, 3, 4, 5`,
    ),
    totals: await read(
      `select client_id, unit, at::text, total::int from metric_totals
       where organization_id = $1 and metric = 1 and total <> 0 order by 1, 2, 3`,
    ),
    visitors: await read(
      `select client_id, unit, at::text, total::int from metric_totals
       where organization_id = $1 and metric = 2 and total <> 0 order by 1, 2, 3`,
    ),
    codes: await read('select id, scans::int, last_scan_at::text from qr_codes where organization_id = $1 order by 1'),
  };
}
