import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Inbox } from '../../platform/inbox/append.ts';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import type { Report } from '../../platform/inbox/event.ts';
import type { Log } from '../../platform/log.ts';
import { type Secrets, UnreadableSecretError } from '../../platform/secrets.ts';
import { publicRoute } from '../hosts/rules.ts';
import { refuseMethod } from '../refuse-method.ts';
import { findReporter } from './queries.ts';
import { createSnsVerifier, type FetchText, isAmazonAddress, parseSns } from './sns.ts';

type Address = { provider: string; organizationId: string; connectionId: string; secret: string };
type Refusal = 'unknown' | 'forbidden' | 'unavailable';
/** What is to be recorded, nothing, or why the call is refused. */
type Verdict = Report | 'nothing' | Refusal;

export type ProviderParts = {
  database: Database;
  secrets: Secrets;
  inbox: Inbox;
  log: Log;
  allow: (address: string) => boolean;
  headers: Record<string, string>;
  /** Asks Amazon for its certificate, and tells it that a subscription is wanted. */
  fetchText: FetchText;
};

/** Bytes; SNS sends at most 256 KiB. */
const bodyLimit = 320 * 1_024;
const url = '/events/:provider/:organizationId/:connectionId/:secret';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const statuses: Record<Refusal, number> = { unknown: 404, forbidden: 403, unavailable: 503 };

/** What mail providers report. The secret of the address first, then the provider's own signature, then it is recorded. */
export function serveProviderEvents(app: FastifyInstance, parts: ProviderParts): void {
  const { inbox, allow, headers } = parts;
  const nextId = createUuidV7();
  const judges = createJudges(parts);

  async function take(request: FastifyRequest, reply: FastifyReply) {
    void reply.headers(headers);
    if (!allow(request.ip)) return reply.code(429).send();
    const address = request.params as Address;
    const judge = Object.hasOwn(judges, address.provider) ? judges[address.provider] : undefined;
    const verdict = judge ? await judgeFor(parts, request, address, judge) : 'unknown';
    if (verdict === 'nothing') return reply.code(200).send();
    if (typeof verdict === 'string') return reply.code(statuses[verdict]).send();

    const { organizationId, connectionId: subjectId } = address;
    const signals = { address: request.ip, report: verdict };
    const event = { id: nextId(), organizationId, clientId: null, subjectId, happenedAt: Date.now(), signals };
    await inbox.record({ ...event, kind: 'provider' });
    return reply.code(200).send();
  }

  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    // SNS sends JSON and calls it text.
    routes.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));
    routes.route({ method: 'POST', url, config: publicRoute('nobody'), bodyLimit, handler: take });
    refuseMethod(routes, [url], ['POST']);
  });
}

type Judge = (body: string, request: FastifyRequest, secret: string) => Promise<Verdict>;

async function judgeFor(
  parts: ProviderParts,
  request: FastifyRequest,
  { provider, organizationId, connectionId, secret }: Address,
  judge: Judge,
): Promise<Verdict> {
  if (!uuid.test(organizationId) || !uuid.test(connectionId)) return 'forbidden';
  let reporter;
  try {
    reporter = await findReporter(parts.database, { organizationId, connectionId });
  } catch {
    // The provider comes again; what cannot be checked is not believed.
    return 'unavailable';
  }
  if (!reporter?.eventsSecret || (reporter.kind === 'ses') !== (provider === 'ses')) return 'forbidden';
  const expected = readSecret(parts, organizationId, reporter.eventsSecret);
  if (expected === undefined) return 'unavailable';
  if (!isSame(secret, expected)) return 'forbidden';
  return judge(typeof request.body === 'string' ? request.body : '', request, expected);
}

/** Undefined when no key opens it: the provider comes again, perhaps after the repair. */
function readSecret({ secrets, log }: ProviderParts, organizationId: string, sealed: Buffer): string | undefined {
  try {
    return secrets.decrypt({ purpose: 'provider-events', owner: organizationId }, sealed);
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error;
    log.error({ organizationId, reason: error.reason }, 'reports of a provider cannot be checked and are refused');
    return undefined;
  }
}

function createJudges({ fetchText, log }: ProviderParts): Record<string, Judge> {
  const isGenuine = createSnsVerifier(fetchText);

  const ses: Judge = async (body) => {
    const message = parseSns(body);
    if (!message) return 'forbidden';
    try {
      if (!(await isGenuine(message))) return 'forbidden';
      if (message.Type === 'Notification') return { provider: 'ses', text: withoutNul(message.Message) };
      if (message.Type === 'UnsubscribeConfirmation') return 'nothing';
      if (!isAmazonAddress(message.SubscribeURL ?? '')) return 'forbidden';
      await fetchText(message.SubscribeURL!);
      return 'nothing';
    } catch (error) {
      log.warn({ err: error }, 'Amazon SNS could not be asked');
      return 'unavailable';
    }
  };

  /** Postmark signs nothing: the secret of the address is the proof, once more as a password where one is sent. */
  const postmark: Judge = async (body, request, secret) => {
    const { authorization } = request.headers;
    if (authorization !== undefined && !isSame(passwordIn(authorization), secret)) return 'forbidden';
    return isObject(body) ? { provider: 'postmark', text: withoutNul(body) } : 'forbidden';
  };

  return { ses, postmark };
}

/** Of the same time whatever differs, and whatever the lengths. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));

function passwordIn(authorization: string): string {
  const basic = /^Basic ([A-Za-z0-9+/=]{1,400})$/i.exec(authorization)?.[1] ?? '';
  const pair = Buffer.from(basic, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

function isObject(body: string): boolean {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

/** The database has no place for it in a text. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');
