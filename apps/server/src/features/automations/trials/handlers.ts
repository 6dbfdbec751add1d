import { findOrganizationIds } from '#features/contacts/index.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { forgetTrials, runBackTest } from './jobs.ts';
import { endTrial, forgetOldTrials } from './queries.ts';
import { backTest } from './run-back-test.ts';

export const trialHandlers = (): Handler[] => [
  handle(runBackTest, async (ctx, { trialId }, { signal, attempt }) => {
    try {
      await backTest(ctx, trialId, signal);
    } catch (error) {
      if (attempt >= runBackTest.attempts) await endTrial(ctx, trialId, 'failed');
      throw error;
    }
  }),

  handle(forgetTrials, async ({ database, now }, _, { signal }) => {
    for (const organizationId of await findOrganizationIds(database.directory)) {
      signal.throwIfAborted();
      const actor = { kind: 'job', name: forgetTrials.name } as const;
      await forgetOldTrials({ db: database.tenant({ organizationId }), organizationId, actor, now });
    }
  }),
];
