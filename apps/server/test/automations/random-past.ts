import { idOf, randomDocument } from '@waggle/automations/any-program.fixture';
import {
  type AutomationDocument,
  type Happening,
  reentries,
  type Step,
  stepsOf,
  type Trigger,
} from '@waggle/contracts/automation-document';
import type { Condition, RuleGroup } from '@waggle/contracts/contact-rules';
import fc from 'fast-check';

/** Things of the organization that documents and lines name. */
export type Names = { tags: string[]; forms: string[]; segment: string; campaign: string };
export type Pick = <Item>(items: readonly Item[]) => Item;

export const pickWith =
  (random: () => number): Pick =>
  (items) =>
    items[Math.floor(random() * items.length)]!;

/** Something that people did or that was done to them. */
export type ScriptedLine = { type: string; refId: string | null };

export const lineFrom = (pick: Pick, { tags, forms, segment, campaign }: Names): ScriptedLine =>
  pick<() => ScriptedLine>([
    () => ({ type: 'form.submitted', refId: pick(forms) }),
    () => ({ type: 'tag.added', refId: pick(tags) }),
    () => ({ type: 'tag.added', refId: pick(tags) }),
    () => ({ type: 'tag.removed', refId: pick(tags) }),
    () => ({ type: 'purchase.made', refId: null }),
    () => ({ type: 'event.booked', refId: null }),
    () => ({ type: 'segment.entered', refId: segment }),
    () => ({ type: 'email.clicked', refId: campaign }),
  ])();

const triggersFrom = (pick: Pick, { tags, forms, segment }: Names): Trigger[] =>
  pick<Trigger[]>([
    [{ kind: 'form.submitted', formId: null }],
    [{ kind: 'form.submitted', formId: forms[0]! }, { kind: 'purchase.made' }],
    [{ kind: 'tag.added', tagId: tags[0]! }],
    [
      { kind: 'event', name: 'booked' },
      { kind: 'segment.entered', segmentId: segment },
    ],
    [
      { kind: 'email.clicked', of: null },
      { kind: 'tag.removed', tagId: tags[1]! },
    ],
    [{ kind: 'date', field: 'birthday', plusDays: -2, time: '09:00', yearly: true }, { kind: 'purchase.made' }],
  ]);

function conditionFrom(pick: Pick, { tags, forms, campaign }: Names): Condition {
  return pick<Condition>([
    { kind: 'tag', op: pick(['hasAnyOf', 'hasAllOf', 'hasNoneOf']), tagIds: [pick(tags), pick(tags)] },
    { kind: 'tag', op: 'hasAnyOf', tagIds: [pick(tags)] },
    { kind: 'activity', activity: 'form.submitted', op: 'did', days: pick([3, 20]), atLeast: pick([1, 2]) },
    { kind: 'activity', activity: 'email.opened', op: pick(['did', 'didNot']), days: 10, atLeast: 1 },
    { kind: 'campaign', op: 'wasSent', campaignId: null, days: 5 },
    { kind: 'campaign', op: pick(['clicked', 'didNotClick']), campaignId: null, days: 15 },
    { kind: 'campaign', op: 'clicked', campaignId: campaign },
    { kind: 'form', op: pick(['submitted', 'didNotSubmit']), formId: pick([null, ...forms]), days: 9 },
    { kind: 'date', field: 'createdAt', op: pick(['inLast', 'notInLast']), days: 30 },
    { kind: 'consent', channel: 'email', op: 'isAnyOf', values: ['granted'] },
    { kind: 'custom', key: 'birthday', op: 'is', value: '2026-01-01' },
    { kind: 'custom', key: 'birthday', op: 'isEmpty', value: '' },
  ]);
}

function ruleFrom(pick: Pick, names: Names): RuleGroup {
  const inner = { match: pick(['all', 'any', 'none'] as const), rules: [conditionFrom(pick, names)] };
  return pick<RuleGroup>([
    { match: 'all', rules: [] },
    { match: 'all', rules: [conditionFrom(pick, names)] },
    { match: 'any', rules: [conditionFrom(pick, names), inner] },
    { match: 'none', rules: [conditionFrom(pick, names), inner] },
  ]);
}

