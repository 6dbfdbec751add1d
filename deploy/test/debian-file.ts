import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** The files of a package of another release, unpacked into a folder and not installed. */
export async function debianFile(machine: Machine, suite: string, name: string): Promise<string> {
  const folder = join(machine.data, 'unpacked', `${name}-${suite}`);
  if (existsSync(folder)) return folder;
  mkdirSync(join(machine.data, 'unpacked'), { recursive: true });
  const scratch = mkdtempSync(join(machine.data, 'apt-'));
  try {
    const sources = join(scratch, 'sources.list');
    writeFileSync(sources, `deb [signed-by=${keyring}] ${await mirror(machine)} ${suite} main\n`);
    for (const each of ['lists/partial', 'cache/archives/partial', 'files'])
      mkdirSync(join(scratch, each), { recursive: true });
    const settings = {
      'Dir::Etc::SourceList': sources,
      'Dir::Etc::SourceParts': '/dev/null',
      'Dir::State::Lists': join(scratch, 'lists'),
      'Dir::Cache': join(scratch, 'cache'),
      'APT::Sandbox::User': 'root',
    };
    const options = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
    await machine.run('apt-get', ['-qq', ...options, 'update']);
    await machine.run('apt-get', ['-qq', ...options, 'download', name], { cwd: scratch });
    const file = readdirSync(scratch).find((each) => each.endsWith('.deb'));
    if (!file) throw new Error(`${name} of ${suite} was not downloaded.`);
    await machine.run('dpkg-deb', ['-x', join(scratch, file), join(scratch, 'files')]);
    renameSync(join(scratch, 'files'), folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}

/** Where this machine gets Debian from. */
async function mirror({ run }: Machine): Promise<string> {
  const listed = await run('apt-get', [
    'indextargets',
    '--format',
    '$(ORIGIN) $(LABEL) $(SITE)',
    'Created-By: Packages',
    'Origin: Debian',
  ]);
  const [, site] = /^Debian Debian (\S+)$/m.exec(listed) ?? [];
  if (!site) throw new Error('This machine names no mirror of Debian.');
  return site;
}
