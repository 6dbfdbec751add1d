/**
 * A path of this installation that is safe to go to after signing in, or undefined.
 * Browsers read `//host` and `/\host` as another site, so only one leading slash is accepted.
 */
export function localPath(candidate: unknown): string | undefined {
  if (typeof candidate !== 'string' || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(candidate)) return undefined;

  const url = new URL(candidate, window.location.origin);
  if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
