import { parseArgs } from 'node:util';
import { reclassifyScans } from '../features/links/jobs.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { findOrganizationsWithEvents } from '../platform/inbox/drain-queries.ts';
import { enqueue } from '../platform/jobs/job.ts';

/** Asks the workers to judge scans anew; the drain goes on meanwhile. */
export async function reclassifyCommand(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { organization: { type: 'string' } } });
  const database = openDatabase(config);
  try {
    const organizationIds = values.organization
      ? [values.organization]
      : await findOrganizationsWithEvents(database.sweep);
    for (const organizationId of organizationIds) {
      await enqueue({ organizationId, db: database.tenant({ organizationId }) }, reclassifyScans, {});
    }
    console.log(`The scans of ${organizationIds.length} organizations will be judged anew.`);
  } finally {
    await database.close();
  }
}
