import { z } from 'zod';
import { defineInboxKind, requestSignals } from '#platform/inbox/kind.ts';

/** What was sent, as the edge has checked it. */
export const Submission = z.object({
  version: z.int().min(1),
  answers: z.record(z.string().regex(/^field_\d{1,20}$/), z.union([z.string().max(5_000), z.literal(true)])),
  /** What led the person to the form; the edge has read it from a token it signed itself. */
  touch: z
    .object({ kind: z.enum(['scan', 'click']), id: z.uuid(), subjectId: z.uuid(), at: z.int().min(0) })
    .optional(),
  /** Where the browser said it is, by the one name of the zone. */
  zone: z.string().max(64).optional(),
  way: z.enum(['script', 'page', 'call']).default('call'),
  /** Why it looks like spam; none for what does not. */
  spam: z.array(z.string().max(40)).max(10).default([]),
  /** No email goes to the address it names. */
  quiet: z.boolean().default(false),
});
export type Submission = z.infer<typeof Submission>;

/** Somebody filled in a form; the subject is the form. */
export const formSubmission = defineInboxKind('form-submission', requestSignals.extend({ submission: Submission }), [
  'submission',
]);
