import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signOptOut } from '../../platform/tracking/opt-out-token.ts';
import { scan } from '../../../test/harness/test-edge.ts';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import { type Harness, createHarness, form, waiting } from './test-harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.edge.close());

const dayMs = 86_400_000;
/** The id of a mail that was sent so many days ago. */
const sentBefore = (days: number): string => createUuidV7(() => Date.now() - days * dayMs)();
const post = (path: string, body: string) => scan(harness.edge, path, { method: 'POST', headers: form, body });

/** A link that carries the hash of its address. */
const linkOf = (purpose: 'unsubscribe' | 'preferences', sendId: string): string =>
  `/t/${purpose === 'unsubscribe' ? 'u' : 'p'}/${signOptOut(harness.key, {
    purpose,
    cell: 1,
    organizationId: harness.edge.organizationId,
    sendId,
    campaignId: null,
    hashed: { addressHash: randomBytes(32), clientMark: Buffer.alloc(4) },
  })}`;

test('P8: a link of five years ago is recorded with all that ends mail, and offers no undo that would do nothing', async () => {
  const sendId = sentBefore(5 * 365);

  const pages = [
    await scan(harness.edge, linkOf('unsubscribe', sendId)),
    await post(linkOf('unsubscribe', sendId), 'do=unsubscribe'),
    await post(linkOf('preferences', sendId), 'do=resubscribe'),
    await post(linkOf('unsubscribe', sendId), 'List-Unsubscribe=One-Click'),
  ];
  const [ask, done, undo, oneClick] = await Promise.all(pages.map((page) => page.text()));

  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(ask).toContain('value="unsubscribe"');
  for (const page of [done, undo]) {
    expect(page).toContain("You're unsubscribed");
    expect(page).not.toContain('value="resubscribe"');
  }
  expect(oneClick).toBe('Unsubscribed.\n');
  const rows = (await waiting(harness)).filter(({ payload }) => payload.sendId === sendId);
  expect(rows.map(({ kind }) => kind)).toEqual(['unsubscribe', 'resubscribe', 'unsubscribe']);
  for (const { payload } of rows) {
    expect(payload.addressHash).toMatch(/^[0-9a-f]{64}$/);
    expect(payload.clientMark).toBe('00000000');
  }
});

test('P8: a link of the version before is not answered as if it still worked once its ledger is gone', async () => {
  const [old, young] = [sentBefore(431), sentBefore(390)];

  const answers = await Promise.all(
    [old, young].flatMap((sendId) => [
      scan(harness.edge, harness.address('unsubscribe', { sendId })),
      post(harness.address('unsubscribe', { sendId }), 'List-Unsubscribe=One-Click'),
      scan(harness.edge, harness.address('preferences', { sendId })),
    ]),
  );

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 200, 200, 200]);
});
