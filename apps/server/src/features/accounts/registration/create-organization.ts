import type { OrganizationType } from '@waggle/contracts/accounts';
import type { Locale } from '@waggle/contracts/fields';
import { isTimezone } from '@waggle/contracts/timezones';
import { sellsNoPlans } from '#platform/config.ts';
import { inTransaction } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import { Problem } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import * as queries from '../queries.ts';
import { notOpen } from './mode.ts';

export type NewOrganization = {
  organizationName: string;
  organizationType: OrganizationType;
  name: string;
  email: string;
  passwordHash: string;
  locale: Locale;
  timezone?: string | undefined;
};
/** Steps of the same transaction, before anything is written and after everything is. */
type Steps = {
  before?: ((db: Db) => Promise<void>) | undefined;
  after?: (ctx: { db: Db; organizationId: string }, userId: string) => Promise<unknown>;
};

/** An organization with its first ADMIN, whose address is not confirmed yet. */
export async function createOrganization(
  { config, database }: Pick<Accounts, 'config' | 'database'>,
  { organizationName, organizationType, timezone, ...person }: NewOrganization,
  { before, after }: Steps,
) {
  const organizationId = await queries.newId(database);
  return inTransaction({ db: database.tenant({ organizationId }), organizationId }, async (ctx) => {
    await before?.(ctx.db);
    const organization = await queries.insertOrganization(ctx, {
      id: organizationId,
      name: organizationName,
      type: organizationType,
      subscription_tier: sellsNoPlans(config) ? 'system' : 'lite',
      // Without one the database chooses.
      ...(timezone !== undefined && isTimezone(timezone) && { timezone }),
    });
    const user = await queries.withDirectory(ctx.db, () =>
      queries.insertPerson(ctx.db, { ...person, organizationId, isConfirmed: false }),
    );
    if (!user) throw addressTaken();
    await queries.insertMember(ctx.db, { organizationId, userId: user.id, role: 'ADMIN', clientIds: [] });
    await after?.(ctx, user.id);
    return { organization, userId: user.id };
  });
}

/** Of two people who register on an empty installation at once, the second waits here and then finds the first. */
export async function requireFirst(db: Db): Promise<void> {
  await queries.withDirectory(db, async () => {
    await queries.lockFirstRegistration(db);
    if (await queries.hasPeople(db)) throw notOpen('invite');
  });
}

export const addressTaken = () =>
  new Problem(
    'address_taken',
    "We couldn't create this account. If you already have one, sign in or reset your password.",
  );
