import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import { readOrganization } from '../organization.ts';

/** Emails a day, first ones and repeated ones together: a team is invited in days, a list of strangers is not. */
const ofOrganization = { name: 'invite:organization', points: 20, seconds: 86_400 };
/** While an organization is younger than a day. */
const ofNewOrganization = { name: 'invite:new-organization', points: 5, seconds: 86_400 };

/** Takes one of the organization's invitations of the day. */
export async function spendInvitation({ limits }: Accounts, ctx: Context): Promise<void> {
  const share = await shareOf(ctx);
  try {
    await limits.spend(share, ctx.organizationId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { retryAfter = 1 } = error;
    throw new Problem('too_many_requests', sentenceOf(share === ofNewOrganization), { retryAfter });
  }
}

/** Takes one for each address in turn, and answers those it reached for. */
export async function spendInvitations(accounts: Accounts, ctx: Context, emails: readonly string[]): Promise<string[]> {
  const share = await shareOf(ctx);
  for (const [at] of emails.entries()) {
    try {
      await accounts.limits.spend(share, ctx.organizationId);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return emails.slice(0, at);
    }
  }
  return [...emails];
}

export const invitationsLeft = async ({ limits }: Accounts, ctx: Context): Promise<number> =>
  limits.left(await shareOf(ctx), ctx.organizationId);

async function shareOf(ctx: Context) {
  const { created_at: since } = await readOrganization(ctx);
  const isNew = ctx.now().getTime() - since.getTime() < ofNewOrganization.seconds * 1_000;
  return isNew ? ofNewOrganization : ofOrganization;
}

const sentenceOf = (isNew: boolean): string =>
  isNew
    ? 'A new organization can send 5 invitations in its first 24 hours. Try again later.'
    : 'Your organization has sent 20 invitations in 24 hours. Try again later.';
