import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signOptOut } from '../../platform/tracking/opt-out-token.ts';
import { scan } from '../../../test/harness/test-edge.ts';
import { createEventIds } from '../../platform/inbox/event-id.ts';
import { type Bed, createBed, form, waiting } from './test-bed.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await createBed();
});
afterAll(() => bed.edge.close());

const dayMs = 86_400_000;
/** The id of a mail that was sent so many days ago. */
const sentBefore = (days: number): string => createEventIds(() => Date.now() - days * dayMs)();
const post = (path: string, body: string) => scan(bed.edge, path, { method: 'POST', headers: form, body });

/** A link that carries the hash of its address. */
const linkOf = (purpose: 'unsubscribe' | 'preferences', sendId: string): string =>
  `/t/${purpose === 'unsubscribe' ? 'u' : 'p'}/${signOptOut(bed.key, {
    purpose,
    cell: 1,
    organizationId: bed.edge.organizationId,
    sendId,
    campaignId: null,
    hashed: { addressHash: randomBytes(32), clientMark: Buffer.alloc(4) },
  })}`;

test('P8: a link of five years ago is recorded with all that ends mail, and offers no undo that would do nothing', async () => {
  const sendId = sentBefore(5 * 365);

  const pages = [
    await scan(bed.edge, linkOf('unsubscribe', sendId)),
    await post(linkOf('unsubscribe', sendId), 'do=unsubscribe'),
    await post(linkOf('preferences', sendId), 'do=resubscribe'),
    await post(linkOf('unsubscribe', sendId), 'List-Unsubscribe=One-Click'),
  ];
  const [ask, done, undo, oneClick] = await Promise.all(pages.map((page) => page.text()));

  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(ask).toContain('value="unsubscribe"');
  for (const page of [done, undo]) {
    expect(page).toContain('You are unsubscribed');
    expect(page).not.toContain('value="resubscribe"');
  }
  expect(oneClick).toBe('Unsubscribed.\n');
  const rows = (await waiting(bed)).filter(({ payload }) => payload.sendId === sendId);
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
      scan(bed.edge, bed.address('unsubscribe', { sendId })),
      post(bed.address('unsubscribe', { sendId }), 'List-Unsubscribe=One-Click'),
      scan(bed.edge, bed.address('preferences', { sendId })),
    ]),
  );

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 200, 200, 200]);
});
