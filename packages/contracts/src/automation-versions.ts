import { z } from 'zod';
import { AutomationDocument } from './automation-document.ts';
import { Automation, automationPath } from './automations.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';

const Version = z.coerce.number().int().min(1).max(1_000_000);
const versionPath = automationPath.extend({ version: Version });
/** What a document says beside its steps. */
const parts = z.array(z.enum(['triggers', 'entry', 'stay', 'goal', 'hours']));

export const AutomationVersion = z.object({
  version: z.number().int(),
  publishedAt: Instant,
  /** Null for who has left the team, and for what was published by a program. */
  publishedBy: z.string().nullable(),
  /** Whether it lets people in. */
  isLive: z.boolean(),
  /** People on this version now; exact below 10,000 at a step. */
  inside: z.number().int(),
  steps: z.number().int(),
  /** Against the version before; null for the first. An email that says something else is a changed step. */
  changes: z
    .object({
      added: z.number().int(),
      removed: z.number().int(),
      moved: z.number().int(),
      changed: z.number().int(),
      parts,
    })
    .nullable(),
});
export type AutomationVersion = z.infer<typeof AutomationVersion>;

const SaidEmails = z.array(z.object({ stepId: z.string(), subject: z.string() }));
const side = z.object({
  /** Null is the draft. */
  version: z.number().int().nullable(),
  document: AutomationDocument,
  emails: SaidEmails,
});

export const StepComparison = z.object({
  stepId: z.string(),
  kind: z.string(),
  change: z.enum(['same', 'changed', 'added', 'removed']),
  /** Stands in other ways, or before or after other steps. */
  isMoved: z.boolean(),
  /** What differs in it, by the names of its fields; of an email also `subject`, `content`, `sender` and `delivery`. */
  parts: z.array(z.string()),
});
export type StepComparison = z.infer<typeof StepComparison>;

export const listAutomationVersions = endpoint({
  name: 'automations.versions',
  method: 'GET',
  path: '/api/automations/:automationId/versions',
  needs: 'automations:read',
  summary: 'What was published, newest first: who and when, what it changed, and how many people are still on it.',
  params: automationPath,
  query: z.strictObject({
    /** Only versions before this one. */
    before: Version.optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  reply: z.object({
    items: z.array(AutomationVersion),
    /** For the next page; null at the first version. */
    nextBefore: z.number().int().nullable(),
  }),
});

export const readAutomationVersion = endpoint({
  name: 'automations.version',
  method: 'GET',
  path: '/api/automations/:automationId/versions/:version',
  needs: 'automations:read',
  summary: 'An automation as it was published, with the subjects of its emails.',
  params: versionPath,
  reply: AutomationVersion.omit({ changes: true }).extend({ document: AutomationDocument, emails: SaidEmails }),
});

export const compareAutomationVersions = endpoint({
  name: 'automations.compare',
  method: 'GET',
  path: '/api/automations/:automationId/comparison',
  needs: 'automations:read',
  summary: 'What differs between two versions, step by step. Without `to`, between a version and the draft.',
  params: automationPath,
  query: z.strictObject({ from: Version, to: Version.optional() }),
  reply: z.object({
    from: side,
    to: side,
    parts,
    /** In the order of the later one; a step that is gone follows the step it followed. */
    steps: z.array(StepComparison),
  }),
});
export type AutomationComparison = z.infer<typeof compareAutomationVersions.reply>;

export const restoreAutomationVersion = endpoint({
  name: 'automations.restore',
  method: 'POST',
  path: '/api/automations/:automationId/versions/:version/restore',
  needs: 'automations:write',
  audit: { entity: 'automation' },
  summary:
    'Makes an older version the draft; what is published and people inside stay as they are. With `published`, emails of its steps say again what they said then, and what they say now stays among their own versions. `draftNo` is the one that was read; another one is refused with 409 automation_changed.',
  params: versionPath,
  body: z.strictObject({ draftNo: z.int().min(1), emails: z.enum(['published', 'keep']).default('published') }),
  reply: Automation,
});
