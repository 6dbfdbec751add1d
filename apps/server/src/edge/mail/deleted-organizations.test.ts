import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { scan } from '../../../test/harness/test-edge.ts';
import { loadConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { createReplica } from '../replica/replica.ts';
import { type MailLinkKey, openMailCopy } from './copy.ts';
import { openMailLinks } from './links.ts';
import type { LinkRow } from './queries.ts';
import { keepMailFresh } from './refresh.ts';
import { type Harness, createHarness } from './test-harness.ts';

let harness: Harness;
const folder = mkdtempSync(join(tmpdir(), 'waggle-deleted-'));
const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(async () => {
  await harness.edge.close();
  rmSync(folder, { recursive: true, force: true });
});

const configFor = (DATABASE_URL: string, EDGE_DATA: string) =>
  loadConfig({
    WAGGLE_MODE: 'test',
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL,
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    EDGE_DATA,
  });

/** An organization with a campaign of one link. */
async function insertLink() {
  const link = { organizationId: randomUUID(), campaignId: randomUUID() };
  const values = [link.organizationId, link.campaignId];
  const { owner } = harness.edge.db;
  await owner.query(`insert into organizations (id, name) values ($1, 'Hive')`, [link.organizationId]);
  await owner.query(
    `insert into campaigns (organization_id, id, name, subject, content, recipients, tracking) values ($1, $2, 'News', 'Hello', '{}', '{}', '{}')`,
    values,
  );
  await owner.query(
    `insert into campaign_links (organization_id, campaign_id, link_no, url) values ($1, $2, 1, 'https://shop.example/')`,
    values,
  );
  return link;
}

test('S1: an edge forgets the links of organizations that are deleted, or were while it was away', async () => {
  const [living, deleting, gone] = [await insertLink(), await insertLink(), await insertLink()];
  const copy = openMailCopy(folder, log);
  const replica = createReplica<LinkRow, MailLinkKey, LinkRow>({
    table: copy.links,
    nameOf: ({ campaignId }) => campaignId,
    keyOf: (row) => row,
    valueOf: (row) => row,
    fetch: async () => [],
  });
  replica.take(
    [living, deleting, gone].map((link) => ({
      ...link,
      linkNo: 1,
      clientId: null,
      url: 'https://shop.example/',
      createdAt: Date.now(),
    })),
    [],
  );
  const isKept = (link: Pick<LinkRow, 'organizationId' | 'campaignId'>) =>
    copy.links.find({ ...link, linkNo: 1 }) !== undefined;
  const { owner } = harness.edge.db;
  await owner.query('update organizations set deleting_since = now() where id = $1', [deleting.organizationId]);
  await owner.query('delete from organizations where id = $1', [gone.organizationId]);
  const forget = vi.fn();

  const { database, db } = harness.edge;
  const config = configFor(db.appUrl, folder);
  const fresh = keepMailFresh({ database, config, log, copy, replica, refreshKeys: async () => {}, forget });
  await vi.waitFor(() => expect([gone, deleting].map(isKept)).toEqual([false, false]), { timeout: 60_000 });
  await fresh.close();

  const known = [living, deleting, gone].map(isKept);
  copy.close();
  expect(forget).toHaveBeenCalledWith([deleting.organizationId]);
  expect(known).toEqual([true, false, false]);
});

test('S1: a link of an email leads nowhere once its organization is deleted, although its row is still there', async () => {
  const before = await scan(harness.edge, harness.address('click'));
  const { organizationId, db } = harness.edge;
  await db.owner.query('update organizations set deleting_since = now() where id = $1', [organizationId]);
  const config = configFor(db.appUrl, join(folder, 'other'));
  const links = openMailLinks(config, harness.edge.database, log, { formIn: () => null });
  const claims = {
    purpose: 'click' as const,
    cell: 1,
    organizationId,
    campaignId: harness.campaignId,
    sendId: randomUUID(),
  };

  await vi.waitFor(async () => expect(await links.ask({ ...claims, linkNo: 1 })).toBe('unknown'), { timeout: 60_000 });

  const found = links.find({ ...claims, linkNo: 1 });
  await links.close();
  expect(before.status).toBe(302);
  expect(found).toBeUndefined();
});
