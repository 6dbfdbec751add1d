import { z } from 'zod';
import { ContactFilter } from './contacts.ts';
import { endpoint, idOf } from './endpoint.ts';
import { Instant } from './fields.ts';
import { TagColor } from './tags.ts';

export const batchActions = ['tag', 'untag', 'status', 'delete'] as const;
export const BatchAction = z.enum(batchActions);
export type BatchAction = z.infer<typeof BatchAction>;
/** With those that other calls begin. */
export const shownBatchActions = [...batchActions, 'enter'] as const;

/** Why somebody was not let into an automation. */
export const leftOutReasons = [
  /** It was paused or ended meanwhile. */
  'not-live',
  'other-client',
  'filter',
  'inside',
  /** Was inside before, and may enter once. */
  'entered-before',
  /** Within the days after the last entry. */
  'too-soon',
] as const;
const LeftOutReason = z.enum(leftOutReasons);
export type LeftOutReason = z.infer<typeof LeftOutReason>;
/** People who are named of those who were left out. */
export const mostLeftOutNamed = 100;

/** Who was let into an automation, and of the others why not. */
export const EntryAnswer = z.object({
  entered: z.number().int(),
  leftOut: z.number().int(),
  reasons: z.array(z.object({ reason: LeftOutReason, count: z.number().int() })),
  /** The first hundred who were left out, without those that are deleted since. */
  people: z.array(z.object({ contactId: z.uuid(), name: z.string(), email: z.string(), reason: LeftOutReason })),
});
export type EntryAnswer = z.infer<typeof EntryAnswer>;

export const ContactBatch = z.object({
  id: z.uuid(),
  action: z.enum(shownBatchActions),
  tag: z.object({ id: z.uuid(), name: z.string(), color: TagColor }).nullable(),
  status: z.enum(['active', 'lead', 'unsubscribed']).nullable(),
  /** Of `enter`: the automation, and who was let in so far. */
  automation: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  entry: EntryAnswer.nullable(),
  state: z.enum(['running', 'done', 'undoing', 'undone', 'failed']),
  /** Contacts that were meant when it began. */
  total: z.number().int(),
  /** Looked at so far, and really changed: who has the tag already is not changed. */
  seen: z.number().int(),
  changed: z.number().int(),
  /** Taken back so far. */
  restored: z.number().int(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  undoUntil: Instant,
});
export type ContactBatch = z.infer<typeof ContactBatch>;

const batchPath = z.strictObject({ batchId: idOf('batch') });

/** Contacts that can be named one by one; more than these are meant by a filter. */
export const mostSelected = 1_000;

export const changeContacts = endpoint({
  name: 'contact-batches.start',
  method: 'POST',
  path: '/api/contacts/batches',
  needs: 'contacts:write',
  audit: { entity: 'batch', affected: 'total' },
  summary:
    'Changes many contacts: those named, or everybody who fits a filter. Small ones are done when this answers, large ones go on in the background.',
  status: 201,
  body: z
    .strictObject({
      action: BatchAction,
      tagId: idOf('tag').optional(),
      status: z.enum(['active', 'lead', 'unsubscribed']).optional(),
      ids: z.array(idOf('contact')).min(1).max(mostSelected).optional(),
      filter: ContactFilter.optional(),
    })
    .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Please send either ids or a filter')
    .refine(({ action, tagId }) => (action === 'tag' || action === 'untag') === (tagId !== undefined), {
      message: 'Choose a tag',
      path: ['tagId'],
    })
    .refine(({ action, status }) => (action === 'status') === (status !== undefined), {
      message: 'Choose a status',
      path: ['status'],
    }),
  limits: { cost: 'long-question', bodyBytes: 131_072 },
  reply: ContactBatch,
});

export const listBatches = endpoint({
  name: 'contact-batches.list',
  method: 'GET',
  path: '/api/contacts/batches',
  needs: 'contacts:write',
  summary: 'Bulk changes that run, and those of the last day, newest first.',
  reply: z.object({ items: z.array(ContactBatch) }),
});

export const readBatch = endpoint({
  name: 'contact-batches.read',
  method: 'GET',
  path: '/api/contacts/batches/:batchId',
  needs: 'contacts:write',
  summary: 'How far a bulk change has come.',
  params: batchPath,
  reply: ContactBatch,
});

export const undoBatch = endpoint({
  name: 'contact-batches.undo',
  method: 'POST',
  path: '/api/contacts/batches/:batchId/undo',
  needs: 'contacts:write',
  audit: { entity: 'batch', affected: 'total' },
  summary: 'Takes a bulk change back, except where somebody has changed the contact since.',
  params: batchPath,
  reply: ContactBatch,
});
