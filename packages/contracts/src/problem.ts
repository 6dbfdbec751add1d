import { z } from 'zod';

/** The one shape of a failure: code for the program, sentence for the person, fields for the form. */
export const Problem = z.strictObject({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof Problem>;
