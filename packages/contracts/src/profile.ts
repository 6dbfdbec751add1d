import { z } from 'zod';
import { User } from './accounts.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, Locale, password, passwordsMatch, personName, Theme } from './fields.ts';
import { Timezone } from './timezones.ts';

export const ownPassword = z.string().min(1, 'Enter your password').max(256);
/** Of the authenticator app, or a recovery code, which is used up. */
export const secondFactorCode = z.string().trim().min(6, 'Enter the code from your app or a recovery code').max(20);
/** What keeps the second factor from being ended by a stolen password. */
const bothFactors = z.strictObject({ password: ownPassword, code: secondFactorCode });
/** Guessing the own password through these calls is as slow as at sign-in. */
export const passwordGuesses = { rate: { points: 10, seconds: 600, per: 'user' } } as const;

export const updateProfile = endpoint({
  name: 'profile.update',
  method: 'PUT',
  path: '/api/profile',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'Changes the own name, language, theme or time zone.',
  body: z.strictObject({
    name: personName.optional(),
    locale: Locale.optional(),
    theme: Theme.optional(),
    /** In which times are shown; null: the organization's. */
    timezone: Timezone.nullable().optional(),
  }),
  reply: User,
});

export const changePassword = endpoint({
  name: 'profile.change-password',
  method: 'POST',
  path: '/api/profile/password',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'Sets a new password and ends every other session.',
  status: 204,
  body: z
    .strictObject({ currentPassword: ownPassword, password, confirmPassword: z.string().max(256) })
    .refine(...passwordsMatch),
  reply: NoReply,
  limits: passwordGuesses,
});

/** Bytes of a picture as it is sent; what is kept is 256 by 256. */
export const mostPhotoBytes = 2 * 1_024 * 1_024;

export const uploadPhoto = endpoint({
  name: 'profile.upload-photo',
  method: 'POST',
  path: '/api/profile/photo',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'Takes a picture of the person (PNG, JPEG or WebP of at most 2 MB); its middle is kept as a square.',
  upload: true,
  reply: User,
  limits: { bodyBytes: mostPhotoBytes, rate: { points: 20, seconds: 3_600, per: 'user' } },
});

export const removePhoto = endpoint({
  name: 'profile.remove-photo',
  method: 'DELETE',
  path: '/api/profile/photo',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'Removes the picture of the person; its address stops working.',
  reply: User,
});

export const Session = z.object({
  id: z.uuid(),
  current: z.boolean(),
  device: z.string(),
  ipAddress: z.string().nullable(),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
});

export const listSessions = endpoint({
  name: 'profile.sessions',
  method: 'GET',
  path: '/api/profile/sessions',
  needs: 'signed-in',
  summary: 'Where the person is signed in; at most 100, newest first.',
  reply: z.object({ items: z.array(Session), nextCursor: z.null(), total: z.number().int() }),
});

export const endSession = endpoint({
  name: 'profile.end-session',
  method: 'DELETE',
  path: '/api/profile/sessions/:sessionId',
  needs: 'signed-in',
  audit: { entity: 'session', after: true },
  summary: 'Signs out one device.',
  status: 204,
  params: z.strictObject({ sessionId: idOf('session') }),
  reply: NoReply,
});

export const endOtherSessions = endpoint({
  name: 'profile.end-other-sessions',
  method: 'DELETE',
  path: '/api/profile/sessions',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'Signs out every device but this one.',
  status: 204,
  reply: NoReply,
});

export const startTwoFactor = endpoint({
  name: 'profile.start-two-factor',
  method: 'POST',
  path: '/api/profile/two-factor/start',
  needs: 'signed-in',
  audit: { skip: 'recorded-later' },
  summary:
    'A new secret for the authenticator app, and recovery codes. Off until a code confirms it. Where a passkey has turned two-factor on it asks for a code too, and the recovery codes stay.',
  body: z.strictObject({ password: ownPassword, code: secondFactorCode.optional() }),
  reply: z.object({ uri: z.string(), secret: z.string(), qrCode: z.string(), recoveryCodes: z.array(z.string()) }),
  limits: passwordGuesses,
});

export const confirmTwoFactor = endpoint({
  name: 'profile.confirm-two-factor',
  method: 'POST',
  path: '/api/profile/two-factor/confirm',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'Turns two-factor on with the first code of the app.',
  status: 204,
  body: z.strictObject({ code: z.string().trim().length(6, 'Enter the 6-digit code') }),
  reply: NoReply,
  limits: passwordGuesses,
});

export const disableTwoFactor = endpoint({
  name: 'profile.disable-two-factor',
  method: 'POST',
  path: '/api/profile/two-factor/disable',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'Turns two-factor off, with the password and a code.',
  status: 204,
  body: bothFactors,
  reply: NoReply,
  limits: passwordGuesses,
});

export const renewRecoveryCodes = endpoint({
  name: 'profile.recovery-codes',
  method: 'POST',
  path: '/api/profile/two-factor/recovery-codes',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'New recovery codes, with the password and a code; the old ones stop working.',
  body: bothFactors,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  limits: passwordGuesses,
});
