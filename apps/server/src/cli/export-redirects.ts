import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { publicAddress } from '@waggle/contracts/web-address';
import { createNginxRules } from '../edge/nginx-rules.ts';
import { targetsAfter } from '../edge/queries.ts';
import { type Redirect, writeNotFoundPage, writePages } from '../edge/static-site.ts';
import type { Config } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';

const pageSize = 500;

export async function exportRedirectsCommand(config: Config, folder: string | undefined): Promise<void> {
  if (!folder) throw new Error('Say `waggle export-redirects <folder>`.');
  const database = openDatabase(config);
  try {
    const count = await exportRedirects(database, folder);
    console.log(`${count} redirects are in ${folder}: as pages in qr/, and for nginx in nginx.conf.`);
  } finally {
    await database.close();
  }
}

/** Everything a printed code needs, in files: it goes on working where nothing of ours runs any more. */
export async function exportRedirects(database: Database, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  // Pages of codes that are inactive by now must not stay.
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  await writeNotFoundPage(folder);

  const rules = await createNginxRules(join(folder, 'nginx.conf'));
  let count = 0;
  for await (const redirects of activeRedirects(database)) {
    await writePages(folder, redirects);
    await rules.add(redirects);
    count += redirects.length;
  }
  await rules.finish();
  return count;
}

async function* activeRedirects(database: Database): AsyncGenerator<Redirect[]> {
  for (let code: string | undefined = ''; code !== undefined;) {
    const rows = await targetsAfter(database, code, pageSize);
    yield rows.flatMap(({ shortCode, targetUrl, isActive }) => {
      const location = isActive && targetUrl !== null ? publicAddress(targetUrl) : null;
      return location === null ? [] : [{ shortCode, location }];
    });
    code = rows.length < pageSize ? undefined : rows.at(-1)!.shortCode;
  }
}
