/** Patterns without a schema around them: a public form must not load a library of schemas to know an address. */

/** Local part, @, domain, top-level part of at least 2 letters. Linear to match, and capped before it runs. */
export const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/**
 * One line a person typed: control characters are refused, because such text ends up in mail headers; so are halves of
 * a character, which no encoding can keep.
 */
export const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

/** The same for text of several lines. */
export const manyLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n])*$/u;

/** Signs nobody sees, which could hide a link from the pattern below. */
const unseen = /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/gu;
/** A scheme, an address, "www.", an IPv4 address, or a word, a dot (of any script) and letters: mail programs make links of these. */
const linkLike = /:\/\/|@|\bwww[.。．｡]|\d\.\d{1,3}\.\d{1,3}\.\d|[\p{L}\p{N}_-][.。．｡]\p{L}{2}/iu;

/** A name as it is read, without what nobody sees. */
export const seenName = (name: string): string =>
  name.normalize('NFKC').replace(unseen, '').replaceAll(/\s+/g, ' ').trim();

/** Whether a mail program would make a link of a part of it. */
export const isLinkLike = (text: string): boolean => linkLike.test(seenName(text));
