import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Inbox } from '../../platform/inbox/append.ts';
import { createEventIds } from '../../platform/inbox/event-id.ts';
import type { Log } from '../../platform/log.ts';
import type { LinkKey } from '../../platform/tracking/mac.ts';
import { readReturnPath } from '../../platform/tracking/return-path.ts';
import { deliveryStatusIn } from './delivery-status.ts';
import type { Tls } from './tls.ts';

/** Bytes; a bounce carries the mail it is about, or its headers. */
const mostBytes = 1_048_576;
const mostClients = 100;

type Keys = { keys(): readonly LinkKey[]; unreadableKeys(): ReadonlySet<number>; lookForKeys(): Promise<boolean> };
type Parts = { inbox: Inbox; log: Log; links: Keys; port: number; host: string; tls: Tls | null; closeSeconds: number };
export type BounceListener = { port: number; close(): Promise<void> };

/** Takes mail for the return paths of our own mails and for nobody else, so it can never pass mail on. */
export async function startBounceListener(parts: Parts): Promise<BounceListener> {
  const { log, port, host, tls, closeSeconds } = parts;
  const { admit, take } = createDesk(parts);
  const server = new SMTPServer({
    authOptional: true,
    ...(tls ? { ...tls, disabledCommands: ['AUTH'] } : { disabledCommands: ['AUTH', 'STARTTLS'] }),
    size: mostBytes,
    maxClients: mostClients,
    socketTimeout: 60_000,
    // When it stops every further command is answered 421; who says nothing, or is slow with a mail, is told after this time.
    closeTimeout: closeSeconds * 1_000,
    logger: false,
    onRcptTo: ({ address }, _session, done) => void admit(address).then(done),
    onData(stream, session, done) {
      take(stream, session).then(
        () => done(),
        (error: Error & { responseCode?: number }) => {
          stream.resume();
          // Neither kept nor lost: the other server tries again.
          done(error.responseCode ? error : later());
        },
      );
    },
  });
  server.on('error', (error) => log.warn({ err: error }, 'a connection of the bounce listener failed'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function createDesk({ inbox, links }: Pick<Parts, 'inbox' | 'links'>) {
  const nextId = createEventIds();
  const ownerOf = (address: string) => readReturnPath(links.keys(), address.slice(0, address.lastIndexOf('@')));

  /** A return path may be signed with a key that is younger than the last look. */
  async function admit(address: string): Promise<Error | undefined> {
    if (ownerOf(address)) return undefined;
    if (!returnPath.test(address)) return nobody();
    const looked = await links.lookForKeys();
    if (ownerOf(address)) return undefined;
    // Where a key cannot be read the address may be ours.
    return looked && links.unreadableKeys().size === 0 ? nobody() : later();
  }

  async function take(stream: Readable & { sizeExceeded?: boolean }, session: SMTPServerSession): Promise<void> {
    const mail = await simpleParser(stream, parsing);
    if (stream.sizeExceeded) throw refusal(552, 'This is too large for a bounce.');
    const status = deliveryStatusIn(mail);
    if (!status) return;
    const text = JSON.stringify(status).replaceAll(String.raw`\u0000`, '');
    for (const { address } of session.envelope.rcptTo) {
      const owner = ownerOf(address);
      if (!owner) continue;
      const { organizationId, sendId } = owner;
      const signals = { address: session.remoteAddress, sendId, report: { provider: 'smtp' as const, text } };
      const event = {
        id: nextId(),
        organizationId,
        clientId: null,
        subjectId: sendId,
        happenedAt: Date.now(),
        signals,
      };
      await inbox.record({ ...event, kind: 'bounce' });
    }
  }
  return { admit, take };
}

const parsing = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, keepDeliveryStatus: true };
const returnPath = /^[a-z2-7]{64}@/i;
const nobody = () => refusal(550, 'Nobody takes mail at this address.');
const later = () => refusal(451, 'Please try again later.');
const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
