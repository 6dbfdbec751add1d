import { FormDefinition } from '@waggle/contracts/form-definition';
import type { FormFunnel } from '@waggle/contracts/forms';
import { fieldsInOrder } from '@waggle/forms/pages';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { requireForm } from '../drafts.ts';
import { findVersion } from '../versions/queries.ts';
import { countReached, countVisits } from './queries.ts';

/** How far people came with one version of a form: the one that is published unless told. */
export async function funnelOf(ctx: Context, formId: string, asked?: number): Promise<FormFunnel> {
  const form = await requireForm(ctx, formId);
  const version = asked ?? form.published_version;
  if (version === null) return { version, views: 0, starts: 0, completions: 0, fields: [] };
  const row = await findVersion(ctx, formId, version);
  if (!row) throw notFound();
  const visits = await countVisits(ctx, formId, version);
  const reached = await countReached(ctx, formId, version);
  // Nobody sees or fills in a hidden one.
  const seen = fieldsInOrder(FormDefinition.parse(row.definition)).filter(({ type }) => type !== 'hidden');
  const fields = seen.map(({ id, label }) => ({ id, label, reached: reached.get(id) ?? 0 }));
  return { version, ...visits, completions: Number(row.submissions), fields };
}
