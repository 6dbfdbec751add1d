import { Readable } from 'node:stream';
import {
  type Endpoint,
  EventStream,
  type FileBody,
  FileReply,
  type ReplyInput,
  type ServedInput,
} from '@waggle/contracts/endpoint';
import { invalidInput } from '@waggle/contracts/invalid-input';
import { followsClient, holds } from '@waggle/contracts/rights';
import type { SessionRole } from '@waggle/contracts/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AuditSubjects } from '../audit/audit.ts';
import { type AuditedCall, auditedCall, type Call } from '../audit/audited-call.ts';
import type { AuditPerson } from '../audit/declared.ts';
import { clientNetwork } from '../client-network.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { guestHeader } from '../guest-sessions.ts';
import type { Installation } from '../installation/installation.ts';
import { Problem } from '../problem.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Session } from '../session.ts';
import type { Sessions } from '../sessions.ts';
import { archivedClientGuard, clientArchived, isClosedInArchive } from './archived-clients.ts';
import { ownHostOf } from './gate.ts';
import { defaultBodyBytes, type LargeBodies } from './large-bodies.ts';
import { cutSlowReader } from './least-speed.ts';
import type { EventStreams } from './event-streams.ts';
import type { SessionCookies } from './session-cookie.ts';
import type { Shares } from './shares.ts';
import { sessionInSight } from './sight.ts';

/** What a call of somebody not signed in may use. */
export type Visitor = { database: Database; now: () => Date };

/** The few things of HTTP a sign-in call needs; other handlers ignore it. */
export type Exchange = {
  headers: Headers;
  address: string;
  /** What limits count by. */
  network: string;
  session: Session | null;
  /** Whose host name was called; null on the addresses of the installation. Nobody else signs in there. */
  hostOrganizationId: string | null;
  setCookies(cookies: readonly string[]): void;
  /** Set by a rule that knows whose account a call without a session was about, for the audit log. */
  person: AuditPerson | null;
};

export type Mount = {
  app: FastifyInstance;
  database: Database;
  sessions: Sessions;
  limits: RateLimits;
  shares: Shares;
  streams: Pick<EventStreams, 'open'>;
  largeBodies: LargeBodies;
  cookies: SessionCookies;
  /** A restored installation can be looked at, and nothing in it changes until somebody has confirmed the restore. */
  installation: Pick<Installation, 'hold'>;
  subjects: AuditSubjects;
  /** See `Context`. */
  sellsNoPlans: boolean;
};

type Handler<E extends Endpoint> = (
  ctx: E['needs'] extends 'public' ? Visitor : Context,
  input: ServedInput<E>,
  exchange: Exchange,
) => Promise<ReplyInput<E>> | ReplyInput<E>;

/** Who sends a body, found before it is read. */
const senders = new WeakMap<FastifyRequest, Arriving>();

/** Mounts one declared call: right, limits, parsing in and out. The handler sees only what the contract lets through. */
export function serve<const E extends Endpoint>(mount: Mount, endpoint: E, handler: Handler<E>): void {
  const isDownload = endpoint.reply === (FileReply as z.ZodType);
  const isStream = endpoint.reply === (EventStream as z.ZodType);
  const audit = auditedCall(mount, endpoint);
  const refuseArchived = archivedClientGuard(mount.subjects, endpoint);
  mount.app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.limits?.bodyBytes ?? defaultBodyBytes,
    config: { endpoint: endpoint.name, upload: endpoint.upload === true, isStream },
    // Asking for the head of a file would make the whole of it, and the head of a stream is never whole.
    exposeHeadRoute: !isDownload && !isStream,
    onRequest: async (request, reply) => {
      mount.shares.shed();
      if (takesBody(endpoint)) await meetSender(mount, endpoint, request, reply);
    },
    handler: async (request, reply) => {
      const sender = senders.get(request) ?? (await arriving(mount, endpoint, request));
      const { token } = sender;
      const session = await sessionInSight(mount.sessions, endpoint, request, sender);
      await admit(mount, endpoint, { request, session, audit });
      refuseChanges(mount, endpoint);
      if (endpoint.limits?.rate) await spend(mount, endpoint, request, session);
      const input = readInput(endpoint, request);
      if (session) await refuseArchived?.(contextOf(mount, session), input);
      const exchange = exchangeOf(mount, { request, reply, session, token });
      const act = async (ctx: Context | Visitor) => handler(ctx as never, input as ServedInput<E>, exchange);
      const call = { request, input, session };
      const result = await mount.shares.run({ endpoint, query: input['query'], session }, () =>
        session && endpoint.needs !== 'public'
          ? asPerson(contextOf(mount, session), audit, call, act)
          : asVisitor(visitor(mount.database), audit, { ...call, exchange }, act),
      );
      if (session && endpoint.method !== 'GET') forgetAccess(mount, endpoint, session);
      reply.code(endpoint.status ?? 200).header('cache-control', 'no-store');
      if (isStream) return mount.streams.open({ session: session!, token: token! }, reply);
      if (isDownload) return sendFile(reply, result as FileBody);
      // Parsed on the way out too: a column somebody adds to a row cannot leak through a forgotten presenter.
      return endpoint.status === 204 ? undefined : endpoint.reply.parse(result);
    },
  });
}

