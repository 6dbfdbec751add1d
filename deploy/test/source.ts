import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Machine } from './machine.ts';

/** What git knows of the work tree, also what is not committed yet; nothing it ignores. */
export async function sourceFiles({ root, run }: Pick<Machine, 'root' | 'run'>): Promise<string[]> {
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

/** What no image is made of. */
const aside = /^(bench|docs|e2e|faults|knip\.jsonc|deploy\/(?!image\/|Containerfile))|\.test\.tsx?$|\.md$/;

/** Of everything an image is made of, and of the commit it names. */
export async function hashOfSource(machine: Machine): Promise<string> {
  const hash = createHash('sha256').update(await machine.run('git', ['rev-parse', 'HEAD'], { cwd: machine.root }));
  const paths = (await sourceFiles(machine)).filter((path) => !aside.test(path));
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(join(machine.root, path)));
  return hash.digest('hex').slice(0, 12);
}

/** A copy in a folder of its own, with its packages: what somebody else has on another machine. */
export async function copySource(machine: Machine, folder: string, hash: string): Promise<void> {
  if ((await hashOfSource(machine)) !== hash) throw new Error('The source was changed while these tests ran.');
  for (const path of await sourceFiles(machine)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(machine.root, path), join(folder, path));
  }
  const how = ['--frozen-lockfile', '--prefer-offline', '--ignore-scripts', '--silent'];
  await machine.run('pnpm', ['install', ...how], { cwd: folder });
}
