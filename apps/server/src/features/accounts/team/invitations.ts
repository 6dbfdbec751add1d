import type { Role } from '@waggle/contracts/rights';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { readableKeys } from '#platform/secrets.ts';
import type { Accounts } from '../accounts.ts';
import { findClient } from '../clients/queries.ts';
import { sendInvitation } from '../jobs.ts';
import { person } from '../profile.ts';
import { findOrganization, insertMember, insertPerson, withDirectory } from '../queries.ts';
import { addressTaken, preferredLocale } from '../registration.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { refuseWeakPassword } from '../sign-in/weak-passwords.ts';
import { startSession } from '../sign-in/sign-in.ts';
import { readInvitationToken } from './invitation-token.ts';
import { refuseLimitedAdmin } from './members.ts';
import * as queries from './queries.ts';

export type Invited = { email: string; role: Role; clientId: string | null };

export function invite(ctx: Context, invited: Invited) {
  return inTransaction(ctx, async (ctx) => {
    await refuseLimitedAdmin(ctx, invited.role, invited.clientId);
    if (await queries.isColleague(ctx, invited.email)) {
      const message = 'This person is already on the team.';
      throw new Problem('already_member', message, { fields: { email: message } });
    }
    const invitation = await queries.upsertInvitation(ctx, { ...invited, invitedBy: person(ctx).userId });
    await enqueue(ctx, sendInvitation, { invitationId: invitation.id });
    return invitation;
  });
}

export function resendInvitation(ctx: Context, invitationId: string) {
  return inTransaction(ctx, async (ctx) => {
    const invitation = await queries.renewInvitation(ctx, invitationId);
    if (!invitation) throw notFound();
    await enqueue(ctx, sendInvitation, { invitationId });
    return invitation;
  });
}

export async function revokeInvitation(ctx: Context, invitationId: string): Promise<void> {
  if (!(await queries.deleteInvitation(ctx, invitationId))) throw notFound();
}

export async function readInvitation(accounts: Accounts, token: string) {
  const { ref, ctx } = openInvitation(accounts, token);
  const [invitation, organization] = await Promise.all([
    queries.findOpenInvitation(ctx, ref.id),
    findOrganization(ctx),
  ]);
  if (!invitation || !organization || invitation.version !== ref.version || invitation.expires_at < ctx.now())
    throw linkUsed();
  await refuseGoneClient(ctx, invitation.client_id);
  return { email: invitation.email, organizationName: organization.name, role: invitation.role as Role };
}

type NewColleague = { token: string; name: string; password: string };

/** The address comes from the invitation, never from the form: the link proves that the person reads that mailbox. */
export async function acceptInvitation(
  accounts: Accounts,
  { token, name, password }: NewColleague,
  exchange: Exchange,
) {
  const { ref, ctx } = openInvitation(accounts, token);
  await refuseWeakPassword(password, [name]);
  const passwordHash = await hashPassword(password);

  const email = await inTransaction(ctx, async (ctx) => {
    const invitation = await queries.acceptInvitation(ctx.db, ref.organizationId, ref);
    if (!invitation) throw linkUsed();
    const { organization_id: organizationId, email, role, client_id: clientId } = invitation;
    await refuseGoneClient(ctx, clientId);
    const colleague = { organizationId, email, name, passwordHash, locale: preferredLocale(exchange.headers) };
    const user = await withDirectory(ctx.db, () => insertPerson(ctx.db, colleague));
    if (!user) throw addressTaken();
    await insertMember(ctx.db, { organizationId, userId: user.id, role, clientId });
    return email;
  });
  return startSession(accounts, { email, password, rememberMe: false }, exchange);
}

/** There is nothing left that the person could see. */
async function refuseGoneClient(ctx: Context, clientId: string | null): Promise<void> {
  if (clientId === null) return;
  const client = await findClient(ctx, clientId);
  if (!client?.is_active) throw linkUsed();
}

function openInvitation({ config, database }: Accounts, token: string) {
  // Links mailed before SECRET_KEY was changed stay good for as long as that key can be read.
  const ref = readableKeys(config)
    .map((key) => readInvitationToken(key, token))
    .find((found) => found !== null);
  if (!ref) throw linkUsed();
  const ctx: Context = {
    db: database.tenant({ organizationId: ref.organizationId }),
    organizationId: ref.organizationId,
    actor: { kind: 'job', name: 'invitation' },
    now: () => new Date(),
  };
  return { ref, ctx };
}

const linkUsed = () => new Problem('link_used', 'This invitation has been used or has expired. Ask for a new one.');
