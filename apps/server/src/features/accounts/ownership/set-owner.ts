import { asOperator } from '#platform/audit/audit.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { accountSubjects } from '../audited.sql.ts';
import { findAccount } from '../queries.ts';
import { sendNotice } from '../security-notices/security-notices.ts';
import { findMember, findOwner, lockAdmins, updateMember } from '../team/queries.ts';
import { moveOwner } from './queries.ts';

export type SetOwner = { organizationId: string; wasOwner: boolean; wasAdmin: boolean };

/**
 * By the operator, when the owner is gone. Whoever is named becomes an ADMIN: where the only one is gone, nobody else could
 * make them one. The owner of before stays an ADMIN, and can now be removed.
 */
export async function setOwner(database: Database, email: string): Promise<SetOwner | undefined> {
  const user = await findAccount(database, { email });
  if (!user) return undefined;
  const { id: userId, organization_id: organizationId } = user;
  const ctx: Context = {
    db: database.tenant({ organizationId }),
    organizationId,
    actor: { kind: 'job', name: 'set-owner' },
    now: () => new Date(),
  };
  const audited = asOperator(ctx, accountSubjects.member, { action: 'team.hand-over', entityType: 'member' });
  return inTransaction(audited, async (ctx) => {
    await lockAdmins(ctx);
    const [member, before] = [await findMember(ctx, userId), await findOwner(ctx)];
    if (!member) return undefined;
    const wasAdmin = member.role === 'ADMIN';
    if (member.is_owner) return { organizationId, wasOwner: true, wasAdmin };
    if (!wasAdmin) await updateMember(ctx, userId, { role: 'ADMIN', clientIds: [] });
    await moveOwner(ctx, userId);
    if (before) await sendNotice(ctx, 'ownership-given', before);
    await sendNotice(ctx, 'ownership-received', member);
    await ctx.audit?.(ctx, userId);
    return { organizationId, wasOwner: false, wasAdmin };
  });
}
