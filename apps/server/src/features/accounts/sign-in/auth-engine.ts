import { randomBytes } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { twoFactor } from 'better-auth/plugins';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { cookiePrefix, isSecure } from '#platform/http/session-cookie.ts';
import { endOfSession } from '#platform/sessions.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { withHashedSessionTokens } from './hashed-tokens.ts';
import { openSessionPlugin } from './open-session.ts';
import { numberedKeys, withNumberedFactorKeys } from './second-factor-keys.ts';

/** Seconds. */
const rememberedSession = 30 * 86_400;
const idleSession = 12 * 3_600;
const resetLinkLifetime = 30 * 60;

export const addressHeader = 'x-waggle-address';

export type ResetMail = (reset: { userId: string; email: string; name: string; token: string }) => Promise<void>;

/**
 * better-auth keeps passwords, sessions, reset tokens and second factors; our routes are its only way in. Its own HTTP
 * handler is never mounted, so its rate limit and origin check do not apply: ours do.
 */
export function createAuthEngine(config: Config, database: Database, sendReset: ResetMail) {
  const storage = kyselyAdapter(database.directory.withSchema('directory') as never, {
    type: 'postgres',
    usePlural: false,
  });
  return betterAuth({
    appName: 'Waggle',
    baseURL: config.PUBLIC_URL,
    basePath: '/api/never-mounted',
    secrets: numberedKeys(config),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    database: (options: Parameters<typeof storage>[0]) =>
      withNumberedFactorKeys(config, withHashedSessionTokens(storage(options))),
    advanced: {
      cookiePrefix: cookiePrefix(isSecure(config)),
      // Its own prefix is weaker than ours: a sibling domain could set such a cookie for this host.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure(config) },
      database: { generateId: false },
      // Set by us from the checked connection; a header of this name from outside is overwritten.
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 6,
      maxPasswordLength: 256,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: resetLinkLifetime,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => sendReset({ userId: user.id, email: user.email, name: user.name, token }),
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    account: { modelName: 'accounts', fields: accountFields },
    verification: { modelName: 'verifications', fields: verificationFields, storeIdentifier: 'hashed' },
    session: sessionOptions,
    databaseHooks: {
      session: {
        create: {
          before: async (session, ctx) => ({
            data: { ...session, ...renewed(session, ctx?.context.session?.session, config.CELL) },
          }),
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: 'Waggle',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: { modelName: 'two_factors', fields: twoFactorFields },
        },
      }),
      openSessionPlugin,
    ],
  });
}

export type AuthEngine = ReturnType<typeof createAuthEngine>;

type Prior = Record<string, unknown> | undefined;

/** A session renewed for safety keeps how long it lasts and what it shows; a new one is remembered if asked for 30 days. */
function renewed(session: { expiresAt: Date; userAgent?: string | null | undefined }, prior: Prior, cell: number) {
  const asked = session.expiresAt.getTime() - Date.now() > 2 * 86_400_000;
  const remembered = prior ? prior['remembered'] === true : asked;
  const startedAt = startOf(prior);
  const end = endOfSession(startedAt, remembered).getTime();
  return {
    token: newSessionToken(cell),
    remembered,
    activeClientId: prior?.['activeClientId'] ?? null,
    mustChooseClient: prior?.['mustChooseClient'] === true,
    startedAt,
    expiresAt: new Date(Math.min(end, Date.now() + (remembered ? rememberedSession : idleSession) * 1_000)),
    userAgent: (session.userAgent ?? '').slice(0, 512),
  };
}

/** When the person last proved who they are: renewing a session proves nothing. */
function startOf(prior: Prior): Date {
  const start = prior?.['startedAt'] ?? prior?.['createdAt'];
  return start instanceof Date ? start : new Date();
}

/** The cell first, so that a router can send a request home without a look-up; then 256 random bits. */
const newSessionToken = (cell: number): string => cell.toString(16).padStart(2, '0') + randomBytes(32).toString('hex');

const accountFields = {
  accountId: 'account_id',
  providerId: 'provider_id',
  userId: 'user_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const;

const verificationFields = { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' } as const;

const sessionFields = {
  userId: 'user_id',
  expiresAt: 'expires_at',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const;

const sessionOptions = {
  modelName: 'sessions',
  expiresIn: rememberedSession,
  // Our own look-up prolongs idle sessions; a second clock would fight it.
  disableSessionRefresh: true,
  fields: sessionFields,
  additionalFields: {
    remembered: { type: 'boolean', required: false, defaultValue: false, input: false },
    startedAt: { type: 'date', required: false, input: false, fieldName: 'started_at' },
    activeClientId: { type: 'string', required: false, input: false, fieldName: 'active_client_id' },
    mustChooseClient: {
      type: 'boolean',
      required: false,
      defaultValue: false,
      input: false,
      fieldName: 'must_choose_client',
    },
  },
} as const;

const twoFactorFields = {
  userId: 'user_id',
  backupCodes: 'backup_codes',
  failedVerificationCount: 'failed_verification_count',
  lockedUntil: 'locked_until',
} as const;
