import { createHash, createHmac } from 'node:crypto';

/** A request to sign. Every header in it is signed, so it must have `host`, `x-amz-date` and `x-amz-content-sha256`. */
export type SignedRequest = { method: string; url: URL; headers: Readonly<Record<string, string>> };
export type S3Key = { accessKeyId: string; secretAccessKey: string; region: string };

export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** As S3 wants it: everything but letters, digits and four signs, in capitals. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The value of the header `authorization`: AWS Signature Version 4 for S3, with the whole request signed at once. */
export function authorizationOf({ method, url, headers }: SignedRequest, key: S3Key): string {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const valueOf = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const signedHeaders = names.toSorted().join(';');
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...names.toSorted().map((name) => `${name}:${valueOf.get(name)}`),
    '',
    signedHeaders,
    valueOf.get('x-amz-content-sha256'),
  ].join('\n');

  const time = valueOf.get('x-amz-date') ?? '';
  const day = time.slice(0, 8);
  const scope = `${day}/${key.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256Hex(canonical)].join('\n');
  const signingKey = [key.region, 's3', 'aws4_request'].reduce<Buffer>(
    (derived, part) => hmac(derived, part),
    hmac(`AWS4${key.secretAccessKey}`, day),
  );
  const signature = hmac(signingKey, toSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope},SignedHeaders=${signedHeaders},Signature=${signature}`;
}
