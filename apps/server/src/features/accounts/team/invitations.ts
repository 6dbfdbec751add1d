import type { Role } from '@waggle/contracts/roles';
import { sellsNoPlans } from '#platform/config.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { readableKeys } from '#platform/secrets.ts';
import type { Accounts } from '../accounts.ts';
import { findClient } from '../clients/queries.ts';
import { requireConfirmedAddress } from '../confirmation/confirmation.ts';
import { deleteUnconfirmed, isUnconfirmed } from '../confirmation/queries.ts';
import { deleteAbandoned, sendInvitation } from '../jobs.ts';
import { person } from '../profile.ts';
import { findOrganization, insertMember, insertPerson, withDirectory } from '../queries.ts';
import { addressTaken } from '../registration/create-organization.ts';
import { refuseWhenClosed } from '../registration/mode.ts';
import { preferredLocale } from '../registration/registration.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { refuseWeakPassword } from '../sign-in/weak-passwords.ts';
import { startSession } from '../sign-in/sign-in.ts';
import { spendInvitation } from './daily-share.ts';
import { readInvitationToken } from './invitation-token.ts';
import { readProduct } from '../white-label/product.ts';
import { refuseLimitedAdmin } from './members.ts';
import * as queries from './queries.ts';

export type Invited = { email: string; role: Role; clientIds: string[] };

export async function invite(accounts: Accounts, ctx: Context, invited: Invited) {
  await requireMayInvite(accounts, ctx);
  await refuseLimitedAdmin(ctx, invited.role, invited.clientIds);
  if (await queries.isColleague(ctx, invited.email)) {
    const message = 'This person is already on the team.';
    throw new Problem('already_member', message, { fields: { email: message } });
  }
  // Before the transaction: the counter has a connection of its own.
  await spendInvitation(accounts, ctx);
  return inTransaction(ctx, async (ctx) => {
    const invitation = await queries.upsertInvitation(ctx, { ...invited, invitedBy: person(ctx).userId });
    await enqueue(ctx, sendInvitation, { invitationId: invitation.id });
    return invitation;
  });
}

export async function resendInvitation(accounts: Accounts, ctx: Context, invitationId: string) {
  await requireMayInvite(accounts, ctx);
  if (!(await queries.findOpenInvitation(ctx, invitationId))) throw notFound();
  await spendInvitation(accounts, ctx);
  return inTransaction(ctx, async (ctx) => {
    const invitation = await queries.renewInvitation(ctx, invitationId);
    if (!invitation) throw notFound();
    await enqueue(ctx, sendInvitation, { invitationId });
    return invitation;
  });
}

export async function requireMayInvite(accounts: Accounts, ctx: Context): Promise<void> {
  refuseWhenClosed(accounts);
  await requireConfirmedAddress(ctx);
}

export async function revokeInvitation(ctx: Context, invitationId: string): Promise<void> {
  if (!(await queries.deleteInvitation(ctx, invitationId))) throw notFound();
}

export async function readInvitation(accounts: Accounts, token: string, exchange: Exchange) {
  const { ref, ctx } = openInvitation(accounts, token, exchange);
  const [invitation, organization] = await Promise.all([
    queries.findOpenInvitation(ctx, ref.id),
    findOrganization(ctx),
  ]);
  if (!invitation || !organization || invitation.version !== ref.version || invitation.expires_at < ctx.now())
    throw linkUsed();
  await refuseGoneClients(ctx, invitation.client_ids);
  return {
    email: invitation.email,
    organizationName: organization.name,
    role: invitation.role as Role,
    invitedBy: (await queries.findInviter(ctx, invitation.invited_by))?.name ?? null,
    replacesAccount: await isUnconfirmed(accounts.database, invitation.email),
    product: await readProduct(ctx, accounts.config.PUBLIC_URL),
  };
}

type NewColleague = { token: string; name: string; password: string };

/** The address comes from the invitation, never from the form: the link proves that the person reads that mailbox. */
export async function acceptInvitation(
  accounts: Accounts,
  { token, name, password }: NewColleague,
  exchange: Exchange,
) {
  refuseWhenClosed(accounts);
  const { ref, ctx } = openInvitation(accounts, token, exchange);
  await refuseWeakPassword({ password, personal: [name], network: exchange.network });
  const passwordHash = await hashPassword(password);

  const email = await inTransaction(ctx, async (ctx) => {
    const invitation = await queries.acceptInvitation(ctx.db, ref.organizationId, ref);
    if (!invitation) throw linkUsed();
    const { organization_id: organizationId, email, role, client_ids: clientIds } = invitation;
    await refuseGoneClients(ctx, clientIds);
    const locale = preferredLocale(exchange.headers);
    const colleague = { organizationId, email, name, passwordHash, locale, isConfirmed: true };
    const { user, abandoned } = await withDirectory(ctx.db, async () => {
      // Whoever registered this address never showed that it is theirs; the holder of the link just did.
      const abandoned = await deleteUnconfirmed(ctx.db, email);
      return { abandoned, user: await insertPerson(ctx.db, colleague) };
    });
    if (!user) throw addressTaken();
    if (abandoned) await enqueue({ ...ctx, organizationId: abandoned }, deleteAbandoned, {});
    await insertMember(ctx.db, { organizationId, userId: user.id, role, clientIds });
    return email;
  });
  return startSession(accounts, { email, password, rememberMe: false }, exchange);
}

/** There is nothing left that the person could see. */
async function refuseGoneClients(ctx: Context, clientIds: readonly string[]): Promise<void> {
  for (const clientId of clientIds) if ((await findClient(ctx, clientId))?.is_active) return;
  if (clientIds.length > 0) throw linkUsed();
}

function openInvitation({ config, database }: Accounts, token: string, { hostOrganizationId }: Exchange) {
  // Links mailed before SECRET_KEY was changed stay good for as long as that key can be read.
  const ref = readableKeys(config)
    .map((key) => readInvitationToken(key, token))
    .find((found) => found !== null);
  // Nobody joins an organization under the name of another.
  const isElsewhere = hostOrganizationId !== null && hostOrganizationId !== ref?.organizationId;
  if (!ref || isElsewhere) throw linkUsed();
  const ctx: Context = {
    db: database.tenant({ organizationId: ref.organizationId }),
    organizationId: ref.organizationId,
    actor: { kind: 'job', name: 'invitation' },
    now: () => new Date(),
    sellsNoPlans: sellsNoPlans(config),
  };
  return { ref, ctx };
}

const linkUsed = () => new Problem('link_used', 'This invitation has been used or has expired. Ask for a new one.');
