import { z } from 'zod';
import { AutomationDocument, StepId } from './automation-document.ts';
import { ClientOfNew } from './clients.ts';
import { ContactBatch, EntryAnswer } from './contact-batches.ts';
import { ContactFilter } from './contacts.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';
import type { Verdict } from './segments.ts';

/** Automations of one organization, with those of all its clients. */
export const mostAutomations = 2_000;
/** Contacts that one call lets in. */
export const mostEntered = 1_000;

/** `closing` lets nobody in and lets those inside finish; `ended` has nobody inside. */
export const automationStatuses = ['draft', 'live', 'paused', 'closing', 'ended'] as const;
export const AutomationStatus = z.enum(automationStatuses);
export type AutomationStatus = z.infer<typeof AutomationStatus>;

/**
 * Why one that is live does not go on: too many people at once, an email that cannot be sent, or automations that start each other. With
 * `rules` nobody gets in, as its filter names something that was deleted; people inside go on.
 */
export const automationHolds = ['storm', 'sender', 'loop', 'restored', 'rules'] as const;

export const AutomationSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  status: AutomationStatus,
  /** Whether it lets people in. */
  isActive: z.boolean(),
  holdReason: z.enum(automationHolds).nullable(),
  /** The version that lets people in; null while it was never published. */
  version: z.number().int().nullable(),
  /** Whether the draft, or an email of it, says something that is not published. */
  hasChanges: z.boolean(),
  /** What lets people in, of the published version, or of the draft before. */
  triggers: z.array(z.string()),
  steps: z.number().int(),
  emails: z.number().int(),
  /** Newer than the live ones that the plan includes: it goes on and is not edited. */
  isBeyondPlan: z.boolean(),
  clientId: z.uuid().nullable(),
  inside: z.number().int(),
  entered: z.number().int(),
  reached: z.number().int(),
  stuck: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type AutomationSummary = z.infer<typeof AutomationSummary>;

/** An automation as its editor sees it. */
export const Automation = AutomationSummary.extend({
  draft: AutomationDocument,
  /** Counted up by every change, so that two people who edit it at once are told. */
  draftNo: z.number().int(),
  draftChangedAt: Instant,
  /** Null for who has left the team. */
  draftChangedBy: z.string().nullable(),
  published: AutomationDocument.nullable(),
  /** Published steps whose email was edited since: people get the new one once it is published again. */
  changedEmails: z.array(z.string()),
  publishedAt: Instant.nullable(),
  pausedAt: Instant.nullable(),
});
export type Automation = z.infer<typeof Automation>;

/** What keeps a draft from being published, or what somebody should know before. */
export const AutomationProblem = z.object({
  code: z.string(),
  /** Where it is; null for the automation itself. */
  stepId: z.string().nullable(),
  isBlocking: z.boolean(),
});
export type AutomationProblem = z.infer<typeof AutomationProblem>;

const name = line(200, 'Automation name is required').min(1, 'Automation name is required');
export const automationPath = z.strictObject({ automationId: idOf('automation') });
const limits = { bodyBytes: 1_048_576 } as const;

export const listAutomations = endpoint({
  name: 'automations.list',
  method: 'GET',
  path: '/api/automations',
  needs: 'automations:read',
  summary: 'Automations with how many people are inside; the search looks at the name.',
  query: listQuery(['-createdAt', 'createdAt', 'name', '-name']).extend({ status: AutomationStatus.optional() }),
  reply: listReply(AutomationSummary).extend({
    /** How many the plan counts, of the whole organization and with its sequences. */
    live: z.number().int(),
  }),
});

export const createAutomation = endpoint({
  name: 'automations.create',
  method: 'POST',
  path: '/api/automations',
  needs: 'automations:write',
  audit: { entity: 'automation' },
  summary: 'Creates an automation as a draft. Nobody gets in before it is published.',
  status: 201,
  body: z.strictObject({ name, document: AutomationDocument, clientId: ClientOfNew }),
  reply: Automation,
  limits,
});

export const readAutomation = endpoint({
  name: 'automations.read',
  method: 'GET',
  path: '/api/automations/:automationId',
  needs: 'automations:read',
  summary: 'An automation: its draft, and what is published.',
  params: automationPath,
  reply: Automation,
});

export const saveAutomationDraft = endpoint({
  name: 'automations.save-draft',
  method: 'PUT',
  path: '/api/automations/:automationId/draft',
  needs: 'automations:write',
  audit: { skip: 'recorded-later' },
  summary:
    'Keeps a draft; people inside and what is published stay as they are. With `draftNo`, the one that was read, it is refused with 409 automation_changed when somebody saved since; `fields.by` and `fields.at` say who and when.',
  params: automationPath,
  body: z.strictObject({ draftNo: z.int().min(1).optional(), name: name.optional(), document: AutomationDocument }),
  reply: Automation,
  limits,
});

