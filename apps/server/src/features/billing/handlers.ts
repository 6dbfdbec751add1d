import type { Locale } from '@waggle/contracts/fields';
import type { Tier } from '@waggle/contracts/plans';
import { findMember, mailProductOf, readOrganization } from '#features/accounts/index.ts';
import { countedContacts } from '#features/contacts/index.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { noticeMail } from './dunning/notice-mail.ts';
import { planNames } from './dunning/words.ts';
import { endSubscriptions } from './end/end-subscriptions.ts';
import * as jobs from './jobs.ts';
import { customerToSell } from './customer.ts';
import { lookAtStripe } from './look/look.ts';
import type { Billing } from './parts.ts';
import { pullEvents } from './pull/pull-events.ts';
import { findAccount, findDueLooks } from './queries.ts';
import { planQuestionMail, salesRequestMail } from './questions/mails.ts';

/** What five minutes may start; the rest is found later. */
const mostAtOnce = 1_000;

export function billingHandlers(billing: Billing): Handler[] {
  const { config, mailer } = billing;
  const link = `${config.PUBLIC_URL}/dashboard/billing`;
  return [
    handle(jobs.lookAgain, (ctx) => lookAtStripe(billing, ctx)),
    handle(jobs.endSubscriptions, ({ database }) => endSubscriptions(billing, database)),
    handle(jobs.pullEvents, ({ database, now }) => pullEvents(billing, database, now())),

    handle(jobs.findDueLooks, async ({ database, now }) => {
      if (!billing.stripe) return;
      for (const organizationId of await findDueLooks(database.sweep, now(), mostAtOnce))
        await enqueue({ db: database.tenant({ organizationId }), organizationId }, jobs.lookAgain, {});
    }),

    handle(jobs.sendBillingNotice, async (ctx, notice, { jobId }) => {
      const [admin, { timezone }] = await Promise.all([findMember(ctx, notice.userId), readOrganization(ctx)]);
      // Gone since then: the others were told too.
      if (!admin) return;
      const mail = noticeMail(notice, { name: admin.name, locale: admin.locale as Locale, timezone, link });
      await mailer.send({ to: admin.email, messageId: `billing.${jobId}`, ...mail });
    }),

    handle(jobs.sendPlanQuestion, async (ctx, { askedBy, userId, need }, { jobId }) => {
      const [admin, asker] = await Promise.all([findMember(ctx, userId), findMember(ctx, askedBy)]);
      if (!admin || !asker) return;
      const mail = planQuestionMail(
        { asker: asker.name, need, link },
        { name: admin.name, locale: admin.locale as Locale, product: await mailProductOf(ctx, config.PUBLIC_URL) },
      );
      await mailer.send({ to: admin.email, messageId: `plan-question.${jobId}`, ...mail });
    }),

    handle(jobs.sendSalesRequest, async (ctx, { userId }, { jobId }) => {
      const [member, organization] = await Promise.all([findMember(ctx, userId), readOrganization(ctx)]);
      if (!member || !config.SALES_EMAIL) return;
      const mail = salesRequestMail({
        organization: organization.name,
        organizationId: ctx.organizationId,
        customer: await customerToSell(billing, ctx, organization.subscription_tier as Tier),
        subscription: (await findAccount(ctx))?.subscription_id ?? null,
        name: member.name,
        email: member.email,
        contacts: await countedContacts(ctx),
        plan: planNames[organization.subscription_tier as Tier],
      });
      await mailer.send({ to: config.SALES_EMAIL, messageId: `sales.${jobId}`, ...mail });
    }),
  ];
}
