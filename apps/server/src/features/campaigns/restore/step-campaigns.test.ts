import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { createStepHarness, type StepHarness } from '../../../../test/sending/step-harness.ts';
import { packSend, type SendsEntry } from '#platform/installation/entries.ts';
import { replaySends } from './replay-sends.ts';

let api: TestApi;
let admin: ReadyAdmin;
let steps: StepHarness;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  admin = await readyAdmin(api);
  steps = createStepHarness(api, admin);
});
afterAll(() => api.close());

/** What a worker notes of emails of a step. */
const noted = (campaignId: string, contentHash: Buffer, sends: string[]): SendsEntry => ({
  k: 'sends',
  organizationId: admin.user.organizationId,
  campaignId,
  month: steps.month,
  step: { ...steps.step, contentHash: contentHash.toString('base64url'), month: steps.month, pass: 1 },
  sends,
});
const opened = async (contentHash: Buffer, contactIds: string[]) => {
  const campaignId = await steps.open(contentHash);
  await steps.queue(campaignId, contactIds);
  return campaignId;
};
/** The database is as it was before the campaign was opened. */
async function forget(campaignId: string): Promise<void> {
  for (const table of ['campaign_sends', 'campaign_links', 'campaign_contents'])
    await api.db.owner.query(`delete from ${table} where campaign_id = $1`, [campaignId]);
  await api.db.owner.query('delete from campaigns where id = $1', [campaignId]);
}
const statesOf = async (campaignId: string) => {
  const { rows } = await api.db.owner.query<{ contact_id: string; id: string; state: string }>(
    'select contact_id, id, state from campaign_sends where campaign_id = $1',
    [campaignId],
  );
  return new Map(rows.map((row) => [row.contact_id, row]));
};
const peopleIds = async (count: number) => (await addPeople(api, admin, count)).map(({ id }) => id);

describe('P5: after a restore to before the campaign of a step was opened', () => {
  test('whoever has the email comes to the step again and does not get a second one', async () => {
    const [reached, unsure, refused, again, waiting] = await peopleIds(5);
    const contentHash = await steps.publish(await steps.draft());
    const campaignId = await opened(contentHash, []);
    await forget(campaignId);
    const mail = randomUUID();
    const entry = noted(campaignId, contentHash, [
      packSend('o', reached!, mail),
      packSend('a', reached!),
      packSend('o', unsure!, randomUUID()),
      packSend('f', refused!),
      packSend('o', again!, randomUUID()),
      packSend('p', again!),
    ]);
    await replaySends(api.database, [entry]);
    await replaySends(api.database, [entry]);

    const next = await steps.open(contentHash);
    const { queued, leftOut } = await steps.queue(next, [reached!, unsure!, again!, waiting!]);
    const states = await statesOf(campaignId);

    expect(next).toBe(campaignId);
    expect(queued).toEqual([waiting]);
    expect([...leftOut.values()]).toEqual(['had', 'had', 'had']);
    expect(states.get(reached!)).toMatchObject({ id: mail, state: 'accepted' });
    expect(states.get(unsure!)?.state).toBe('uncertain');
    // The server had put it off: it leaves after the confirmation, once.
    expect(states.get(again!)?.state).toBe('pending');
    expect(await steps.campaign(campaignId)).toMatchObject({ status: 'ACTIVE', audience: 4 });
  });

  test('links of the emails that left lead where they led', async () => {
    const [reached] = await peopleIds(1);
    const contentHash = await steps.publish(await steps.draft());
    const campaignId = await opened(contentHash, []);
    const links = async () =>
      (await api.db.owner.query('select link_no, url from campaign_links where campaign_id = $1', [campaignId])).rows;
    const before = await links();
    await forget(campaignId);
    await replaySends(api.database, [noted(campaignId, contentHash, [packSend('o', reached!, randomUUID())])]);

    expect(before).not.toHaveLength(0);
    expect(await links()).toEqual(before);
  });

  test('an email whose words were published after the backup counts as had, and is not sent by the older words', async () => {
    const [reached, putOff, waiting] = await peopleIds(3);
    const draftId = await steps.draft();
    const known = await steps.publish(draftId);
    const unknown = Buffer.alloc(32, 7);
    const campaignId = randomUUID();
    await replaySends(api.database, [
      noted(campaignId, unknown, [
        packSend('o', reached!, randomUUID()),
        packSend('a', reached!),
        packSend('o', putOff!, randomUUID()),
        packSend('p', putOff!),
      ]),
    ]);

    const next = await steps.open(known);
    const { queued } = await steps.queue(next, [reached!, putOff!, waiting!]);

    expect(next).not.toBe(campaignId);
    expect(queued).toEqual([waiting]);
    expect((await statesOf(campaignId)).get(putOff!)?.state).toBe('uncertain');
  });

  test('what a campaign that was opened since has sent is told to it', async () => {
    const [reached] = await peopleIds(1);
    const contentHash = await steps.publish(await steps.draft());
    const since = await steps.open(contentHash);
    await replaySends(api.database, [noted(randomUUID(), contentHash, [packSend('o', reached!, randomUUID())])]);

    expect((await steps.queue(since, [reached!])).queued).toEqual([]);
    expect((await statesOf(since)).get(reached!)?.state).toBe('uncertain');
  });

  test('a step the backup knows nothing of is left alone', async () => {
    const [reached] = await peopleIds(1);
    const campaignId = randomUUID();
    await replaySends(api.database, [noted(campaignId, Buffer.alloc(32, 1), [packSend('a', reached!, randomUUID())])]);

    expect((await statesOf(campaignId)).size).toBe(0);
  });
});
