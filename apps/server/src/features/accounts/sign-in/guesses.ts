import type { Exchange } from '#platform/http/serve.ts';
import type { Accounts } from '../accounts.ts';
import { accountMark, anyKnownDevice, keyedHash, knownDevice } from './known-device.ts';

/** Points and seconds. A guesser gets about two tries a minute at one account, from however many addresses. */
const perAccountAndAddress = { name: 'login:pair', points: 5, seconds: 60 };
const perAccount = { name: 'login:account', points: 20, seconds: 600 };
const perAddress = { name: 'login:address', points: 100, seconds: 600 };
/** Every known device has a share of its own and none of the others: a stolen cookie is worth one try a minute. */
const perDevice = { name: 'login:device', points: 10, seconds: 600 };
const codesPerAddress = { name: 'auth.two-factor', points: 20, seconds: 600 };
const passkeysPerDevice = { name: 'passkey:device', points: 20, seconds: 600 };
const codesPerDevice = { name: 'two-factor:device', points: 20, seconds: 600 };

/**
 * Spends the shares of this try, whether or not the address has an account; throws when one is used up. A device that has
 * signed in before does not touch the shares others can use up, so strangers cannot lock the owner out, even from the
 * same address: behind a proxy that is not listed everybody has the same one.
 */
export async function guardSignIn({ config, limits }: Accounts, email: string, exchange: Exchange) {
  const account = accountMark(config.SECRET_KEY, email);
  const device = knownDevice(config.SECRET_KEY, account, exchange.headers);
  const pair = keyedHash(config.SECRET_KEY, account, exchange.network);

  if (device) {
    await limits.spend(perDevice, device);
  } else {
    await limits.spend(perAddress, exchange.network);
    await limits.spend(perAccountAndAddress, pair);
    await limits.spend(perAccount, account);
  }

  return { succeeded: () => limits.reset(perAccountAndAddress, pair) };
}

/** A passkey cannot be guessed; what is bounded is the work of looking at forged ones. It does not name the account either. */
export async function guardPasskey({ config, limits }: Accounts, exchange: Exchange): Promise<void> {
  const device = anyKnownDevice(config.SECRET_KEY, exchange.headers);
  if (device) await limits.spend(passkeysPerDevice, device);
  else await limits.spend(perAddress, exchange.network);
}

/** The second step does not name the account yet; the device may be that of any. */
export async function guardSecondFactor({ config, limits }: Accounts, exchange: Exchange): Promise<void> {
  const device = anyKnownDevice(config.SECRET_KEY, exchange.headers);
  if (device) await limits.spend(codesPerDevice, device);
  else await limits.spend(codesPerAddress, exchange.network);
}
