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
