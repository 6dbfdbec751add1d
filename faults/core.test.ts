import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { createSendBed, type SendBed } from './send-bed.ts';
import { crashFaults } from './send-crashes.ts';
import { play } from './send-play.ts';
import { ruleFaults } from './send-rules.ts';
import { serverFaults } from './send-server.ts';

/** The quickest of `pnpm faults core`, which plays all of them with three seeds. */
const quickest = ['F05 kill -9 at offering', 'F11', 'F12', 'F17', 'F34'];
const faults = [...crashFaults, ...serverFaults, ...ruleFaults];
const chosen = quickest.map((name) => faults.find((fault) => fault.name.startsWith(name))!);

let bed: SendBed;
beforeAll(async () => {
  bed = await createSendBed();
  await bed.workers.keep(2);
});
afterAll(() => bed.close());

test.each(chosen)('nobody is lost or mailed twice: $name', { timeout: 60_000 }, async (fault) => {
  const { wrong } = await play(bed, fault, createRandom(1));

  expect(wrong).toEqual([]);
  expect(bed.workers.crashes()).toBe(0);
});
