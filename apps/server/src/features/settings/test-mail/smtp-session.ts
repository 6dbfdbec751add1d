import { setTimeout as pause } from 'node:timers/promises';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { Dial } from '#platform/outbound/dial.ts';
import type { TransportSettings } from '../connections/route.ts';

/** Milliseconds; somebody sits in front of the screen. */
export const patience = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 };

/**
 * Told for every failure before a server has greeted and answered EHLO: refused, silent, blocked, unknown name, another
 * protocol. Whoever may type a host must not learn from the answer what listens where, let alone read its banner.
 */
export const noMailServer = 'No email server responded. Check the host, port and encryption.';
/** Milliseconds; such failures are told on this grid, so that how long they took says little. */
const failureGridMs = 2_000;

/** The server greeted and answered EHLO, and then could not prove who it is or did not encrypt. */
class NotEncrypted extends Error {}

type SmtpTransport = Extract<TransportSettings, { kind: 'smtp' }>;

/** Opens a session, signs in where there is a login, and closes it after use. */
export async function inSession<Result>(
  transport: SmtpTransport,
  dial: Dial | null,
  use: (connection: SmtpConnection) => Promise<Result>,
): Promise<Result> {
  const started = Date.now();
  let connection: SmtpConnection;
  try {
    connection = await greeted(transport, dial);
  } catch (error) {
    if (error instanceof NotEncrypted) throw error;
    await pause(failureGridMs - ((Date.now() - started) % failureGridMs));
    throw new Error(noMailServer, { cause: error });
  }
  const broken = new Promise<never>((_, reject) => connection.once('error', reject));
  try {
    return await Promise.race([broken, signedIn(connection, transport).then(() => use(connection))]);
  } finally {
    // Heard for good: a second error of a connection that is given up already would end the process.
    connection.on('error', () => {});
    connection.close();
  }
}

async function greeted({ host, port, tls }: SmtpTransport, dial: Dial | null): Promise<SmtpConnection> {
  const socket = await dial?.({ host, port, timeoutMs: patience.connectionTimeout });
  const connection = new SmtpConnection({
    // Also the name a certificate must carry, wherever the socket leads.
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(socket && { connection: socket }),
    ...patience,
  });
  return new Promise((resolve, reject) => {
    connection.on('error', (error) => {
      const isGreeted = error.command === 'STARTTLS' || (tls === 'starttls' && connection.upgrading);
      reject(isGreeted ? new NotEncrypted(error.message) : error);
    });
    connection.once('end', () => reject(new Error('The server closed the connection.')));
    connection.connect((error) => (error ? reject(error) : resolve(connection)));
  });
}

function signedIn(connection: SmtpConnection, { username, password }: SmtpTransport): Promise<void> {
  if (username === null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    connection.login({ user: username, pass: password ?? '' }, (error) => (error ? reject(error) : resolve()));
  });
}

export const sendMessage = (
  connection: SmtpConnection,
  { from, to }: { from: string; to: string },
  message: Buffer,
): Promise<string> =>
  new Promise((resolve, reject) => {
    connection.send({ from, to: [to] }, message, (error, info) =>
      error ? reject(error) : resolve(info?.response ?? ''),
    );
  });

/** Asks for nothing: RSET has no effect outside a mail, and a server answers it only to somebody it lets in. */
export const askNothing = (connection: SmtpConnection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.reset((error) => (error ? reject(error) : resolve()));
  });
