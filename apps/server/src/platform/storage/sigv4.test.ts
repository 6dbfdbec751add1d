import { expect, test } from 'vitest';
import { authorizationOf, sha256Hex } from './sigv4.ts';

// The examples Amazon publishes for "Transferring Payload in a Single Chunk".
const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const host = 'examplebucket.s3.amazonaws.com';

test.each([
  {
    name: 'an object is read',
    method: 'GET',
    path: '/test.txt',
    more: { range: 'bytes=0-9' },
    body: '',
    signed: 'host;range;x-amz-content-sha256;x-amz-date',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'an object is written',
    method: 'PUT',
    path: '/test%24file.text',
    more: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    body: 'Welcome to Amazon S3.',
    signed: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'a parameter has no value',
    method: 'GET',
    path: '/?lifecycle',
    more: {},
    body: '',
    signed: 'host;x-amz-content-sha256;x-amz-date',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'there are several parameters',
    method: 'GET',
    path: '/?max-keys=2&prefix=J',
    more: {},
    body: '',
    signed: 'host;x-amz-content-sha256;x-amz-date',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('the signature is the published one where $name', ({ method, path, more, body, signed, signature }) => {
  const url = new URL(path, `https://${host}`);
  const headers = { host, 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': sha256Hex(body), ...more };

  expect(authorizationOf({ method, url, headers }, key)).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signed},Signature=${signature}`,
  );
});
