const prefix = '/qr/';
const shortCode = /^[1-9A-HJ-NP-Za-km-z]{8,16}$/;

/** The code in `/qr/{code}`, with or without a slash behind it and whatever the query says. Codes keep their case. */
export function shortCodeIn(url: string): string | undefined {
  const query = url.indexOf('?', prefix.length);
  let end = query === -1 ? url.length : query;
  if (url.charCodeAt(end - 1) === 47) end -= 1;
  const text = url.slice(prefix.length, end);
  if (shortCode.test(text)) return text;
  return text.includes('%') ? decoded(text) : undefined;
}

/** Letters may be written as %41 by anybody on the way. */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return shortCode.test(plain) ? plain : undefined;
  } catch {
    return undefined;
  }
}
