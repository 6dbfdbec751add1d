import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

const Campaign = z.object({ campaignId: z.uuid() });

/** Many tries, because every deployment may take one: each goes on where the last stopped. */
const patient = { class: 'campaign', attempts: 30, backoffLimitSeconds: 20, onePerKey: true } as const;

export const startCampaign = job('campaigns.start', Campaign, { ...patient, timeLimitSeconds: 120 });
export const freezeAudience = job('campaigns.freeze', Campaign, { ...patient, timeLimitSeconds: 3_600 });

/** For ledgers of the version before, also while it still runs beside this one. */
export const findUnhashed = systemJob('campaigns.find-unhashed', z.object({}), { class: 'sweep', attempts: 1 });
export const hashLedger = job('campaigns.hash-ledger', Campaign, {
  class: 'maintenance',
  attempts: 5,
  onePerKey: true,
  timeLimitSeconds: 3_600,
});

export const campaignCrons: Cron[] = [cron('hash-ledgers', '17 * * * *', 'UTC', findUnhashed)];
