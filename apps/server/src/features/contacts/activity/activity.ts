import type { ContactActivity } from '@waggle/contracts/contacts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { findContact } from '../queries.ts';
import { type ActivityRow, findActivity, namesOf } from './queries.ts';

export async function listActivity(
  ctx: Context,
  contactId: string,
  question: { cursor?: string | undefined; limit: number },
) {
  if (!(await findContact(ctx, contactId))) throw notFound();
  const { items, nextCursor } = await findActivity(ctx, contactId, question);
  const names = await namesOf(ctx, [...new Set(items.flatMap(({ ref_id }) => ref_id ?? []))]);
  return { items: items.map((row) => present(row, names)), nextCursor };
}

function present({ id, type, happened_at, ref_id, data }: ActivityRow, names: Map<string, string>): ContactActivity {
  const name = ref_id === null ? undefined : names.get(ref_id);
  return {
    id,
    type,
    happenedAt: happened_at.toISOString(),
    subject: ref_id === null || name === undefined ? null : { id: ref_id, name },
    data: (data ?? {}) as Record<string, unknown>,
  };
}
