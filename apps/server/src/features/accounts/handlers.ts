import type { Locale } from '@waggle/contracts/fields';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import { notFound } from '#platform/problem.ts';
import type { Accounts } from './accounts.ts';
import { sendInvitation, sendReset } from './jobs.ts';
import { invitationMail } from './mails.ts';
import { findOrganization } from './queries.ts';
import { requestReset } from './recovery.ts';
import { invitationToken } from './team/invitation-token.ts';
import { findInviter, findOpenInvitation } from './team/queries.ts';

export const accountHandlers = (accounts: Accounts, mailer: Mailer): Handler[] => [
  handle(sendReset, (_ctx, { email }) => requestReset(accounts, email)),

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
      link: `${accounts.config.PUBLIC_URL}/auth/accept-invitation?token=${token}`,
    });
    await mailer.send({
      to: invitation.email,
      messageId: `invitation.${invitation.id}.${invitation.version}`,
      ...mail,
    });
  }),
];
