import type { Database } from '../../platform/database/database.ts';
import type { FileCopy } from './copy.ts';
import { tokensInUse } from './queries.ts';

const pageSize = 500;

/** Takes out of the copy what was deleted and nobody asked for since. */
export async function forgetDeleted(database: Database, copy: FileCopy, signal: AbortSignal): Promise<void> {
  for (let token: string | undefined = ''; token !== undefined;) {
    const page: string[] = copy.tokensAfter(token, pageSize);
    if (page.length === 0) return;
    const inUse = new Set(await tokensInUse(database, page));
    if (signal.aborted) return;
    copy.forget(page.filter((each) => !inUse.has(each)));
    token = page.length === pageSize ? page.at(-1) : undefined;
  }
}
