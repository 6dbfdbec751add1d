import { Locale } from '@waggle/contracts/fields';
import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';
import { noticeKinds } from './words.ts';

/** Carries the person and not their id: whoever was removed has no row when the mail is sent. */
export const SecurityNotice = z.object({
  kind: z.enum(noticeKinds),
  email: z.string(),
  name: z.string(),
  locale: Locale,
  at: z.iso.datetime(),
  device: z.string().nullable(),
  address: z.string().nullable(),
  role: z.string().nullable(),
  /** Names of passkeys it is about; none in jobs of versions before. */
  passkeys: z.array(z.string()).default([]),
});
export type SecurityNotice = z.infer<typeof SecurityNotice>;

export const sendSecurityNotice = job('accounts.send-security-notice', SecurityNotice, {
  class: 'transactional',
  attempts: 8,
});
