import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { Transport } from '#features/settings/index.ts';
import { cleaned, type Outcome, type Outlet } from '../outcome.ts';

/** Milliseconds until an answer of SES is given up; the mail is then in doubt. */
const answerTimeoutMs = 60_000;

/** Amazon SES as a way out. It knows no idempotency: a call without an answer is in doubt like a line that broke. */
export function openSes(transport: Extract<Transport, { kind: 'ses' }>): Outlet {
  const { region, accessKeyId, secretAccessKey, endpoint } = transport;
  const client = new SESv2Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint }),
    // Ours are the tries: theirs would send a mail again whose answer was lost.
    maxAttempts: 1,
  });
  return {
    isOpen: true,
    async deliver({ from, to }, message, offer) {
      if (!(await offer())) return { kind: 'withheld' };
      const command = new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: { Raw: { Data: message } },
      });
      try {
        const { MessageId } = await client.send(command, { abortSignal: AbortSignal.timeout(answerTimeoutMs) });
        return { kind: 'accepted', answer: `SES ${MessageId ?? ''}` };
      } catch (error) {
        return refusalOf(error);
      }
    },
    close: () => client.destroy(),
  };
}

type SesError = { name?: string; message?: string; $metadata?: { httpStatusCode?: number } };

function refusalOf(thrown: unknown): Outcome {
  const { name = '', message = '', $metadata } = thrown as SesError;
  const status = $metadata?.httpStatusCode ?? 0;
  const answer = cleaned(`${name}: ${message}`);
  if (status === 429 || name === 'TooManyRequestsException' || name === 'LimitExceededException')
    return { kind: 'refused', passing: true, answer, code: 429, stage: 'message' };
  // An answer of theirs with another 4xx is a no; a 5xx or none at all leaves open whether they have it.
  if (status >= 400 && status < 500) return { kind: 'refused', passing: false, answer, code: 554, stage: 'message' };
  return { kind: 'uncertain', answer };
}
