import type { Role } from '@waggle/contracts/roles';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { ServedAccounts } from '../accounts.ts';
import { requireActiveClient } from '../clients/clients.ts';
import { endPhoto } from '../photo/photo.ts';
import { deleteUser, withDirectory } from '../queries.ts';
import { sendNotice } from '../security-notices/security-notices.ts';
import { wholeOrganization } from '../whole-organization.ts';
import * as queries from './queries.ts';

type MemberChange = { role?: Role | undefined; clientIds?: string[] | undefined };

export function updateMember(ctx: Context, userId: string, change: MemberChange): Promise<queries.MemberRow> {
  return inTransaction(ctx, async (ctx) => {
    const admins = await queries.lockAdmins(ctx);
    const member = await requireMember(ctx, userId);
    const role = change.role ?? (member.role as Role);
    // A new ADMIN sees the whole organization, so an earlier limit to some clients ends with the promotion.
    const clientIds = change.clientIds ?? (role === 'ADMIN' ? [] : member.client_ids);
    await refuseLimitedAdmin(ctx, role, clientIds, member.client_ids);
    if (role !== 'ADMIN') keepOwner(member, admins);
    await queries.updateMember(ctx, userId, { role, clientIds });
    if (member.role === 'ADMIN' && role !== 'ADMIN') await queries.deleteInvitationsBy(ctx, userId);
    const isChanged = role !== member.role || clientIds.join() !== member.client_ids.join();
    if (isChanged) await sendNotice(ctx, 'role-changed', member, { role });
    return requireMember(ctx, userId);
  });
}

/** The person goes with the membership: they belong to this organization only, and their sessions end at once. */
export function removeMember(accounts: ServedAccounts, ctx: Context, userId: string): Promise<void> {
  return inTransaction(wholeOrganization(accounts, ctx), async (ctx) => {
    // Before the person is read: of two who remove the same person at once, the second finds nobody and sends no second notice.
    const admins = await queries.lockAdmins(ctx);
    const member = await requireMember(ctx, userId);
    keepOwner(member, admins);
    await endPhoto(accounts, ctx, userId);
    await queries.deleteInvitationsBy(ctx, userId);
    await withDirectory(ctx.db, () => deleteUser(ctx.db, userId));
    await sendNotice(ctx, 'removed', member);
    await ctx.audit?.(ctx);
  });
}

/** What somebody is limited to already may have been deactivated since; it gives them nothing, and stays until it is taken away. */
export async function refuseLimitedAdmin(
  ctx: Context,
  role: Role,
  clientIds: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  if (clientIds.length === 0) return;
  if (role === 'ADMIN')
    throw new Problem('admin_without_client', "Admins see the whole organization and can't be limited to clients.");
  for (const clientId of clientIds) if (!before.includes(clientId)) await requireActiveClient(ctx, clientId);
}

async function requireMember(ctx: Context, userId: string): Promise<queries.MemberRow> {
  const member = await queries.findMember(ctx, userId);
  if (!member) throw notFound();
  return member;
}

/** By nobody, not even themselves: whoever could be pushed out could lose the organization to a colleague. */
function keepOwner(member: queries.MemberRow, admins: readonly { user_id: string }[]): void {
  if (admins.length === 1 && admins[0]?.user_id === member.user_id)
    throw new Problem('last_admin', "You can't remove the only admin or change their role.");
  if (member.is_owner)
    throw new Problem('owner_stays', 'The owner stays an admin. Hand over the ownership first, then try again.');
}
