import { requireConfirmedAddress } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { dialFor } from '../connections/destination.ts';
import { connectionFor } from '../connections/route.ts';
import type { Settings } from '../settings.ts';
import { checkLogin } from './deliver.ts';
import { noteTest } from './deliver-test.ts';

/** Whether a connection could be used, without a mail: nothing is sent in anybody's name. */
export async function checkConnection(settings: Settings, ctx: Context, connectionId: string) {
  await requireConfirmedAddress(ctx);
  const transport = await connectionFor(settings, ctx, { connectionId, clientId: activeClient(ctx) });
  const outcome = await checkLogin(transport, dialFor(settings, transport));
  await noteTest(settings, ctx, transport, outcome);
  return { works: outcome.delivered, answer: outcome.answer };
}
