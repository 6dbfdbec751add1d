import { FormDefinition } from '@waggle/contracts/form-definition';
import { findPeopleNames } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { keepDraft, requireForm } from '../drafts.ts';
import type { FormRow } from '../queries.ts';
import * as queries from './queries.ts';

/** As many as anybody will read. */
const versionsShown = 100;

export async function listVersions(ctx: Context, formId: string) {
  await requireForm(ctx, formId);
  const rows = await queries.findVersions(ctx, formId, versionsShown);
  const names = await findPeopleNames(
    ctx,
    rows.map(({ published_by }) => published_by),
  );
  return { items: rows.map((row) => present(row, names)) };
}

type Asked = { formId: string; version: number };

export async function readVersion(ctx: Context, { formId, version }: Asked) {
  await requireForm(ctx, formId);
  const row = await queries.findVersion(ctx, formId, version);
  if (!row) throw notFound();
  const names = await findPeopleNames(ctx, [row.published_by]);
  return { ...present(row, names), definition: FormDefinition.parse(row.definition) };
}

/** What is published stays as it is until the draft is looked at and published. */
export const restoreVersion = (ctx: Context, { formId, version }: Asked): Promise<FormRow> =>
  inTransaction(ctx, async (ctx) => {
    await requireForm(ctx, formId);
    const row = await queries.findVersion(ctx, formId, version);
    if (!row) throw notFound();
    return keepDraft(ctx, formId, { definition: FormDefinition.parse(row.definition) });
  });

const present = (row: queries.VersionRow, names: ReadonlyMap<string | null, string>) => ({
  version: row.version,
  publishedAt: row.published_at.toISOString(),
  publishedBy: names.get(row.published_by) ?? null,
  submissions: Number(row.submissions),
});
