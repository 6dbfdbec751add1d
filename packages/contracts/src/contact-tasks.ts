import { z } from 'zod';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { day, Instant, line } from './fields.ts';

/** Open tasks of one contact. */
export const mostTasks = 200;

export const ContactTask = z.object({
  id: z.uuid(),
  title: z.string(),
  /** A day in the time zone of the organization. */
  dueOn: z.iso.date().nullable(),
  /** It is open and its day is over there. */
  overdue: z.boolean(),
  /** Null when nobody has it, or somebody who may no longer work for this client. */
  assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  createdAt: Instant,
  doneAt: Instant.nullable(),
  doneBy: z.string().nullable(),
});
export type ContactTask = z.infer<typeof ContactTask>;

export const MyTask = ContactTask.extend({
  contact: z.object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
  }),
});
export type MyTask = z.infer<typeof MyTask>;

const contactPath = z.strictObject({ contactId: idOf('contact') });
const taskPath = contactPath.extend({ taskId: idOf('contact-task') });
const title = line(200, 'Enter a task').min(1, 'Enter a task');

export const listContactTasks = endpoint({
  name: 'contact-tasks.list',
  method: 'GET',
  path: '/api/contacts/:contactId/tasks',
  needs: 'contacts:read',
  summary: 'Open tasks of a contact, the next due first, and the 50 done last.',
  params: contactPath,
  reply: z.object({ open: z.array(ContactTask), done: z.array(ContactTask) }),
});

export const addContactTask = endpoint({
  name: 'contact-tasks.create',
  method: 'POST',
  path: '/api/contacts/:contactId/tasks',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Adds a task to a contact, for somebody who works for its client or for nobody yet.',
  status: 201,
  params: contactPath,
  body: z.strictObject({
    title,
    dueOn: day().nullable().default(null),
    assigneeId: idOf('member').nullable().default(null),
  }),
  reply: ContactTask,
});

export const updateContactTask = endpoint({
  name: 'contact-tasks.update',
  method: 'PUT',
  path: '/api/contacts/:contactId/tasks/:taskId',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Changes a task, checks it off or opens it again.',
  params: taskPath,
  body: z.strictObject({
    title: title.optional(),
    dueOn: day().nullable().optional(),
    assigneeId: idOf('member').nullable().optional(),
    done: z.boolean().optional(),
  }),
  reply: ContactTask,
});

export const deleteContactTask = endpoint({
  name: 'contact-tasks.delete',
  method: 'DELETE',
  path: '/api/contacts/:contactId/tasks/:taskId',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Deletes a task.',
  status: 204,
  params: taskPath,
  reply: NoReply,
});

export const listAssignees = endpoint({
  name: 'contact-tasks.assignees',
  method: 'GET',
  path: '/api/contacts/:contactId/assignees',
  needs: 'contacts:write',
  summary: 'Who may be given a task of this contact: people who may edit and see its client; at most 200.',
  params: contactPath,
  reply: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
});

export const listMyTasks = endpoint({
  name: 'contact-tasks.mine',
  method: 'GET',
  path: '/api/tasks',
  needs: 'contacts:read',
  summary: 'Open tasks of the person who asks, the next due first; at most 200.',
  reply: z.object({ items: z.array(MyTask), total: z.number().int() }),
});
