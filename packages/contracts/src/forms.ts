import { z } from 'zod';
import { ClientOfNew } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { FormDefinition } from './form-definition.ts';
import { listQuery, listReply } from './listing.ts';

/** Forms of one organization, with those of all its clients. */
export const mostForms = 2_000;

export const FormSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  isActive: z.boolean(),
  submissions: z.number().int(),
  /** What strangers see; null while it was never published. */
  version: z.number().int().nullable(),
  /** Whether the draft says something that is not published. */
  hasChanges: z.boolean(),
  /** More forms are active than the plan includes, and this is not one of the oldest: it collects, and cannot be edited. */
  isBeyondPlan: z.boolean(),
  clientId: z.uuid().nullable(),
  /** Where strangers fill it in, under the host name of its owner if there is one. */
  url: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type FormSummary = z.infer<typeof FormSummary>;

/** A form in the list, with what lately came of it. */
export const ListedForm = FormSummary.extend({
  /** Submissions of each of the last eight weeks, the running one last. */
  trend: z.array(z.number().int()),
  /** Of the visits of what is published, the share that ended in a submission; null while there were none. */
  completion: z.number().min(0).max(1).nullable(),
});
export type ListedForm = z.infer<typeof ListedForm>;

/** A form as its editor sees it. */
export const Form = FormSummary.extend({
  draft: FormDefinition,
  /** Counted up by every change, so that two people who edit it at once are told. */
  draftVersion: z.number().int(),
  draftChangedAt: Instant,
  /** Null for who has left the team. */
  draftChangedBy: z.string().nullable(),
  published: FormDefinition.nullable(),
  publishedAt: Instant.nullable(),
});
export type Form = z.infer<typeof Form>;

export const FormVersion = z.object({
  version: z.number().int(),
  publishedAt: Instant,
  publishedBy: z.string().nullable(),
  /** How many people answered this one. */
  submissions: z.number().int(),
});
export type FormVersion = z.infer<typeof FormVersion>;

const formName = line(200, 'Form name is required').min(1, 'Form name is required');
export const formPath = z.strictObject({ formId: idOf('form') });
const versionPath = formPath.extend({ version: z.coerce.number().int().min(1).max(1_000_000) });
const parts = FormDefinition.shape;
/** More than 10,000 values, as of 100 fields with 100 options each, no call takes. */
const limits = { bodyBytes: 1_048_576 } as const;

export const listForms = endpoint({
  name: 'forms.list',
  method: 'GET',
  path: '/api/forms',
  needs: 'forms:read',
  summary:
    'Forms; the search looks at the name. `active` are those that people can fill in: switched on and published.',
  query: listQuery(['-createdAt', 'createdAt', 'name', '-name', '-submissions', 'submissions']).extend({
    active: z.stringbool().optional(),
  }),
  reply: listReply(ListedForm).extend({
    /** How many of the forms in sight people can fill in, whatever is searched for. */
    active: z.number().int(),
  }),
});

export const createForm = endpoint({
  name: 'forms.create',
  method: 'POST',
  path: '/api/forms',
  needs: 'forms:write',
  audit: { entity: 'form' },
  summary: 'Creates a form and publishes it. With `publish` false it is a draft that may still miss something.',
  status: 201,
  body: z.strictObject({
    name: formName,
    ...parts,
    isActive: z.boolean().default(true),
    publish: z.boolean().default(true),
    clientId: ClientOfNew,
  }),
  reply: Form,
  limits,
});

export const readFormDraft = endpoint({
  name: 'forms.draft',
  method: 'GET',
  path: '/api/forms/:formId/draft',
  needs: 'forms:read',
  summary: 'A form for its editor: the draft, and what is published. What strangers see is read without a session.',
  params: formPath,
  reply: Form,
});

export const saveFormDraft = endpoint({
  name: 'forms.save-draft',
  method: 'PUT',
  path: '/api/forms/:formId/draft',
  needs: 'forms:write',
  audit: { skip: 'recorded-later' },
  summary:
    'Keeps a draft; what is published stays as it is. With `draftVersion`, the one that was read, it is refused with 409 form_changed when somebody saved since; `fields.by` and `fields.at` say who and when.',
  params: formPath,
  body: z.strictObject({
    draftVersion: z.int().min(1).optional(),
    name: formName.optional(),
    fields: parts.fields,
    pages: parts.pages,
    settings: parts.settings,
    tagIds: parts.tagIds,
    allowedOrigins: parts.allowedOrigins,
  }),
  reply: Form,
  limits,
});

export const publishForm = endpoint({
  name: 'forms.publish',
  method: 'POST',
  path: '/api/forms/:formId/publish',
  needs: 'forms:write',
  audit: { entity: 'form' },
  summary:
    'Shows the draft to everyone. `draftVersion` is the one that was looked at; another one is refused with 409.',
  params: formPath,
  body: z.strictObject({ draftVersion: z.int().min(1) }),
  reply: Form,
});

export const updateForm = endpoint({
  name: 'forms.update',
  method: 'PUT',
  path: '/api/forms/:formId',
  needs: 'forms:write',
  audit: { entity: 'form' },
  summary: 'Renames, activates or deactivates a form; with fields or settings it is published as it is sent.',
  params: formPath,
  body: z.strictObject({
    name: formName.optional(),
    isActive: z.boolean().optional(),
    fields: parts.fields.optional(),
    pages: parts.pages.unwrap().optional(),
    settings: parts.settings.optional(),
    tagIds: parts.tagIds.unwrap().optional(),
    allowedOrigins: parts.allowedOrigins.unwrap().optional(),
  }),
  reply: Form,
  limits,
});

