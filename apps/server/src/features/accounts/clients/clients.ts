import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { findOrganization } from '../queries.ts';
import * as queries from './queries.ts';

export async function listClients(ctx: Context, question: queries.ClientsQuestion) {
  await refuseBusiness(ctx);
  return queries.findClients(ctx, question);
}

export async function createClient(ctx: Context, client: { name: string; email: string | null }) {
  await refuseBusiness(ctx);
  return queries.insertClient(ctx, client);
}

type ClientChange = { name?: string | undefined; email?: string | null | undefined; isActive?: boolean | undefined };

export async function updateClient(ctx: Context, clientId: string, { name, email, isActive }: ClientChange) {
  await refuseBusiness(ctx);
  const client = await queries.updateClient(ctx, clientId, {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
  });
  if (!client) throw notFound();
  return client;
}

/** A client somebody may be limited to, or look at: it exists in this organization and has not been deactivated. */
export async function requireActiveClient(ctx: Context, clientId: string) {
  const client = await queries.findClient(ctx, clientId);
  if (!client?.is_active) throw notFound();
  return client;
}

async function refuseBusiness(ctx: Context): Promise<void> {
  const organization = await findOrganization(ctx);
  if (organization?.type !== 'AGENCY') throw new Problem('agency_only', 'Only agency accounts have clients.');
}
