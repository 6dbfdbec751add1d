// What an installation consists of, whether in an image or in /opt/waggle: Node, the bundles, their packages, the web app.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Package } from './packages.ts';
import { prune } from './prune.ts';

/** What pnpm must see to install by the lock file. */
const manifests = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'apps/*/package.json',
  'packages/*/package.json',
];

/** Fills an empty folder from a source tree whose packages are installed. Answers the packages inside. */
export function assemble(source: string, folder: string): Package[] {
  build(source);
  for (const path of globSync(manifests, { cwd: source })) copy(join(source, path), join(folder, path));
  const how = ['--prod', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', '--reporter=silent'];
  // Links into pnpm's store would change the store with everything that is changed here.
  pnpm(folder, 'install', ...how, '--config.package-import-method=copy', '--filter=@waggle/server');
  const packages = prune(folder);
  for (const path of globSync(manifests, { cwd: folder }))
    if (path !== 'apps/server/package.json') rmSync(join(folder, path));
  for (const empty of ['apps/web', 'packages']) rmSync(join(folder, empty), { recursive: true });

  copy(join(source, 'apps/server/dist'), join(folder, 'apps/server/dist'));
  copy(join(source, 'apps/web/dist'), join(folder, 'web'));
  copy(join(source, 'deploy/image/waggle'), join(folder, 'bin/waggle'));
  copy(process.execPath, join(folder, 'bin/node'));
  copy(join(source, 'LICENSE'), join(folder, 'LICENSE'));
  evenModes(folder);
  return packages;
}

const build = (source: string) =>
  void execFileSync(process.execPath, ['scripts/build.ts'], { cwd: source, stdio: 'pipe' });

const pnpm = (cwd: string, ...args: string[]) =>
  void execFileSync('pnpm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CI: 'true' } });

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
}

/** Those of a file depend on who built it where. */
function evenModes(folder: string): void {
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) evenModes(path);
    else if (!stat.isSymbolicLink()) chmodSync(path, stat.mode & 0o111 ? 0o755 : 0o644);
  }
}
