import { randomUUID } from 'node:crypto';
import { createSecrets } from '../../platform/secrets.ts';
import { createLinkKeys } from '../../platform/tracking/link-keys.ts';
import type { LinkKey } from '../../platform/tracking/mac.ts';
import { type Claims, pathOf, type Purpose, signToken } from '../../platform/tracking/token.ts';
import { startTestEdge, type TestEdge } from '../../../test/harness/test-edge.ts';

export const secrets = createSecrets({
  SECRET_KEY: 'a test secret that is long enough 0123',
});
export const targets = ['https://shop.example/spring?color=red&size=9', 'https://shop.example/'];
export const form = { 'content-type': 'application/x-www-form-urlencoded' };

export type Harness = {
  edge: TestEdge;
  key: LinkKey;
  campaignId: string;
  address(purpose: Purpose, change?: Partial<Claims>): string;
};

/** An edge with a campaign of two links, and addresses as they stand in its mails. */
export async function createHarness(env: Record<string, string> = {}): Promise<Harness> {
  const edge = await startTestEdge(env);
  const campaignId = randomUUID();
  const { organizationId } = edge;
  await edge.db.owner.query(
    `insert into campaigns (organization_id, id, name, subject, content, recipients, tracking) values ($1, $2, 'News', 'Hello', '{}', '{}', '{}')`,
    [organizationId, campaignId],
  );
  for (const [at, url] of targets.entries())
    await edge.db.owner.query(
      'insert into campaign_links (organization_id, campaign_id, link_no, url) values ($1, $2, $3, $4)',
      [organizationId, campaignId, at + 1, url],
    );
  const key = await createLinkKeys(edge.database.tenant(null), secrets).newest();
  const claims = { cell: 1, organizationId, campaignId, sendId: randomUUID() };
  return {
    edge,
    key,
    campaignId,
    address: (purpose, change = {}) =>
      pathOf[purpose] + signToken(key, { ...claims, purpose, linkNo: purpose === 'click' ? 1 : 0, ...change }),
  };
}

/** What was recorded, oldest first. */
// oxlint-disable-next-line no-explicit-any -- a test knows what it asked for
export const waiting = async (harness: Harness): Promise<Record<string, any>[]> =>
  (await harness.edge.db.owner.query('select * from inbox_events order by id')).rows;
