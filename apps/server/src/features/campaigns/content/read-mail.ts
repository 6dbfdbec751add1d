/** Text and HTML of a mail that we composed: two parts, both quoted-printable. */
export function readMail(message: Buffer): { html: string; text: string } {
  const written = message.toString('latin1');
  const boundary = /boundary="([^"]{1,100})"/.exec(written)?.[1] ?? '';
  const parts = written.split(`--${boundary}`);
  const of = (type: string) => {
    const part = parts.find((candidate) => candidate.startsWith(`\r\nContent-Type: ${type}`)) ?? '';
    return decoded(part.slice(part.indexOf('\r\n\r\n') + 4, -2));
  };
  return { html: of('text/html'), text: of('text/plain') };
}

/** Soft line breaks out, `=C3=A9` to its bytes; lines end as on the screen. */
const decoded = (quoted: string): string =>
  Buffer.from(
    quoted
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  )
    .toString('utf8')
    .replaceAll('\r\n', '\n');
