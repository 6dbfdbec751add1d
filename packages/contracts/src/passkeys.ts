import { z } from 'zod';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { bytes, credentialName, NamedCredential, PasskeyAnswer, RequestOptions } from './passkey-sign-in.ts';
import { ownPassword, passwordGuesses, secondFactorCode } from './profile.ts';

export const mostPasskeys = 20;
export const passkeyName = line(60, 'Enter a name').min(1, 'Enter a name');

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether it is copied to the person's other devices by their maker. */
  synced: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** What `PublicKeyCredential.parseCreationOptionsFromJSON` takes. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  /** Milliseconds. */
  timeout: z.number(),
  attestation: z.literal('none'),
  /** Passkeys the person has: an authenticator that holds one makes no second. */
  excludeCredentials: z.array(NamedCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

/** A passkey that was just made. */
export const NewPasskey = z.strictObject({
  credential: credentialName,
  clientDataJSON: bytes(4000),
  attestationObject: bytes(16_000),
  transports: z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** The password, and a code too from people with two-factor authentication. */
const ownProof = z.strictObject({ password: ownPassword, code: secondFactorCode.optional() });

const onePasskey = z.strictObject({ passkeyId: idOf('passkey') });
const changes = { rate: { points: 60, seconds: 600, per: 'user' } } as const;

export const listPasskeys = endpoint({
  name: 'profile.passkeys',
  method: 'GET',
  path: '/api/profile/passkeys',
  needs: 'signed-in',
  summary: 'The own passkeys, oldest first; at most 20.',
  reply: z.object({ items: z.array(Passkey), nextCursor: z.null(), total: z.number().int() }),
});

export const startAddingPasskey = endpoint({
  name: 'profile.start-passkey',
  method: 'POST',
  path: '/api/profile/passkeys/start',
  needs: 'signed-in',
  audit: { skip: 'recorded-later' },
  summary: 'What a new passkey is made for. Asks for the password, and for a code too where two-factor is on.',
  body: ownProof,
  reply: CreationOptions,
  limits: passwordGuesses,
});

export const addPasskey = endpoint({
  name: 'profile.add-passkey',
  method: 'POST',
  path: '/api/profile/passkeys',
  needs: 'signed-in',
  audit: { entity: 'passkey', after: true },
  summary: 'Adds the passkey that was made. Without a name it is called after the device.',
  status: 201,
  body: z.strictObject({ name: passkeyName.optional(), answer: NewPasskey }),
  reply: Passkey,
  limits: changes,
});

export const renamePasskey = endpoint({
  name: 'profile.rename-passkey',
  method: 'PUT',
  path: '/api/profile/passkeys/:passkeyId',
  needs: 'signed-in',
  audit: { entity: 'passkey', after: true },
  summary: 'Gives a passkey another name.',
  params: onePasskey,
  body: z.strictObject({ name: passkeyName }),
  reply: Passkey,
  limits: changes,
});

export const removePasskey = endpoint({
  name: 'profile.remove-passkey',
  method: 'DELETE',
  path: '/api/profile/passkeys/:passkeyId',
  needs: 'signed-in',
  audit: { entity: 'passkey', after: true },
  summary: 'Removes a passkey, with the same proof as adding one. If it was the last second factor, two-factor is off.',
  status: 204,
  params: onePasskey,
  body: ownProof,
  reply: NoReply,
  limits: passwordGuesses,
});

export const startPasskeyCode = endpoint({
  name: 'profile.start-passkey-code',
  method: 'POST',
  path: '/api/profile/passkeys/code/start',
  needs: 'signed-in',
  audit: { skip: 'recorded-later' },
  summary: 'A challenge for one of the own passkeys.',
  reply: RequestOptions,
  limits: changes,
});

export const passkeyCode = endpoint({
  name: 'profile.passkey-code',
  method: 'POST',
  path: '/api/profile/passkeys/code',
  needs: 'signed-in',
  audit: { skip: 'recorded-later' },
  summary:
    'Confirms a passkey and answers with a code that this session may use once, within 5 minutes, wherever a code of the app is asked for.',
  body: z.strictObject({ answer: PasskeyAnswer }),
  reply: z.object({ code: z.string() }),
  limits: changes,
});

export const readTwoFactor = endpoint({
  name: 'profile.two-factor',
  method: 'GET',
  path: '/api/profile/two-factor',
  needs: 'signed-in',
  summary: 'Which second factors the person has.',
  reply: z.object({ enabled: z.boolean(), app: z.boolean(), passkeys: z.number().int() }),
});

export const turnOnTwoFactorByPasskey = endpoint({
  name: 'profile.two-factor-passkey',
  method: 'POST',
  path: '/api/profile/two-factor/passkey',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'Turns two-factor on with a passkey, by the password and a code of profile.passkey-code.',
  body: z.strictObject({ password: ownPassword, code: secondFactorCode }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  limits: passwordGuesses,
});
