import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { FormDefinition } from '@waggle/contracts/form-definition';
import { fastify, type HTTPMethods } from 'fastify';
import { codeFrom, type TestEdge } from '../../../test/harness/test-edge.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { createLog } from '../../platform/log.ts';
import { createStorage } from '../../platform/storage/storage.ts';
import { png } from '../../platform/storage/test-harness.ts';
import type { LinkKey } from '../../platform/tracking/mac.ts';
import { clientMarkOf, signOptOut } from '../../platform/tracking/opt-out-token.ts';
import { pathOf, type Purpose, signToken } from '../../platform/tracking/token.ts';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import type { HostRule } from './rules.ts';

/** Whose something is. */
export type Owner = { organizationId: string; clientId: string | null };
type PublicRoute = { method: HTTPMethods; url: string; rule: HostRule };

/** Every route that strangers reach, from the edge itself; those that refuse a method aside. */
export async function publicRoutes({ edge }: TestEdge): Promise<PublicRoute[]> {
  const routes: PublicRoute[] = [];
  const app = fastify();
  app.addHook('onRoute', ({ method, url, config, onRequest }) => {
    const { ownHost: rule } = config as unknown as { ownHost: HostRule };
    const isRefusal = rule === 'everybody' && onRequest !== undefined;
    for (const one of [method].flat()) if (!isRefusal && one !== 'HEAD') routes.push({ method: one, url, rule });
  });
  edge.serveOn(app);
  await app.ready();
  await app.close();
  return routes;
}

const definition = FormDefinition.parse({
  fields: [{ id: 'field_1', type: 'email', label: 'Email', required: true }],
  settings: { title: 'Join' },
});
const report = {
  frequency: 'weekly',
  locale: 'en',
  currency: 'USD',
  period: { from: '2026-05-04', to: '2026-05-10' },
  client: null,
  isAgency: true,
  newContacts: { value: 1, before: 1 },
  emailOpenRate: { value: null, before: null },
  scans: { value: 1, before: 1 },
  revenue: null,
  campaigns: 0,
  contacts: [{ to: '2026-05-10', total: 1 }],
  revenueByWeek: null,
  worked: [],
};
const nextId = createUuidV7();

type Parts = { edge: TestEdge; key: LinkKey };

/** The rows behind public addresses of one owner. */
async function insertBelongings({ db: { owner } }: TestEdge, { organizationId, clientId }: Owner) {
  const [code, formId, campaignId] = [codeFrom(randomBytes(10)), randomUUID(), randomUUID()];
  const reportToken = randomBytes(32).toString('base64url');
  const footer = { organizationName: 'x', postalAddress: 'x', language: 'en' };
  const frozen = { subject: 'Hello', html: '<p>Hello</p>', text: '', footer };
  const statements: [string, ...unknown[]][] = [
    [
      `insert into link_targets (organization_id, client_id, short_code, kind, ref_id, target_url)
       values ($1, $2, $3, 'qr', new_id(), 'https://example.org/')`,
      code,
    ],
    [`insert into forms (organization_id, client_id, id, name, draft) values ($1, $2, $3, 'Join', '{}')`, formId],
    [
      `insert into form_snapshots (organization_id, client_id, form_id, version, definition, is_active) values ($1, $2, $3, 1, $4, true)`,
      formId,
      JSON.stringify(definition),
    ],
    [
      `insert into campaigns (organization_id, client_id, id, name, subject, content, recipients, tracking, status, public_page)
       values ($1, $2, $3, 'News', 'Hello', '{}', '{}', '{}', 'COMPLETED', true)`,
      campaignId,
    ],
    [
      `insert into campaign_links (organization_id, client_id, campaign_id, link_no, url) values ($1, $2, $3, 1, 'https://example.org/')`,
      campaignId,
    ],
    [
      'insert into campaign_contents (organization_id, client_id, campaign_id, frozen) values ($1, $2, $3, $4)',
      campaignId,
      JSON.stringify(frozen),
    ],
    [
      `insert into report_links (organization_id, client_id, schedule_id, token_hash, report, expires_at)
       values ($1, $2, new_id(), $3, $4, now() + interval '1 day')`,
      createHash('sha256').update(reportToken).digest(),
      JSON.stringify(report),
    ],
  ];
  for (const [statement, ...values] of statements) await owner.query(statement, [organizationId, clientId, ...values]);
  return { code, formId, campaignId, reportToken };
}

/** One of everything a public address can lead to, of one owner: the path by the route that answers it. */
export async function belongingsOf({ edge, key }: Parts, { organizationId, clientId }: Owner) {
  const { code, formId, campaignId, reportToken } = await insertBelongings(edge, { organizationId, clientId });
  const token = (purpose: Purpose, subject = campaignId) =>
    pathOf[purpose] +
    signToken(key, {
      purpose,
      cell: 1,
      organizationId,
      campaignId: subject,
      sendId: nextId(),
      linkNo: purpose === 'click' ? 1 : 0,
    });
  const optOut = (purpose: 'unsubscribe' | 'preferences') => {
    const hashed = { addressHash: randomBytes(32), clientMark: clientMarkOf(clientId) };
    return (
      pathOf[purpose] +
      signOptOut(key, { purpose, cell: 1, organizationId, sendId: nextId(), campaignId: null, hashed })
    );
  };
  return {
    '/qr/*': `/qr/${code}`,
    '/f/*': await pictureOf(edge, { organizationId, clientId }),
    '/api/forms/:formId': `/api/forms/${formId}`,
    '/api/forms/:formId/submit': `/api/forms/${formId}/submit`,
    '/api/forms/:formId/challenge': `/api/forms/${formId}/challenge`,
    '/forms/:formId': `/forms/${formId}`,
    '/forms/:formId/progress': `/forms/${formId}/progress`,
    '/forms/:formId/qr.png': `/forms/${formId}/qr.png`,
    '/t/f/*': token('confirm', formId),
    '/t/o/*': token('open'),
    '/t/c/*': token('click'),
    '/t/u/*': optOut('unsubscribe'),
    '/t/p/*': optOut('preferences'),
    '/t/v/*': token('view'),
    '/t/a/*': token('archive'),
    '/t/s/*': token('report-stop'),
    '/t/d/*': `/t/d/${reportToken}`,
  };
}
export type Belongings = Awaited<ReturnType<typeof belongingsOf>>;

async function pictureOf({ database }: TestEdge, { organizationId, clientId }: Owner): Promise<string> {
  const config = { PUBLIC_URL: 'http://waggle.test', CELL: 1 } as Parameters<typeof createStorage>[0]['config'];
  const storage = createStorage({ config, database, log: createLog({ LOG_LEVEL: 'silent' }, 'test') });
  const ctx = backgroundContext(database, organizationId, 'test');
  const put = { content: png(30, 20), purpose: 'test-logo', clientId, isPublic: true };
  const file = await storage.put(ctx, put, { mostBytes: 1e6, quota: { files: 100, bytes: 1e7 } });
  return new URL(file.url!).pathname;
}

/** A verified name, as a check leaves it. */
export const insertHost = ({ db }: TestEdge, host: string, { organizationId, clientId }: Owner, state = 'verified') =>
  db.owner.query(
    `insert into hosts (organization_id, client_id, host, purposes, token, state, verified_at)
     values ($1, $2, $3, '{links,forms}', repeat('0', 32), $4, now())`,
    [organizationId, clientId, host, state],
  );
