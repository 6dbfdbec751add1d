import { expect, test } from 'vitest';
import { outcomeOfError, retryAfterMs } from './outcome-of-error.ts';

const answered = (httpStatusCode: number, name = 'Unknown', message = 'no', headers: Record<string, string> = {}) =>
  outcomeOfError(Object.assign(new Error(message), { name, $metadata: { httpStatusCode }, $response: { headers } }));

test.each([500, 502, 503, 504, 0])('F15: after %s nobody knows, and others are not tried at once', (status) => {
  expect(answered(status)).toMatchObject({ kind: 'uncertain', isDown: true });
});

test.each(['connect', 'getaddrinfo'])('F15: an error of %s means that nothing was sent', (syscall) => {
  expect(outcomeOfError(Object.assign(new Error('refused'), { syscall }))).toMatchObject({
    kind: 'unreached',
    code: 0,
  });
});

test.each(['read', 'write'])('F15: an error of %s leaves the mail in doubt', (syscall) => {
  expect(outcomeOfError(Object.assign(new Error('reset'), { syscall }))).toMatchObject({ kind: 'uncertain' });
});

test.each([
  [403, 'SignatureDoesNotMatch', 'no', { kind: 'unreached', code: 554 }],
  [400, 'AccountSuspendedException', 'no', { kind: 'unreached', code: 554 }],
  [400, 'MessageRejected', 'Email address is not verified.', { kind: 'refused', passing: false, stage: 'sender' }],
  [400, 'MessageRejected', 'Contains a virus.', { kind: 'refused', passing: false, stage: 'message' }],
  [400, 'LimitExceededException', 'no', { kind: 'refused', passing: true, code: 429 }],
])('F15: %s %s "%s" speaks of whom it concerns', (status, name, message, outcome) => {
  expect(answered(status, name, message)).toMatchObject(outcome);
});

test('F15: a wish to come back later is kept, and bounded', () => {
  expect(answered(429, 'TooManyRequestsException', 'no', { 'retry-after': '7' })).toMatchObject({ restMs: 7_000 });
  expect(retryAfterMs('Wed, 21 Oct 2026 07:28:09 GMT', Date.parse('2026-10-21T07:28:00Z'))).toBe(9_000);
  expect(retryAfterMs('999999999', 0)).toBe(900_000);
  for (const odd of [undefined, '', 'soon', '-5', '0', '1e9', '9'.repeat(100)]) expect(retryAfterMs(odd, 0)).toBeNull();
});