const happeningFrom = (pick: Pick, { tags, forms }: Names, emails: readonly string[]): Happening =>
  pick<Happening>([
    { kind: 'form.submitted', formId: pick([null, ...forms]) },
    { kind: 'tag.added', tagId: pick(tags) },
    { kind: 'tag.removed', tagId: pick(tags) },
    { kind: 'purchase.made' },
    { kind: 'event', name: 'booked' },
    { kind: 'email.opened', of: null },
    { kind: 'email.clicked', of: emails.length > 0 ? { step: pick(emails) } : null },
  ]);

/** Steps that later steps of the same journey ask about. */
function asking(pick: Pick, { tags }: Names): Step[] {
  const lane = (no: number, ...steps: Step[]) => ({ id: idOf(no), name: '', weight: 1, steps });
  const note: Step = { id: idOf(9_010), kind: 'notify', memberId: null, text: 'Call them' };
  const wait: Step = { id: idOf(9_011), kind: 'wait', for: { amount: 1, unit: 'days' } };
  const fork = (condition: Condition): Step => ({
    id: idOf(9_012),
    kind: 'if',
    rule: { match: 'all', rules: [condition] },
    lanes: [lane(9_013, note), lane(9_014, wait)],
  });
  const email: Step = { id: idOf(9_015), kind: 'email', campaignId: null, hours: null, cap: 'obey' };
  const tagIds = [pick(tags)];
  return pick<Step[]>([
    [],
    [{ id: idOf(9_016), kind: 'tag', add: tagIds, remove: [] }, fork({ kind: 'tag', op: 'hasAnyOf', tagIds })],
    [{ id: idOf(9_016), kind: 'tag', add: [], remove: tagIds }, fork({ kind: 'tag', op: 'hasNoneOf', tagIds })],
    [
      { id: idOf(9_016), kind: 'field', field: 'birthday', value: pick(['2026-01-01', '']) },
      fork({ kind: 'custom', key: 'birthday', op: 'is', value: '2026-01-01' }),
    ],
    [
      email,
      {
        id: idOf(9_017),
        kind: 'wait-for',
        what: { kind: 'email.opened', of: { step: email.id } },
        since: 'arrival',
        atMost: { amount: 3, unit: 'days' },
        lanes: [lane(9_013, note), lane(9_014, wait)],
      },
    ],
  ]);
}

/** Any document whose names are there, and whose rules ask for things that happen. */
export function documentFrom(seed: number, pick: Pick, names: Names): AutomationDocument {
  const [shape] = fc.sample(randomDocument, { seed, numRuns: 1 });
  const emails = [...stepsOf(shape!.steps)].flatMap(({ kind, id }) => (kind === 'email' ? [id] : []));
  const some = (): Happening => happeningFrom(pick, names, emails);
  const named = (step: Step): Step => {
    if (step.kind === 'tag') return { ...step, add: [pick(names.tags)], remove: pick([[], [pick(names.tags)]]) };
    if (!('lanes' in step)) return step;
    const lanes = step.lanes.map((lane) => ({ ...lane, steps: lane.steps.map(named) }));
    if (step.kind === 'if') return { ...step, rule: ruleFrom(pick, names), lanes };
    return step.kind === 'wait-for' ? { ...step, what: some(), lanes } : { ...step, lanes };
  };
  // At least one email behind a wait.
  const last: Step[] = [
    { id: idOf(9_001), kind: 'wait', for: { amount: 2, unit: 'days' } },
    { id: idOf(9_002), kind: 'email', campaignId: null, hours: null, cap: 'obey' },
  ];
  return {
    ...shape!,
    triggers: triggersFrom(pick, names),
    entry: {
      filter: pick([null, null, ruleFrom(pick, names)]),
      again: pick(reentries),
      notWithinDays: pick([0, 0, 5]),
    },
    stay: { filter: pick([null, null, ruleFrom(pick, names)]), leaveWhen: pick([[], [], [some()]]) },
    goal: shape!.goal && { ...shape!.goal, when: pick([null, some()]) },
    steps: [...asking(pick, names), ...shape!.steps.map(named).slice(0, 80), ...last],
  };
}
