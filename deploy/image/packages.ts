// What a package needs to run, found as Node finds it.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Package = { folder: string; manifest: Manifest };
type Manifest = {
  name: string;
  version: string;
  license?: unknown;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

const own = '@waggle/';

/**
 * Every package that one of these folders needs: its dependencies, its optional ones that are installed, and peers that are required.
 * Peers that are optional bring a test runner and a bundler along, and nobody asks for them. Packages of our own are bundled,
 * and whoever bundles them lists what they need.
 */
export function neededBy(folders: readonly string[]): Package[] {
  const found = new Map<string, Package>();
  const waiting = folders.map((folder) => realpathSync(folder));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    const manifest = readManifest(folder);
    found.set(folder, { folder, manifest });
    for (const { name, isRequired } of namesIn(manifest)) {
      const needed = find(folder, name);
      if (needed !== null) waiting.push(needed);
      else if (isRequired) throw new Error(`${manifest.name} needs ${name}, which is not installed.`);
    }
  }
  return [...found.values()].filter(({ manifest }) => !manifest.name.startsWith(own));
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

function namesIn({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: Manifest) {
  const required = [
    ...Object.keys(dependencies).filter((name) => !(name in optionalDependencies)),
    ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
  ];
  return [
    ...required.filter((name) => !name.startsWith(own)).map((name) => ({ name, isRequired: true })),
    ...Object.keys(optionalDependencies).map((name) => ({ name, isRequired: false })),
  ];
}

function find(from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === dirname(folder)) return null;
  }
}
