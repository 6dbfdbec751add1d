import type { ContactTask, MyTask } from '@waggle/contracts/contact-tasks';
import type { findMyTasks, TaskRow } from './queries.ts';

export const presentTask = (row: TaskRow): ContactTask => ({
  id: row.id,
  title: row.title,
  dueOn: row.due_on,
  overdue: row.overdue,
  assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee ?? '' },
  createdAt: row.created_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
  doneBy: row.done_by,
});

export const presentMyTask = (row: Awaited<ReturnType<typeof findMyTasks>>[number]): MyTask => ({
  ...presentTask(row),
  contact: { id: row.contact_id, email: row.email, firstName: row.first_name, lastName: row.last_name },
});
