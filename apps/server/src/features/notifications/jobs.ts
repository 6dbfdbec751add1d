import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';

export const sendNotification = job('notifications.send', z.object({ notificationId: z.uuid() }), {
  class: 'transactional',
  attempts: 8,
});
