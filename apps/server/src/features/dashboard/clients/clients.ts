import type { Context } from '#platform/context.ts';
import { activeClient } from '#platform/active-client.ts';
import { Problem } from '#platform/problem.ts';
import { findClientsWithLogo, readOrganization, refuseBusiness } from '../../accounts/index.ts';
import type { Settings } from '../../settings/index.ts';

/** Far above any agency; all of them are sorted in memory. */
const most = 10_000;

export type ListedClient = Awaited<ReturnType<typeof readClients>>[number];

/** The active clients of an agency, for somebody who sees all of them. */
export async function readClients(ctx: Context) {
  if (activeClient(ctx) !== null)
    throw new Problem('forbidden', 'Clients are listed only where all clients are shown.');
  refuseBusiness(await readOrganization(ctx));
  return findClientsWithLogo(ctx, most);
}

export const logoUrl = ({ config }: Settings, { logo_name }: { logo_name: string | null }): string | null =>
  logo_name && `${config.PUBLIC_URL}/f/${logo_name}`;
