import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Refusal } from '../refusal.ts';

export const dumpFile = 'waggle.dump';
export const baseFolder = 'base';
/** PostgreSQL's own list of the files of a base backup, with their checksums. */
export const postgresManifest = 'backup_manifest';
export const baseManifest = `${baseFolder}/${postgresManifest}`;

const roleName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_$-]{0,62}$/);

const Manifest = z.object({
  kind: z.enum(['dump', 'base']),
  takenAt: z.iso.datetime(),
  /** Of Waggle. */
  version: z.string().max(40),
  serverMajor: z.number().int(),
  installation: z.object({ id: z.uuid(), epoch: z.number().int() }),
  /** A dump names roles and does not bring them along. */
  roles: z.array(
    z.object({
      name: roleName,
      login: z.boolean(),
      inherit: z.boolean(),
      createsRoles: z.boolean(),
      readsAll: z.boolean().default(false),
      copiesAll: z.boolean().default(false),
      memberOf: z.array(z.object({ name: roleName, isAdmin: z.boolean() })),
    }),
  ),
  files: z
    .array(z.object({ name: z.enum([dumpFile, baseManifest]), bytes: z.number().int(), sha256: z.string().length(64) }))
    .length(1),
});
export type Manifest = z.infer<typeof Manifest>;
type File = Manifest['files'][number];

const manifestFile = 'waggle-backup.json';

/** Written last, and on the disk when it resolves: a folder without it is no backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, manifestFile), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Of a finished backup; the files it lists are not looked at. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => {
    throw new Refusal(`${folder} holds no finished backup: ${manifestFile} is missing.`);
  });
  const manifest = Manifest.safeParse(parse(text)).data;
  if (!manifest) throw new Refusal(`${manifestFile} was changed after the backup, or is damaged.`);
  return manifest;
}

/** Reads it and compares every file it lists. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const file of manifest.files) {
    const { sha256 } = await describeFile(folder, file.name).catch(() => {
      throw new Refusal(`${file.name} is missing in ${folder}.`);
    });
    if (sha256 !== file.sha256) throw new Refusal(`${file.name} was changed after the backup, or is damaged.`);
  }
  return manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function describeFile(folder: string, name: File['name']): Promise<File> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, name)), hash);
  const { size } = await stat(join(folder, name));
  return { name, bytes: size, sha256: hash.digest('hex') };
}
