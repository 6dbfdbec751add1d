// Takes out of a production install what no process reads: packages only optional peers reach, maps, sources, types and notes.
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { neededBy, type Package } from './packages.ts';

/** Of the package manager: times, absolute paths, shell scripts, and links to our own packages, which are bundled. */
const bookkeeping = new Set(['.bin', '@waggle', '.modules.yaml', '.pnpm-workspace-state-v1.json', 'lock.yaml']);
const unread = /\.(map|[cm]?ts|tsx|tsbuildinfo|flow)$/;
/** Licences stay: whoever passes the image on must pass them on. */
const notes = /^(readme|changelog|changes|history|contributing|authors|security)(\.(md|markdown|txt))?$/i;

/** Answers what is left. */
export function prune(root: string): Package[] {
  const server = join(root, 'apps/server');
  const kept = neededBy([server]);
  requireDependencies(server, kept);
  const store = join(root, 'node_modules/.pnpm');
  const folders = new Set(kept.map(({ folder }) => folder.slice(store.length + 1).split('/')[0]));
  for (const name of readdirSync(store)) if (name !== 'node_modules' && !folders.has(name)) remove(join(store, name));
  sweep(join(root, 'node_modules'));
  sweep(join(server, 'node_modules'));
  return kept;
}

/** A package that is dropped by mistake would be missed by the first customer who needs it. */
function requireDependencies(server: string, kept: readonly Package[]): void {
  const { dependencies } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const names = new Set(kept.map(({ manifest }) => manifest.name));
  const missing = Object.keys(dependencies).filter((name) => !name.startsWith('@waggle/') && !names.has(name));
  if (missing.length > 0) throw new Error(`These dependencies are not installed: ${missing.join(', ')}.`);
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (bookkeeping.has(name)) remove(path);
    else if (stat.isSymbolicLink()) {
      if (!existsSync(resolve(dirname(path), readlinkSync(path)))) remove(path);
    } else if (stat.isDirectory()) {
      sweep(path);
      if (readdirSync(path).length === 0) remove(path);
    } else if (unread.test(name) || notes.test(basename(name))) remove(path);
  }
}

const remove = (path: string) => rmSync(path, { recursive: true, force: true });
