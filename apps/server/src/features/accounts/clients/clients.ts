import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { findOrganization, shareOrganization, withDirectory } from '../queries.ts';
import * as queries from './queries.ts';

export async function listClients(ctx: Context, question: queries.ClientsQuestion) {
  refuseBusiness(await findOrganization(ctx));
  return queries.findClients(ctx, question);
}

export function createClient(ctx: Context, client: { name: string; email: string | null }) {
  return inTransaction(ctx, async (ctx) => {
    refuseBusiness(await shareOrganization(ctx));
    return queries.insertClient(ctx, client);
  });
}

type ClientChange = { name?: string | undefined; email?: string | null | undefined; isActive?: boolean | undefined };

export async function updateClient(ctx: Context, clientId: string, { name, email, isActive }: ClientChange) {
  return inTransaction(ctx, async (ctx) => {
    refuseBusiness(await shareOrganization(ctx));
    const client = await queries.updateClient(ctx, clientId, {
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      ...(isActive === undefined ? {} : { is_active: isActive }),
    });
    if (!client) throw notFound();
    if (!client.is_active) await endAccess(ctx, clientId);
    return client;
  });
}

/**
 * Nobody sees more because a client is gone: who is limited to it is signed out, and who looks at it must choose another.
 * Both last until the person acts, whether or not the client comes back meanwhile.
 */
async function endAccess(ctx: Context, clientId: string): Promise<void> {
  const limited = await queries.findLimitedTo(ctx, clientId);
  await withDirectory(ctx.db, async () => {
    await queries.endSessionsOf(
      ctx.db,
      limited.map(({ user_id }) => user_id),
    );
    await queries.leaveClient(ctx, clientId);
  });
}

/**
 * A client somebody may be limited to, or look at: it exists in this organization and has not been deactivated. Within a
 * transaction it stays so until the end.
 */
export async function requireActiveClient(ctx: Context, clientId: string) {
  const client = await queries.findClient(ctx, clientId);
  if (!client?.is_active) throw notFound();
  return client;
}

/** Names of clients that one sentence can hold. */
const mostNamed = 5;

/** Call with the organization's row held. A business has no clients, so nothing of theirs must be at work. */
export async function refuseActiveClients(ctx: Context): Promise<void> {
  const { names, total } = await queries.findActiveNames(ctx, mostNamed);
  if (total === 0) return;
  const [list, more] = [names.join(', '), total - names.length];
  const message =
    more > 0 ? `Deactivate these clients first: ${list} and ${more} more.` : `Deactivate these clients first: ${list}.`;
  throw new Problem('in_use', message, { fields: { type: message } });
}

function refuseBusiness(organization: { type: string } | undefined): void {
  if (organization?.type !== 'AGENCY') throw new Problem('agency_only', 'Only agency accounts have clients.');
}
