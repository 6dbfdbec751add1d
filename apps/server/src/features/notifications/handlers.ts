import { choicesFrom, type NotificationKind } from '@waggle/contracts/notifications';
import type { Locale } from '@waggle/contracts/fields';
import { dashboardOriginOf, findMember, mailProductOf } from '#features/accounts/index.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { sendNotification } from './jobs.ts';
import { notificationMail } from './mails.ts';
import { mayHear } from './notify.ts';
import type { Notifications } from './parts.ts';
import { findToEmail, noteEmailed } from './queries.ts';
import { withRecords } from './records.ts';

export const notificationHandlers = (parts: Notifications): Handler[] => [
  handle(sendNotification, async (ctx, { notificationId }) => {
    const row = await findToEmail(ctx, notificationId);
    const person = row && (await findMember(ctx, row.user_id));
    // Sent by an earlier try, or the person has left.
    if (!row || !person?.email_confirmed_at) return;
    // A job may wait for hours while the mail server is away.
    if (!mayHear(person, { kind: row.kind, recordId: row.record_id, clientId: row.client_id })) return;
    const [notification] = await withRecords(ctx, [row]);
    // Deleted meanwhile, or turned off.
    if (!notification || !choicesFrom(person.notification_choices)[row.kind as NotificationKind].email) return;
    const publicUrl = await dashboardOriginOf(parts, ctx.organizationId);
    const product = await mailProductOf(ctx, parts.config.PUBLIC_URL);
    const mail = notificationMail(person.locale as Locale, notification, { name: person.name, publicUrl, product });
    // The same for every try: a server that took it before a crash recognises the repeat.
    await parts.mailer.send({ to: person.email, messageId: `notification.${notificationId}`, ...mail });
    await noteEmailed(ctx, notificationId);
  }),
];
