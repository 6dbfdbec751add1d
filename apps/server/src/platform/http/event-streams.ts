import { randomInt } from 'node:crypto';
import { liveKinds, type LiveKind } from '@waggle/contracts/live';
import type { FastifyReply } from 'fastify';
import { allTaken } from '../fair-queue.ts';
import type { Session } from '../session.ts';
import type { Sessions } from '../sessions.ts';

/** Notices on it: `<kind>:<organization>:<client>:<person>`. No client: of the organization itself. No person: for everybody who sees the client. */
export const liveChannel = 'live';

export type EventStreams = {
  /** Answers with a stream that stays open; 503 where too many are. */
  open(holder: Holder, reply: FastifyReply): void;
  publish: (notice: string) => void;
  /** `<hashed token>:<person>`, as announced by the database: ends those whose session ended or may see something else now. */
  check: (notice: string) => void;
  endAll: () => void;
};

type Holder = { session: Session; token: string };
type Stream = Holder & { raw: FastifyReply['raw']; endsAt: number };

/**
 * Open streams of a process, of one organization and of one person; the process holds 4,096 connections. A browser shares one
 * between its tabs where it can.
 */
const most = { total: 3_000, perOrganization: 1_000, perPerson: 20 };
/** A proxy and our own server end what is silent for 30 seconds and more. Each second some of the streams have their turn. */
const heartbeatSeconds = 15;
/** Bytes that wait for a slow reader. It is cut instead of buffered for, and reads everything again when it comes back. */
const mostWaiting = 16_384;
/** After this a browser opens a new one, and is asked again who it is. Spread, so that those of a busy minute do not come back together. */
const lastsMs = () => randomInt(600_000, 900_000);
/** Browsers come back after this many milliseconds; spread for the same reason. */
const retryMs = () => randomInt(2_000, 5_000);

const heartbeat = Buffer.from(':\n\n');

/** Live updates of everybody who has the app open, fed by the one listening connection of the process: no connection, timer or poll for each. */
export function createEventStreams(sessions: Pick<Sessions, 'cached' | 'find'>): EventStreams {
  const streams = new OpenStreams();
  return {
    open(holder, reply) {
      if (streams.isFull(holder.session)) throw allTaken();
      const { raw } = reply.hijack();
      // A browser that went while its session was read: its `close` has been, so its place would never be given back.
      if (raw.closed || raw.destroyed) return;
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Of nginx and those who follow it: each event is passed on as it comes.
        'x-accel-buffering': 'no',
      });
      raw.write(`retry: ${retryMs()}\n\n`);
      streams.add({ ...holder, raw, endsAt: Math.min(Date.now() + lastsMs(), holder.session.expiresAt.getTime()) });
    },
    publish(notice) {
      const [kind, organizationId = '', clientId = '', userId = ''] = notice.split(':');
      const frame = frames.get(kind as LiveKind);
      if (!frame) return;
      for (const stream of streams.ofOrganization(organizationId))
        if (concerns(stream.session, clientId, userId)) write(stream, frame);
    },
    check(notice) {
      const [hash = '', userId = ''] = notice.split(':');
      for (const stream of streams.ofPerson(userId))
        if (hash === '' || stream.session.tokenHash === hash) void recheck(sessions, stream);
    },
    endAll: () => streams.endAll(),
  };
}

/** The open streams of a process by whose they are, and the one timer that keeps them open. */
class OpenStreams {
  readonly #turns = Array.from({ length: heartbeatSeconds }, () => new Set<Stream>());
  readonly #byOrganization = new Map<string, Set<Stream>>();
  readonly #byPerson = new Map<string, Set<Stream>>();
  #total = 0;
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;

  ofOrganization(organizationId: string): Iterable<Stream> {
    return this.#byOrganization.get(organizationId) ?? [];
  }

  ofPerson(userId: string): Iterable<Stream> {
    return this.#byPerson.get(userId) ?? [];
  }

  isFull({ organizationId, userId }: Session): boolean {
    return (
      this.#total >= most.total ||
      (this.#byOrganization.get(organizationId)?.size ?? 0) >= most.perOrganization ||
      (this.#byPerson.get(userId)?.size ?? 0) >= most.perPerson
    );
  }

  add(stream: Stream): void {
    const { userId, organizationId } = stream.session;
    const turn = this.#turns[this.#total % heartbeatSeconds]!;
    turn.add(stream);
    join(this.#byOrganization, organizationId, stream);
    join(this.#byPerson, userId, stream);
    this.#total += 1;
    this.#timer ??= setInterval(() => this.#beat(), 1_000).unref();
    stream.raw.once('close', () => {
      turn.delete(stream);
      leave(this.#byOrganization, organizationId, stream);
      leave(this.#byPerson, userId, stream);
      this.#total -= 1;
      if (this.#total === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    });
  }

  endAll(): void {
    for (const streams of this.#turns) for (const { raw } of streams) raw.end();
  }

  #beat(): void {
    this.#turn = (this.#turn + 1) % heartbeatSeconds;
    for (const stream of this.#turns[this.#turn]!) {
      if (stream.endsAt < Date.now()) stream.raw.end();
      else write(stream, heartbeat);
    }
  }
}

const frames = new Map(liveKinds.map((kind) => [kind, Buffer.from(`data: ${kind}\n\n`)]));

function join(map: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const streams = map.get(key) ?? new Set<Stream>();
  streams.add(stream);
  map.set(key, streams);
}

function leave(map: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const streams = map.get(key);
  streams?.delete(stream);
  if (streams?.size === 0) map.delete(key);
}

function write({ raw }: Stream, bytes: Buffer): void {
  if (raw.writableEnded) return;
  raw.write(bytes);
  if (raw.writableLength > mostWaiting) raw.destroy();
}

/** Whether the person would see it: their own, or of the client they look at. Who looks at all clients hears of each. */
function concerns({ userId, activeClientId, clientLimit, mustChooseClient }: Session, client: string, person: string) {
  if (person !== '') return person === userId;
  const shown = clientLimit ?? activeClientId;
  return !mustChooseClient && (shown === null || shown === client);
}

/** A session that is only prolonged keeps its stream; any other change ends it, and the browser comes back as who it is now. */
async function recheck(sessions: Pick<Sessions, 'cached' | 'find'>, stream: Stream): Promise<void> {
  const { token, session } = stream;
  const now = await Promise.resolve(sessions.cached(token) ?? sessions.find(token)).catch(() => null);
  const isSame = now !== null && sameSight.every((key) => now[key] === session[key]);
  if (isSame) stream.endsAt = Math.min(stream.endsAt, now.expiresAt.getTime());
  else stream.raw.end();
}

const sameSight = ['role', 'activeClientId', 'clientLimit', 'mustChooseClient'] as const;
