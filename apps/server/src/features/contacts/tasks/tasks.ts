import { mostTasks } from '@waggle/contracts/contact-tasks';
import { person } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { deleteLines } from '../activity/queries.ts';
import { requireContact } from '../contacts.ts';
import { type ContactRow, findContact, insertActivity } from '../queries.ts';
import * as queries from './queries.ts';

const doneShown = 50;
const mostAssignees = 200;

export async function listTasks(ctx: Context, contactId: string) {
  await requireVisible(ctx, contactId);
  const [open, done] = await Promise.all([
    queries.findOpenTasks(ctx, contactId, mostTasks),
    queries.findDoneTasks(ctx, contactId, doneShown),
  ]);
  return { open, done };
}

export async function listAssignees(ctx: Context, contactId: string) {
  const { client_id } = await requireVisible(ctx, contactId);
  return queries.findAssignees(ctx, client_id, mostAssignees);
}

export async function listMyTasks(ctx: Context) {
  const { userId } = person(ctx);
  const [items, total] = await Promise.all([
    queries.findMyTasks(ctx, userId, mostTasks),
    queries.countMyTasks(ctx, userId),
  ]);
  return { items, total };
}

type NewTask = { title: string; dueOn: string | null; assigneeId: string | null };

export function addTask(ctx: Context, contactId: string, typed: NewTask): Promise<queries.TaskRow> {
  return inTransaction(ctx, async (ctx) => {
    // Held, so that two who add tasks at once do not pass the limit together.
    const contact = await requireContact(ctx, contactId);
    await refuseTooMany(ctx, contactId);
    await refuseOutsider(ctx, contact, typed.assigneeId);
    const { userId } = person(ctx);
    const { id } = await queries.insertTask(ctx, {
      contact_id: contact.id,
      client_id: contact.client_id,
      title: typed.title,
      due_on: typed.dueOn,
      assignee_id: typed.assigneeId,
      created_by: userId,
    });
    await insertActivity(ctx, contact, { type: 'task.added', refId: id, data: { by: userId } });
    return requireTask(ctx, contactId, id);
  });
}

type Change = {
  title?: string | undefined;
  dueOn?: string | null | undefined;
  assigneeId?: string | null | undefined;
  done?: boolean | undefined;
};
type Place = { contactId: string; taskId: string };

export function updateTask(ctx: Context, { contactId, taskId }: Place, typed: Change): Promise<queries.TaskRow> {
  return inTransaction(ctx, async (ctx) => {
    const contact = await requireContact(ctx, contactId);
    const task = await requireTask(ctx, contactId, taskId);
    await refuseOutsider(ctx, contact, typed.assigneeId);
    await queries.updateTask(ctx, taskId, {
      ...(typed.title === undefined ? {} : { title: typed.title }),
      ...(typed.dueOn === undefined ? {} : { due_on: typed.dueOn }),
      ...(typed.assigneeId === undefined ? {} : { assignee_id: typed.assigneeId }),
    });
    await checkOff(ctx, contact, task, typed.done);
    return requireTask(ctx, contactId, taskId);
  });
}

/** Who checks off what is done already changes nothing; a task that is open again was not done. */
async function checkOff(ctx: Context, contact: ContactRow, task: queries.TaskRow, done: boolean | undefined) {
  if (done === undefined || done === (task.done_at !== null)) return;
  const { userId } = person(ctx);
  if (!done) await refuseTooMany(ctx, contact.id);
  await queries.updateTask(ctx, task.id, { done_by: done ? userId : null });
  if (done) await insertActivity(ctx, contact, { type: 'task.done', refId: task.id, data: { by: userId } });
  else await deleteLines(ctx, contact.id, task.id, 'task.done');
}

export function deleteTask(ctx: Context, { contactId, taskId }: Place): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await requireContact(ctx, contactId);
    await requireTask(ctx, contactId, taskId);
    await queries.deleteTask(ctx, taskId);
    await deleteLines(ctx, contactId, taskId);
  });
}

async function requireVisible(ctx: Context, contactId: string): Promise<ContactRow> {
  const contact = await findContact(ctx, contactId);
  if (!contact) throw notFound();
  return contact;
}

async function requireTask(ctx: Context, contactId: string, taskId: string): Promise<queries.TaskRow> {
  const task = await queries.findTask(ctx, contactId, taskId);
  if (!task) throw notFound();
  return task;
}

async function refuseTooMany(ctx: Context, contactId: string): Promise<void> {
  if ((await queries.countOpenTasks(ctx, contactId)) < mostTasks) return;
  throw new Problem('quota_reached', `A contact can have up to ${mostTasks} open tasks.`);
}

async function refuseOutsider(ctx: Context, { client_id }: ContactRow, assigneeId: string | null | undefined) {
  if (assigneeId === null || assigneeId === undefined) return;
  if (await queries.mayHaveTask(ctx, client_id, assigneeId)) return;
  const message = 'Choose someone who can edit contacts of this client.';
  throw new Problem('invalid_input', message, { fields: { assigneeId: message } });
}
