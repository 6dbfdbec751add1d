import type { RuleGroup } from '@waggle/contracts/contact-rules';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { knownIds } from './queries.ts';
import { fits } from './rules/custom.ts';
import { definitionsOf } from './rules/queries.ts';
import { conditionsOf, customKeys } from './rules/tree.ts';

/** Rules that name what is not there would quietly find nobody. */
export async function checkRules(ctx: Context, tree: RuleGroup): Promise<void> {
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
  if (tagIds.some((id) => !tags.has(id))) throw unusable('A tag in these rules no longer exists.');
  if (clientIds.some((id) => !clients.has(id))) throw unusable("A client in these rules doesn't exist.");
  if (formIds.some((id) => !forms.has(id))) throw unusable('A form in these rules no longer exists.');
  if (automationIds.some((id) => !automations.has(id)))
    throw unusable('An automation in these rules no longer exists.');
  for (const condition of conditions) {
    if (condition.kind !== 'custom') continue;
    const types = fields.filter(({ key }) => key === condition.key).map(({ type }) => type);
    if (types.length === 0) throw unusable('A field in these rules no longer exists.');
    if (!types.some((type) => fits(condition, type))) throw unusable("A value in these rules doesn't fit its field.");
  }
}

const unusable = (message: string) => new Problem('invalid_input', message, { fields: { rules: message } });
