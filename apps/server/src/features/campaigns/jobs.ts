import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';

const Campaign = z.object({ campaignId: z.uuid() });

/** Many tries, because every deployment may take one: each goes on where the last stopped. */
const patient = { class: 'campaign', attempts: 30, backoffLimitSeconds: 20, onePerKey: true } as const;

export const startCampaign = job('campaigns.start', Campaign, { ...patient, timeLimitSeconds: 120 });
export const freezeAudience = job('campaigns.freeze', Campaign, { ...patient, timeLimitSeconds: 3_600 });
