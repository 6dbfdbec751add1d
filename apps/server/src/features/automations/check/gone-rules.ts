import { type AutomationDocument, stepsOf } from '@waggle/contracts/automation-document';
import type { AutomationProblem } from '@waggle/contracts/automations';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { conditionsOf, rulesAreSound } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';

/** Rules that name something gone: of who enters and stays once, and of each step. */
export async function findGoneRules(
  ctx: Context,
  { entry, stay, steps }: AutomationDocument,
): Promise<AutomationProblem[]> {
  const ofAll = [entry.filter, stay.filter].flatMap((filter) => filter ?? []);
  const asked: { stepId: string | null; rules: RuleGroup[] }[] = [
    { stepId: null, rules: ofAll.map(withoutAutomations) },
  ];
  for (const step of stepsOf(steps))
    if (step.kind === 'if') asked.push({ stepId: step.id, rules: [withoutAutomations(step.rule)] });
  // Mostly nothing is gone, and one look at all of them says so.
  if (
    await rulesAreSound(
      ctx,
      asked.flatMap(({ rules }) => rules),
    )
  )
    return [];
  const gone: AutomationProblem[] = [];
  for (const { stepId, rules } of asked)
    if (!(await rulesAreSound(ctx, rules))) gone.push({ code: 'rules-gone', stepId, isBlocking: true });
  return gone;
}

/** Automations that rules name are looked for among all that are named, and said to be gone there. */
const withoutAutomations = (rule: RuleGroup): RuleGroup => ({
  match: 'all',
  rules: conditionsOf(rule).filter(({ kind }) => kind !== 'automation'),
});
