import { type Context, inTransaction } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import { type Proof, readUser, requireProof } from '../profile.ts';
import { sendNotice } from '../security-notices/security-notices.ts';
import { findMember, lockAdmins, type MemberRow } from '../team/queries.ts';
import { wholeOrganization } from '../whole-organization.ts';
import { moveOwner } from './queries.ts';
import { requireOwner } from './require-owner.ts';

/** To another ADMIN. Of two hand-overs at once the second finds that the person owns nothing any more. */
export async function handOver(
  accounts: Accounts,
  ctx: Context,
  { to, proof }: { to: string; proof: Proof },
  exchange: Exchange,
): Promise<MemberRow> {
  const user = await readUser(accounts, ctx);
  await requireOwner(ctx);
  refuseOthers(await findMember(ctx, to), user.id);
  await requireProof(accounts, ctx, exchange, proof);

  return inTransaction(wholeOrganization(accounts, ctx), async (ctx) => {
    await lockAdmins(ctx);
    await requireOwner(ctx);
    const next = refuseOthers(await findMember(ctx, to), user.id);
    await moveOwner(ctx, to);
    await sendNotice(ctx, 'ownership-given', user, { exchange });
    await sendNotice(ctx, 'ownership-received', next);
    await ctx.audit?.(ctx);
    return { ...next, is_owner: true };
  });
}

function refuseOthers(member: MemberRow | undefined, ownId: string): MemberRow {
  if (!member) throw notFound();
  if (member.user_id === ownId) throw new Problem('wrong_state', 'You own this organization already.');
  if (member.role !== 'ADMIN')
    throw new Problem('wrong_state', 'Make this person an admin first, then hand over the ownership.');
  return member;
}
