import {
  type AutomationDocument,
  automationLimits,
  type Happening,
  type Step,
  stepsOf,
  type Trigger,
} from '@waggle/contracts/automation-document';
import type { AutomationProblem } from '@waggle/contracts/automations';
import { heightOf } from './steps.ts';

/** What can be wrong with a document by itself; what only the database knows the server adds. */
export const documentProblems = [
  'no-trigger',
  'no-step',
  'filter-empty',
  'goal-missing',
  'own-trigger',
  'unknown-step',
  'too-many-steps',
  'too-deep',
  'email-missing',
  'rule-empty',
  'lanes-empty',
  'tags-missing',
  'text-missing',
  'address-missing',
  'automation-missing',
  'never-reached',
] as const;
export type DocumentProblem = (typeof documentProblems)[number];

type Say = (code: DocumentProblem, stepId?: string | null, isBlocking?: boolean) => void;

/** Everything that keeps a document from being published, in the order in which it is read. */
export function problemsOf(document: AutomationDocument, automationId?: string): AutomationProblem[] {
  const problems: AutomationProblem[] = [];
  const say: Say = (code, stepId = null, isBlocking = true) => problems.push({ code, stepId, isBlocking });
  const all = [...stepsOf(document.steps)];

  sayOfWhole(document, all, say);
  const unreached = unreachedIn(document.steps);
  for (const step of all) {
    sayOfStep(step, document, say);
    if (hasUnknownStep(step, all)) say('unknown-step', step.id);
    if (startsItself(step, document.triggers, automationId)) say('own-trigger', step.id);
    if (unreached.has(step.id)) say('never-reached', step.id, false);
  }
  return problems;
}

function sayOfWhole({ triggers, entry, stay, goal, steps }: AutomationDocument, all: readonly Step[], say: Say): void {
  if (triggers.length === 0) say('no-trigger');
  if (all.length === 0) say('no-step');
  if ([entry.filter, stay.filter].some((filter) => filter?.rules.length === 0)) say('filter-empty');
  if (goal?.when === null) say('goal-missing');
  if (all.length > automationLimits.steps) say('too-many-steps');
  if (steps.some((step) => heightOf(step) > automationLimits.depth)) say('too-deep');
  if ([...triggers, ...stay.leaveWhen, goal?.when].some((one) => one && speaksOfNone(one, all))) say('unknown-step');
}

/** What is missing in a step itself. */
const missing: { [Kind in Step['kind']]?: (step: Extract<Step, { kind: Kind }>, say: Say) => void } = {
  email: ({ id, campaignId }, say) => campaignId === null && say('email-missing', id),
  if: ({ id, rule, lanes }, say) => {
    if (rule.rules.length === 0) say('rule-empty', id);
    if (lanes.every((lane) => lane.steps.length === 0)) say('lanes-empty', id);
  },
  // One way without steps is a control group; none with any is no split.
  split: ({ id, lanes }, say) => lanes.every((lane) => lane.steps.length === 0) && say('lanes-empty', id),
  tag: ({ id, add, remove }, say) => add.length + remove.length === 0 && say('tags-missing', id),
  notify: ({ id, text }, say) => text === '' && say('text-missing', id),
  webhook: ({ id, url }, say) => !/^https:\/\/[^\s/]+/.test(url) && say('address-missing', id),
  enter: ({ id, automationId }, say) => automationId === null && say('automation-missing', id),
};

function sayOfStep(step: Step, { goal }: AutomationDocument, say: Say): void {
  missing[step.kind]?.(step as never, say);
  if (step.kind === 'goal' && goal === null) say('goal-missing', step.id);
}

const hasUnknownStep = (step: Step, all: readonly Step[]): boolean =>
  step.kind === 'wait-for' && speaksOfNone(step.what, all);

/** Whether it speaks of an email of a step that is not there, or that sends none. */
function speaksOfNone(what: Happening | Trigger, all: readonly Step[]): boolean {
  if (!('of' in what) || !what.of || !('step' in what.of)) return false;
  const { step } = what.of;
  return !all.some(({ id, kind }) => id === step && kind === 'email');
}

/** Whether what a step does lets the same people in again. */
function startsItself(step: Step, triggers: readonly Trigger[], automationId: string | undefined): boolean {
  if (step.kind === 'enter') return automationId !== undefined && step.automationId === automationId;
  if (step.kind !== 'tag') return false;
  return triggers.some(
    (trigger) =>
      (trigger.kind === 'tag.added' && step.add.includes(trigger.tagId)) ||
      (trigger.kind === 'tag.removed' && step.remove.includes(trigger.tagId)),
  );
}

/** Steps below one where everybody leaves. People who jump to a goal come in below it. */
function unreachedIn(steps: readonly Step[]): ReadonlySet<string> {
  const unreached = new Set<string>();
  const walk = (list: readonly Step[]): boolean => {
    let isOver = false;
    for (const step of list) {
      if (step.kind === 'goal') isOver = false;
      else if (isOver) unreached.add(step.id);
      // Every lane is walked, also behind one that is not over.
      const lanes = 'lanes' in step ? step.lanes.map((lane) => walk(lane.steps)) : [];
      if (step.kind === 'leave' || (lanes.length > 0 && lanes.every(Boolean))) isOver = true;
    }
    return isOver;
  };
  walk(steps);
  return unreached;
}
