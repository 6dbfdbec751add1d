import { z } from 'zod';
import { defineInboxKind } from '#platform/inbox/kind.ts';

const count = z.int().min(0).max(10_000_000);

/** Sums of an edge; nobody in particular is told of. */
export const Progress = z.object({
  version: z.int().min(1),
  views: count,
  starts: count,
  reached: z.record(z.string().regex(/^field_\d{1,20}$/), count),
});

/** People opened a form and came so far with it; the subject is the form. */
export const formProgress = defineInboxKind('form-progress', z.looseObject({ progress: Progress }));
