import { APIError } from 'better-auth/api';
import { Problem } from '#platform/problem.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { addressHeader } from './auth-engine.ts';
import { isUnreadableFactor } from './second-factor-keys.ts';

/** What better-auth says when it refuses, in our codes and sentences. */
const refusals: Record<string, () => Problem> = {
  INVALID_EMAIL_OR_PASSWORD: () => new Problem('wrong_credentials', 'Incorrect email or password.'),
  INVALID_EMAIL: () => new Problem('wrong_credentials', 'Incorrect email or password.'),
  INVALID_PASSWORD: () => onField('wrong_password', 'password', 'Incorrect password.'),
  INVALID_TOKEN: () => linkUsed(),
  INVALID_CODE: () => wrongCode(),
  INVALID_BACKUP_CODE: () => wrongCode(),
  INVALID_TWO_FACTOR_COOKIE: () => new Problem('link_used', 'Your sign-in timed out. Start again.'),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => new Problem('link_used', 'Too many incorrect codes. Start again.'),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new Problem('too_many_requests', 'Too many incorrect codes. Try again in 15 minutes.', { retryAfter: 900 }),
  TOTP_ALREADY_ENABLED: () => new Problem('invalid_input', 'Two-factor authentication is already on.'),
  TOTP_NOT_ENABLED: () => new Problem('invalid_input', "Two-factor authentication isn't on."),
  BACKUP_CODES_NOT_ENABLED: () => new Problem('invalid_input', "Two-factor authentication isn't on."),
};

const onField = (code: 'wrong_password' | 'wrong_code', field: string, message: string) =>
  new Problem(code, message, { fields: { [field]: message } });

export const linkUsed = () => new Problem('link_used', 'This link has been used or has expired. Request a new one.');

export const wrongCode = () => onField('wrong_code', 'code', 'Incorrect code.');

const unreadableFactor = () =>
  new Problem(
    'secret_unreadable',
    "Your two-factor code can't be checked on this server. Ask its operator to reset your two-factor authentication.",
  );

type Answer<Body> = { headers: Headers; response: Body };

/** Calls better-auth, hands its cookies to the browser and turns its refusals into ours. */
export async function ask<Body>(exchange: Exchange, call: (headers: Headers) => Promise<Answer<Body>>): Promise<Body> {
  const headers = exchange.headers;
  headers.set(addressHeader, exchange.address);
  try {
    const answer = await call(headers);
    exchange.setCookies(answer.headers.getSetCookie());
    return answer.response;
  } catch (error) {
    throw translated(error);
  }
}

export function translated(error: unknown): unknown {
  if (isUnreadableFactor(error)) return unreadableFactor();
  if (!(error instanceof APIError)) return error;
  // Two who bring the same recovery code at once: the other was faster.
  if (error.status === 'CONFLICT') return wrongCode();
  const refusal = refusals[error.body?.code ?? ''];
  return refusal ? refusal() : error;
}
