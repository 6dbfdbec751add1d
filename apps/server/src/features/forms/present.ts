import { FormDefinition } from '@waggle/contracts/form-definition';
import type { Form, FormSummary } from '@waggle/contracts/forms';
import { findPeopleNames } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { publishedOf } from './drafts.ts';
import { type FormUrls, formUrls } from './form-url.ts';
import type { Forms } from './parts.ts';
import { type Beyond, whatIsBeyondPlan } from './plan.ts';
import type { FormRow, SummaryRow } from './queries.ts';

type Presented = { isBeyondPlan: Beyond; urlOf: FormUrls };

export const presentSummary = (row: SummaryRow, { isBeyondPlan, urlOf }: Presented): FormSummary => ({
  id: row.id,
  name: row.name,
  isActive: row.is_active,
  submissions: Number(row.submissions),
  version: row.published_version,
  hasChanges: row.has_changes,
  isBeyondPlan: isBeyondPlan(row),
  clientId: row.client_id,
  url: urlOf(row),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export async function showForm({ settings }: Pick<Forms, 'settings'>, ctx: Context, row: FormRow): Promise<Form> {
  const names = await findPeopleNames(ctx, [row.draft_changed_by]);
  const published = await publishedOf(ctx, row);
  return {
    ...presentSummary(row, { isBeyondPlan: await whatIsBeyondPlan(ctx), urlOf: await formUrls(settings, ctx) }),
    draft: FormDefinition.parse(row.draft),
    draftVersion: row.draft_version,
    draftChangedAt: row.draft_changed_at.toISOString(),
    draftChangedBy: names.get(row.draft_changed_by) ?? null,
    published: published?.definition ?? null,
    publishedAt: published?.at.toISOString() ?? null,
  };
}
