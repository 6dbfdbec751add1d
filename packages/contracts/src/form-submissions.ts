import { z } from 'zod';
import { endpoint, FileReply, idOf, NoReply } from './endpoint.ts';
import { Instant } from './fields.ts';
import { formFieldTypes } from './form-definition.ts';
import { formPath, FormSubmission } from './forms.ts';
import { listQuery } from './listing.ts';

const Answer = z.union([z.string(), z.literal(true)]);

const FieldLabel = z.object({ id: z.string(), label: z.string(), type: z.enum(formFieldTypes) });
export type FieldLabel = z.infer<typeof FieldLabel>;

const submissionPath = formPath.extend({ submissionId: idOf('form-submission') });

export const listFormSubmissions = endpoint({
  name: 'forms.submissions',
  method: 'GET',
  path: '/api/forms/:formId/submissions',
  needs: 'forms:read',
  summary:
    'What people sent with a form, newest first. The search looks for words that begin as typed in the answers. Labels are those of the version each names.',
  params: formPath,
  query: listQuery(['-createdAt', 'createdAt']),
  reply: z.object({
    items: z.array(FormSubmission),
    nextCursor: z.string().nullable(),
    /** Null where a search matches more than can be counted at once. */
    total: z.number().int().nullable(),
    /** The fields of every version that the items name. */
    versions: z.array(z.object({ version: z.number().int(), fields: z.array(FieldLabel) })),
  }),
  limits: { longWith: ['search'] },
});

export const readFormFigures = endpoint({
  name: 'forms.figures',
  method: 'GET',
  path: '/api/forms/:formId/figures',
  needs: 'forms:figures',
  summary: "How many people sent a form: in the last 7 days and in this month of the organization's time zone.",
  params: formPath,
  reply: z.object({
    total: z.number().int(),
    thisWeek: z.number().int(),
    /** The 7 days before those. */
    weekBefore: z.number().int(),
    thisMonth: z.number().int(),
    monthStart: Instant,
    /** Different contacts that sent it. */
    uniqueContacts: z.number().int(),
    /** The first that is kept; null while there is none. */
    since: Instant.nullable(),
    /** Without a contact because the plan was full; 10,000 where there are more. */
    waiting: z.number().int(),
  }),
});
/** More that wait are not counted. */
export const mostWaitingCounted = 10_000;

export const SubmissionInFull = FormSubmission.extend({
  answers: z.array(FieldLabel.extend({ value: Answer })),
  /** The words of each consent that was given, as they stood on the page. */
  consents: z.array(z.string()),
  contact: z.object({ id: z.uuid(), name: z.string(), email: z.string().nullable() }).nullable(),
  /** Of the code that was scanned; null where it is deleted. */
  codeName: z.string().nullable(),
  /** Where the contact now says something else than was sent; what the team knows is never overwritten. */
  differences: z.array(z.object({ label: z.string(), sent: z.string(), known: z.string() })),
});
export type SubmissionInFull = z.infer<typeof SubmissionInFull>;

export const readFormSubmission = endpoint({
  name: 'forms.submission',
  method: 'GET',
  path: '/api/forms/:formId/submissions/:submissionId',
  needs: 'forms:read',
  summary: 'One submission in full, with the labels of its version and what differs from its contact.',
  params: submissionPath,
  reply: SubmissionInFull,
});

export const deleteFormSubmission = endpoint({
  name: 'forms.delete-submission',
  method: 'DELETE',
  path: '/api/forms/:formId/submissions/:submissionId',
  needs: 'forms:write',
  audit: { entity: 'form' },
  summary: 'Deletes what somebody sent. The contact that came of it stays.',
  status: 204,
  params: submissionPath,
  reply: NoReply,
});

export const exportFormSubmissions = endpoint({
  name: 'forms.export-submissions',
  method: 'GET',
  path: '/api/forms/:formId/submissions/export',
  needs: 'forms:export',
  audit: { entity: 'form', after: true },
  summary: 'All submissions of a form as a CSV file, oldest first, a column for each field it ever had.',
  params: formPath,
  reply: FileReply,
});

export const WaitingPerson = z.object({
  /** Of what they sent last. */
  id: z.uuid(),
  formId: z.uuid(),
  formName: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  createdAt: Instant,
});
export type WaitingPerson = z.infer<typeof WaitingPerson>;
export const mostWaitingShown = 100;

export const listWaitingPeople = endpoint({
  name: 'forms.waiting',
  method: 'GET',
  path: '/api/waiting-people',
  needs: 'forms:read',
  summary:
    'People who filled in a form while the plan was full, newest first, at most 100. They become contacts when the plan is upgraded.',
  reply: z.object({
    items: z.array(WaitingPerson),
    /** How many people there are, out of 10,000 submissions at most. */
    total: z.number().int(),
    /** When the first of them came; null while nobody waits. */
    since: Instant.nullable(),
  }),
});

export const fillInContacts = endpoint({
  name: 'forms.fill-in',
  method: 'POST',
  path: '/api/forms/:formId/submissions/fill-in',
  needs: 'forms:write',
  audit: { entity: 'form', affected: 'created' },
  summary:
    'Creates the contacts for which the plan had no place, oldest first and up to 200 at once; call it again while some are left.',
  params: formPath,
  reply: z.object({
    /** Submissions that have a contact now. */
    created: z.number().int(),
    /** Still without one; 10,000 where there are more. */
    left: z.number().int(),
    /** Whether the plan is full again. */
    isFull: z.boolean(),
  }),
});
