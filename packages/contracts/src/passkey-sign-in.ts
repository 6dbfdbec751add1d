import { z } from 'zod';
import { User } from './accounts.ts';
import { endpoint } from './endpoint.ts';

/** Bytes as WebAuthn writes them in JSON. */
export const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/);
/** At most 1,023 bytes by the standard. */
export const credentialName = bytes(1400);

export const NamedCredential = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
});

/** What `PublicKeyCredential.parseRequestOptionsFromJSON` takes. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** None: the person chooses among all passkeys of this site. */
  allowCredentials: z.array(NamedCredential),
});
export type RequestOptions = z.infer<typeof RequestOptions>;

/** What a passkey says to such a request. */
export const PasskeyAnswer = z.strictObject({
  credential: credentialName,
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(2000),
  /** Missing from some authenticators when they were told which passkey to use. */
  userHandle: bytes(100).nullable(),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** An office behind one address opens the sign-in page often, and every page asks for a challenge. */
const challenges = { rate: { points: 300, seconds: 600, per: 'address' } } as const;

export const startPasskeySignIn = endpoint({
  name: 'auth.start-passkey',
  method: 'POST',
  path: '/api/auth/passkey/start',
  needs: 'public',
  audit: { skip: 'recorded-later' },
  whileHeld: true,
  summary: 'A challenge for signing in with a passkey alone. Works once, for 5 minutes.',
  reply: RequestOptions,
  limits: challenges,
});

export const signInWithPasskey = endpoint({
  name: 'auth.passkey',
  method: 'POST',
  path: '/api/auth/passkey',
  needs: 'public',
  audit: { entity: 'account', after: true },
  whileHeld: true,
  summary: 'Signs in with a passkey that verified the person. Needs neither password nor code.',
  body: z.strictObject({ answer: PasskeyAnswer, rememberMe: z.boolean().default(false) }),
  reply: User,
});

export const startSecondFactor = endpoint({
  name: 'auth.start-second-factor',
  method: 'POST',
  path: '/api/auth/two-factor/start',
  needs: 'public',
  audit: { skip: 'recorded-later' },
  whileHeld: true,
  summary: 'The ways to finish signing in, after the right password: the app, and a challenge for a passkey.',
  reply: z.object({
    /** Whether an authenticator app is set up. Recovery codes work in any case. */
    app: z.boolean(),
    /** Null without a passkey. */
    passkey: RequestOptions.nullable(),
  }),
  limits: challenges,
});

export const passTwoFactorByPasskey = endpoint({
  name: 'auth.two-factor-passkey',
  method: 'POST',
  path: '/api/auth/two-factor/passkey',
  needs: 'public',
  audit: { entity: 'account', after: true },
  whileHeld: true,
  summary: 'Second step of signing in, with a passkey instead of a code.',
  body: z.strictObject({ answer: PasskeyAnswer }),
  reply: User,
});
