import { z } from 'zod';
import { job } from '../apps/server/src/platform/jobs/job.ts';

export const leaveTrace = job('faults.leave-trace', z.object({ number: z.int() }), { class: 'sweep', attempts: 10 });
