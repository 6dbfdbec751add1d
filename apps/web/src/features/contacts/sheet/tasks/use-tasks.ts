import type { ContactTask } from '@waggle/contracts/contact-tasks';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import { useAddTask, useDeleteTask, useUpdateTask } from '../queries.ts';

/** Checks off, opens again and deletes; each can be taken back while its toast shows. */
export function useTasks(contactId: string) {
  const { t } = useTranslation(['contact-sheet', 'contacts', 'app']);
  const adding = useAddTask(contactId);
  const updating = useUpdateTask(contactId);
  const deleting = useDeleteTask(contactId);
  const failed = (error: unknown) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) });
  const told = (title: string, undo: () => Promise<unknown>) =>
    toast({
      tone: 'success',
      title,
      action: { label: t('contacts:undo'), undo: true, onAction: () => void undo().catch(failed) },
    });

  const check = ({ id: taskId }: ContactTask, done: boolean) =>
    updating
      .mutateAsync({ taskId, done })
      .then(
        () => told(t(done ? 'tasks.done' : 'tasks.reopened'), () => updating.mutateAsync({ taskId, done: !done })),
        failed,
      );
  const remove = ({ id, title, dueOn, assignee }: ContactTask) =>
    deleting
      .mutateAsync(id)
      .then(
        () => told(t('tasks.deleted'), () => adding.mutateAsync({ title, dueOn, assigneeId: assignee?.id ?? null })),
        failed,
      );
  return { check, remove, busy: updating.isPending || deleting.isPending };
}
