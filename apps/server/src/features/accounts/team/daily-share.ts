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
  const { created_at: since } = await readOrganization(ctx);
  const isNew = ctx.now().getTime() - since.getTime() < ofNewOrganization.seconds * 1_000;
  const share = isNew ? ofNewOrganization : ofOrganization;
  try {
    await limits.spend(share, ctx.organizationId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { retryAfter = 1 } = error;
    throw new Problem('too_many_requests', sentenceOf(isNew), { retryAfter });
  }
}

const sentenceOf = (isNew: boolean): string =>
  isNew
    ? 'A new organization can send 5 invitations in its first 24 hours. Try again later.'
    : 'Your organization has sent 20 invitations in 24 hours. Try again later.';
