import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { createSendHarness, type SendHarness } from './send-harness.ts';
import { crashFaults } from './send-crashes.ts';
import { play } from './send-play.ts';
import { ruleFaults } from './send-rules.ts';
import { serverFaults } from './send-server.ts';

/** The quickest of `pnpm faults core`, which plays all of them with three seeds. */
const quickest = ['F05 kill -9 at offering', 'F11', 'F12', 'F17', 'F34'];
const faults = [...crashFaults, ...serverFaults, ...ruleFaults];
const chosen = quickest.map((name) => faults.find((fault) => fault.name.startsWith(name))!);

let harness: SendHarness;
beforeAll(async () => {
  harness = await createSendHarness();
  await harness.workers.keep(2);
});
afterAll(() => harness.close());

test.each(chosen)('nobody is lost or mailed twice: $name', { timeout: 60_000 }, async (fault) => {
  const { wrong } = await play(harness, fault, createRandom(1));

  expect(wrong).toEqual([]);
  expect(harness.workers.crashes()).toBe(0);
});
