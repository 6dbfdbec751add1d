/** Longest line without its end (RFC 2045). */
const longestLine = 76;
const hex = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
const asIs = (byte: number) => (byte >= 33 && byte <= 126 && byte !== 61) || byte === 32 || byte === 9;

/** Goes on one line unchanged. A dot or `From ` at its start is left to the long way. */
const simple = /^(?!\.|From )[\x20-\x3c\x3e-\x7e]{1,75}$/;

/**
 * Begins and ends at the start of a line, so that encoded pieces can stand one after the other in any order: what does
 * not end with a line break gets a soft one. Line ends become CRLF, whatever they were.
 */
export const encodePiece = (text: string): string => (simple.test(text) ? `${text}=\r\n` : encodeLong(text));

function encodeLong(text: string): string {
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  let line = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 13 || byte === 10) {
      if (byte === 13 && bytes[at + 1] === 10) at += 1;
      parts.push(guardEnd(line), '\r\n');
      line = '';
      continue;
    }
    const unit = line === '' && isRisky(bytes, at) ? hex[byte] : asIs(byte) ? String.fromCharCode(byte) : hex[byte];
    if (line.length + (unit as string).length >= longestLine) {
      parts.push(line, '=\r\n');
      line = isRisky(bytes, at) ? (hex[byte] as string) : (unit as string);
    } else line += unit;
  }
  if (line !== '') parts.push(line, '=\r\n');
  return parts.join('');
}

/** A dot ends a mail and `From ` begins another one, for a server that reads lines carelessly. */
const isRisky = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 46 || (bytes[at] === 70 && bytes.toString('latin1', at, at + 5) === 'From ');

/** Blanks at the end of a line would be lost. A line is short enough that two more characters fit, or it is broken. */
function guardEnd(line: string): string {
  const last = line.charCodeAt(line.length - 1);
  if (last !== 32 && last !== 9) return line;
  const rest = line.slice(0, -1);
  return line.length + 2 <= longestLine ? rest + hex[last] : `${rest}=\r\n${hex[last]}`;
}
