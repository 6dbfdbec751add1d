import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContactTask } from '@waggle/contracts/contact-tasks';
import { problemText } from '#lib/problem-text.ts';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { tasksQuery } from '../queries.ts';
import { TaskRow } from './task-row.tsx';

/** What is to be done, the next due first, and what was done last. */
export function TasksTab({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contact-sheet');
  const tasks = useQuery(tasksQuery(contactId));
  if (tasks.isPending) return <SkeletonRows className="pt-4" />;
  if (tasks.isError) {
    return (
      <LoadError
        title={t('tasks.failed')}
        message={problemText(tasks.error)}
        retry={() => void tasks.refetch()}
        busy={tasks.isFetching}
      />
    );
  }
  const { open, done } = tasks.data;
  if (open.length + done.length === 0) return <p className="py-6 text-sm text-subtle">{t('tasks.none')}</p>;
  return (
    <div className="flex flex-col gap-4 py-4">
      <TaskList tasks={open} contactId={contactId} />
      {done.length > 0 && (
        <section>
          <h3 className="mb-2 text-xs font-medium text-subtle">{t('tasks.doneList')}</h3>
          <TaskList tasks={done} contactId={contactId} />
        </section>
      )}
    </div>
  );
}

/** Those that are open stay above the timeline. */
export function OpenTasks({ contactId }: { contactId: string }) {
  const open = useQuery(tasksQuery(contactId)).data?.open ?? [];
  return <TaskList tasks={open.slice(0, aboveTimeline)} contactId={contactId} />;
}
/** More would push the timeline out of sight; the tab has all. */
const aboveTimeline = 3;

function TaskList({ tasks, contactId }: { tasks: readonly ContactTask[]; contactId: string }) {
  if (tasks.length === 0) return null;
  return (
    <ul className="divide-y divide-line rounded-lg border border-line-strong bg-canvas">
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskRow task={task} contactId={contactId} />
        </li>
      ))}
    </ul>
  );
}
