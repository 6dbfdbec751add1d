import { createHmac } from 'node:crypto';
import type { Config } from '../config.ts';

type SessionCookie = {
  token: string;
  /** Under the name that versions before this one used; anybody on a sibling domain can plant such a cookie. */
  isOld: boolean;
};

export type SessionCookies = {
  read(header: string | undefined): SessionCookie | null;
  /** Of a guest of a client, beside which a member may have one too. */
  readGuest(header: string | undefined): string | null;
  /** Sets it until the browser is closed, or with null takes it away; how long it works the database knows. */
  guest(token: string | null): string;
  /**
   * The header as the sign-in engine expects it: the session that was found, signed with the present key, or none. A second cookie
   * of that name, however it is spelled, would let the engine check the code of another person than the one who is asked.
   */
  forEngine(header: string, token: string | null): string;
};

/** Over https the browser itself guarantees that this host and no other, and no plain-http page, set the cookie. */
export const cookiePrefix = (secure: boolean): string => `${secure ? '__Host-' : ''}waggle`;
const oldName = '__Secure-waggle.session_token';

export const isSecure = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean => PUBLIC_URL.startsWith('https://');

/** Takes the cookie of versions before away. */
export const expiredOldCookie = `${oldName}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`;

/** A cookie's signature is not checked: 256 random bits looked up by hash need none, and keys can be changed. */
export function createSessionCookies(config: Pick<Config, 'PUBLIC_URL' | 'SECRET_KEY'>): SessionCookies {
  const secure = isSecure(config);
  const name = `${cookiePrefix(secure)}.session_token`;
  const guestName = `${cookiePrefix(secure)}.guest_token`;

  return {
    read(header) {
      if (!header) return null;
      const token = tokenIn(header, name);
      if (token) return { token, isOld: false };
      const old = secure ? tokenIn(header, oldName) : null;
      return old ? { token: old, isOld: true } : null;
    },
    readGuest: (header) => (header ? tokenIn(header, guestName, guestToken) : null),
    guest: (token) =>
      `${guestName}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${token ? '' : '; Max-Age=0'}`,
    forEngine(header, token) {
      const others = header
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.includes('=') && nameOf(pair) !== name);
      if (!token) return others.join('; ');
      const signature = createHmac('sha256', config.SECRET_KEY).update(token).digest('base64');
      return [`${name}=${encodeURIComponent(`${token}.${signature}`)}`, ...others].join('; ');
    },
  };
}

const nameOf = (pair: string) => pair.slice(0, pair.indexOf('=')).trim();

const memberToken = /^[0-9a-f]{66}$/;
const guestToken = /^g[0-9a-f]{66}$/;

function tokenIn(header: string, name: string, form = memberToken): string | null {
  for (const part of header.split(';')) {
    const pair = part.trimStart();
    if (!pair.startsWith(`${name}=`)) continue;
    const [token] = pair.slice(name.length + 1).split('.');
    return token && form.test(token) ? token : null;
  }
  return null;
}
