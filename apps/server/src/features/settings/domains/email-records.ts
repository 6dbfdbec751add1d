import type { Locale } from '@waggle/contracts/fields';
import { findUser, person, requireConfirmedAddress } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { notFound } from '#platform/problem.ts';
import type { ServedSettings } from '../settings.ts';
import { sendRecords } from './mail/jobs.ts';
import { findDomain } from './queries.ts';

/** Emails a day: an organization has few people who manage DNS, and nobody needs the same records again and again. */
const ofOrganization = { name: 'dns-records:organization', points: 10, seconds: 86_400 };
const toRecipient = { name: 'dns-records:recipient', points: 3, seconds: 86_400 };

/** To whoever manages the DNS. The address is the only thing the caller chooses, so nobody can write to strangers through us. */
export async function emailRecords(
  settings: ServedSettings,
  ctx: Context,
  { domainId, email }: { domainId: string; email: string },
): Promise<void> {
  if (!(await findDomain(ctx, domainId))) throw notFound();
  await requireConfirmedAddress(ctx);
  const user = await findUser(settings.database, ctx, person(ctx).userId, activeClient(ctx));
  if (!user) throw notFound();
  // Before the transaction: the counters have a connection of their own.
  await settings.limits.spend(ofOrganization, ctx.organizationId);
  await settings.limits.spend(toRecipient, email);
  await inTransaction(ctx, async (ctx) => {
    await enqueue(ctx, sendRecords, { domainId, email, locale: user.locale as Locale });
    await ctx.audit?.(ctx, domainId);
  });
}
