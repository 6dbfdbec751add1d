import type { Locale } from '@waggle/contracts/fields';
import { findUser, mailBrandOf, mailProductOf, person, requireConfirmedAddress } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { connectionFor, type TransportSettings } from '../connections/route.ts';
import { findDomain, findKeys } from '../domains/queries.ts';
import { expectedRecords, type Judged, withVerdicts } from '../domains/records.ts';
import { type CampaignSender, requireVerified, senderForCampaign } from '../senders/for-campaign.ts';
import { findSender, noteTested } from '../senders/queries.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import { composeTest } from './compose.ts';
import { deliverTest } from './deliver-test.ts';
import { sesIn, type Tested } from './words.ts';

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

  const tested = await testedOf(settings, ctx, sender, transport);
  const message = await composeTest(sender, user.email, user.locale as Locale, tested);
  const envelope = { from: sender.fromEmail, to: user.email };
  const outcome = await deliverTest(settings, ctx, transport, { envelope, message });
  if (outcome.delivered) await noteTested(ctx, senderId);
  return { ...outcome, to: user.email };
}

/** What is known of the domain and its sender, without asking anybody. */
async function testedOf(
  settings: Settings,
  ctx: Context,
  sender: CampaignSender,
  transport: TransportSettings,
): Promise<Tested> {
  const { config } = settings;
  const wide = wholeOrganization(settings, ctx);
  const domain = await findDomain(wide, sender.domainId);
  const expected = expectedRecords(config, sender.domain, await findKeys(wide, [sender.domainId]));
  return {
    product: await mailProductOf(wide, config.PUBLIC_URL),
    brand: await mailBrandOf(wide, config.PUBLIC_URL, sender.clientId),
    records: withVerdicts(expected, (domain?.records ?? []) as Judged[]),
    through: transport.kind === 'ses' ? sesIn(transport.region) : transport.host,
    publicUrl: config.PUBLIC_URL,
  };
}
