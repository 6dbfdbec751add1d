import type { Locale } from '@waggle/contracts/fields';
import { choicesFrom } from '@waggle/contracts/notifications';
import { dashboardOriginOf, findMember, findNoticed, mailProductOf } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { handle, type Handler } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import { notFound } from '#platform/problem.ts';
import type { Settings } from '../../settings.ts';
import { findAdder, findDomain, findKeys } from '../queries.ts';
import { expectedRecords, type Judged, withVerdicts } from '../records.ts';
import { announceDomain, sendDomainNews, sendRecords } from './jobs.ts';
import { domainNewsMail, recordsMail } from './mails.ts';

export const domainMailHandlers = (settings: Settings, mailer: Mailer): Handler[] => [
  handle(sendRecords, async (ctx, { domainId, email, locale }, { jobId }) => {
    // Removed meanwhile, or of another organization than the job says: nobody is mailed, and the dead letter tells.
    const { domain, records } = await domainWithRecords(settings, ctx, domainId);
    const product = await mailProductOf(ctx, settings.config.PUBLIC_URL);
    const mail = recordsMail(locale, { domain, records, product });
    await mailer.send({ to: email, messageId: `records.${jobId}`, ...mail });
  }),

  handle(announceDomain, async (ctx, { domainId, news }) => {
    const adder = await findAdder(ctx, domainId);
    if (!adder) throw notFound();
    const noticed = await findNoticed(ctx, adder.added_by);
    await inTransaction(ctx, async (ctx) => {
      for (const userId of noticed) await enqueue(ctx, sendDomainNews, { domainId, news, userId });
    });
  }),

  handle(sendDomainNews, async (ctx, { domainId, news, userId }, { jobId }) => {
    const { domain, state, records } = await domainWithRecords(settings, ctx, domainId);
    // Back before anybody could be told: a false alarm.
    if (state !== news) return;
    const person = await findMember(ctx, userId);
    if (!person?.email_confirmed_at || !choicesFrom(person.notification_choices).domain.email) return;
    const lost = records.filter(({ required, state }) => required && (state === 'missing' || state === 'wrong'));
    const mail = domainNewsMail(person.locale as Locale, news, {
      name: person.name,
      domain,
      lost: lost.map(({ type, name }) => `${type} ${name}`),
      publicUrl: await dashboardOriginOf(settings, ctx.organizationId),
      product: await mailProductOf(ctx, settings.config.PUBLIC_URL),
    });
    await mailer.send({ to: person.email, messageId: `domain.${jobId}`, ...mail });
  }),
];

async function domainWithRecords(
  { config }: Settings,
  ctx: Context,
  domainId: string,
): Promise<{ domain: string; state: string; records: Judged[] }> {
  const row = await findDomain(ctx, domainId);
  if (!row) throw notFound();
  const expected = expectedRecords(config, row.domain, await findKeys(ctx, [domainId]));
  return { domain: row.domain, state: row.state, records: withVerdicts(expected, row.records as Judged[]) };
}
