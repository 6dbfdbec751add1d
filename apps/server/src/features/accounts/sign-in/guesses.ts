import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '#platform/http/serve.ts';
import type { Accounts } from '../accounts.ts';

/** Points and seconds. A guesser gets about two tries a minute at one account, from however many addresses. */
const perAccountAndAddress = { name: 'login:pair', points: 5, seconds: 60 };
const perAccount = { name: 'login:account', points: 20, seconds: 600 };
const perAddress = { name: 'login:address', points: 100, seconds: 600 };
/** A device that has signed in before has its own share, so that a stranger's guesses cannot lock the owner out. */
const perDevice = { name: 'login:device', points: 10, seconds: 600 };

const deviceCookie = 'waggle.device';
const deviceLifetime = 180 * 86_400;

/** Spends the shares of this try, whether or not the address has an account; throws when one is used up. */
export async function guardSignIn({ config, limits }: Accounts, email: string, exchange: Exchange) {
  const account = digest(config.SECRET_KEY, 'account', email);
  const device = knownDevice(config.SECRET_KEY, account, exchange.headers.get('cookie') ?? '');

  await limits.spend(perAddress, exchange.address);
  if (device) {
    await limits.spend(perDevice, device);
  } else {
    await limits.spend(perAccountAndAddress, digest(config.SECRET_KEY, account, exchange.address));
    await limits.spend(perAccount, account);
  }

  return {
    succeeded: () => limits.reset(perAccountAndAddress, digest(config.SECRET_KEY, account, exchange.address)),
  };
}

/** Called whichever way a person got in, so that those with a second factor keep their own share too. */
export function rememberDevice({ config }: Accounts, email: string, exchange: Exchange): void {
  const account = digest(config.SECRET_KEY, 'account', email);
  const secure = config.PUBLIC_URL.startsWith('https://') ? '; Secure' : '';
  const value = `${account}.${digest(config.SECRET_KEY, 'device', account)}`;
  exchange.setCookies([
    `${deviceCookie}=${value}; Path=/api/auth; Max-Age=${deviceLifetime}; HttpOnly; SameSite=Lax${secure}`,
  ]);
}

/** The cookie names the account by a keyed hash, so it says nothing to whoever finds it. */
function knownDevice(secret: string, account: string, cookies: string): string | null {
  const value =
    cookies
      .split('; ')
      .find((pair) => pair.startsWith(`${deviceCookie}=`))
      ?.slice(deviceCookie.length + 1) ?? '';
  // Compared as bytes: a cookie may hold letters that take two.
  const given = Buffer.from(value);
  const expected = Buffer.from(`${account}.${digest(secret, 'device', account)}`);
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null;
}

const digest = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('base64url').slice(0, 32);
