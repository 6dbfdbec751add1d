import { randomUUID } from 'node:crypto';
import { findUser, person, refuseArchivedClient } from '#features/accounts/index.ts';
import { connectionFor, deliverTest, ownSender, wholeOrganization } from '#features/settings/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { clientContext } from '../client-context.ts';
import { readReport } from '../figures.ts';
import { createLink } from '../links/links.ts';
import type { Reports } from '../parts.ts';
import { findSchedule } from '../schedules/queries.ts';
import { refuseUnready } from '../schedules/schedules.ts';
import { composeReport } from './compose.ts';

/** The report of the last period as recipients would get it, to the signed-in person alone: a test can never be a mailing. */
export async function sendTest(reports: Reports, ctx: Context, scheduleId: string) {
  const { settings } = reports;
  const schedule = await findSchedule(ctx, scheduleId);
  if (!schedule) throw notFound();
  await refuseUnready(reports, ctx);
  await refuseArchivedClient(ctx, schedule.client_id);
  const user = await findUser(settings.database, ctx, person(ctx).userId, activeClient(ctx));
  const sender = await ownSender(settings, ctx, null);
  if (!user || !sender) throw notFound();
  const transport = await connectionFor(settings, ctx, { connectionId: null, clientId: null });
  const report = await readReport(clientContext(settings, ctx, schedule.client_id), schedule);
  const link = await createLink(reports, ctx, { clientId: schedule.client_id, scheduleId, report, isTest: true });
  const message = await composeReport(reports, wholeOrganization(settings, ctx), sender, {
    ...link,
    id: randomUUID(),
    to: user.email,
    report,
    stopLink: null,
  });
  const envelope = { from: sender.fromEmail, to: user.email };
  return { ...(await deliverTest(settings, ctx, transport, { envelope, message })), to: user.email };
}
