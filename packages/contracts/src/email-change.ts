import { z } from 'zod';
import { mailedToken } from './accounts.ts';
import { endpoint, NoReply } from './endpoint.ts';
import { Instant, signInAddress } from './fields.ts';
import { ownPassword, passwordGuesses, secondFactorCode } from './profile.ts';

/** A new address to sign in with, until both addresses have confirmed it or a day has passed. */
export const EmailChange = z.object({
  email: z.string(),
  /** An old address that was never confirmed is not asked. */
  oldConfirmed: z.boolean(),
  newConfirmed: z.boolean(),
  expiresAt: Instant,
});
export type EmailChange = z.infer<typeof EmailChange>;

export const readEmailChange = endpoint({
  name: 'profile.email-change',
  method: 'GET',
  path: '/api/profile/email-change',
  needs: 'signed-in',
  summary: 'The change of the own email address that waits for confirmation, if there is one.',
  reply: z.object({ pending: EmailChange.nullable() }),
});

export const requestEmailChange = endpoint({
  name: 'profile.request-email-change',
  method: 'POST',
  path: '/api/profile/email-change',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary:
    'Mails a link to the new and to the old email address. The answer is the same whether or not the new one has an account.',
  body: z.strictObject({
    email: signInAddress(),
    password: ownPassword,
    /** Needed by people with two-factor authentication. */
    code: secondFactorCode.optional(),
  }),
  reply: EmailChange,
  limits: passwordGuesses,
});

export const resendEmailChange = endpoint({
  name: 'profile.resend-email-change',
  method: 'POST',
  path: '/api/profile/email-change/resend',
  needs: 'signed-in',
  audit: { skip: 'recorded-later' },
  summary: 'Mails the links again that have not been opened, at most 5 times a day.',
  status: 204,
  reply: NoReply,
  limits: { rate: { points: 5, seconds: 86_400, per: 'user' } },
});

export const cancelEmailChange = endpoint({
  name: 'profile.cancel-email-change',
  method: 'DELETE',
  path: '/api/profile/email-change',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'Keeps the present email address; the mailed links stop working.',
  status: 204,
  reply: NoReply,
});

export const confirmEmailChange = endpoint({
  name: 'profile.confirm-email-change',
  method: 'POST',
  path: '/api/profile/email-change/confirm',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary:
    'Confirms the change by one of its two links. With the second the address changes and every other session ends.',
  body: z.strictObject({ token: mailedToken }),
  reply: z.object({
    /** The address to sign in with from now on, or later. */
    email: z.string(),
    /** Which address has not confirmed yet; null when the change is made. */
    waitsFor: z.enum(['old', 'new']).nullable(),
  }),
  limits: { rate: { points: 20, seconds: 3600, per: 'user' } },
});