export const deleteAutomation = endpoint({
  name: 'automations.delete',
  method: 'DELETE',
  path: '/api/automations/:automationId',
  needs: 'automations:write',
  audit: { entity: 'automation' },
  summary: 'Deletes an automation that has nobody inside. What its emails led to stays with the contacts.',
  status: 204,
  params: automationPath,
  reply: NoReply,
});

export const checkAutomation = endpoint({
  name: 'automations.check',
  method: 'GET',
  path: '/api/automations/:automationId/check',
  needs: 'automations:read',
  summary: 'Everything that keeps the draft from being published, and what somebody should know before, at once.',
  params: automationPath,
  reply: z.object({ problems: z.array(AutomationProblem) }),
});

/** What becomes of people at a step of an older version. */
export const PeopleAtStep = z.object({
  version: z.number().int(),
  stepId: z.string(),
  people: z.number().int(),
  /** Whether the step is in what would be published. */
  change: z.enum(['same', 'changed', 'removed']),
});

export const planPublishing = endpoint({
  name: 'automations.plan-publishing',
  method: 'GET',
  path: '/api/automations/:automationId/publishing',
  needs: 'automations:read',
  summary:
    'Who is inside at which step of which version, what is left of that step in the draft, and what the plan lacks to publish it.',
  params: automationPath,
  reply: z.object({
    version: z.number().int(),
    inside: z.number().int(),
    people: z.array(PeopleAtStep),
    /** What of the plan is missing to publish the draft. */
    missing: z.enum(['automations', 'split-tests']).nullable(),
  }),
});

export const publishAutomation = endpoint({
  name: 'automations.publish',
  method: 'POST',
  path: '/api/automations/:automationId/publish',
  needs: 'automations:write',
  audit: { entity: 'automation', after: true },
  summary:
    'Makes the draft the next version and lets people in. `people` says what becomes of those inside: they finish their version, or move to the same step of the new one; for steps that are gone, `moves` names another step or null to leave.',
  params: automationPath,
  body: z.strictObject({
    draftNo: z.int().min(1),
    people: z.enum(['finish', 'move']).default('finish'),
    moves: z
      .array(
        z.strictObject({
          version: z.int().min(1),
          stepId: StepId,
          to: StepId.nullable(),
          /** For a wait that changed: they go on when they would have, or the new time counts from when they arrived. */
          time: z.enum(['keep', 'count']).default('keep'),
        }),
      )
      .max(1_000)
      .default([]),
  }),
  reply: Automation,
});

export const createStepEmail = endpoint({
  name: 'automations.create-email',
  method: 'POST',
  path: '/api/automations/:automationId/emails',
  needs: 'automations:write',
  audit: { skip: 'recorded-later' },
  summary:
    'Makes the email of a step. It is edited by the calls of campaigns under the id that is answered, and sent by the automation alone. For a step that has one, that one is answered.',
  status: 201,
  params: automationPath,
  body: z.strictObject({
    stepId: StepId,
    name: line(200, 'Email name is required').min(1, 'Email name is required'),
    subject: line(500).default(''),
    /** The email of another step of this automation to begin with, as after duplicating that step. */
    from: idOf('campaign').optional(),
  }),
  reply: z.object({ campaignId: z.uuid() }),
});

export const changeAutomationStatus = endpoint({
  name: 'automations.status',
  method: 'PUT',
  path: '/api/automations/:automationId/status',
  needs: 'automations:write',
  audit: { entity: 'automation', after: true },
  summary:
    'Pauses, resumes, closes or ends a published automation. Resuming says what becomes of those who were due meanwhile: they go on now, or everybody waits as much longer as it was paused.',
  params: automationPath,
  body: z.strictObject({
    status: z.enum(['live', 'paused', 'closing', 'ended']),
    overdue: z.enum(['go-on', 'shift']).default('shift'),
  }),
  reply: Automation,
});

export const renewWebhookSecret = endpoint({
  name: 'automations.renew-webhook-secret',
  method: 'POST',
  path: '/api/automation-webhooks/secret',
  needs: 'automation-secrets:manage',
  audit: { entity: 'organization' },
  summary:
    'Makes a new secret that webhooks of automations are signed with, and answers it this once. What is sent from now on is signed with it.',
  reply: z.object({ secret: z.string() }),
});

export const runStates = ['inside', 'stuck', 'goal', 'left'] as const;
export const Run = z.object({
  id: z.uuid(),
  contactId: z.uuid(),
  /** Null once the contact is gone. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  state: z.enum(['active', 'stuck', 'completed', 'stopped']),
  version: z.number().int(),
  stepId: z.string().nullable(),
  /** When they go on; null for who is not inside. */
  nextRunAt: Instant.nullable(),
  /** Why they are stuck or left. */
  reason: z.string().nullable(),
  startedAt: Instant,
  completedAt: Instant.nullable(),
});
export type Run = z.infer<typeof Run>;

