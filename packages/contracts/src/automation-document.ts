import { z } from 'zod';
import { FieldKey, RuleTree } from './contact-rules.ts';
import { idOf } from './endpoint.ts';
import { line } from './fields.ts';

/** What an automation may hold at most. */
export const automationLimits = {
  steps: 100,
  lanes: 10,
  /** Lanes inside of lanes. */
  depth: 6,
  triggers: 5,
  waitDays: 400,
  tagsOfStep: 20,
} as const;

/** Given once and never changed: people, figures and versions know a step by it. */
export const StepId = z.string().regex(/^[a-z]{8}$/, 'Invalid step');
export const WallTime = z.string('Choose a time').regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Choose a time');
/** 1 is Monday, 7 Sunday. */
export const Weekdays = z.array(z.int().min(1).max(7)).min(1, 'Choose at least one day').max(7);

export const durationUnits = ['minutes', 'hours', 'days', 'weeks'] as const;
const minutesOfUnit = { minutes: 1, hours: 60, days: 1_440, weeks: 10_080 } as const;
/** Days and weeks are those of the calendar: a day after 9:00 is 9:00, also where the clocks change between. */
export const Duration = z
  .strictObject({ amount: z.int().min(1).max(600_000), unit: z.enum(durationUnits) })
  .refine(
    ({ amount, unit }) => amount * minutesOfUnit[unit] <= automationLimits.waitDays * minutesOfUnit.days,
    `Wait at most ${automationLimits.waitDays} days`,
  );
export type Duration = z.output<typeof Duration>;

/** When emails may leave, on the clock of the organization. */
export const StepHours = z.strictObject({ from: WallTime, to: WallTime, days: Weekdays });
export type StepHours = z.output<typeof StepHours>;

/** A name that programs give to what they report. It stands in a line of the timeline behind `event.`, which takes 60 characters. */
export const EventName = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*$/, 'Use lowercase letters, digits, dots and dashes')
  .max(54);

/** An email of a step of this automation, of a campaign, or any. */
const OfEmail = z
  .union([z.strictObject({ step: StepId }), z.strictObject({ campaignId: idOf('campaign') })])
  .nullable();

/** Something that a contact does or that is done to one. Opens and clicks of machines are none. */
export const Happening = z.discriminatedUnion('kind', [
  /** Null is any form. */
  z.strictObject({ kind: z.literal('form.submitted'), formId: idOf('form').nullable() }),
  z.strictObject({ kind: z.literal('tag.added'), tagId: idOf('tag') }),
  z.strictObject({ kind: z.literal('tag.removed'), tagId: idOf('tag') }),
  z.strictObject({ kind: z.literal('segment.entered'), segmentId: idOf('segment') }),
  z.strictObject({ kind: z.literal('segment.left'), segmentId: idOf('segment') }),
  z.strictObject({ kind: z.literal('email.opened'), of: OfEmail }),
  z.strictObject({ kind: z.literal('email.clicked'), of: OfEmail }),
  z.strictObject({ kind: z.literal('qr.scanned'), codeId: idOf('qr-code').nullable() }),
  z.strictObject({ kind: z.literal('purchase.made') }),
  /** Reported by a program. */
  z.strictObject({ kind: z.literal('event'), name: EventName }),
]);
export type Happening = z.output<typeof Happening>;

/** What lets people in. */
export const Trigger = z.discriminatedUnion('kind', [
  ...Happening.options,
  z.strictObject({ kind: z.literal('contact.created') }),
  /** Each year on the day of a date field, or once on it; some days before or after it. */
  z.strictObject({
    kind: z.literal('date'),
    field: FieldKey,
    plusDays: z.int().min(-365).max(365).default(0),
    time: WallTime.default('09:00'),
    yearly: z.boolean(),
  }),
  /** Who completes another automation. */
  z.strictObject({ kind: z.literal('automation.completed'), automationId: idOf('automation') }),
  /** By hand, in bulk, or by a call. */
  z.strictObject({ kind: z.literal('manual') }),
]);
export type Trigger = z.output<typeof Trigger>;

const base = { id: StepId };
const leaves = [
  z.strictObject({
    ...base,
    kind: z.literal('email'),
    /** The email that is edited; what is sent was frozen when it was published. Null until somebody writes it. */
    campaignId: idOf('campaign').nullable(),
    /** In place of those of the automation. */
    hours: StepHours.nullable().default(null),
    /** Whether emails of other automations and campaigns count, where the organization has a limit. */
    cap: z.enum(['obey', 'ignore']).default('obey'),
  }),
  z.strictObject({ ...base, kind: z.literal('wait'), for: Duration }),
  z.strictObject({
    ...base,
    kind: z.literal('wait-until'),
    until: z.discriminatedUnion('kind', [
      /** A day that has passed is not waited for. */
      z.strictObject({
        kind: z.literal('field'),
        field: FieldKey,
        plusDays: z.int().min(-365).max(365).default(0),
        time: WallTime,
      }),
      z.strictObject({ kind: z.literal('weekday'), days: Weekdays, time: WallTime }),
      z.strictObject({ kind: z.literal('hours'), hours: StepHours }),
    ]),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('tag'),
    add: z.array(idOf('tag')).max(automationLimits.tagsOfStep).default([]),
    remove: z.array(idOf('tag')).max(automationLimits.tagsOfStep).default([]),
  }),
  z.strictObject({ ...base, kind: z.literal('field'), field: FieldKey, value: line(500).default('') }),
  z.strictObject({
    ...base,
    kind: z.literal('notify'),
    /** Null is everybody who may edit the automation. */
    memberId: idOf('member').nullable().default(null),
    text: line(300).default(''),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('webhook'),
    url: line(2_000).default(''),
    /** People wait for an answer, and go on without one after this time. */
    reply: z.strictObject({ atMost: Duration }).nullable().default(null),
  }),
  /** Lets them into another automation too. */
  z.strictObject({ ...base, kind: z.literal('enter'), automationId: idOf('automation').nullable() }),
  z.strictObject({ ...base, kind: z.literal('goal') }),
  z.strictObject({ ...base, kind: z.literal('leave') }),
] as const;

