import { type AutomationDocument, type Happening, type Step, stepsOf } from '@waggle/contracts/automation-document';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { conditionsOf } from '#features/contacts/index.ts';
import type { Table } from './queries.ts';

/** All that a document names, by where it is kept. */
export type Named = Record<Table, Set<string>> & { members: Set<string>; rules: RuleGroup[] };

export function namedIn({ triggers, entry, stay, goal, steps }: AutomationDocument): Named {
  const named = nothing();
  for (const rule of [entry.filter, stay.filter]) if (rule) nameRules(named, rule);
  for (const trigger of triggers) {
    if (trigger.kind === 'automation.completed') named.automations.add(trigger.automationId);
    else if (trigger.kind !== 'contact.created' && trigger.kind !== 'date' && trigger.kind !== 'manual')
      nameHappening(named, trigger);
  }
  for (const happening of stay.leaveWhen) nameHappening(named, happening);
  if (goal?.when) nameHappening(named, goal.when);
  for (const step of stepsOf(steps)) nameStep(named, step);
  return named;
}

const nothing = (): Named => ({
  tags: new Set(),
  segments: new Set(),
  forms: new Set(),
  qr_codes: new Set(),
  campaigns: new Set(),
  automations: new Set(),
  members: new Set(),
  rules: [],
});

const add = (ids: Set<string>, id: string | null) => void (id !== null && ids.add(id.toLowerCase()));

/** What each kind names; those without an entry name nothing. */
const namedBy: { [Kind in Happening['kind']]?: (named: Named, happening: Extract<Happening, { kind: Kind }>) => void } =
  {
    'form.submitted': ({ forms }, { formId }) => add(forms, formId),
    'tag.added': ({ tags }, { tagId }) => add(tags, tagId),
    'tag.removed': ({ tags }, { tagId }) => add(tags, tagId),
    'segment.entered': ({ segments }, { segmentId }) => add(segments, segmentId),
    'segment.left': ({ segments }, { segmentId }) => add(segments, segmentId),
    'email.opened': ({ campaigns }, { of }) => add(campaigns, of && 'campaignId' in of ? of.campaignId : null),
    'email.clicked': ({ campaigns }, { of }) => add(campaigns, of && 'campaignId' in of ? of.campaignId : null),
    'qr.scanned': ({ qr_codes }, { codeId }) => add(qr_codes, codeId),
  };

const nameHappening = (named: Named, happening: Happening): void =>
  namedBy[happening.kind]?.(named, happening as never);

/** Automations of rules are named by themselves as well: one of another client, or one that is gone, would find nobody. */
function nameRules(named: Named, rules: RuleGroup): void {
  named.rules.push(rules);
  for (const condition of conditionsOf(rules))
    if (condition.kind === 'automation') add(named.automations, condition.automationId);
}

function nameStep(named: Named, step: Step): void {
  if (step.kind === 'tag') for (const id of [...step.add, ...step.remove]) add(named.tags, id);
  else if (step.kind === 'email') add(named.campaigns, step.campaignId);
  else if (step.kind === 'enter') add(named.automations, step.automationId);
  else if (step.kind === 'notify') add(named.members, step.memberId);
  else if (step.kind === 'if') nameRules(named, step.rule);
  else if (step.kind === 'wait-for') nameHappening(named, step.what);
}
