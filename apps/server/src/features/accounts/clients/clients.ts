import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { ServedAccounts } from '../accounts.ts';
import { findOrganization, shareOrganization } from '../queries.ts';
import { wholeOrganization } from '../whole-organization.ts';
import { setArchived } from './archive.ts';
import * as queries from './queries.ts';
import { refuseBusiness } from './refuse-business.ts';

export async function listClients(ctx: Context, question: queries.ClientsQuestion) {
  await requireAgency(ctx);
  return queries.findClients(ctx, question);
}

export function createClient(ctx: Context, client: { name: string; email: string | null }) {
  return inTransaction(ctx, async (ctx) => {
    refuseBusiness(await shareOrganization(ctx));
    return queries.insertClient(ctx, client);
  });
}

type ClientChange = { name?: string | undefined; email?: string | null | undefined; isActive?: boolean | undefined };

/** Active or not is the same as archived or not; without a word about its forms they go on collecting. */
export async function updateClient(
  accounts: ServedAccounts,
  ctx: Context,
  clientId: string,
  { name, email, isActive }: ClientChange,
) {
  return inTransaction(wholeOrganization(accounts, ctx), async (ctx) => {
    refuseBusiness(await shareOrganization(ctx));
    let client = await queries.updateClient(ctx, clientId, {
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
    });
    if (!client) throw notFound();
    if (isActive !== undefined)
      client = await setArchived(accounts, ctx, clientId, { isArchived: !isActive, forms: 'collect' });
    await ctx.audit?.(ctx);
    return client;
  });
}

/**
 * A client somebody may be limited to, or look at: it exists in this organization and has not been archived. Within a
 * transaction it stays so until the end.
 */
export async function requireActiveClient(ctx: Context, clientId: string) {
  const client = await queries.findClient(ctx, clientId);
  if (!client?.is_active) throw notFound();
  return client;
}

/** The same, archived or not. */
export async function requireClient(ctx: Context, clientId: string) {
  const client = await queries.findClient(ctx, clientId);
  if (!client) throw notFound();
  return client;
}

export const requireAgency = async (ctx: Context): Promise<void> => refuseBusiness(await findOrganization(ctx));

/** Names of clients that one sentence can hold. */
const mostNamed = 5;

/** Call with the organization's row held. A business has no clients, so nothing of theirs must be at work. */
export async function refuseActiveClients(ctx: Context): Promise<void> {
  const { names, total } = await queries.findActiveNames(ctx, mostNamed);
  if (total === 0) return;
  const [list, more] = [names.join(', '), total - names.length];
  const message =
    more > 0 ? `Archive these clients first: ${list} and ${more} more.` : `Archive these clients first: ${list}.`;
  throw new Problem('in_use', message, { fields: { type: message } });
}
