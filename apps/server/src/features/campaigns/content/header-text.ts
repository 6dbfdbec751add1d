/** Bytes in one encoded word, so that it and the longest name of a header fit in 76 characters. */
const wordBytes = 39;
/** As the contract has it for subjects; personalised ones are cut there. */
const longest = 500;

/** One line of readable characters: nothing of it can end a header. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();

/** Unstructured text of a header, such as a subject (RFC 2047 where needed). */
export function headerText(text: string): string {
  const line = oneLine(text);
  return /^[\x20-\x7e]{0,65}$/.test(line) && !line.includes('=?') ? line : encodedWords(line);
}

/** A mailbox with its name. */
export function mailbox(name: string, address: string): string {
  const line = oneLine(name);
  if (line === '') return address;
  if (/^[\x20-\x7e]{1,60}$/.test(line) && !line.includes('=?'))
    return `"${line.replaceAll(/["\\]/g, '\\$&')}" <${address}>`;
  return `${encodedWords(line)}\r\n <${address}>`;
}

/** Characters are never cut in half; decoders join the words again. */
function encodedWords(text: string): string {
  const words: string[] = [];
  let word = '';
  let bytes = 0;
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (bytes + size > wordBytes) {
      words.push(word);
      word = '';
      bytes = 0;
    }
    word += character;
    bytes += size;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}
