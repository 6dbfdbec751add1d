import { type startListViews, startSteps } from '@waggle/contracts/dashboard';
import type { Context } from '#platform/context.ts';
import { countClients, keepStartList as keep, person, readOrganization, startListOf } from '../accounts/index.ts';
import { findFirstSending } from '../campaigns/index.ts';
import { hasContacts } from '../contacts/index.ts';
import { hasForms } from '../forms/index.ts';
import { hasCodes } from '../links/index.ts';
import { readSetUp, type Settings } from '../settings/index.ts';

type Key = (typeof startSteps)[number];
type View = (typeof startListViews)[number];

/** The first things to do, each read from the rows it is about; a business has no clients to add. */
export async function readStartList(
  settings: Settings,
  ctx: Context,
): Promise<{ steps: { key: Key; done: boolean }[]; view: View }> {
  const [organization, contacts, clients, forms, codes, firstSending, { done: sending }, view] = await Promise.all([
    readOrganization(ctx),
    hasContacts(ctx),
    countClients(ctx),
    hasForms(ctx),
    hasCodes(ctx),
    findFirstSending(ctx),
    readSetUp(settings, ctx),
    startListOf(ctx, person(ctx).userId),
  ]);
  const { test, ...prepared } = sending;
  const done: Record<Key, boolean> = {
    'add-client': clients > 0,
    'import-contacts': contacts,
    // Whoever has sent a campaign needs no test to see that it works.
    'set-up-sending': Object.values(prepared).every(Boolean) && (test || firstSending !== null),
    'form-or-code': forms || codes,
    'send-campaign': firstSending !== null,
  };
  const steps = startSteps.filter((key) => key !== 'add-client' || organization.type === 'AGENCY');
  return { steps: steps.map((key) => ({ key, done: done[key] })), view: view as View };
}

export const keepStartList = (ctx: Context, view: View): Promise<unknown> => keep(ctx, person(ctx).userId, view);
