import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';

/** Whoever asks, the figures of a report are those of its client, or with null of the whole organization. */
export const clientContext = (
  { database }: Pick<Settings, 'database'>,
  { organizationId, now, sellsNoPlans }: Context,
  clientLimit: string | null,
): Context => ({
  db: database.tenant({ organizationId, clientLimit }),
  organizationId,
  actor: { kind: 'job', name: 'reports', clientLimit },
  now,
  ...(sellsNoPlans !== undefined && { sellsNoPlans }),
});
