import { expect, test } from 'vitest';
import { failureAdvice } from './failure-advice.ts';

test.each([
  ['connect ECONNREFUSED 127.0.0.1:1', 'unreachable'],
  ['Connection timeout', 'unreachable'],
  ['No email server responded. Check the host, port and encryption.', 'unreachable'],
  ['getaddrinfo ENOTFOUND smtp.exampel.com', 'unknownHost'],
  ['Invalid login: 535 5.7.8 Username and Password not accepted', 'login'],
  ['The security token included in the request is invalid.', 'accessKey'],
  ['self-signed certificate in certificate chain', 'encryption'],
  ['80D8A0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'encryption'],
  ['Email address is not verified. The following identities failed the check', 'sender'],
  ['554 5.7.1 <a@b.example>: Sender address rejected', 'sender'],
  ['421 4.3.2 Come back later', 'other'],
])('"%s" gets the advice %s', (answer, advice) => {
  expect(failureAdvice(answer)).toBe(advice);
});
