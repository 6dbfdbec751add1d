import { cleaned, type Outcome } from '../outcome.ts';

/** The parts of an error of the client that say what happened. */
type SesError = Error & {
  syscall?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
};

/** Nothing was sent yet when these failed. */
const beforeTheCall = new Set(['connect', 'getaddrinfo', 'queryA', 'queryAaaa']);

/** True of every mail of this account until a person does something about it. */
const ofTheAccount =
  /^(AccountSuspended|SendingPaused|InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|AccessDenied|ExpiredToken|IncompleteSignature|InvalidSignature|NotAuthorized|OptInRequired)/;
const ofTheSender = /not verified|MailFromDomainNotVerified/i;
const tooFast = /^(TooManyRequests|LimitExceeded|Throttling)/;

export function outcomeOfError(error: SesError): Outcome {
  const status = error.$metadata?.httpStatusCode ?? 0;
  const answer = cleaned(`${error.name}: ${error.message}`);
  if (beforeTheCall.has(error.syscall ?? '')) return { kind: 'unreached', answer, code: 0, hold: null };
  if (status === 429 || tooFast.test(error.name)) {
    const restMs = retryAfterMs(error.$response?.headers?.['retry-after'], Date.now());
    return { kind: 'refused', passing: true, answer, code: 429, stage: 'message', ...(restMs !== null && { restMs }) };
  }
  // A 5xx, or no answer at all, leaves open whether they have it; the next mail would most likely meet the same.
  return status >= 400 && status < 500
    ? refusal(status, error.name, answer)
    : { kind: 'uncertain', answer, isDown: true };
}

function refusal(status: number, name: string, answer: string): Outcome {
  if (status === 401 || status === 403 || ofTheAccount.test(name))
    return { kind: 'unreached', answer, code: 554, hold: null };
  const stage = ofTheSender.test(answer) ? 'sender' : 'message';
  return { kind: 'refused', passing: false, answer, code: 554, stage };
}

/** Milliseconds; a service that asks for more is asked again earlier. */
const longestRestMs = 900_000;

/** Seconds, or a date (RFC 9110); null for anything else. */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  if (value === undefined || value.length > 64) return null;
  const isSeconds = /^\d{1,9}$/.test(value);
  const ms = isSeconds ? Number(value) * 1_000 : value.endsWith(' GMT') ? Date.parse(value) - now : Number.NaN;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, longestRestMs) : null;
}
