import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { TransportSettings } from '#features/settings/index.ts';
import type { MailTransport } from '../outcome.ts';
import { outcomeOfError } from './outcome-of-error.ts';

/** Milliseconds until an answer of SES is given up at the latest; the mail is then in doubt. */
const mostTimeoutMs = 60_000;

type Ses = Extract<TransportSettings, { kind: 'ses' }>;

/** Amazon SES as a transport. It knows no idempotency: a call without an answer is in doubt like a connection that broke. */
export function openSes(
  { region, accessKeyId, secretAccessKey, endpoint }: Ses,
  answerTimeoutMs: number,
): MailTransport {
  const client = new SESv2Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint }),
    // Ours are the tries: theirs would send a mail again whose answer was lost.
    maxAttempts: 1,
  });
  const timeoutMs = Math.min(answerTimeoutMs, mostTimeoutMs);
  return {
    isOpen: true,
    // Every mail is a call of its own: only an answer says that somebody is there.
    isReached: false,
    async deliver({ from, to }, message, offer) {
      if (!(await offer())) return { kind: 'withheld' };
      const command = new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: { Raw: { Data: message } },
      });
      try {
        const { MessageId } = await client.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) });
        return { kind: 'accepted', answer: `SES ${MessageId ?? ''}` };
      } catch (error) {
        return outcomeOfError(error as Error);
      }
    },
    close: () => client.destroy(),
  };
}
