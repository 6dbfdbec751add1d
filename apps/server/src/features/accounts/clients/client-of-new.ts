import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { requireActiveClient } from './clients.ts';
import { hasActiveClients } from './queries.ts';

/**
 * Whose a new row is; null is the organization itself. Looking at one client it is that one's. Looking at all clients the
 * person must say: nothing is the organization's own because nobody was asked.
 */
export async function clientOfNew(ctx: Context, named: string | null | undefined): Promise<string | null> {
  if (named !== undefined) return namedClient(ctx, named);
  const active = activeClient(ctx);
  if (active === null && (await hasActiveClients(ctx))) {
    const message = 'Choose a client, or your organization itself.';
    throw new Problem('invalid_input', message, { fields: { clientId: message } });
  }
  return active;
}

/** The same for what every client may use when it is the organization's: unsaid, it is that. */
export const clientOrOrganization = async (ctx: Context, named: string | null | undefined): Promise<string | null> =>
  named === undefined ? activeClient(ctx) : namedClient(ctx, named);

async function namedClient(ctx: Context, named: string | null): Promise<string | null> {
  if (named !== null) await requireActiveClient(ctx, named);
  const active = activeClient(ctx);
  if (active !== null && named !== active)
    throw new Problem('other_client', 'Switch to All Clients to choose another client.');
  return named;
}
