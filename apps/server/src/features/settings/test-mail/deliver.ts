import { GetAccountCommand, SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { Dial } from '#platform/outbound/dial.ts';
import type { TransportSettings } from '../connections/route.ts';
import { askNothing, inSession, patience, sendMessage } from './smtp-session.ts';

export type Envelope = { from: string; to: string };
export type Outcome = { delivered: boolean; answer: string };

const longestAnswer = 500;

/** One finished mail through one transport. A server that says no is an answer, not a failure of ours. */
export const deliver = (
  transport: TransportSettings,
  dial: Dial | null,
  envelope: Envelope,
  message: Buffer,
): Promise<Outcome> =>
  answered(transport, () =>
    transport.kind === 'ses'
      ? throughSes(transport, envelope, message)
      : inSession(transport, dial, (connection) => sendMessage(connection, envelope, message)),
  );

/** Connects and signs in. No mail is sent, so it may be asked before any domain is verified. */
export const checkLogin = (transport: TransportSettings, dial: Dial | null): Promise<Outcome> =>
  answered(transport, async () => {
    if (transport.kind === 'ses') return checkSesKeys(transport);
    await inSession(transport, dial, askNothing);
    return transport.username === null ? 'The server responded.' : 'The server responded and accepted the login.';
  });

async function answered(transport: TransportSettings, ask: () => Promise<string>): Promise<Outcome> {
  try {
    return { delivered: true, answer: spoken(await ask(), transport) };
  } catch (error) {
    return { delivered: false, answer: spoken(error instanceof Error ? error.message : String(error), transport) };
  }
}

type SesTransport = Extract<TransportSettings, { kind: 'ses' }>;

const sesClient = ({ region, accessKeyId, secretAccessKey, endpoint }: SesTransport) =>
  new SESv2Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === null ? {} : { endpoint }),
    maxAttempts: 1,
    requestHandler: { connectionTimeout: patience.connectionTimeout, requestTimeout: patience.socketTimeout },
  });

/** Keys that may only send are refused this question, which shows as well that Amazon knows them. */
async function checkSesKeys(transport: SesTransport): Promise<string> {
  const client = sesClient(transport);
  try {
    await client.send(new GetAccountCommand({}));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AccessDeniedException') throw error;
  } finally {
    client.destroy();
  }
  return 'Amazon SES accepted the access key.';
}

async function throughSes(transport: SesTransport, { from, to }: Envelope, message: Buffer): Promise<string> {
  const client = sesClient(transport);
  try {
    const { MessageId } = await client.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: { Raw: { Data: message } },
      }),
    );
    return `Accepted by Amazon SES as ${MessageId ?? 'a message without an id'}`;
  } finally {
    client.destroy();
  }
}

/** Servers repeat what they were told; a secret must not come back this way, nor anything that is not a line of text. */
function spoken(answer: string, transport: TransportSettings): string {
  const [user, secret] =
    transport.kind === 'ses'
      ? [transport.accessKeyId, transport.secretAccessKey]
      : [transport.username ?? '', transport.password ?? ''];
  // As it is, and as the two ways of signing in put it on the wire.
  const forms = [secret, ...[secret, `\0${user}\0${secret}`].map((text) => Buffer.from(text).toString('base64'))];
  const safe = secret ? forms.reduce((text, form) => text.replaceAll(form, '[hidden]'), answer) : answer;
  return (
    safe
      .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
      .trim()
      .slice(0, longestAnswer) || 'No answer'
  );
}
