import type { Locale } from '@waggle/contracts/fields';
import type { Role } from '@waggle/contracts/roles';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import { notFound } from '#platform/problem.ts';
import type { Accounts } from './accounts.ts';
import { mailBrandOf } from './brand/mail-brand.ts';
import { confirmationToken } from './confirmation/confirmation-token.ts';
import { findAddressee } from './confirmation/queries.ts';
import { dashboardOriginOf } from './dashboard-origin.ts';
import { continueDeletion, continueLostDeletions, startDeletion } from './deletion/deletion.ts';
import {
  deleteAbandoned,
  deleteOrganizationRows,
  resumeDeletions,
  sendConfirmation,
  sendEmailChange,
  sendInvitation,
  sendReset,
} from './jobs.ts';
import { mailChangeLink } from './email-change/mail-links.ts';
import { confirmationMail, invitationMail } from './mails.ts';
import { findOrganization } from './queries.ts';
import { requestReset } from './recovery.ts';
import { invitationToken } from './team/invitation-token.ts';
import { sendSecurityNotice } from './security-notices/jobs.ts';
import { noticeMail } from './security-notices/notice-mail.ts';
import { countMembers, findInviter, findOpenInvitation } from './team/queries.ts';
import { mailProductOf } from './white-label/product.ts';

export const accountHandlers = (accounts: Accounts, mailer: Mailer): Handler[] => [
  handle(sendSecurityNotice, async (ctx, notice, { jobId }) => {
    const organization = await findOrganization(ctx);
    if (!organization) throw notFound();
    const publicUrl = await dashboardOriginOf(accounts, ctx.organizationId);
    const product = await mailProductOf(ctx, accounts.config.PUBLIC_URL);
    const mail = noticeMail(notice, { publicUrl, timezone: organization.timezone, product });
    await mailer.send({ to: notice.email, messageId: `notice.${jobId}`, ...mail });
  }),

  handle(sendReset, (_ctx, { email }) => requestReset(accounts, email)),

  handle(sendConfirmation, async (ctx, { userId }) => {
    const addressee = await findAddressee(ctx, userId);
    if (!addressee) throw notFound();
    if (addressee.email_confirmed_at) return;
    const token = confirmationToken(accounts.config.SECRET_KEY, addressee, ctx.now());
    await mailer.send({
      to: addressee.email,
      messageId: `confirm.${token.slice(0, 27)}`,
      ...confirmationMail(addressee.locale as Locale, {
        link: `${await dashboardOriginOf(accounts, ctx.organizationId)}/auth/confirm-email?token=${token}`,
        product: await mailProductOf(ctx, accounts.config.PUBLIC_URL),
      }),
    });
  }),

  handle(sendEmailChange, (ctx, wanted, { jobId }) => mailChangeLink({ accounts, mailer }, ctx, { ...wanted, jobId })),

  handle(deleteAbandoned, async (ctx) => {
    if ((await countMembers(ctx)) === 0) await startDeletion(accounts, ctx.organizationId);
  }),

  handle(deleteOrganizationRows, (_ctx, { organizationId }, { signal }) =>
    continueDeletion(accounts, organizationId, signal),
  ),

  handle(resumeDeletions, () => continueLostDeletions(accounts)),

  handle(sendInvitation, async (ctx, { invitationId }) => {
    const invitation = await findOpenInvitation(ctx, invitationId);
    const organization = await findOrganization(ctx);
    // Withdrawn meanwhile, or of another organization than the job says: nobody is mailed, and the dead letter tells.
    if (!invitation || !organization) throw notFound();

    const inviter = await findInviter(ctx, invitation.invited_by);
    const token = invitationToken(accounts.config.SECRET_KEY, {
      organizationId: ctx.organizationId,
      id: invitation.id,
      version: invitation.version,
    });
    const mail = invitationMail((inviter?.locale ?? 'en') as Locale, {
      organization: organization.name,
      inviter: inviter?.name ?? organization.name,
      role: invitation.role as Role,
      product: await mailProductOf(ctx, accounts.config.PUBLIC_URL),
      brand: await mailBrandOf(ctx, accounts.config.PUBLIC_URL, null),
      link: `${await dashboardOriginOf(accounts, ctx.organizationId)}/auth/accept-invitation?token=${token}`,
    });
    await mailer.send({
      to: invitation.email,
      messageId: `invitation.${invitation.id}.${invitation.version}`,
      ...mail,
    });
  }),
];
