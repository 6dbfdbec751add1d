// Runs every stage even when an earlier one failed, counts tests over all of them, and closes with one line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Count = { passed: number; failed: number; names: string[] };

const scratch = mkdtempSync(join(tmpdir(), 'waggle-ci-'));
const total: Count = { passed: 0, failed: 0, names: [] };

stage('check', ['check']);
stage('audit', ['exec', 'node', 'scripts/audit.ts']);
stage('test', ['test', '--reporter=default', '--reporter=json', `--outputFile.json=${scratch}/test.json`], countVitest);
stage('build', ['build']);
stage('e2e', ['e2e'], countPlaywright, { PLAYWRIGHT_JSON_OUTPUT_FILE: `${scratch}/e2e.json` });

// Last, because whoever reads a log of thousands of lines sees its end.
for (const name of total.names) console.log(`failed: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function stage(name: string, args: string[], count?: () => Count, env: Record<string, string> = {}): void {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const { status } = spawnSync('pnpm', args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const counted = count ? safely(count) : { passed: status === 0 ? 1 : 0, failed: 0, names: [] };
  // A runner that died before it could count has failed all the same.
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  if (counted.failed > 0 && counted.names.length === 0) counted.names.push(name);
  total.passed += counted.passed;
  total.failed += counted.failed;
  total.names.push(...counted.names);
  console.log(`== ${name} took ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}

function safely(count: () => Count): Count {
  try {
    return count();
  } catch {
    return { passed: 0, failed: 1, names: [] };
  }
}

function countVitest(): Count {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(`${scratch}/test.json`, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  // A file that fails as a whole has no failed test to name.
  const names = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length > 0 ? failed.map(({ fullName }) => `${name} ${fullName}`) : [name];
    });
  return { passed: numPassedTests, failed: Math.max(numFailedTests, names.length), names };
}

function countPlaywright(): Count {
  const { stats, suites } = JSON.parse(readFileSync(`${scratch}/e2e.json`, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: Suite[];
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, names: suites.flatMap(namesIn) };
}

type Suite = { specs?: { title: string; file: string; ok: boolean }[]; suites?: Suite[] };

function namesIn({ specs = [], suites = [] }: Suite): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ title, file }) => `${file} ${title}`);
  return [...failed, ...suites.flatMap(namesIn)];
}
