import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import type { Judged } from '../apps/server/test/sending/fake-smtp.ts';
import {
  copyCluster,
  createRestoreHarness,
  tenantOf,
  isHeld,
  received,
  type RestoreHarness,
} from './restore-harness.ts';
import { idOf } from './restore-people.ts';
import { until } from './send-harness.ts';
import { isCompleted } from './send-play.ts';

let harness: RestoreHarness;
let cookie: string;
let statuses: number[];
let later: Judged[];
const left = 'p1@r1.example';
const leftHeld = 'p2@r2.example';
const erased = 'p3@r3.example';
const erasedHeld = 'p4@r4.example';
const byHand = 'p7@r7.example';
const withdrawn = 'p8@r8.example';

const leave = async (email: string) => {
  const { raw } = harness.fakeSmtp.received.find(({ to }) => to === email)!;
  const path = /^list-unsubscribe:\s*<https?:\/\/[^/]+([^>]+)>/im.exec(raw)?.[1] ?? '';
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  statuses.push((await fetch(harness.edgeOrigin + path, { method: 'POST', body })).status);
};
const erase = async (email: string) => {
  const answer = await harness.api.post(`/api/contacts/${await idOf(harness, email)}/erase`, { email }, cookie);
  statuses.push(answer.status);
};

const call = async (path: string, body: object) =>
  void statuses.push((await harness.api.post(path, body, cookie)).status);

/** People leave and are erased after the backup, and again while the restored installation is held; then it is confirmed. */
beforeAll(async () => {
  harness = await createRestoreHarness();
  statuses = [];
  const { machines, postgres } = harness;
  await machines.startOne();
  const tenant = await tenantOf(harness, 8);
  cookie = tenant.cookie;
  const first = await harness.draft(tenant.organizationId);
  await sendCampaign(harness.campaigns, harness.contextOf(first), first.campaignId);
  await received(harness, 8);
  await until('the end', () => isCompleted(harness, first));
  await postgres.stop();
  copyCluster(harness.data, harness.backup);
  await postgres.start();
  await leave(left);
  await erase(erased);
  await call('/api/suppressions', { address: byHand });
  await call(`/api/contacts/${await idOf(harness, withdrawn)}/consents`, { channel: 'email', state: 'withdrawn' });
  // Until the next beat: a copy of the files that is younger than that looks like the newest database.
  await pause(2_500);
  await machines.end('SIGKILL');
  await postgres.stop();

  copyCluster(harness.backup, harness.data);
  await postgres.start();
  await machines.startOne();
  await until('the hold', () => isHeld(harness));
  await leave(leftHeld);
  await erase(erasedHeld);
  await machines.waggle(['confirm-restore', '--yes']);
  for (const email of [erased, erasedHeld])
    await until(
      'the end of the hold',
      async () => (await harness.api.post('/api/contacts', { email }, cookie)).status === 201,
    );
  const next = await harness.draft(tenant.organizationId);
  await sendCampaign(harness.campaigns, harness.contextOf(next), next.campaignId);
  await until('the next campaign', () => isCompleted(harness, next));
  later = harness.fakeSmtp.received.slice(8);
}, 180_000);
afterAll(() => harness.close());

const statusOf = async (email: string) =>
  (await harness.owner.query<{ status: string }>('select status from contacts where email = $1', [email])).rows[0]
    ?.status;

test('P5: opt-outs after the backup, and those while it was held, are in force when sending goes on', async () => {
  expect(statuses.every((status) => status < 300)).toBe(true);
  expect([await statusOf(left), await statusOf(leftHeld)]).toEqual(['unsubscribed', 'unsubscribed']);
});

test('P5: opt-outs that the team noted after the backup are in force as well', async () => {
  expect([await statusOf(byHand), await statusOf(withdrawn)]).toEqual(['unsubscribed', 'unsubscribed']);
});

test('P5 C16: whoever was erased after the backup is erased again, and added again only as opted out', async () => {
  const { rows } = await harness.owner.query(
    `select from campaign_sends join contacts on contacts.id = contact_id where contacts.email = any($1)`,
    [[erased, erasedHeld]],
  );
  expect([await statusOf(erased), await statusOf(erasedHeld)]).toEqual(['unsubscribed', 'unsubscribed']);
  // What they were sent before belongs to nobody any more.
  expect(rows).toHaveLength(0);
});

test('P5: the next campaign reaches everybody else, once', () => {
  expect(later.map(({ to }) => to).toSorted()).toEqual(['p5@r5.example', 'p6@r6.example']);
});
