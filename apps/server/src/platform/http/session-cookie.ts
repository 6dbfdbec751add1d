/** Cookies sent over https carry the browser's own guarantee that no plain-http page set them. */
export const cookieName = (secure: boolean): string => `${secure ? '__Secure-' : ''}waggle.session_token`;

/** The session token of a Cookie header. Its signature is not checked: 256 random bits looked up by hash need none. */
export function sessionCookie(header: string | undefined, secure: boolean): string | null {
  if (!header) return null;
  const name = `${cookieName(secure)}=`;
  for (const part of header.split(';')) {
    const pair = part.trimStart();
    if (!pair.startsWith(name)) continue;
    const [token] = pair.slice(name.length).split('.');
    return token && /^[0-9a-f]{66}$/.test(token) ? token : null;
  }
  return null;
}
