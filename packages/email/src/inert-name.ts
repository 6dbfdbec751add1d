/** Signs nobody sees, which could hide a link from the patterns below. */
const unseen = /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/gu;
/** A scheme, an address, "www.", an IPv4 address, or a word, a dot (of any script) and letters: mail programs make links of these. */
const linkLike = /:\/\/|@|\bwww[.。．｡]|\d\.\d{1,3}\.\d{1,3}\.\d|[\p{L}\p{N}_-][.。．｡]\p{L}{2}/iu;

/**
 * A name somebody typed, for a mail to somebody else. Where a mail program would make a link of it, the neutral words
 * stand instead: nobody gets to advertise an address in mail of the installation.
 */
export function inertName(name: string, neutral: string): string {
  const seen = name.normalize('NFKC').replace(unseen, '').replaceAll(/\s+/g, ' ').trim();
  return seen === '' || linkLike.test(seen) ? neutral : seen;
}
