import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '#platform/http/serve.ts';
import type { Accounts } from '../accounts.ts';

const deviceCookie = 'waggle.device';
const deviceLifetime = 180 * 86_400;

/** Called whichever way a person got in, so that those with a second factor keep their own share too. */
export function rememberDevice({ config }: Accounts, email: string, exchange: Exchange): void {
  const account = accountMark(config.SECRET_KEY, email);
  const secure = config.PUBLIC_URL.startsWith('https://') ? '; Secure' : '';
  // A device keeps its id: signing in again must not be a way to a fresh share.
  const id = knownDevice(config.SECRET_KEY, account, exchange.headers)?.split('.')[1] ?? newId();
  const value = `${account}.${id}.${signature(config.SECRET_KEY, account, id)}`;
  exchange.setCookies([
    `${deviceCookie}=${value}; Path=/api/auth; Max-Age=${deviceLifetime}; HttpOnly; SameSite=Lax${secure}`,
  ]);
}

/** This account's device, as `account.id`, if the cookie is one of ours. */
export function knownDevice(secret: string, account: string, headers: Headers): string | null {
  const device = anyKnownDevice(secret, headers);
  return device?.startsWith(`${account}.`) ? device : null;
}

/** The cookie names the account by a keyed hash, so it says nothing to whoever finds it. */
export function anyKnownDevice(secret: string, headers: Headers): string | null {
  const [account = '', id = '', signed = '', ...more] = cookieIn(headers).split('.');
  if (account === '' || id === '' || more.length > 0) return null;
  // Compared as bytes: a cookie may hold letters that take two.
  const given = Buffer.from(signed);
  const expected = Buffer.from(signature(secret, account, id));
  return given.length === expected.length && timingSafeEqual(given, expected) ? `${account}.${id}` : null;
}

export const accountMark = (secret: string, email: string): string => keyedHash(secret, 'account', email);

export const keyedHash = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('base64url').slice(0, 32);

const signature = (secret: string, account: string, id: string) => keyedHash(secret, 'device', `${account}.${id}`);
const newId = () => randomBytes(12).toString('base64url');

const cookieIn = (headers: Headers): string =>
  (headers.get('cookie') ?? '')
    .split('; ')
    .find((pair) => pair.startsWith(`${deviceCookie}=`))
    ?.slice(deviceCookie.length + 1) ?? '';