/** Calls after which a colleague may do more or less than before. */
const changesAccess: ReadonlySet<Endpoint['needs']> = new Set(['team:manage', 'clients:manage']);

/**
 * What a call has changed holds from its reply on: the announcement of the database reaches this process too, but perhaps after
 * the next request. A call about the own account may have ended the person's other devices.
 */
function forgetAccess({ sessions }: Mount, { needs }: Endpoint, { tokenHash, userId, organizationId }: Session): void {
  if (changesAccess.has(needs)) sessions.forgetOrganization(organizationId);
  else sessions.forget(needs === 'signed-in' ? `:${userId}` : `${tokenHash}:`);
}

type Act<Ctx> = (ctx: Ctx) => Promise<unknown>;

const asPerson = (ctx: Context, audit: AuditedCall | undefined, call: Call, act: Act<Context>) =>
  audit ? audit.run(ctx, call, act) : act(ctx);

async function asVisitor(
  ctx: Visitor,
  audit: AuditedCall | undefined,
  { exchange, ...call }: Call & { exchange: Exchange },
  act: Act<Visitor>,
): Promise<unknown> {
  const result = await act(ctx);
  await audit?.byVisitor(call, result, exchange.person);
  return result;
}

/** Always an attachment: what people put into a file must never be shown as a page of ours. */
function sendFile(reply: FastifyReply, { name, type, content }: FileBody): FastifyReply {
  const plain = name.replace(/[^\w. -]/g, '_');
  void reply.header('content-type', isText(type) ? `${type}; charset=utf-8` : type);
  void reply.header(
    'content-disposition',
    `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  );
  const stream = Readable.from(content, { objectMode: false });
  cutSlowReader(reply.raw, stream);
  return reply.send(stream);
}

const binary: ReadonlySet<FileBody['type']> = new Set(['image/png', 'application/pdf', 'application/zip']);
const isText = (type: FileBody['type']): boolean => !binary.has(type);

type Arriving = { session: Session | null; token: string | null };

const nobody: Arriving = { session: null, token: null };

async function arriving(mount: Mount, { needs }: Endpoint, request: FastifyRequest): Promise<Arriving> {
  if (request.headers[guestHeader] === undefined) return arrivingMember(mount, request);
  // What anybody may call is about members, such as signing out.
  const token = needs === 'public' ? null : mount.cookies.readGuest(request.headers.cookie);
  const session = token && (await lookUp(mount.sessions, token));
  return session && !isElsewhere(session, request) ? { session, token } : nobody;
}

async function arrivingMember({ cookies, sessions }: Mount, request: FastifyRequest): Promise<Arriving> {
  const cookie = cookies.read(request.headers.cookie);
  if (!cookie) return nobody;
  const { token, isOld } = cookie;
  const session = await lookUp(sessions, token);
  // A session that was given the cookie of today comes under the name of before only when somebody planted it.
  return session && !isElsewhere(session, request) && !(isOld && session.hasHostCookie) ? { session, token } : nobody;
}

/** On a host name of another organization a session is none, whoever put its cookie there. */
function isElsewhere({ organizationId }: Session, request: FastifyRequest): boolean {
  const host = ownHostOf(request);
  return host !== undefined && organizationId !== host.organizationId;
}

function lookUp(sessions: Sessions, token: string): Promise<Session | null> | Session | null {
  const cached = sessions.cached(token);
  return cached === undefined ? sessions.find(token) : cached;
}

const takesBody = ({ body, upload, needs }: Endpoint): boolean =>
  needs !== 'public' && (body !== undefined || upload === true);

/** A stranger is refused before anything of the body is read: reading 3 MB of JSON costs more than most calls. */
async function meetSender(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const sender = await arriving(mount, endpoint, request);
  if (!sender.session) throw notSignedIn();
  senders.set(request, sender);
  await mount.largeBodies.admit(endpoint, request, reply, sender.session.organizationId);
}

const notSignedIn = () => new Problem('not_signed_in', 'Sign in to continue.');

type Asking = { request: FastifyRequest; session: Session | null; audit: AuditedCall | undefined };

async function admit(mount: Mount, endpoint: Endpoint, { request, session, audit }: Asking): Promise<void> {
  const { needs } = endpoint;
  if (needs === 'public') return;
  if (!session) throw notSignedIn();
  if (!mayCall(session.role, needs)) {
    await audit?.refused(contextOf(mount, session), { request, input: request, session });
    throw new Problem('forbidden', "Your role doesn't allow this.");
  }
  if (needs !== 'signed-in' && session.mustChooseClient && followsClient(needs))
    throw new Problem(
      'client_required',
      'The client you were working in is no longer active. Choose a client to continue.',
    );
  if (session.isClientArchived && isClosedInArchive(endpoint)) throw clientArchived();
}

/** Whoever is signed in is a member: a guest may do what the table of rights says, and nothing else. */
const mayCall = (role: SessionRole, needs: Exclude<Endpoint['needs'], 'public'>): boolean =>
  needs === 'signed-in' ? role !== 'GUEST' : holds(role, needs);

function refuseChanges({ installation }: Mount, { method, whileHeld }: Endpoint): void {
  if (method === 'GET' || whileHeld || installation.hold() === null) return;
  throw new Problem(
    'held',
    'This installation was restored from a backup. Nothing can be changed until the restore is confirmed.',
  );
}

async function spend(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  session: Session | null,
): Promise<void> {
  const rate = endpoint.limits?.rate;
  if (!rate) return;
  const source = rate.per === 'user' && session ? session.userId : clientNetwork(request.ip);
  await mount.limits.spend({ name: endpoint.name, points: rate.points, seconds: rate.seconds }, source);
}

export function contextOf(
  { database, sellsNoPlans }: Pick<Mount, 'database' | 'sellsNoPlans'>,
  session: Session,
): Context {
  const {
    organizationId,
    activeClientId: clientId,
    clientLimit,
    userId,
    id: sessionId,
    role,
    mustChooseClient,
  } = session;
  return {
    db: database.tenant({ organizationId, clientId, clientLimit }),
    organizationId,
    actor: { kind: 'user', userId, sessionId, role, clientId, clientLimit, mustChooseClient },
    now: () => new Date(),
    sellsNoPlans,
  };
}

const visitor = (database: Database): Visitor => ({ database, now: () => new Date() });

type Served = Arriving & { request: FastifyRequest; reply: FastifyReply };

function exchangeOf({ cookies }: Mount, { request, reply, session, token }: Served): Exchange {
  return {
    person: null,
    get headers() {
      const headers = toHeaders(request);
      headers.set('cookie', cookies.forEngine(request.headers.cookie ?? '', token));
      return headers;
    },
    address: request.ip,
    get network() {
      return clientNetwork(request.ip);
    },
    session,
    hostOrganizationId: ownHostOf(request)?.organizationId ?? null,
    setCookies(cookies) {
      for (const cookie of cookies) void reply.header('set-cookie', cookie);
    },
  };
}

function toHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  return headers;
}

function readInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const fields = messageMap();
  for (const part of ['params', 'query', 'body'] as const) {
    const sent: unknown = request[part] ?? undefined;
    const schema = endpoint[part];
    if (part === 'body' && endpoint.upload) {
      if (sent instanceof Uint8Array) input['upload'] = sent;
      else fields['body'] = 'Please send application/octet-stream.';
    } else if (schema) {
      const parsed = schema.safeParse(sent ?? {}, { error: invalidInput });
      if (parsed.success) input[part] = parsed.data;
      else Object.assign(fields, firstMessages(parsed.error));
    } else if (part !== 'params' && isSent(part, sent)) {
      fields[part] = `This call takes no ${part}.`;
    }
  }
  const [message] = Object.values(fields);
  if (message !== undefined) throw new Problem('invalid_input', message, { fields });
  return input;
}

/** A query is always there, and empty where the address has none. */
const isSent = (part: 'query' | 'body', sent: unknown): boolean =>
  part === 'body' ? sent !== undefined : Object.keys(sent as object).length > 0;

/** Fields a refusal names; a screen shows a dozen. */
const mostNamed = 100;

/** Without a prototype: a field called toString or __proto__ is a field like any other. */
const messageMap = (): Record<string, string> => Object.create(null) as Record<string, string>;

function firstMessages(error: z.ZodError): Record<string, string> {
  const fields = messageMap();
  for (const issue of error.issues.slice(0, mostNamed)) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, mostNamed) : [];
    for (const key of keys) fields[key.slice(0, 100)] ??= `Unknown field: ${key.slice(0, 100)}`;
    if (keys.length === 0) fields[issue.path.join('.') || 'body'] ??= issue.message;
  }
  return fields;
}
