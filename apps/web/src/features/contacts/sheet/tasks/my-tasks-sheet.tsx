import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { nameOf } from '../../contact-words.tsx';
import type { ContactLayers } from '../../use-layers.ts';
import { myTasksQuery } from '../queries.ts';
import { TaskRow } from './task-row.tsx';

/** What the person has to do, over all contacts in sight, the next due first. */
export function MyTasksSheet({ layers }: { layers: ContactLayers }) {
  const { t } = useTranslation('contact-sheet');
  return (
    <Sheet open focusTitle onOpenChange={() => layers.show({})} title={t('tasks.mine')} flush>
      <MyTasks onOpen={(contact) => layers.show({ contact })} />
    </Sheet>
  );
}

function MyTasks({ onOpen }: { onOpen: (contactId: string) => void }) {
  const { t } = useTranslation('contact-sheet');
  const { number } = useFormat();
  const tasks = useQuery(myTasksQuery);
  if (tasks.isPending) return <SkeletonRows className="px-6 pt-6" />;
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
  const { items, total } = tasks.data;
  if (items.length === 0) return <EmptyState title={t('tasks.mineNone')}>{t('tasks.mineNoneText')}</EmptyState>;
  return (
    <>
      <ul className="divide-y divide-line px-3 py-2">
        {items.map((task) => (
          <li key={task.id}>
            <TaskRow task={task} contactId={task.contact.id}>
              <button
                type="button"
                onClick={() => onOpen(task.contact.id)}
                className="block max-w-full truncate text-left text-xs text-link underline-offset-2 hover:underline"
              >
                {nameOf(task.contact)}
              </button>
            </TaskRow>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="px-6 pb-4 text-xs text-subtle">
          {t('tasks.more', { shown: number(items.length), total: number(total) })}
        </p>
      )}
    </>
  );
}
