import type { AutomationDocument, Step } from '@waggle/contracts/automation-document';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import { enterPeople } from '../entries/enter.ts';
import { createHarness, email, type Harness, lane, stepId, tagStep, wait } from './engine-harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

async function addTag(ctx: Context): Promise<string> {
  const { rows } = await harness.db.owner.query<{ id: string }>(
    `insert into tags (organization_id, name) values ($1, gen_random_uuid()::text) returning id`,
    [ctx.organizationId],
  );
  return rows[0]!.id;
}
const none = (tagId: string) => ({
  match: 'none' as const,
  rules: [{ kind: 'tag' as const, op: 'hasAnyOf' as const, tagIds: [tagId] }],
});
const unless = (tagId: string, ...steps: Step[]): Step => ({
  id: stepId(),
  kind: 'if',
  rule: none(tagId),
  lanes: [lane(...steps), lane()],
});
/** Three people in an automation whose tag is deleted before anybody goes on. */
async function inside(stepsFor: (tagId: string) => Step[], more: (tagId: string) => Partial<AutomationDocument>) {
  const ctx = await harness.organization();
  const tagId = await addTag(ctx);
  const automationId = await harness.automation(ctx, stepsFor(tagId), more(tagId));
  const contactIds = await harness.contacts(ctx, 3);
  await enterPeople(ctx, { automationId, contactIds, via: 'contact.created' });
  await harness.db.owner.query('delete from tags where id = $1', [tagId]);
  const before = harness.recorded.emails.length;
  const sent = () => harness.recorded.emails.length - before;
  return { ctx, sent };
}
const eightTries = async (ctx: Context) => {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await harness.settle(ctx);
    await harness.pass(ctx, '1 hour');
  }
};
const stuckAt = (step: number) =>
  Array.from({ length: 3 }, () => expect.objectContaining({ step, attempts: 8, stuck: 'rules-gone' }));

test('nobody goes on by a condition that names something deleted: what comes before it is done, and they are stuck there', async () => {
  const { ctx, sent } = await inside(
    (tagId) => [email(), unless(tagId, email())],
    () => ({}),
  );

  await harness.settle(ctx);
  const first = await harness.inside(ctx);
  await eightTries(ctx);

  expect(first.map(({ step, attempts, stuck }) => [step, attempts, stuck])).toEqual(
    Array.from({ length: 3 }, () => [1, 1, null]),
  );
  expect(await harness.inside(ctx)).toEqual(stuckAt(1));
  expect([sent(), await harness.past(ctx)]).toEqual([3, []]);
});

test('nobody is emailed or leaves by rules of who stays that name something deleted', async () => {
  const { ctx, sent } = await inside(
    () => [email()],
    (tagId) => ({ stay: { filter: none(tagId), leaveWhen: [] } }),
  );

  await eightTries(ctx);

  expect(await harness.inside(ctx)).toEqual(stuckAt(0));
  expect([sent(), await harness.past(ctx)]).toEqual([0, []]);
});

test('people at other steps of the same turn go on', async () => {
  const { ctx } = await inside(
    (tagId) => [unless(tagId)],
    () => ({}),
  );
  const tagId = await addTag(ctx);
  const other = await harness.automation(ctx, [tagStep(tagId), wait()]);
  const contactIds = await harness.contacts(ctx, 2);
  await enterPeople(ctx, { automationId: other, contactIds, via: 'contact.created' });

  await harness.settle(ctx);

  const at = (await harness.inside(ctx)).map(({ step, seq, attempts }) => `${step} ${seq} ${attempts}`);
  expect(at.toSorted()).toEqual(['0 0 1', '0 0 1', '0 0 1', '1 1 0', '1 1 0']);
});