type Leaf = z.output<(typeof leaves)[number]>;
/** A way through a step. Ways come together below it, unless they end. */
export type Lane = { id: string; name: string; weight: number; steps: Step[] };
export type ForkStep = { id: string; lanes: Lane[] } & (
  | { kind: 'if'; rule: z.output<typeof RuleTree> }
  | { kind: 'wait-for'; what: Happening; since: 'entry' | 'arrival'; atMost: Duration }
  | { kind: 'split' }
);
export type Step = Leaf | ForkStep;
export type StepKind = Step['kind'];
export type StepOf<Kind extends StepKind> = Extract<Step, { kind: Kind }>;

/** Lazily: written out level by level it would be 16 MB in the reference of the API. The depth has its end in the document. */
const anyStep: z.ZodType<Step> = z.lazy(() => everyStep);
const lane = z.strictObject({
  id: StepId,
  name: line(80).default(''),
  /** Of a split: its share beside those of the others. */
  weight: z.int().min(1).max(1_000).default(1),
  steps: z.array(anyStep).max(automationLimits.steps),
});
const two = z.array(lane).length(2);
const everyStep = z
  .discriminatedUnion('kind', [
    ...leaves,
    /** Yes, then no. */
    z.strictObject({ ...base, kind: z.literal('if'), rule: RuleTree, lanes: two }),
    /** Happened, then too late. What happened since they entered or since they arrived here counts. */
    z.strictObject({
      ...base,
      kind: z.literal('wait-for'),
      what: Happening,
      since: z.enum(['entry', 'arrival']).default('arrival'),
      atMost: Duration,
      lanes: two,
    }),
    /** The same person always gets the same way. */
    z.strictObject({ ...base, kind: z.literal('split'), lanes: z.array(lane).min(2).max(automationLimits.lanes) }),
  ])
  .register(z.globalRegistry, { id: 'AutomationStep' });

const depthOf = (steps: readonly Step[]): number =>
  Math.max(
    0,
    ...steps.map((step) => ('lanes' in step ? 1 + Math.max(...step.lanes.map((one) => depthOf(one.steps))) : 0)),
  );

/** Steps in the order in which they are read, those inside lanes after their step. */
export function* stepsOf(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    if ('lanes' in step) for (const lane of step.lanes) yield* stepsOf(lane.steps);
  }
}

function idsOf(steps: readonly Step[]): string[] {
  return [...stepsOf(steps)].flatMap((step) =>
    'lanes' in step ? [step.id, ...step.lanes.map(({ id }) => id)] : [step.id],
  );
}

export const reentries = ['never', 'after-leaving', 'each-time'] as const;

/** The whole of an automation: who gets in, what they pass, and who leaves early. */
export const AutomationDocument = z
  .strictObject({
    format: z.literal(1),
    triggers: z.array(Trigger).max(automationLimits.triggers),
    entry: z.strictObject({
      /** Asked when somebody would get in. */
      filter: RuleTree.nullable(),
      /** Whether somebody gets in a second time. `each-time` also while they are inside. */
      again: z.enum(reentries),
      /** Days after the last entry before which nobody gets in again. */
      notWithinDays: z.int().min(0).max(3_650).default(0),
    }),
    /** Asked before every email: who does not fit any more leaves. Who may not be mailed leaves always. */
    stay: z.strictObject({
      filter: RuleTree.nullable(),
      leaveWhen: z.array(Happening).max(automationLimits.triggers),
    }),
    /** What it is for. Who reaches it leaves, or goes on below the next goal step. */
    goal: z
      .strictObject({
        name: line(120).default(''),
        when: Happening.nullable(),
        reached: z.enum(['leave', 'jump']).default('leave'),
      })
      .nullable(),
    /** When emails may leave. */
    hours: StepHours.nullable(),
    steps: z.array(anyStep).max(automationLimits.steps),
  })
  .refine(({ steps }) => depthOf(steps) <= automationLimits.depth, {
    error: `Put lanes at most ${automationLimits.depth} levels deep`,
    path: ['steps'],
  })
  .refine(({ steps }) => [...stepsOf(steps)].length <= automationLimits.steps, {
    error: `Use at most ${automationLimits.steps} steps`,
    path: ['steps'],
  })
  .refine(
    ({ steps }) => {
      const ids = idsOf(steps);
      return new Set(ids).size === ids.length;
    },
    { error: 'Two steps have the same id', path: ['steps'] },
  );
export type AutomationDocument = z.output<typeof AutomationDocument>;

export const emptyDocument: AutomationDocument = {
  format: 1,
  triggers: [],
  entry: { filter: null, again: 'never', notWithinDays: 0 },
  stay: { filter: null, leaveWhen: [] },
  goal: null,
  hours: null,
  steps: [],
};