export const deleteForm = endpoint({
  name: 'forms.delete',
  method: 'DELETE',
  path: '/api/forms/:formId',
  needs: 'forms:write',
  audit: { entity: 'form' },
  summary: 'Deletes a form with its submissions. Contacts it made stay.',
  status: 204,
  params: formPath,
  reply: NoReply,
});

export const listFormVersions = endpoint({
  name: 'forms.versions',
  method: 'GET',
  path: '/api/forms/:formId/versions',
  needs: 'forms:read',
  summary: 'What was published, newest first, at most 100.',
  params: formPath,
  reply: z.object({ items: z.array(FormVersion) }),
});

export const readFormVersion = endpoint({
  name: 'forms.version',
  method: 'GET',
  path: '/api/forms/:formId/versions/:version',
  needs: 'forms:read',
  summary: 'A form as it was published; submissions name theirs.',
  params: versionPath,
  reply: FormVersion.extend({ definition: FormDefinition }),
});

export const restoreFormVersion = endpoint({
  name: 'forms.restore',
  method: 'POST',
  path: '/api/forms/:formId/versions/:version/restore',
  needs: 'forms:write',
  audit: { entity: 'form' },
  summary: 'Makes an older version the draft. It is shown to everyone once that is published.',
  params: versionPath,
  reply: Form,
});

/** How far people come with a form. What programs fetch, and people whose browser runs no script, is not in the fields. */
export const FormFunnel = z.object({
  /** Null while it was never published. */
  version: z.number().int().nullable(),
  views: z.number().int(),
  starts: z.number().int(),
  completions: z.number().int(),
  /** In the order of the form: how many came as far as this field. */
  fields: z.array(z.object({ id: z.string(), label: z.string(), reached: z.number().int() })),
});
export type FormFunnel = z.infer<typeof FormFunnel>;

export const readFormFunnel = endpoint({
  name: 'forms.funnel',
  method: 'GET',
  path: '/api/forms/:formId/funnel',
  needs: 'forms:figures',
  summary:
    'How many people opened, began and sent one version of a form, and how far they came. The published one unless told.',
  params: formPath,
  query: z.strictObject({ version: versionPath.shape.version.optional() }),
  reply: FormFunnel,
});

/** What became of a submission: `no-address` had none, `over-limit` found the plan full, `blocked` had opted out before. */
export const submissionOutcomes = ['created', 'known', 'blocked', 'over-limit', 'no-address'] as const;

export const FormSubmission = z.object({
  id: z.uuid(),
  /** When it was sent. */
  createdAt: Instant,
  /** By id of the field, in the order of the fields of its version; true is a box that was ticked. */
  data: z.record(z.string(), z.union([z.string(), z.literal(true)])),
  /** Null where there was none, and once it is deleted. */
  contactId: z.uuid().nullable(),
  version: z.number().int(),
  outcome: z.enum(submissionOutcomes),
  /** What led the person to the form: the scan of a QR code or the click on a link of a campaign. Null where nobody knows. */
  touch: z.object({ kind: z.enum(['scan', 'click']), subjectId: z.uuid(), at: Instant }).nullable(),
});
export type FormSubmission = z.infer<typeof FormSubmission>;

/** Why something looks like spam: filled in what nobody sees, came too fast, or one of too many. */
/** More are not counted. */
export const mostSpamCounted = 1_000;

export const spamReasons = ['trap', 'fast', 'network', 'plainNetwork', 'plainForm', 'address'] as const;

export const FormSpam = FormSubmission.pick({ id: true, createdAt: true, data: true, version: true }).extend({
  reasons: z.array(z.enum(spamReasons)),
});
export type FormSpam = z.infer<typeof FormSpam>;

const spamPath = formPath.extend({ spamId: idOf('form-spam') });

export const listFormSpam = endpoint({
  name: 'forms.spam',
  method: 'GET',
  path: '/api/forms/:formId/spam',
  needs: 'forms:read',
  summary: 'What looks like spam, newest first, kept apart for 90 days. `total` counts up to 1,000.',
  params: formPath,
  query: listQuery(['-createdAt', 'createdAt']).omit({ search: true }),
  reply: listReply(FormSpam),
});

export const takeOverFormSpam = endpoint({
  name: 'forms.not-spam',
  method: 'POST',
  path: '/api/forms/:formId/spam/:spamId/take-over',
  needs: 'forms:write',
  audit: { entity: 'form' },
  summary: 'It was no spam: it becomes a submission, with its contact.',
  status: 204,
  params: spamPath,
  reply: NoReply,
});

export const deleteFormSpam = endpoint({
  name: 'forms.delete-spam',
  method: 'DELETE',
  path: '/api/forms/:formId/spam/:spamId',
  needs: 'forms:write',
  audit: { entity: 'form' },
  summary: 'Deletes one that looks like spam.',
  status: 204,
  params: spamPath,
  reply: NoReply,
});

export const emptyFormSpam = endpoint({
  name: 'forms.empty-spam',
  method: 'DELETE',
  path: '/api/forms/:formId/spam',
  needs: 'forms:write',
  audit: { entity: 'form' },
  summary: 'Deletes all that looks like spam.',
  status: 204,
  params: formPath,
  reply: NoReply,
});

export const readFormSender = endpoint({
  name: 'forms.sender',
  method: 'GET',
  path: '/api/form-sender',
  needs: 'forms:read',
  summary:
    'Who emails of forms come from: a verified sender of the client, or of the organization itself. Null where there is none; then no such email leaves.',
  query: z.strictObject({ clientId: idOf('client').optional() }),
  reply: z.object({ sender: z.object({ name: z.string(), email: z.string() }).nullable() }),
});
