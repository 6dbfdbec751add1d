import { touchParameter } from '../../../platform/tracking/touch-token.ts';

/** The address with the token in it, before a fragment; a token that stood there already is not the one that counts. */
export function withTouch(location: string, token: string): string {
  const hash = location.indexOf('#');
  const end = hash === -1 ? location.length : hash;
  const address = location.slice(0, end);
  return `${address}${address.includes('?') ? '&' : '?'}${touchParameter}=${token}${location.slice(end)}`;
}
