import type { RuleGroup } from '@waggle/contracts/contact-rules';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { findSegment, knownIds } from './queries.ts';
import { fits } from './rules/custom.ts';
import { definitionsOf } from './rules/queries.ts';
import { conditionsOf, customKeys } from './rules/tree.ts';

/** Rules that name what is not there would quietly find nobody. */
export async function checkRules(ctx: Context, tree: RuleGroup): Promise<void> {
  const message = await faultOf(ctx, tree);
  if (message !== null) throw new Problem('invalid_input', message, { fields: { rules: message } });
}

/**
 * Whether all that saved segments ask for is still there. Those that leave people out by something that is gone leave out nobody, and
 * what 'none' of is asked for holds for everybody.
 */
export async function segmentsAreSound(ctx: Context, segmentIds: readonly string[]): Promise<boolean> {
  for (const segmentId of segmentIds) {
    const segment = await findSegment(ctx, segmentId);
    if (segment && (await faultOf(ctx, segment.rules)) !== null) return false;
  }
  return true;
}

/** Whether all that some rules ask for is still there; see above for what those do that name something gone. */
export const rulesAreSound = async (ctx: Context, trees: readonly RuleGroup[]): Promise<boolean> =>
  (await faultOf(ctx, { match: 'all', rules: [...trees] })) === null;

async function faultOf(ctx: Context, tree: RuleGroup): Promise<string | null> {
  const conditions = conditionsOf(tree);
  const tagIds = conditions.flatMap((condition) => (condition.kind === 'tag' ? condition.tagIds : []));
  const clientIds = conditions.flatMap((condition) => (condition.kind === 'client' ? condition.clientIds : []));
  const formIds = conditions.flatMap((condition) => (condition.kind === 'form' ? (condition.formId ?? []) : []));
  const automationIds = conditions.flatMap((condition) =>
    condition.kind === 'automation' ? condition.automationId : [],
  );
  const [tags, clients, forms, automations, fields] = await Promise.all([
    knownIds(ctx, 'tags', tagIds),
    knownIds(ctx, 'clients', clientIds),
    knownIds(ctx, 'forms', formIds),
    knownIds(ctx, 'automations', automationIds),
    definitionsOf(ctx, customKeys(tree)),
  ]);
  if (tagIds.some((id) => !tags.has(id))) return 'A tag in these rules no longer exists.';
  if (clientIds.some((id) => !clients.has(id))) return "A client in these rules doesn't exist.";
  if (formIds.some((id) => !forms.has(id))) return 'A form in these rules no longer exists.';
  if (automationIds.some((id) => !automations.has(id))) return 'An automation in these rules no longer exists.';
  for (const condition of conditions) {
    if (condition.kind !== 'custom') continue;
    const types = fields.filter(({ key }) => key === condition.key).map(({ type }) => type);
    if (types.length === 0) return 'A field in these rules no longer exists.';
    if (!types.some((type) => fits(condition, type))) return "A value in these rules doesn't fit its field.";
  }
  return null;
}
