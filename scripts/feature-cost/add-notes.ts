import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const fixture = join(root, 'scripts/fixtures/notes');

/** A feature is named in these. */
const lists = ['packages/contracts/src/features.ts', 'apps/server/src/features.ts', 'apps/web/src/features.ts'];
/** Written by `pnpm db:schema`. */
const generated = 'apps/server/src/platform/schema.ts';

/** The tree as it stands, with the packages that are installed here. */
export function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'waggle-feature-cost-'));
  for (const file of filesOf()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // Links to packages of the workspace are relative and lead into the copy.
  for (const folder of globSync('{apps,packages}/*/node_modules', { cwd: root }))
    cpSync(join(root, folder), join(copy, folder), { recursive: true, verbatimSymlinks: true });
  return copy;
}

const filesOf = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && !file.startsWith('scripts/fixtures/') && existsSync(join(root, file)));

/** The feature `notes`: a table, three calls, a job, an event, a screen and its texts. */
export function addNotes(copy: string): void {
  cpSync(fixture, copy, { recursive: true });
  for (const file of lists) {
    const path = join(copy, file);
    writeFileSync(path, listed(readFileSync(path, 'utf8')));
  }
  execFileSync('node', ['scripts/generate-schema.ts'], { cwd: copy, stdio: 'pipe' });
}

/** As somebody would add it: an import, and a word at the end of the list. */
function listed(text: string): string {
  const [last = ''] = /import \{ settings \} from [^\n]*\n/.exec(text) ?? [];
  return text
    .replace(last, `${last.replaceAll('settings', 'notes')}${last}`)
    .replace(/(export const features[^=]*= \[[^\]]*?)(,?\s*)\]/, '$1, notes$2]');
}

export type Touched = { file: string; added: number; removed: number };

/** Every file of the tree that differs in the copy, but for what is generated. */
export function touchedFiles(copy: string): Touched[] {
  return filesOf().flatMap((file) => {
    if (file === generated) return [];
    const [before, after] = [root, copy].map((folder) => readFileSync(join(folder, file), 'utf8').split('\n'));
    if (!before || !after || before.join('\n') === after.join('\n')) return [];
    const added = after.filter((line) => !before.includes(line)).length;
    return [{ file, added, removed: before.filter((line) => !after.includes(line)).length }];
  });
}

/** What TypeScript has against the copy. */
export async function typeErrors(copy: string): Promise<string[]> {
  const projects = ['packages/contracts', 'apps/server', 'apps/web'];
  const answers = projects.map((project) =>
    run('node_modules/@typescript/native/bin/tsc', ['-p', project], { cwd: copy }).then(
      () => [],
      (error: { stdout: string }) => error.stdout.split('\n').filter((line) => line.includes('error')),
    ),
  );
  return (await Promise.all(answers)).flat();
}
