import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waggleBase } from './base-list.ts';
import { debianBase, exists } from './bases.ts';
import type { Machine } from './machine.ts';
import { copySource, hashOfSource } from './source.ts';

/** Where its bill of materials is, and below `root/opt/waggle` what is inside. */
export type WaggleImage = { name: string; digest: string; out: string; hash: string };

/** Stands in the environment and in files beside the source while an image is built, and must not be in it. */
export const canary = 'canary-that-must-not-be-in-an-image';

/** Of the work tree as it is; built once for each state of it. */
export async function waggleImage(machine: Machine): Promise<WaggleImage> {
  const hash = await hashOfSource(machine);
  const out = join(machine.data, 'waggle', hash);
  const name = `localhost/waggle-test:${hash}`;
  if ((await exists(machine, name)) && existsSync(join(out, 'image.txt')))
    return describe(machine, { name, out, hash });
  return buildWaggle(machine, { name, out, hash });
}

/** From a fresh copy of the source, in a folder nobody has built in before. */
export async function buildWaggle(machine: Machine, wanted: Omit<WaggleImage, 'digest'>): Promise<WaggleImage> {
  const { name, out, hash } = wanted;
  machine.say(`building ${name}`);
  const base = await debianBase(machine, waggleBase);
  const source = mkdtempSync(join(tmpdir(), 'waggle-source-'));
  try {
    await copySource(machine, source, hash);
    for (const file of ['.env', 'deploy/.env', 'apps/server/.env'])
      writeFileSync(join(source, file), `SECRET_KEY=${canary}\n`);
    const tag = `localhost/waggle-build-${source.slice(-6).toLowerCase()}`;
    await machine.run(process.execPath, ['deploy/image/build.ts', '--base', base, '--out', out, '--tag', tag], {
      cwd: source,
      env: {
        SECRET_KEY: canary,
        SOURCE_DATE_EPOCH: await committedAt(machine),
        SOURCE_REVISION: await revision(machine),
      },
    });
    await machine.podman('tag', `${tag}:latest`, name);
    await machine.podman('untag', name, ...(await tagsOf(machine, tag)));
  } finally {
    rmSync(source, { recursive: true, force: true });
  }
  // What is left of the images of former states has no name any more; everything here is ours.
  await machine.podman('image', 'prune', '--force');
  return describe(machine, wanted);
}

const committedAt = ({ run, root }: Machine) => run('git', ['log', '-1', '--format=%ct'], { cwd: root });
const revision = ({ run, root }: Machine) => run('git', ['rev-parse', 'HEAD'], { cwd: root });

async function tagsOf(machine: Machine, repository: string): Promise<string[]> {
  const listed = await machine.podman('images', '--format', '{{.Repository}}:{{.Tag}}', repository);
  // The engine lists other names of the same image as well.
  return listed.split('\n').filter((each) => each.startsWith(`${repository}:`));
}

async function describe(machine: Machine, wanted: Omit<WaggleImage, 'digest'>): Promise<WaggleImage> {
  const digest = await machine.podman('image', 'inspect', '--format', '{{.Digest}} {{.Id}}', wanted.name);
  return { ...wanted, digest };
}

export const billOf = ({ out }: WaggleImage) =>
  JSON.parse(readFileSync(join(out, 'bill-of-materials.json'), 'utf8')) as {
    components: { name: string; version: string; purl: string }[];
  };
