import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderIdOf } from './journal-folder.ts';

let scratch: string;
beforeEach(() => (scratch = mkdtempSync(join(tmpdir(), 'waggle-journal-'))));
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const rounds = 200;

/** Names of the same new folders, asked for by one of several threads; they begin each folder together. */
const idsIn = (gate: SharedArrayBuffer, threads: number) =>
  new Promise<string[]>((resolve, reject) => {
    const program = `
      import { parentPort, workerData } from 'node:worker_threads';
      import { folderIdOf } from ${JSON.stringify(new URL('journal-folder.ts', import.meta.url).href)};
      const gate = new Int32Array(workerData.gate);
      const ids = [];
      for (let round = 0; round < ${rounds}; round += 1) {
        Atomics.add(gate, round, 1);
        while (Atomics.load(gate, round) < ${threads});
        ids.push(folderIdOf(workerData.scratch + '/' + round));
      }
      parentPort.postMessage(ids);`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
      workerData: { gate, scratch },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

// The roles of one machine start together, and the one that read half a name did not start at all.
test('two that begin at once in a new folder agree on its name', async () => {
  const gate = new SharedArrayBuffer(rounds * 4);

  const [one, other] = await Promise.all([idsIn(gate, 2), idsIn(gate, 2)]);

  expect(one).toEqual(other);
  expect(new Set(one).size).toBe(rounds);
  expect(readdirSync(join(scratch, '0'))).toEqual(['folder.json']);
});

test('a name a full disk or a power cut left empty is told with what to do', () => {
  writeFileSync(join(scratch, 'folder.json'), '');

  expect(() => folderIdOf(scratch)).toThrow(/folder\.json.*remove/i);
});
