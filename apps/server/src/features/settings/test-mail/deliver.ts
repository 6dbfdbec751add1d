import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { createTransport } from 'nodemailer';
import type { Transport } from '../connections/route.ts';

export type Envelope = { from: string; to: string };
export type Outcome = { delivered: boolean; answer: string };

/** Milliseconds; somebody sits in front of the screen. */
const patience = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 };
const longestAnswer = 500;

/** One finished mail through one way out. A server that says no is an answer, not a failure of ours. */
export async function deliver(transport: Transport, envelope: Envelope, message: Buffer): Promise<Outcome> {
  try {
    const answer = await (transport.kind === 'ses'
      ? throughSes(transport, envelope, message)
      : throughSmtp(transport, envelope, message));
    return { delivered: true, answer: spoken(answer, transport) };
  } catch (error) {
    return { delivered: false, answer: spoken(error instanceof Error ? error.message : String(error), transport) };
  }
}

async function throughSmtp(
  { host, port, tls, username, password }: Extract<Transport, { kind: 'smtp' }>,
  { from, to }: Envelope,
  message: Buffer,
): Promise<string> {
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(username === null ? {} : { auth: { user: username, pass: password ?? '' } }),
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    return (await transport.sendMail({ envelope: { from, to: [to] }, raw: message })).response;
  } finally {
    transport.close();
  }
}

async function throughSes(
  { region, accessKeyId, secretAccessKey, endpoint }: Extract<Transport, { kind: 'ses' }>,
  { from, to }: Envelope,
  message: Buffer,
): Promise<string> {
  const client = new SESv2Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === null ? {} : { endpoint }),
    maxAttempts: 1,
    requestHandler: { connectionTimeout: patience.connectionTimeout, requestTimeout: patience.socketTimeout },
  });
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
function spoken(answer: string, transport: Transport): string {
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
