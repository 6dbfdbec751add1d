import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';

export type Base = { name: string; suite: string; packages: readonly string[]; keepsExpired?: boolean };

/** Security updates reach an image at the latest with the next week. */
const week = () => Math.floor(Date.now() / (7 * 86_400_000));

/** An image of Debian's essential packages and those named, made by mmdebstrap where no registry is in reach. Answers its name. */
export async function debianBase(machine: Machine, base: Base): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([base, week()]))
    .digest('hex')
    .slice(0, 12);
  const image = `localhost/${base.name}:${hash}`;
  if (await exists(machine, image)) return image;
  const folder = join(machine.data, 'bases');
  const file = join(folder, `${base.name}-${hash}.tar`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) await makeFile(machine, base, file);
  await machine.podman('import', '--quiet', file, image);
  return image;
}

export const exists = (machine: Machine, image: string): Promise<boolean> =>
  machine.podman('image', 'exists', image).then(
    () => true,
    () => false,
  );

async function makeFile(machine: Machine, { name, suite, packages, keepsExpired }: Base, file: string): Promise<void> {
  machine.say(`${name} of Debian ${suite}`);
  // A mirror's list of a suite that is not released yet may be a few days too old for apt.
  const options = keepsExpired ? ['--aptopt=Acquire::Check-Valid-Until "false"'] : [];
  const unfinished = `${file}.part`;
  try {
    await machine.run('mmdebstrap', [
      '--quiet',
      '--variant=essential',
      '--format=tar',
      `--include=${packages.join(',')}`,
      ...options,
      suite,
      unfinished,
    ]);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
