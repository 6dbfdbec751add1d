// Runs every stage even when an earlier one failed, counts tests over all of them, and closes with one line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Failure, playwrightResults, type Results, vitestResults } from './ci/results.ts';

/** Failing files that are run once more: more than that is no bad moment of the machine. */
const mostAgain = 3;
/** Lines of each failure that are told again at the end. */
const linesTold = 12;

const scratch = mkdtempSync(join(tmpdir(), 'waggle-ci-'));
const total: Results = { passed: 0, failed: [], second: [] };

stage('check', ['check']);
stage('audit', ['exec', 'node', 'scripts/audit.ts']);
stage('test', vitest('test'), withSecondTry);
stage('build', ['build']);
stage('e2e', ['e2e'], () => playwrightResults(`${scratch}/e2e.json`));

// Last, because whoever reads a log of thousands of lines sees its end, and some see nothing else.
for (const each of total.second) tell('passed at the second try', each);
for (const each of total.failed) tell('failed', each);
console.log(`${total.passed} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 ? 0 : 1;

function stage(name: string, args: string[], results?: () => Results): void {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const isGreen = run(args);
  const { passed, failed, second } = results ? safely(results) : { passed: isGreen ? 1 : 0, failed: [], second: [] };
  // A runner that died before it could count has failed all the same.
  if (!isGreen && failed.length === 0 && second.length === 0) failed.push({ name, message: '' });
  total.passed += passed;
  total.failed.push(...failed);
  total.second.push(...second);
  console.log(`== ${name} took ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}

function run(args: string[]): boolean {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: `${scratch}/e2e.json` };
  return spawnSync('pnpm', args, { stdio: 'inherit', env }).status === 0;
}

function vitest(name: string, files: string[] = []): string[] {
  return ['test', '--reporter=default', '--reporter=json', `--outputFile.json=${scratch}/${name}.json`, ...files];
}

/** A machine that others use too can be slow at a bad moment; the browser suite tries again by itself. */
function withSecondTry(): Results {
  const first = vitestResults(`${scratch}/test.json`);
  if (first.files.length === 0 || first.files.length > mostAgain) return first;
  run(vitest('again', first.files));
  const again = vitestResults(`${scratch}/again.json`);
  const failed = again.failed.map(({ name }) => name);
  const second = first.failed.filter(({ name }) => !failed.includes(name));
  return { passed: first.passed - first.passedInFiles + again.passed, failed: again.failed, second };
}

function safely(results: () => Results): Results {
  try {
    return results();
  } catch (error) {
    return { passed: 0, failed: [{ name: 'the results could not be read', message: String(error) }], second: [] };
  }
}

function tell(how: string, { name, message }: Failure): void {
  console.log(`${how}: ${name}`);
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line !== '' && !/node_modules|<anonymous>/.test(line));
  for (const line of lines.slice(0, linesTold)) console.log(`    ${line.slice(0, 200)}`);
}
