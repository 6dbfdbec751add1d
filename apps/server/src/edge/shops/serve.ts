import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Inbox } from '../../platform/inbox/append.ts';
import type { Log } from '../../platform/log.ts';
import { type Secrets, UnreadableSecretError } from '../../platform/secrets.ts';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import { publicRoute } from '../hosts/rules.ts';
import { refuseMethod } from '../refuse-method.ts';
import { findShop } from './queries.ts';
import { isSigned, type ShopKind, topicOf } from './signatures.ts';

type ShopParts = {
  database: Database;
  secrets: Secrets;
  inbox: Inbox;
  log: Log;
  allow: (address: string) => boolean;
  headers: Record<string, string>;
};
type Address = { organizationId: string; shopId: string };

/** Bytes; an order with many lines has some ten thousand. */
const bodyLimit = 256 * 1_024;
const url = '/orders/:organizationId/:shopId';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What shops report. Only what is signed is recorded; a worker reads it. */
export function serveShopReports(app: FastifyInstance, parts: ShopParts): void {
  const nextId = createUuidV7();

  async function take(request: FastifyRequest, reply: FastifyReply) {
    void reply.headers(parts.headers);
    if (!parts.allow(request.ip)) return reply.code(429).send();
    const body = typeof request.body === 'string' ? request.body : '';
    const verdict = await judge(parts, request, body);
    if (typeof verdict === 'number') return reply.code(verdict).send();
    const { organizationId, shopId: subjectId } = request.params as Address;
    const { clientId, kind } = verdict;
    await parts.inbox.record({
      id: nextId(),
      organizationId,
      clientId,
      kind: 'order',
      subjectId,
      happenedAt: Date.now(),
      // PostgreSQL has no place for a NUL in a text.
      signals: { address: '', order: { kind, topic: topicOf(kind, request.headers), text: body.replaceAll('\0', '') } },
    });
    return reply.code(200).send();
  }

  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));
    routes.route({ method: 'POST', url, config: publicRoute('nobody'), bodyLimit, handler: take });
    refuseMethod(routes, [url], ['POST']);
  });
}

/** The shop that signed it, or the status that refuses it. */
async function judge({ database, secrets, log }: ShopParts, request: FastifyRequest, body: string) {
  const { organizationId, shopId } = request.params as Address;
  if (!uuid.test(organizationId) || !uuid.test(shopId)) return 403;
  let shop;
  try {
    shop = await findShop(database, { organizationId, shopId });
  } catch {
    // The shop comes again; what cannot be checked is not believed.
    return 503;
  }
  if (!shop) return 403;
  const kind = shop.kind as ShopKind;
  try {
    const secret = secrets.decrypt({ purpose: 'shop', owner: organizationId }, shop.secret);
    return isSigned(kind, { headers: request.headers, body, secret, now: Date.now() }) ? { ...shop, kind } : 403;
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error;
    log.error({ organizationId, reason: error.reason }, 'reports of a shop cannot be checked and are refused');
    return 503;
  }
}
