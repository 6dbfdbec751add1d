import type { Context } from '#platform/context.ts';
import { listCampaigns } from '../../src/features/campaigns/index.ts';
import { listContacts } from '../../src/features/contacts/list/list.ts';
import { findForms } from '../../src/features/forms/queries.ts';

/** More than a random organization has of anything. */
const limit = 1_000;
const question = { limit, sort: '-createdAt' } as const;

/** Counts that open a list beside them or on another screen, with how many rows that list shows. */
export async function rowsBehind(ctx: Context, answers: Record<string, unknown>): Promise<Record<string, number>> {
  const [contacts, active, forms] = await Promise.all([
    listContacts(ctx, question),
    listCampaigns(ctx, { ...question, status: 'ACTIVE' }),
    findForms(ctx, { ...question, active: true }),
  ]);
  const shown = (call: string) => (answers[call] as { items: unknown[] }).items.length;
  return {
    'dashboard.metrics totalContacts': contacts.items.length,
    'dashboard.metrics activeForms': forms.items.length,
    'analytics.overview contacts.value': contacts.items.length,
    'analytics.overview activeCampaigns.value': active.items.length,
    'analytics.contacts total': contacts.items.length,
    'analytics.campaigns total': shown('analytics.campaigns'),
    'analytics.codes total': shown('analytics.codes'),
  };
}
