// The image: twice the same, small, without rights and tools, complete, and with a true bill of materials.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Figure } from '../../bench/figures.ts';
import type { Machine, Part } from './machine.ts';
import { billOf, buildWaggle, canary, type WaggleImage, waggleImage } from './waggle-image.ts';

const mostMegabytes = 150;

export const image: Part = {
  name: 'image',
  async run(machine): Promise<Figure[]> {
    const built = await waggleImage(machine);
    return [
      await sizeAndDigest(machine, built),
      await rights(machine, built),
      await contents(machine, built),
      bill(machine, built),
      await secrets(machine, built),
    ];
  },
};

async function sizeAndDigest(machine: Machine, built: WaggleImage): Promise<Figure> {
  const twin = { name: 'localhost/waggle-again:test', out: join(machine.data, 'again'), hash: built.hash };
  const again = await buildWaggle(machine, twin);
  const isSame = again.digest === built.digest && documents(again) === documents(built);
  // Both names are of one image where they are the same, and podman 4.3 takes both away by `untag`.
  rmSync(again.out, { recursive: true });
  const layout = join(machine.data, 'layout');
  rmSync(layout, { recursive: true, force: true });
  await machine.run('skopeo', ['copy', '--quiet', `containers-storage:${built.name}`, `oci:${layout}:waggle`]);
  const blobs = join(layout, 'blobs/sha256');
  const bytes = readdirSync(blobs).reduce((sum, name) => sum + statSync(join(blobs, name)).size, 0);
  rmSync(layout, { recursive: true });
  const mb = bytes / 1e6;
  return {
    values: { mb: mb.toFixed(1), most: mostMegabytes, digest: isSame ? 'same' : 'differs' },
    ok: isSame && mb <= mostMegabytes,
  };
}

const documents = ({ out }: WaggleImage): string =>
  ['bill-of-materials.json', 'licences.txt']
    .map((name) =>
      createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex'),
    )
    .join();

const hardened = ['--rm', '--network=none', '--read-only', '--cap-drop=all', '--security-opt=no-new-privileges'];

async function rights(machine: Machine, { name }: WaggleImage): Promise<Figure> {
  const ask = (options: readonly string[], script: string) =>
    machine.podman('run', ...options, '--entrypoint=sh', name, '-c', script);
  const [uid, version] = [await ask(hardened, 'id -u'), await machine.podman('run', ...hardened, name, '--version')];
  // As root with its rights: nobody else sees every folder.
  const asRoot = ['--rm', '--network=none', '--user=0'];
  const setuid = lines(await ask(asRoot, 'find / -xdev -type f -perm /6000'));
  const writable = lines(
    await ask(asRoot, String.raw`find /opt /usr /etc -xdev ! -type l \( -user 10001 -o -group 10001 -o -perm -2 \)`),
  );
  return {
    values: { uid, version, setuid: setuid.length, writable: writable.length },
    ok: uid === '10001' && setuid.length === 0 && writable.length === 0,
  };
}

const lines = (text: string): string[] => text.split('\n').filter(Boolean);

/** Compilers, package managers and what only builds and tests need. */
const unwanted =
  /\/node_modules\/(vitest|vite|rolldown|typescript|lightningcss|esbuild|happy-dom|playwright|oxlint)\/package\.json$/;
const programs = ['npm', 'npx', 'pnpm', 'apt-get', 'curl', 'wget', 'gcc', 'make', 'python3', 'git'];

/** What the bundles ask npm's packages for. */
function importsOf(dist: string): string[] {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('browser'))
    .flatMap((path) => [
      ...readFileSync(join(dist, path), 'utf8').matchAll(
        /^(?:import|export) (?:[^'"]*? from )?["']([^'"./][^'"]*)["'];?$/gm,
      ),
    ])
    .map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !isBuiltin(name));
}

/** In the image, from the folder of the server: what was pruned by mistake is missed here. */
const importAll = `
  for (const name of process.argv.slice(1)) await import(name);
  console.log(process.argv.length - 1);
  process.exit(0);`;

async function contents(machine: Machine, { name, out }: WaggleImage): Promise<Figure> {
  const files = readdirSync(join(out, 'root/opt/waggle'), { recursive: true, encoding: 'utf8' });
  const tools = files.filter((path) => unwanted.test(`/${path}`));
  const script = programs.map((program) => `command -v ${program} || true`).join('; ');
  const found = lines(await machine.podman('run', ...hardened, '--entrypoint=sh', name, '-c', script));
  const asked = importsOf(join(out, 'root/opt/waggle/apps/server/dist'));
  const node = ['--entrypoint=/opt/waggle/bin/node', '--workdir=/opt/waggle/apps/server', '--tmpfs=/tmp'];
  const imported = await machine.podman(
    'run',
    ...hardened,
    ...node,
    name,
    '--input-type=module',
    '--eval',
    importAll,
    ...asked,
  );
  for (const each of [...tools, ...found]) machine.say(`not wanted inside: ${each}`);
  return {
    values: { imported, tools: tools.length + found.length },
    ok: Number(imported) > 20 && tools.length + found.length === 0,
  };
}

function bill(machine: Machine, built: WaggleImage): Figure {
  const { components } = billOf(built);
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const { dependencies } = JSON.parse(readFileSync(join(machine.root, 'apps/server/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const direct = Object.entries(dependencies).filter(([name]) => !name.startsWith('@waggle/'));
  const missing = direct.filter(([name, version]) => !listed.has(`${name}@${version}`));
  const debian = components.filter(({ purl }) => purl.startsWith('pkg:deb/')).length;
  const licensed = readFileSync(join(built.out, 'licences.txt'), 'utf8').includes('Permission is hereby granted');
  return {
    values: { components: components.length, debian, missing: missing.length },
    ok: missing.length === 0 && debian > 0 && licensed,
  };
}

async function secrets(machine: Machine, { name }: WaggleImage): Promise<Figure> {
  const script = `set -o pipefail; podman save --format=docker-archive "$1" | tar -xO | grep -a -c -F "$2" || [ $? = 1 ]`;
  const layers = await machine.run('bash', ['-c', script, 'bash', name, canary]);
  return { values: { secrets: Number(layers) }, ok: Number(layers) === 0 };
}
