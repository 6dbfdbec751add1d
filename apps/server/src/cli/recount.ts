import { parseArgs } from 'node:util';
import { figuresOf } from '@waggle/contracts/metrics';
import { z } from 'zod';
import { type Recount, recountTotals } from '../features/analytics/index.ts';
import { backgroundContext } from '../platform/background-context.ts';
import { findOrganizationIds } from '../features/contacts/index.ts';
import { metric } from '../features/engagement/index.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';

const Organization = z.uuid('Say `waggle recount [--organization <id>] [--repair]`.').optional();

const names = new Map<number, string>(
  Object.entries(metric).flatMap(([kind, numbers]) =>
    Object.entries(numbers).map(([name, number]) => [number, `${kind}.${name}`] as const),
  ),
);

/** Compares the totals of one organization or of all with the rows they count, and says what differs. */
export async function recountCommand(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { organization: { type: 'string' }, repair: { type: 'boolean' } } });
  const organization = Organization.parse(values.organization);
  const repair = values.repair ?? false;
  const database = openDatabase(config);
  try {
    let different = 0;
    for (const organizationId of organization ? [organization] : await findOrganizationIds(database.directory)) {
      const found = await recountTotals(backgroundContext(database, organizationId, 'operator'), { repair });
      if (print(organizationId, found)) different += 1;
    }
    if (different === 0) console.log('Every total is what the rows say.');
    else if (repair) console.log(`Repaired the totals of ${different} organizations.`);
    else console.log(`The totals of ${different} organizations differ. Add --repair to write what is missing.`);
    if (different > 0 && !repair) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

function print(organizationId: string, { checks, wrongCohorts, hasUnkept }: Recount): boolean {
  console.log(`Organization ${organizationId}`);
  console.table(
    checks.map(({ metric, by, wrong, difference }) => ({
      metric: names.get(metric) ?? metric,
      'checked by': by,
      result: wrong === 0 ? 'equal' : 'different',
      rows: wrong,
      by: difference,
      'shown as': figuresOf(metric).join(', '),
    })),
  );
  if (wrongCohorts > 0) console.log(`Emails by when they left: ${wrongCohorts} rows differ from what was sent.`);
  if (hasUnkept) console.log('Emails of more than 13 months ago are left alone: their details are not kept.');
  return wrongCohorts > 0 || checks.some(({ wrong }) => wrong > 0);
}
