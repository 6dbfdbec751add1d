// What a feature costs: adds the fixture `notes` to a copy of the tree, prints the shared files it touched, and tests the copy.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { addNotes, copyTree, touchedFiles, typeErrors } from './feature-cost/add-notes.ts';

/** Those that know features only from the lists. */
const tests = ['test/features', 'test/tables', 'matrix/coverage', 'lib/locales', 'audit-sentence', 'scripts/sentences'];

const copy = copyTree();
try {
  addNotes(copy);
  for (const { file, added, removed } of touchedFiles(copy)) console.log(`${file} +${added} -${removed}`);
  console.log(`feature-cost shared_files=${touchedFiles(copy).length}`);
  const errors = await typeErrors(copy);
  console.log(errors.join('\n') || 'types: ok');
  const { status } = spawnSync('node_modules/.bin/vitest', ['run', '--maxWorkers=1', ...tests], {
    cwd: copy,
    stdio: 'inherit',
  });
  process.exitCode = errors.length > 0 ? 1 : (status ?? 1);
} finally {
  rmSync(copy, { recursive: true });
}
