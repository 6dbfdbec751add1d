import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';

/** Moves the times of people inside by as much as an automation was paused, some thousand at a time. */
export const shiftTimes = job('automations.shift-times', z.object({ automationId: z.uuid() }), {
  class: 'maintenance',
  attempts: 20,
  timeLimitSeconds: 600,
  backoffSeconds: 5,
});

/** Takes people of an older version to the steps of the new one, a thousand at a time. */
export const movePeople = job('automations.move-people', z.object({ moveId: z.uuid() }), {
  class: 'maintenance',
  attempts: 20,
  timeLimitSeconds: 600,
  backoffSeconds: 5,
});
