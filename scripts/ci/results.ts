import { readFileSync } from 'node:fs';

export type Failure = { name: string; message: string };
/** `second` failed at first and passed when it was run again: no reason to stop, and a defect to be mended. */
export type Results = { passed: number; failed: Failure[]; second: Failure[] };

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

type VitestFile = {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
};

/** With the files that failed, to run them again, and what passed in them. */
export function vitestResults(file: string): Results & { files: string[]; passedInFiles: number } {
  const { numPassedTests, testResults } = read(file) as { numPassedTests: number; testResults: VitestFile[] };
  const bad = testResults.filter(({ status }) => status === 'failed');
  const failed = bad.flatMap(({ name, message, assertionResults }): Failure[] => {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    // A file that fails as a whole has no failed test to name.
    if (tests.length === 0) return [{ name, message }];
    return tests.map((test) => ({ name: `${name} ${test.fullName}`, message: test.failureMessages.join('\n') }));
  });
  const passedIn = ({ assertionResults }: VitestFile) =>
    assertionResults.filter(({ status }) => status === 'passed').length;
  return {
    passed: numPassedTests,
    failed,
    second: [],
    files: bad.map(({ name }) => name),
    passedInFiles: bad.reduce((sum, each) => sum + passedIn(each), 0),
  };
}

type Spec = {
  title: string;
  file: string;
  tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: { errors: { message?: string }[] }[] }[];
};
type Suite = { specs?: Spec[]; suites?: Suite[] };

export function playwrightResults(file: string): Results {
  const { stats, suites } = read(file) as { stats: { expected: number; flaky: number }; suites: Suite[] };
  const specs = suites.flatMap(specsIn);
  return {
    passed: stats.expected + stats.flaky,
    failed: specs.flatMap((spec) => failureOf(spec, 'unexpected')),
    second: specs.flatMap((spec) => failureOf(spec, 'flaky')),
  };
}

const specsIn = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsIn)];

const failureOf = ({ title, file, tests }: Spec, status: string): Failure[] =>
  tests
    .filter((test) => test.status === status)
    .map(({ results }) => ({
      name: `${file} ${title}`,
      message: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)).join('\n'),
    }));
