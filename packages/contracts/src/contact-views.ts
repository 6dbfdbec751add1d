import { z } from 'zod';
import { RuleTree } from './contact-rules.ts';
import { ContactSort } from './contacts.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';

/** Views of one person, and of the team, where the same client is shown. */
export const mostContactViews = 50;

/** Ids of columns: names of ours, or `custom.` and the key of a field. */
const Column = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_.]{0,59}$/);
const Columns = z.array(Column).max(100);

/** What a list of contacts shows and how. A page or a selection is no part of it. */
export const ContactViewState = z.strictObject({
  search: line(200).optional(),
  rules: RuleTree.optional(),
  segmentId: idOf('segment').optional(),
  sort: ContactSort.optional(),
  density: z.enum(['compact', 'regular', 'roomy']),
  hiddenColumns: Columns,
  shownColumns: Columns,
  order: Columns,
  /** Pixels. */
  widths: z.record(Column, z.int().min(40).max(2_000)).refine((widths) => Object.keys(widths).length <= 100),
});
export type ContactViewState = z.infer<typeof ContactViewState>;

export const ContactView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Everybody of the team has it; the others are of the person who asks. */
  shared: z.boolean(),
  state: ContactViewState,
  updatedAt: Instant,
});
export type ContactView = z.infer<typeof ContactView>;

const name = line(60, 'Enter a name').min(1, 'Enter a name');
const viewPath = z.strictObject({ viewId: idOf('contact-view') });

export const listContactViews = endpoint({
  name: 'contact-views.list',
  method: 'GET',
  path: '/api/contacts/views',
  needs: 'contacts:read',
  summary:
    'Views of the list of contacts: those of the person who asks and those shared with the team, by name. They belong to the client that was shown when they were saved.',
  reply: z.object({ items: z.array(ContactView) }),
});

export const createContactView = endpoint({
  name: 'contact-views.create',
  method: 'POST',
  path: '/api/contacts/views',
  needs: 'contacts:write',
  audit: { entity: 'contact-view' },
  summary: 'Saves a view of the list of contacts, for oneself or for the team.',
  status: 201,
  body: z.strictObject({ name, shared: z.boolean().default(false), state: ContactViewState }),
  reply: ContactView,
});

export const updateContactView = endpoint({
  name: 'contact-views.update',
  method: 'PUT',
  path: '/api/contacts/views/:viewId',
  needs: 'contacts:write',
  audit: { entity: 'contact-view' },
  summary:
    'Renames a view, keeps what the list shows now under it, or shares it with the team. A shared view stays shared.',
  params: viewPath,
  body: z.strictObject({
    name: name.optional(),
    shared: z.literal(true).optional(),
    state: ContactViewState.optional(),
  }),
  reply: ContactView,
});

export const deleteContactView = endpoint({
  name: 'contact-views.delete',
  method: 'DELETE',
  path: '/api/contacts/views/:viewId',
  needs: 'contacts:write',
  audit: { entity: 'contact-view' },
  summary: 'Deletes a view. Its contacts stay.',
  status: 204,
  params: viewPath,
  reply: NoReply,
});
