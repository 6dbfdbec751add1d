import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Inbox } from '../../platform/inbox/append.ts';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import type { LinkKey } from '../../platform/tracking/mac.ts';
import { readReturnPath } from '../../platform/tracking/return-path.ts';
import { createThreadPool } from '../../platform/threads/thread-pool.ts';
import type { DeliveryStatus } from './delivery-status.ts';
import { type BounceLimits, createBounceLimits, limitCommands, limitSessions } from './limits.ts';
import type { Tls } from './tls.ts';

/** Bytes; a bounce carries the mail it is about, or its headers. */
const mostBytes = 1_048_576;
/** Bytes looked at. What is said of the delivery stands before the mail it is about. */
const lookedAt = 262_144;
const mostClients = 100;
/** A bounce has one. */
const mostRecipients = 10;

const threads = createThreadPool({
  entry: 'bounces',
  most: 2,
  deadlineMs: 3_000,
  heapMegabytes: 64,
  tooComplex: 'This cannot be read.',
});

type Keys = { keys(): readonly LinkKey[]; unreadableKeys(): ReadonlySet<number>; lookForKeys(): Promise<boolean> };
type Parts = {
  inbox: Inbox;
  log: Log;
  links: Keys;
  port: number;
  host: string;
  tls: Tls | null;
  closeSeconds: number;
  unlimited: boolean;
};
export type BounceListener = { port: number; close(): Promise<void> };

/** Takes mail for the return paths of our own mails and for nobody else, so it can never pass mail on. */
export async function startBounceListener(parts: Parts): Promise<BounceListener> {
  const { log, port, host, tls, closeSeconds } = parts;
  const limits = createBounceLimits(parts.unlimited);
  const { admit, take } = createDesk(parts, limits);
  const disabledCommands = tls ? ['AUTH'] : ['AUTH', 'STARTTLS'];
  const server = new SMTPServer({
    authOptional: true,
    ...tls,
    disabledCommands,
    size: mostBytes,
    maxClients: mostClients,
    socketTimeout: 60_000,
    // When it stops every further command is answered 421; who says nothing, or is slow with a mail, is told after this time.
    closeTimeout: closeSeconds * 1_000,
    logger: false,
    onConnect(session, done) {
      limitCommands(session, disabledCommands);
      done();
    },
    onMailFrom: (_address, session, done) => done(limits.admits(session) ? undefined : later()),
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length >= mostRecipients) done(refusal(452, 'Too many recipients.'));
      else void admit(address).then(done);
    },
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
  limitSessions(server.server, mostClients);
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

function createDesk({ inbox, links }: Pick<Parts, 'inbox' | 'links'>, limits: BounceLimits) {
  const nextId = createUuidV7();
  const ownerOf = (address: string) => readReturnPath(links.keys(), address.slice(0, address.lastIndexOf('@')));

  /** A return path may be signed with a key that is younger than the last look. */
  async function admit(address: string): Promise<Error | undefined> {
    if (!returnPath.test(address)) return nobody();
    const looked = ownerOf(address) !== null || (await links.lookForKeys());
    if (ownerOf(address)) return limits.admitsPath(address) ? undefined : later();
    // Where a key cannot be read the address may be ours.
    return looked && links.unreadableKeys().size === 0 ? nobody() : later();
  }

  async function take(stream: Readable & { sizeExceeded?: boolean }, session: SMTPServerSession): Promise<void> {
    const mail = await collect(stream);
    if (stream.sizeExceeded) throw refusal(552, 'This is too large for a bounce.');
    const status = await threads.run<DeliveryStatus | null>(session.remoteAddress, 'read', mail).catch(refuseSlow);
    if (!status) return limits.countUseless(session);
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

/** The beginning of it; the rest is read and thrown away. */
async function collect(stream: Readable): Promise<Uint8Array> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (bytes < lookedAt) kept.push(chunk.subarray(0, lookedAt - bytes));
    bytes += chunk.length;
  }
  return Buffer.concat(kept);
}

/** What no thread could read in its time is no bounce of a server. When the threads are busy, the other server comes again. */
function refuseSlow(error: unknown): null {
  if (error instanceof Problem && error.code === 'too_complex') return null;
  throw later();
}

const returnPath = /^[a-z2-7]{64}@/i;
const nobody = () => refusal(550, 'Nobody takes mail at this address.');
const later = () => refusal(451, 'Please try again later.');
const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
