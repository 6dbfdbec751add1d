import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import type { Installation } from '#platform/installation/installation.ts';
import type { Secrets } from '#platform/secrets.ts';
import * as queries from './queries.ts';

/** `mailed` are hashes of the addresses their mails went to. */
export type ErasedPerson = { contactIds: string[]; addresses: string[]; mailed: Buffer[] };

/** Notes an erasure outside of the database. Fails when it cannot, and the erasure with it. */
export type ErasureJournal = (ctx: Context, erased: ErasedPerson) => Promise<void>;

/** Where no process with a journal is concerned. */
export const unjournaled: ErasureJournal = async () => {};

/** The note names nobody: ids, hashes of the addresses, and the key of the hashes under SECRET_KEY. */
export const createErasureJournal =
  ({ noteForGood }: Pick<Installation, 'noteForGood'>, secrets: Secrets): ErasureJournal =>
  async (ctx, { contactIds, addresses, mailed }) => {
    const { organizationId } = ctx;
    const { key, hashes } = await queries.hashesOf(ctx, addresses);
    const sealed = secrets.encrypt({ purpose: 'journal', owner: organizationId }, key.toString('base64'));
    noteForGood({
      k: 'erasure',
      organizationId,
      clientId: activeClient(ctx),
      contactIds,
      hashes: [...hashes, ...mailed].map((hash) => hash.toString('base64')),
      key: sealed.toString('base64'),
    });
  };
