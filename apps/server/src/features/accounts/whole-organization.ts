import type { Context } from '#platform/context.ts';
import type { Accounts } from './accounts.ts';

/** A client on screen must not hide what belongs to the organization or to other clients. */
export const wholeOrganization = ({ database }: Pick<Accounts, 'database'>, ctx: Context): Context => ({
  ...ctx,
  db: database.tenant({ organizationId: ctx.organizationId }),
});
