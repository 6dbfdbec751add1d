import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addNotes, copyTree, touchedFiles, typeErrors } from './feature-cost/add-notes.ts';

let copy: string;
beforeAll(() => {
  copy = copyTree();
  addNotes(copy);
}, 120_000);
afterAll(() => rmSync(copy, { recursive: true }));

test('a feature is listed in three files, with an import and a word in each', () => {
  expect(touchedFiles(copy)).toEqual([
    { file: 'apps/server/src/features.ts', added: 2, removed: 1 },
    { file: 'apps/web/src/features.ts', added: 2, removed: 1 },
    { file: 'packages/contracts/src/features.ts', added: 2, removed: 1 },
  ]);
});

// Compiling everything a second time takes a minute of two cores.
test.runIf(process.env['NIGHTLY'] === '1')('nothing else has to know it: the tree compiles', async () => {
  expect(await typeErrors(copy)).toEqual([]);
});
