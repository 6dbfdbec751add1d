import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHeartbeats } from '#platform/heartbeats.ts';
import { enterPeople } from '../entries/enter.ts';
import { createHarness, email, type Harness, quiet, recordingEngine, wait } from './engine-harness.ts';
import { startJourneys } from './loop.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

test('the loop moves everybody who is due; somebody else is not kept waiting by a crowd', async () => {
  const [large, small] = [await harness.organization(), await harness.organization()];
  const crowd = await harness.automation(large, [email(), wait()]);
  const few = await harness.automation(small, [email(), wait()]);
  const many = await harness.contacts(large, 12_000);
  for (let at = 0; at < many.length; at += 1_000)
    await enterPeople(large, { automationId: crowd, contactIds: many.slice(at, at + 1_000), via: 'manual' });
  const { engine, recorded } = recordingEngine();
  const loop = startJourneys({ database: harness.database, log: quiet, engine, heartbeats: createHeartbeats() });
  await expect.poll(() => recorded.emails.length).toBeGreaterThan(0);

  await enterPeople(small, { automationId: few, contactIds: await harness.contacts(small, 20), via: 'manual' });
  const emailsOf = (id: string) => recorded.emails.filter(({ automationId }) => automationId === id).length;
  await expect.poll(() => emailsOf(few)).toBe(20);
  const ofCrowd = emailsOf(crowd);
  await expect.poll(() => emailsOf(crowd), { timeout: 60_000 }).toBe(12_000);
  await loop.stop();

  expect(ofCrowd).toBeLessThan(12_000);
  expect(new Set(recorded.emails.map(({ contactId }) => contactId)).size).toBe(12_020);
  expect((await harness.inside(large)).every(({ step }) => step === 1)).toBe(true);
});

test('several loops side by side move nobody twice', async () => {
  const ctx = await harness.organization();
  const ids = [];
  for (let at = 0; at < 30; at += 1) ids.push(await harness.automation(ctx, [email(), wait()]));
  const people = await harness.contacts(ctx, 40);
  for (const automationId of ids) await enterPeople(ctx, { automationId, contactIds: people, via: 'manual' });
  const { engine, recorded } = recordingEngine();

  const loops = [1, 2, 3].map(() => startJourneys({ database: harness.database, log: quiet, engine }));
  await expect.poll(async () => (await harness.duePlaces(ctx)).length, { timeout: 60_000 }).toBe(0);
  await Promise.all(loops.map((loop) => loop.stop()));

  expect(recorded.emails).toHaveLength(1_200);
  expect(new Set(recorded.emails.map(({ automationId, contactId }) => `${automationId}/${contactId}`)).size).toBe(
    1_200,
  );
});
