import { z } from 'zod';
import { job, systemJob } from '#platform/jobs/job.ts';

/** Goes on with a bulk change, or with taking it back, from where its row says it has come to. */
export const continueBatch = job('contacts.continue-batch', z.object({ batchId: z.uuid() }), {
  class: 'import',
  attempts: 20,
  timeLimitSeconds: 120,
  backoffLimitSeconds: 60,
  onePerKey: true,
});

/** What nobody can take back any more goes for good. */
export const purgeDeleted = job('contacts.purge-deleted', z.object({}), {
  class: 'maintenance',
  timeLimitSeconds: 600,
});
export const purgeEverywhere = systemJob('contacts.purge-everywhere', z.object({}), { class: 'maintenance' });