export const listRuns = endpoint({
  name: 'automations.runs',
  method: 'GET',
  path: '/api/automations/:automationId/runs',
  needs: 'automations:read',
  summary:
    'People inside, stuck, at the goal or gone; those who go on next come first. With `search` those whom it names, in whatever state, up to 100 of them.',
  params: automationPath,
  query: z.strictObject({
    state: z.enum(runStates).default('inside'),
    stepId: StepId.optional(),
    search: line(200).optional(),
    cursor: z.string().max(2_000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({ items: z.array(Run), nextCursor: z.string().nullable() }),
});

const runPath = automationPath.extend({ runId: idOf('automation-run') });
export const Turn = z.object({
  at: Instant,
  /** Of each step that was passed: what came of it, and the values that decided. */
  steps: z.array(
    z.object({
      stepId: z.string(),
      kind: z.string(),
      outcome: z.string(),
      seen: z.record(z.string(), z.unknown()),
      /** Of a condition, and of rules that ended it: every condition with its verdict. Not of turns before they were kept. */
      verdict: z.custom<Verdict>().optional(),
    }),
  ),
});

export const readRun = endpoint({
  name: 'automations.run',
  method: 'GET',
  path: '/api/automations/:automationId/runs/:runId',
  needs: 'automations:read',
  summary: "One person's path with the values seen at each step.",
  params: runPath,
  reply: Run.extend({ turns: z.array(Turn) }),
});

export const enterAutomation = endpoint({
  name: 'automations.enter',
  method: 'POST',
  path: '/api/automations/:automationId/runs',
  needs: 'automations:write',
  audit: { entity: 'automation', after: true, affected: 'entered' },
  summary:
    'Lets contacts in by hand. Who may not get in again, or does not fit its filter, is left out; the answer says how many for which reason, and names the first hundred.',
  params: automationPath,
  body: z.strictObject({ contactIds: z.array(idOf('contact')).min(1).max(mostEntered) }),
  reply: EntryAnswer,
});

export const enterMatching = endpoint({
  name: 'automations.enter-matching',
  method: 'POST',
  path: '/api/automations/:automationId/runs/matching',
  needs: 'automations:write',
  audit: { entity: 'automation', after: true, affected: 'total' },
  summary:
    'Lets everybody in who fits a filter, by the same rules. Few are in when this answers; of many, `GET /api/contacts/batches/:batchId` says how far it has come. It cannot be taken back.',
  params: automationPath,
  body: z.strictObject({ filter: ContactFilter }),
  limits: { cost: 'long-question' },
  reply: ContactBatch,
});

export const leaveAutomation = endpoint({
  name: 'automations.leave',
  method: 'DELETE',
  path: '/api/automations/:automationId/runs/:runId',
  needs: 'automations:write',
  audit: { entity: 'automation', after: true },
  summary: 'Takes somebody out of an automation. Emails that were queued already are not called back.',
  status: 204,
  params: runPath,
  reply: NoReply,
});

export const retryRun = endpoint({
  name: 'automations.retry',
  method: 'POST',
  path: '/api/automations/:automationId/runs/:runId/retry',
  needs: 'automations:write',
  audit: { entity: 'automation', after: true },
  summary: 'Tries again for somebody who is stuck.',
  status: 204,
  params: runPath,
  reply: NoReply,
});

export const moveRun = endpoint({
  name: 'automations.move',
  method: 'PUT',
  path: '/api/automations/:automationId/runs/:runId/step',
  needs: 'automations:write',
  audit: { entity: 'automation', after: true },
  summary:
    'Moves somebody to another step of the version they are in. They go on there at once, stuck or not; an email they had is not sent again.',
  status: 204,
  params: runPath,
  body: z.strictObject({ stepId: StepId }),
  reply: NoReply,
});

export const StepFigures = z.object({
  stepId: z.string(),
  arrived: z.number().int(),
  /** Exact below 10,000. */
  here: z.number().int(),
  done: z.number().int(),
  skipped: z.number().int(),
  ended: z.number().int(),
  reached: z.number().int(),
  /** What its emails led to; null for other steps, and before one was delivered. */
  email: z.object({ delivered: z.number().int(), opened: z.number().int(), clicked: z.number().int() }).nullable(),
});

export const readAutomationFigures = endpoint({
  name: 'automations.figures',
  method: 'GET',
  path: '/api/automations/:automationId/figures',
  needs: 'automations:read',
  summary: 'How many people passed, wait at and left from each step.',
  params: automationPath,
  reply: z.object({
    entered: z.number().int(),
    inside: z.number().int(),
    reached: z.number().int(),
    left: z.number().int(),
    stuck: z.number().int(),
    steps: z.array(StepFigures),
  }),
});
