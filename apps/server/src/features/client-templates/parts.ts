import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import type { LookUpBrand } from './look/look-up.ts';

export type ClientTemplates = {
  database: Database;
  settings: Settings;
  /** Null where the operator lets nobody outside be asked. */
  lookUp: LookUpBrand | null;
};

/** Whichever client is shown, others are read and a new one is written. Whoever manages clients is limited to none. */
export const overAllClients = ({ database }: Pick<ClientTemplates, 'database'>, ctx: Context): Context => ({
  ...ctx,
  db: database.tenant({ organizationId: ctx.organizationId }),
  actor: ctx.actor.kind === 'user' ? { ...ctx.actor, clientId: null } : ctx.actor,
});
