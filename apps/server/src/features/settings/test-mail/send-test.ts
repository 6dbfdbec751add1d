import type { Locale } from '@waggle/contracts/fields';
import { findUser, person, requireConfirmedAddress } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { connectionFor } from '../connections/route.ts';
import { requireVerified, senderForCampaign } from '../senders/for-campaign.ts';
import { findSender } from '../senders/queries.ts';
import { activeClient, type Settings } from '../settings.ts';
import { composeTest } from './compose.ts';
import { deliverTest } from './deliver-test.ts';

/** Goes to the signed-in person and nobody else, so a test can never be a mailing. */
export async function sendTest(
  settings: Settings,
  ctx: Context,
  { senderId, connectionId }: { senderId: string; connectionId: string | null },
) {
  const row = await findSender(ctx, senderId);
  if (!row) throw notFound();
  await requireConfirmedAddress(ctx);
  const { userId } = person(ctx);
  const user = await findUser(settings.database, ctx, userId, activeClient(ctx));
  if (!user) throw notFound();
  const sender = await senderForCampaign(settings, ctx, { senderId, clientId: row.client_id });
  requireVerified(sender);
  const transport = await connectionFor(settings, ctx, { connectionId, clientId: row.client_id });

  const message = await composeTest(sender, user.email, user.locale as Locale);
  const envelope = { from: sender.fromEmail, to: user.email };
  return { ...(await deliverTest(settings, ctx, transport, { envelope, message })), to: user.email };
}
