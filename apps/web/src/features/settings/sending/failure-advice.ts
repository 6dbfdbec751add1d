/** What servers say, by what helps against it. The first whose patterns all fit counts. */
const signs = [
  ['unknownHost', /ENOTFOUND|EAI_AGAIN|getaddrinfo/i],
  [
    'unreachable',
    /No email server responded|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout|timed out/i,
  ],
  ['accessKey', /security token|signature we calculated|InvalidClientTokenId|access key|not authorized to perform/i],
  ['login', /\b(530|534|535)\b|invalid login|authentication|credentials/i],
  ['encryption', /certificate|self-signed|wrong version number|STARTTLS|\bTLS\b|\bSSL\b/i],
  ['sender', /\b(550|553|554)\b/, /sender|from|relay/i],
  ['sender', /not verified/i],
] as const;

export type FailureAdvice = (typeof signs)[number][0] | 'other';

/** Which advice fits an answer; servers word theirs freely, so not every answer has one. */
export const failureAdvice = (answer: string): FailureAdvice =>
  signs.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(answer)))?.[0] ?? 'other';

/** Waggle's own words: the advice beside them says the same in the person's language. */
export const isOwnAnswer = (answer: string): boolean =>
  /^(No email server responded|The server responded|Amazon SES accepted)/.test(answer);
