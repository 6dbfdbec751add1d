import { z } from 'zod';
import { StepId } from './automation-document.ts';
import { automationPath, Turn } from './automations.ts';
import { endpoint, idOf } from './endpoint.ts';
import { day, Instant } from './fields.ts';

/** What is tried: what is edited, or what lets people in now. */
export const triedVersions = ['draft', 'live'] as const;
const of = z.enum(triedVersions).default('draft');

/** Emails that one test walk sends to the person who tests. */
export const mostTestEmails = 8;

/** What a step would have done. */
export const PaperEffect = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email'), campaignId: z.uuid().nullable() }),
  z.object({ kind: z.literal('tag'), add: z.array(z.uuid()), remove: z.array(z.uuid()) }),
  z.object({ kind: z.literal('field'), field: z.string(), value: z.string() }),
  z.object({ kind: z.literal('notify'), memberId: z.uuid().nullable(), text: z.string() }),
  z.object({ kind: z.literal('webhook'), url: z.string(), waitsForReply: z.boolean() }),
  z.object({ kind: z.literal('enter'), automationId: z.uuid() }),
]);
export type PaperEffect = z.infer<typeof PaperEffect>;

const steps = z.array(Turn.shape.steps.element.extend({ effects: z.array(PaperEffect) }));
/** As of a run, with what its steps would have done, and when the wait that follows would end. */
export const TestTurn = Turn.extend({
  steps,
  /** Where they wait after it, and until when; null where they ended. */
  waits: z.object({ stepId: z.string(), until: Instant }).nullable(),
});
export type TestTurn = z.infer<typeof TestTurn>;

export const walkAutomation = endpoint({
  name: 'automations.test-walk',
  method: 'POST',
  path: '/api/automations/:automationId/test-walk',
  needs: 'automations:write',
  audit: { entity: 'automation', after: true },
  summary:
    'Leads one contact through on paper: waits are skipped, nothing is changed, and every effect is listed. `happens` names the steps that wait for something where it happens. With `emailTo` the emails on the way are sent to the signed-in person, as tests of a campaign are.',
  params: automationPath,
  body: z.strictObject({
    of,
    contactId: idOf('contact'),
    happens: z.array(StepId).max(100).default([]),
    emailTo: z.literal('me').optional(),
  }),
  reply: z.object({
    /** Whether the contact fits the filter of who gets in. The walk is shown either way. */
    fitsFilter: z.boolean(),
    turns: z.array(TestTurn),
    /** Why they left, such as `completed`; null where the walk was cut off after 500 turns. */
    end: z.string().nullable(),
    /** Emails that were sent to the signed-in person; empty without `emailTo`. */
    emails: z.array(z.object({ stepId: z.string(), delivered: z.boolean(), to: z.string(), answer: z.string() })),
  }),
  limits: { cost: 'elsewhere', rate: { points: 30, seconds: 600, per: 'user' } },
});

export const backTestDays = [30, 90] as const;
/** More people than this are sampled, each with the same chance. */
export const mostEntrants = 100_000;
/** People who are shown by name. */
export const mostTrialPeople = 200;
/** Days a back-test is kept. */
export const backTestKeptDays = 30;

export const backTestStates = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;

/** Why somebody to whom a trigger happened would not have entered. */
export const notEnteredReasons = [
  'filter',
  /** Was inside before, and may enter once. */
  'entered-before',
  'inside',
  /** Within the days after the last entry. */
  'too-soon',
  /** Of a date: once a year. */
  'this-year',
] as const;

/** What a back-test cannot know, or had to assume. Only those that matter for the automation are listed. */
export const backTestLimits = [
  /** Fields and consent are as of today. */
  'fields-today',
  'consent-today',
  /** Opens and clicks of its emails by the assumed rates. */
  'opens-assumed',
  /** Webhooks that wait for an answer get none. */
  'no-webhook-answers',
  /** Who entered a segment is known since it is watched, by an automation that was live. */
  'segments-when-watched',
  /** When somebody was last active is as of today. */
  'last-activity-today',
  /** Who was let in by hand is not known. */
  'manual-not-known',
  /** What other automations would have done is not followed. */
  'other-automations',
  /** Of a contact with tens of thousands of activities in this time, only the latest were read. */
  'history-cut',
  /** Tags, submissions and purchases are as they were recorded. */
  'history-exact',
] as const;

const count = z.number().int();
const Share = z.number().min(0).max(1);

export const TrialPerson = z.object({
  /** Its place in the list, by which its path is read. */
  place: count,
  contactId: z.uuid(),
  /** Null once the contact is gone. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  enteredAt: Instant,
  emails: count,
  /** Why they left, as of a run; null for who would still be inside. */
  end: z.string().nullable(),
});
export type TrialPerson = z.infer<typeof TrialPerson>;

