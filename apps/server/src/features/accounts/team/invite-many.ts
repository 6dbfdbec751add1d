import { inviteeAddress, type InviteeState } from '@waggle/contracts/invitees';
import type { Role } from '@waggle/contracts/roles';
import { type Context, inTransaction } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import type { Accounts } from '../accounts.ts';
import { sendInvitation } from '../jobs.ts';
import { person } from '../profile.ts';
import { invitationsLeft, spendInvitations } from './daily-share.ts';
import { requireMayInvite } from './invitations.ts';
import { refuseLimitedAdmin } from './members.ts';
import * as queries from './queries.ts';

type Known = Exclude<InviteeState, 'over-limit'>;

export async function checkInvitations(accounts: Accounts, ctx: Context, emails: readonly string[]) {
  await requireMayInvite(accounts, ctx);
  const stateOf = await statesOf(ctx, emails);
  let left = await invitationsLeft(accounts, ctx);
  const people = emails.map((email) => {
    const state: InviteeState = stateOf(email);
    if (state !== 'new') return { email, state };
    left -= 1;
    return { email, state: left < 0 ? ('over-limit' as const) : state };
  });
  return { people };
}

type Wanted = { emails: readonly string[]; role: Role; clientIds: string[] };

export async function inviteMany(accounts: Accounts, ctx: Context, { emails, ...offered }: Wanted) {
  await requireMayInvite(accounts, ctx);
  await refuseLimitedAdmin(ctx, offered.role, offered.clientIds);
  const stateOf = await statesOf(ctx, emails);
  const wanted = emails.filter((email) => stateOf(email) === 'new');
  // Before the transaction: the counter has a connection of its own.
  const paid = await spendInvitations(accounts, ctx, wanted);
  const invitedBy = person(ctx).userId;

  return inTransaction(ctx, async (ctx) => {
    const sent = new Set<string>();
    for (const email of paid) {
      const invitation = await queries.insertInvitation(ctx, { ...offered, email, invitedBy });
      // Somebody else was faster, and their email is on its way.
      if (!invitation) continue;
      await enqueue(ctx, sendInvitation, { invitationId: invitation.id });
      sent.add(email);
    }
    await ctx.audit?.(ctx, undefined, sent.size);
    const outcomeOf = (email: string) => {
      const state = stateOf(email);
      if (state !== 'new') return state;
      if (sent.has(email)) return 'sent' as const;
      return paid.includes(email) ? ('invited' as const) : ('over-limit' as const);
    };
    return { invited: sent.size, people: emails.map((email) => ({ email, outcome: outcomeOf(email) })) };
  });
}

async function statesOf(ctx: Context, emails: readonly string[]): Promise<(email: string) => Known> {
  const [colleagues, invited] = [await queries.findColleagues(ctx, emails), await queries.findInvited(ctx, emails)];
  return (email) => {
    if (inviteeAddress(email) === null) return 'invalid';
    if (colleagues.includes(email)) return 'member';
    return invited.includes(email) ? 'invited' : 'new';
  };
}
