import { createPrivateKey, hash, type KeyObject, sign } from 'node:crypto';

/** A signing key as it is used: the private key is in the clear only inside a worker. */
export type SigningKey = {
  domain: string;
  selector: string;
  algorithm: 'rsa-2048' | 'ed25519';
  /** PKCS#8, PEM. */
  privateKey: string;
};

/** A header as it is sent, in the order it is sent; a folded value has CRLF and a blank inside. */
export type Header = readonly [name: string, value: string];

/** Signs a mail whose body ends with exactly one line break: then nothing has to be rewritten before it is hashed. */
export type Signer = (headers: readonly Header[], body: Buffer, now: number) => string;

/** Named once more than they occur: a second one added on the way breaks the signature. */
const oversigned = ['from', 'to', 'subject', 'reply-to'];

/**
 * One DKIM-Signature (RFC 6376, RFC 8463) for each key, all over every header. Ours and not nodemailer's, because
 * nodemailer's signs by stream and parses the headers again; here they are known, and only the signature itself costs.
 */
export function createSigner(keys: readonly SigningKey[]): Signer {
  const signers = keys.map((key) => ({
    ...key,
    tag: key.algorithm === 'ed25519' ? 'ed25519-sha256' : 'rsa-sha256',
    key: createPrivateKey(key.privateKey),
  }));
  return (headers, body, now) => {
    if (signers.length === 0) return '';
    const bodyHash = hash('sha256', body, 'base64');
    const names = [...headers.map(([name]) => name.toLowerCase()), ...oversigned];
    const signed = headers.map(([name, value]) => `${name.toLowerCase()}:${relaxed(value)}\r\n`).join('');
    return signers
      .map(({ domain, selector, tag, key }) => {
        const value = [
          `v=1; a=${tag}; c=relaxed/simple; d=${domain};`,
          `s=${selector}; t=${Math.floor(now / 1_000)};`,
          `h=${names.slice(0, 6).join(':')}:`,
          `${names.slice(6).join(':')};`,
          `bh=${bodyHash};`,
          'b=',
        ].join('\r\n ');
        const signature = signatureOf(tag, key, `${signed}dkim-signature:${relaxed(value)}`);
        return `DKIM-Signature: ${value}${signature.replaceAll(/.{72}(?=.)/g, '$&\r\n ')}\r\n`;
      })
      .join('');
  };
}

/** RFC 6376, 3.4.2. */
const relaxed = (value: string): string =>
  value
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();

const signatureOf = (tag: string, key: KeyObject, data: string): string =>
  (tag === 'ed25519-sha256'
    ? sign(null, hash('sha256', data, 'buffer'), key)
    : sign('sha256', Buffer.from(data), key)
  ).toString('base64');
