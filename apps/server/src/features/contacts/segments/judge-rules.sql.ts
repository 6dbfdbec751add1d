import type { Attributes } from '@waggle/contracts/contact-fields';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { comparedRows } from './match-rules.sql.ts';
import { compileCondition, definitionsOf, listed, valueOf } from './rules/queries.ts';
import { conditionsOf, customKeys } from './rules/tree.ts';

/** What a contact says to one condition; `found` is theirs where the condition looks at a value of their own row. */
type JudgedCondition = { holds: boolean; found: string | null };

/**
 * Every condition of some rules for each of some contacts, in the order a person reads them. Who is gone is not in it. With `patch`, as
 * if these custom fields had been set.
 */
export async function judgeRules(
  ctx: Context,
  trees: readonly RuleGroup[],
  contactIds: readonly string[],
  patch?: Attributes,
): Promise<Map<string, JudgedCondition[][]>> {
  const keys = trees.flatMap(customKeys);
  const compiler = { ctx, fields: await definitionsOf(ctx, [...new Set(keys)]), among: contactIds };
  const conditions = trees.map(conditionsOf);
  const all = conditions.flat();
  const values = all.map(valueOf);
  const asked = values.filter((value) => value !== null);
  const { rows } = await sql<{ id: string; holds: boolean[]; found: (string | null)[] }>`
    select id, array[${listed(all.map((condition) => compileCondition(compiler, condition)))}]::boolean[] as holds,
      array[${listed(asked)}]::text[] as found
    from ${comparedRows(ctx, contactIds, patch)}`.execute(ctx.db);
  return new Map(
    rows.map(({ id, holds, found }) => {
      const held = holds.values();
      const left = found.values();
      const next = (value: (typeof values)[number]) => (value === null ? null : (left.next().value ?? null));
      const judged = values.map((value) => ({ holds: held.next().value === true, found: next(value) })).values();
      return [id, conditions.map((own) => own.map(() => judged.next().value!))];
    }),
  );
}
