import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';

const Import = z.object({ importId: z.uuid() });

/**
 * A worker that dies is noticed by its heartbeat and the next try goes on where it stopped, so the time limit is only for
 * the largest file there can be, and tries are many: each deployment in the middle of an import takes one.
 */
const long = { class: 'import', attempts: 30, timeLimitSeconds: 4 * 3_600, backoffLimitSeconds: 20 } as const;

export const checkImport = job('contacts.check-import', Import.extend({ begun: z.iso.datetime() }), long);
export const applyImport = job('contacts.apply-import', Import, long);
export const revertImport = job('contacts.revert-import', Import, long);
