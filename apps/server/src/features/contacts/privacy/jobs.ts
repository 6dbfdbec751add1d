import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';

/** Carries no word: what a job was given stays readable for an hour after it ran. */
export const forgetUnusedWords = job('contacts.forget-words', z.object({}), {
  class: 'maintenance',
  timeLimitSeconds: 600,
});
