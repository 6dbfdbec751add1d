// Runs every stage even when an earlier one failed, counts tests over all of them, and closes with one line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Count = { passed: number; failed: number; names: string[]; files?: string[]; unsteady?: string[] };

/** More failed files than this are no accident of a busy machine. */
const mostRepeated = 5;

const scratch = mkdtempSync(join(tmpdir(), 'waggle-ci-'));
const total = { passed: 0, failed: 0, names: [] as string[], unsteady: [] as string[] };

stage('check', ['check']);
stage('audit', ['exec', 'node', 'scripts/audit.ts']);
stage('test', vitest('test.json'), () => countVitest('test.json', repeatAlone));
stage('build', ['build']);
stage('e2e', ['e2e'], countPlaywright, { PLAYWRIGHT_JSON_OUTPUT_FILE: `${scratch}/e2e.json` });

// Last, because whoever reads a log of thousands of lines sees its end.
for (const name of total.unsteady) console.log(`unsteady, passed when repeated: ${name}`);
for (const name of total.names) console.log(`failed: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function stage(name: string, args: string[], count?: () => Count, env: Record<string, string> = {}): void {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const { status } = spawnSync('pnpm', args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const counted: Count = count ? safely(count) : { passed: status === 0 ? 1 : 0, failed: 0, names: [] };
  // A runner that died before it could count has failed all the same.
  if (status !== 0 && counted.failed === 0 && !counted.unsteady?.length) counted.failed = 1;
  if (counted.failed > 0 && counted.names.length === 0) counted.names.push(name);
  total.passed += counted.passed;
  total.failed += counted.failed;
  total.names.push(...counted.names);
  total.unsteady.push(...(counted.unsteady ?? []));
  console.log(`== ${name} took ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}

function safely(count: () => Count): Count {
  try {
    return count();
  } catch {
    return { passed: 0, failed: 1, names: [] };
  }
}

function vitest(output: string, files: string[] = []): string[] {
  return ['test', '--reporter=default', '--reporter=json', `--outputFile.json=${scratch}/${output}`, ...files];
}

/**
 * A few files that failed run once more with nothing beside them: what passes then is named as unsteady, to be mended, and
 * does not keep everything else from landing.
 */
function repeatAlone(first: Count): Count {
  const files = first.files ?? [];
  if (files.length === 0 || files.length > mostRepeated) return first;
  console.log(`\n== test again: ${files.join(' ')}`);
  spawnSync('pnpm', vitest('again.json', files), { stdio: 'inherit' });
  const again = countVitest('again.json', (count) => count);
  const unsteady = first.names.filter((name) => !again.names.includes(name));
  return {
    passed: first.passed + first.failed - again.failed,
    failed: again.failed,
    names: again.names,
    unsteady,
  };
}

function countVitest(output: string, repeat: (first: Count) => Count): Count {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(`${scratch}/${output}`, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  const broken = testResults.filter(({ status }) => status === 'failed');
  // A file that fails as a whole has no failed test to name.
  const names = broken.flatMap(({ name, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    return failed.length > 0 ? failed.map(({ fullName }) => `${name} ${fullName}`) : [name];
  });
  const files = broken.map(({ name }) => name);
  return repeat({ passed: numPassedTests, failed: Math.max(numFailedTests, names.length), names, files });
}

function countPlaywright(): Count {
  const { stats, suites } = JSON.parse(readFileSync(`${scratch}/e2e.json`, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: Suite[];
  };
  const specs = suites.flatMap(specsIn);
  const named = (some: Spec[]) => some.map(({ title, file }) => `${file} ${title}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    names: named(specs.filter(({ ok }) => !ok)),
    unsteady: named(specs.filter(({ ok, tests }) => ok && tests.some(({ status }) => status === 'flaky'))),
  };
}

type Spec = { title: string; file: string; ok: boolean; tests: { status: string }[] };
type Suite = { specs?: Spec[]; suites?: Suite[] };

function specsIn({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsIn)];
}
