import { startSteps } from '@waggle/contracts/dashboard';
import type { Context } from '#platform/context.ts';
import { hasContacts } from '../contacts/index.ts';
import { countClients, countMembers, hasTwoFactor, person, readOrganization } from '../accounts/index.ts';

type Key = (typeof startSteps)[number];

/** The first things to do, each read from the rows it is about; a business has no clients to add. */
export async function readStartList(ctx: Context): Promise<{ steps: { key: Key; done: boolean }[] }> {
  const [organization, contacts, clients, members, twoFactor] = await Promise.all([
    readOrganization(ctx),
    hasContacts(ctx),
    countClients(ctx),
    countMembers(ctx),
    hasTwoFactor(ctx, person(ctx).userId),
  ]);
  const done: Record<Key, boolean> = {
    'import-contacts': contacts,
    'add-client': clients > 0,
    'invite-team': members > 1,
    'two-factor': twoFactor,
  };
  const steps = startSteps.filter((key) => key !== 'add-client' || organization.type === 'AGENCY');
  return { steps: steps.map((key) => ({ key, done: done[key] })) };
}
