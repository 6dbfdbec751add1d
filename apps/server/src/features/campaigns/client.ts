import type { Recipients } from '@waggle/contracts/campaigns';
import { countClients, requireActiveClient } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';

/**
 * Whose campaign it is; null is the organization itself. Looking at one client it is that one's. Looking at all clients
 * the person must say: a campaign is never for every client because nobody was asked.
 */
export async function clientOfCampaign(ctx: Context, named: string | null | undefined): Promise<string | null> {
  if (named) await requireActiveClient(ctx, named);
  const active = activeClient(ctx);
  if (active === null) {
    if (named === undefined && (await countClients(ctx)) > 0)
      throw onField('clientId', 'Choose the client this campaign is for, or your organization itself.');
    return named ?? null;
  }
  if (named !== undefined && named !== active)
    throw new Problem('other_client', 'Switch to All Clients to create a campaign for another client.');
  return active;
}

/** Only what belongs to the organization itself can go to the people of every client, and only when that was ticked. */
export function refuseEveryClient(clientId: string | null, recipients: Recipients | undefined): void {
  if (clientId !== null && recipients?.everyClient)
    throw onField('recipients.everyClient', 'Only a campaign of your organization itself can go to every client.');
}

function onField(field: string, message: string): Problem {
  return new Problem('invalid_input', message, { fields: { [field]: message } });
}
