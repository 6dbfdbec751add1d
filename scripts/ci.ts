// Runs every stage even when an earlier one failed, counts tests over all of them, and closes with one line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Count = { passed: number; failed: number };

const scratch = mkdtempSync(join(tmpdir(), 'waggle-ci-'));
const total: Count = { passed: 0, failed: 0 };

stage('check', ['check']);
stage('test', ['test', '--reporter=default', '--reporter=json', `--outputFile.json=${scratch}/test.json`], countVitest);
stage('build', ['build']);
stage('e2e', ['e2e'], countPlaywright, { PLAYWRIGHT_JSON_OUTPUT_FILE: `${scratch}/e2e.json` });

console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function stage(name: string, args: string[], count?: () => Count, env: Record<string, string> = {}): void {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const { status } = spawnSync('pnpm', args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const counted = count ? safely(count) : { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  // A runner that died before it could count has failed all the same.
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  total.passed += counted.passed;
  total.failed += counted.failed;
  console.log(`== ${name} took ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}

function safely(count: () => Count): Count {
  try {
    return count();
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function countVitest(): Count {
  const report = JSON.parse(readFileSync(`${scratch}/test.json`, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

function countPlaywright(): Count {
  const { stats } = JSON.parse(readFileSync(`${scratch}/e2e.json`, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}
