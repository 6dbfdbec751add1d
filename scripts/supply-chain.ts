// What can be known of the packages without asking anybody: none below the version that repaired a known hole, none that runs
// code when it is installed unless somebody decided so, and every version pinned. `node scripts/supply-chain.ts [folder]`
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Advisories = {
  /** Day on which somebody last looked for new ones. */
  reviewed: string;
  packages: { name: string; fixedIn: string; advisories: string[] }[];
};
type Installed = { name: string; version: string };
type Manifest = { name?: string; scripts?: Record<string, string> } & Partial<Record<(typeof sections)[number], Pins>>;
type Pins = Record<string, string>;

/** Days after which the list of advisories is too old to be trusted. */
const longestUnreviewed = 90;
const sections = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
const installScripts = ['preinstall', 'install', 'postinstall'];

/** Every package of the lock file, once for each version. */
export function packagesIn(lock: string): Installed[] {
  const section = /^packages:\n([^]*?)(?=^\S)/m.exec(`${lock}\nend:`)?.[1] ?? '';
  return [...section.matchAll(/^ {2}'?(@?[^@'\s]+)@([^:'(\s]+)'?:/gm)].map(([, name = '', version = '']) => ({
    name,
    version,
  }));
}

export function vulnerable(installed: readonly Installed[], { packages }: Advisories): string[] {
  return installed.flatMap(({ name, version }) => {
    const known = packages.find((each) => each.name === name);
    if (!known || !isOlder(version, known.fixedIn)) return [];
    return [`${name} ${version} has ${known.advisories.join(', ')}; use ${known.fixedIn} or newer`];
  });
}

/** A version before a release (1.2.0-beta.1) counts as older than it. */
export function isOlder(version: string, than: string): boolean {
  const [one = '', other = ''] = [version.split('-')[0], than.split('-')[0]];
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (let at = 0; at < 3; at += 1) if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) < (b[at] ?? 0);
  return version.includes('-') && !than.includes('-');
}

export function unreviewed({ reviewed }: Advisories, now: Date): string[] {
  const days = (now.getTime() - Date.parse(reviewed)) / 86_400_000;
  return days > longestUnreviewed
    ? [`scripts/advisories.json was last reviewed on ${reviewed}; look for new advisories and change the date`]
    : [];
}

/** An exact version, or a package of this repository. */
const pinned = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$|^workspace:\*$/;

export const unpinned = (file: string, manifest: Manifest): string[] =>
  sections.flatMap((section) =>
    Object.entries(manifest[section] ?? {})
      .filter(([, version]) => !pinned.test(version))
      .map(([name, version]) => `${file}: ${name} is not pinned (${version})`),
  );

/** Packages for which `pnpm-workspace.yaml` says whether they may run code when they are installed. */
export function decidedBuilds(workspace: string): Map<string, boolean> {
  const section = /^allowBuilds:\n((?: +.*\n)*)/m.exec(workspace)?.[1] ?? '';
  return new Map(
    [...section.matchAll(/^ +'?([^':\s]+)'?: (true|false)$/gm)].map(([, name = '', is]) => [name, is === 'true']),
  );
}

/** Settings that would let packages run code although nobody decided so, or take a release that is too young. */
export function weakSettings(workspace: string): string[] {
  const found =
    /^(?:dangerouslyAllowAllBuilds|onlyBuiltDependencies|ignoredBuiltDependencies|blockExoticSubdeps: false).*/m.exec(
      workspace,
    );
  const age = Number(/^minimumReleaseAge: (\d+)$/m.exec(workspace)?.[1] ?? 0);
  return [
    ...(found ? [`pnpm-workspace.yaml: ${found[0]}`] : []),
    ...(age < 4_320 ? ['pnpm-workspace.yaml: minimumReleaseAge is below three days'] : []),
  ];
}

export function undecidedBuilds(manifests: readonly Manifest[], decided: ReadonlyMap<string, boolean>): string[] {
  const running = manifests.filter(({ scripts = {} }) => installScripts.some((name) => name in scripts));
  const names = new Set(running.map(({ name = '' }) => name).filter((name) => !decided.has(name)));
  return [...names].map(
    (name) => `${name} runs code when it is installed; decide in pnpm-workspace.yaml (allowBuilds)`,
  );
}

const readManifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

/** What is installed, as each package describes itself. */
const installedManifests = (folder: string): Manifest[] =>
  globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: folder }).flatMap((path) => {
    const file = join(folder, path);
    return existsSync(file) ? [readManifest(file)] : [];
  });

export function complaintsAbout(folder: string, now: Date): string[] {
  const advisories = JSON.parse(readFileSync(new URL('advisories.json', import.meta.url), 'utf8')) as Advisories;
  const workspace = readFileSync(join(folder, 'pnpm-workspace.yaml'), 'utf8');
  const installed = packagesIn(readFileSync(join(folder, 'pnpm-lock.yaml'), 'utf8'));
  const manifests = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: folder })];
  return [
    // A reader of the lock file that finds nothing would report nothing.
    ...(installed.length < 100 ? [`only ${installed.length} packages were found in pnpm-lock.yaml`] : []),
    ...vulnerable(installed, advisories),
    ...unreviewed(advisories, now),
    ...manifests.flatMap((file) => unpinned(file, readManifest(join(folder, file)))),
    ...weakSettings(workspace),
    ...undecidedBuilds(installedManifests(folder), decidedBuilds(workspace)),
  ];
}

if (import.meta.main) {
  const complaints = complaintsAbout(process.argv[2] ?? process.cwd(), new Date());
  for (const complaint of complaints) console.log(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}
