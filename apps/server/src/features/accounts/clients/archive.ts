import type { FormsChoice } from '@waggle/contracts/clients';
import { type Context, inTransaction } from '#platform/context.ts';
import { clientArchived } from '#platform/http/archived-clients.ts';
import { notFound } from '#platform/problem.ts';
import type { ServedAccounts } from '../accounts.ts';
import { shareOrganization, withDirectory } from '../queries.ts';
import { wholeOrganization } from '../whole-organization.ts';
import { endLinksOf, findOpenLinks } from '../guests/queries.ts';
import * as queries from './queries.ts';
import { refuseBusiness } from './refuse-business.ts';

/** What an archive would stop, and what goes on. */
export async function readArchive(accounts: ServedAccounts, ctx: Context, clientId: string) {
  const wide = wholeOrganization(accounts, ctx);
  if (!(await queries.findClient(wide, clientId))) throw notFound();
  const counts = { campaigns: 0, automations: 0, reports: 0, forms: 0, codes: 0 };
  for (const { kind, count } of accounts.clientWork) counts[kind] += await count(wide, clientId);
  const people = (await queries.findLimitedTo(wide, clientId)).length;
  return { ...counts, people, guestLinks: (await findOpenLinks(wide, clientId)).length };
}

export function archiveClient(accounts: ServedAccounts, ctx: Context, clientId: string, forms: FormsChoice) {
  return inTransaction(wholeOrganization(accounts, ctx), async (ctx) => {
    refuseBusiness(await shareOrganization(ctx));
    const client = await setArchived(accounts, ctx, clientId, { isArchived: true, forms });
    await ctx.audit?.(ctx);
    return client;
  });
}

/** What was paused stays paused: nobody wants last season's campaign to leave because a client is back. */
export function restoreClient(accounts: ServedAccounts, ctx: Context, clientId: string) {
  return inTransaction(wholeOrganization(accounts, ctx), async (ctx) => {
    refuseBusiness(await shareOrganization(ctx));
    const client = await setArchived(accounts, ctx, clientId, { isArchived: false, forms: 'collect' });
    await ctx.audit?.(ctx);
    return client;
  });
}

type Wanted = { isArchived: boolean; forms: FormsChoice };

/**
 * Call in a transaction that sees the whole organization. The client's row comes first: whoever starts something of it holds
 * that row, so that it is either stopped here or refused there.
 */
export async function setArchived(
  { clientWork }: ServedAccounts,
  ctx: Context,
  clientId: string,
  { isArchived, forms }: Wanted,
) {
  const client = await queries.setArchived(ctx, clientId, isArchived);
  if (!client) throw notFound();
  if (isArchived) {
    for (const { stop } of clientWork) await stop?.(ctx, clientId, { forms });
    await endAccess(ctx, clientId);
  }
  return client;
}

/**
 * Nobody sees more because a client is gone: who is limited to it is signed out, and who looks at it must choose another.
 * Both last until the person acts, whether or not the client comes back meanwhile. Guest links end for good: who has one may
 * have left meanwhile, and a link nobody remembers must not open again.
 */
async function endAccess(ctx: Context, clientId: string): Promise<void> {
  await endLinksOf(ctx, clientId);
  const limited = await queries.findLimitedTo(ctx, clientId);
  await withDirectory(ctx.db, async () => {
    await queries.endSessionsOf(
      ctx.db,
      limited.map(({ user_id }) => user_id),
    );
    await queries.leaveClient(ctx, clientId);
  });
}

/** Before something of a client is started. Within a transaction the client stays as it is until the end. */
export async function refuseArchivedClient(ctx: Context, clientId: string | null): Promise<void> {
  if (clientId === null) return;
  const client = await queries.findClient(ctx, clientId);
  if (client && !client.is_active) throw clientArchived();
}