export const BackTestResult = z.object({
  /** Times a trigger happened, and how many of them let somebody in. */
  seen: count,
  entered: count,
  emails: count,
  busiestDay: z.object({ day: day(), emails: count }).nullable(),
  /** Emails that waited for the hours in which they may leave, and for a place under the frequency cap. */
  movedByHours: count,
  heldByCap: count,
  /** Whether the organization has a frequency cap. */
  hasCap: z.boolean(),
  /** Seven days each from the first day on; the last one may be shorter. Days are those of the organization. */
  weeks: z.array(z.object({ from: day(), to: day(), emails: z.array(z.object({ stepId: z.string(), sent: count })) })),
  /** In reading order. `sent` and `later` are null for steps that send nothing. */
  steps: z.array(
    z.object({
      stepId: z.string(),
      kind: z.string(),
      arrived: count,
      sent: count.nullable(),
      /** Of those sent: moved by hours or held by the cap. */
      later: count.nullable(),
      left: count,
    }),
  ),
  /** Only reasons that somebody had. */
  notEntered: z.array(z.object({ reason: z.enum(notEnteredReasons), count })),
  /** How they ended, by reason as of runs, and how many would still be inside. */
  ends: z.array(z.object({ reason: z.string(), count })),
  inside: count,
  limits: z.array(z.enum(backTestLimits)),
  /** Where there were too many: figures are of one in so many people. */
  sample: z.object({ people: count, oneIn: count }).nullable(),
  /** The newest entries first. */
  people: z.array(TrialPerson),
});
export type BackTestResult = z.infer<typeof BackTestResult>;

export const BackTest = z.object({
  id: z.uuid(),
  of: z.enum(triedVersions),
  days: count,
  from: Instant,
  to: Instant,
  state: z.enum(backTestStates),
  /** People done of those found; null before they are found. */
  progress: z.object({ done: count, of: count }).nullable(),
  assumed: z.object({ openRate: Share, clickRate: Share }),
  /** Whether what it tried has been changed since. */
  isOutdated: z.boolean(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  /** Null before it is done. */
  result: BackTestResult.nullable(),
});
export type BackTest = z.infer<typeof BackTest>;

export const startBackTest = endpoint({
  name: 'automations.start-back-test',
  method: 'POST',
  path: '/api/automations/:automationId/back-tests',
  needs: 'automations:write',
  audit: { skip: 'reads' },
  summary:
    'Begins to work out who would have entered in the last days and what they would have been sent. Nothing is changed or sent. One that runs already is answered with 409 in_use. Without rates, the averages of the organization are taken.',
  status: 201,
  params: automationPath,
  body: z.strictObject({
    of,
    days: z.union([z.literal(30), z.literal(90)]).default(90),
    /** Shares of emails that are opened and clicked. */
    openRate: Share.optional(),
    clickRate: Share.optional(),
  }),
  reply: BackTest,
  limits: { cost: 'long-question', rate: { points: 30, seconds: 600, per: 'user' } },
});

export const newestBackTest = endpoint({
  name: 'automations.newest-back-test',
  method: 'GET',
  path: '/api/automations/:automationId/back-test',
  needs: 'automations:read',
  summary: 'The back-test that was begun last, with its result once it is done; null without one.',
  params: automationPath,
  reply: z.object({ backTest: BackTest.nullable() }),
});

const trialPath = automationPath.extend({ trialId: idOf('automation-trial') });

export const readBackTest = endpoint({
  name: 'automations.back-test',
  method: 'GET',
  path: '/api/automations/:automationId/back-tests/:trialId',
  needs: 'automations:read',
  summary: 'How far a back-test has come, and its result once it is done.',
  params: trialPath,
  reply: BackTest,
});

export const cancelBackTest = endpoint({
  name: 'automations.cancel-back-test',
  method: 'POST',
  path: '/api/automations/:automationId/back-tests/:trialId/cancel',
  needs: 'automations:write',
  audit: { skip: 'reads' },
  summary: 'Stops a back-test that runs. One that has ended stays as it is.',
  params: trialPath,
  reply: BackTest,
});

export const readTrialPerson = endpoint({
  name: 'automations.back-test-person',
  method: 'GET',
  path: '/api/automations/:automationId/back-tests/:trialId/people/:place',
  needs: 'automations:read',
  summary: "One person's path through a back-test, as that of a run, with the values it saw.",
  params: trialPath.extend({ place: z.coerce.number().int().min(0).max(mostTrialPeople) }),
  reply: TrialPerson.extend({ turns: z.array(Turn) }),
});
