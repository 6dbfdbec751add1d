// Everything that can be known without running the product.
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { isOutsideTransaction } from '../apps/server/src/platform/database/migration-files/run-file.ts';

type Step = { name: string; command: string; args: string[]; inspect?: (output: string) => string | null };

/** A cruiser that cannot read the code reports no violations; it must see at least this many modules. */
const fewestModules = 250;

const tsc = 'node_modules/@typescript/native/bin/tsc';
const projects = [
  'packages/automations',
  'packages/contracts',
  'packages/email',
  'packages/embed',
  'packages/form-page',
  'packages/forms',
  'apps/server',
  'apps/web',
  '.',
].filter((folder) => existsSync(`${folder}/tsconfig.json`));
const squawk = ['--config', 'apps/server/db/squawk.toml'];
/** The runner repeats what was cut off and sets the limits; `migration rules` looks after the rest. */
const excusedAlone = 'prefer-robust-stmts,require-lock-timeout,require-statement-timeout';
/** Those that run outside a transaction, or the others. */
const migrations = (alone: boolean) =>
  globSync('apps/server/db/migrations/*.sql')
    .filter((path) => isOutsideTransaction(readFileSync(path, 'utf8')) === alone)
    .sort();
const bin = (name: string) => `node_modules/.bin/${name}`;

const steps: Step[] = [
  { name: 'format', command: bin('oxfmt'), args: ['--check', '.'] },
  ...projects.map((folder) => ({ name: `types ${folder}`, command: tsc, args: ['-p', folder] })),
  { name: 'lint', command: bin('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  {
    name: 'imports',
    command: bin('depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', 'apps', 'packages'],
    inspect: (output) => {
      const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0);
      return modules >= fewestModules ? null : `only ${modules} modules were seen; the cruiser is blind`;
    },
  },
  { name: 'dead code', command: bin('knip'), args: [] },
  // What only tests use is dead as well, unless it is marked @internal with a reason.
  { name: 'dead code in production', command: bin('knip'), args: ['--production'] },
  { name: 'migrations', command: bin('squawk'), args: [...squawk, ...migrations(false)] },
  {
    name: 'migrations alone',
    command: bin('squawk'),
    args: [...squawk, '--no-assume-in-transaction', '--exclude', excusedAlone, ...migrations(true)],
  },
  { name: 'migration rules', command: 'node', args: ['scripts/migration-rules.ts'] },
  { name: 'supply chain', command: 'node', args: ['scripts/supply-chain.ts'] },
  { name: 'schema', command: 'node', args: ['scripts/generate-schema.ts', '--check'] },
];

/** Two cores: two at a time, the slowest first, so that nothing long is left over at the end. */
const workers = 2;
const slowest = ['lint', 'types apps/server', 'types apps/web', 'imports', 'types .', 'schema'];
const rank = ({ name }: Step): number => (slowest.includes(name) ? slowest.indexOf(name) : slowest.length);
const waiting = steps.toSorted((one, other) => rank(one) - rank(other));
let failed = 0;

await Promise.all(Array.from({ length: workers }, work));
if (failed > 0) {
  console.log(`\n${failed} of ${steps.length} checks failed.`);
  process.exitCode = 1;
}

async function work(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const started = performance.now();
    const complaint = await complaintOf(step);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(`${complaint ? 'failed' : 'ok    '}  ${step.name.padEnd(26)} ${seconds} s`);
    if (!complaint) continue;
    failed += 1;
    console.log(complaint.trim());
  }
}

/** What the tool says against it, or null. */
function complaintOf({ command, args, inspect }: Step): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error) resolve(`${stdout}${stderr}` || error.message);
      else resolve(inspect?.(stdout) ?? null);
    });
  });
}
