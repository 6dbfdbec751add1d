import { pageSays } from './page-words.ts';

/** A browser makes passkeys for names and for no IP address. */
const ipAddress = /^[\d.]+$|:/;

/**
 * In a file of its own: the sign-in page asks this at once, and loads the rest when it is there. Passkeys are made for the address of the
 * installation, so a name of an organization cannot take one.
 */
export const offersPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !ipAddress.test(window.location.hostname) &&
  !pageSays('own-host');
