import { isLinkLike, seenName } from '@waggle/contracts/text-patterns';

/**
 * A name somebody typed, for a mail to somebody else. Where a mail program would make a link of it, the neutral words
 * stand instead: nobody gets to advertise an address in mail of the installation.
 */
export function inertName(name: string, neutral: string): string {
  const seen = seenName(name);
  return seen === '' || isLinkLike(seen) ? neutral : seen;
}
