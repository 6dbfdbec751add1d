import { useQuery } from '@tanstack/react-query';
import { addContactTask, type ContactTask } from '@waggle/contracts/contact-tasks';
import { useEffect, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { sending } from '#lib/settle-form.ts';
import { Button } from '#ui/button.tsx';
import { FieldMessage } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { assigneesQuery, useAddTask, useUpdateTask } from '../queries.ts';
import { useEscapeFirst } from '../use-escape-first.ts';

const nobody = 'nobody';

type TaskFormProps = {
  contactId: string;
  /** Without one a task is added. */
  task?: ContactTask;
  onClose?: () => void;
  onDirty?: (dirty: boolean) => void;
  /** Left of the buttons. */
  leading?: ReactNode;
};

function useTaskForm({ contactId, task, onClose, onDirty }: TaskFormProps) {
  const { t } = useTranslation('contact-sheet');
  const add = useAddTask(contactId);
  const update = useUpdateTask(contactId);
  const me = useUser().id;
  const known = task && { title: task.title, dueOn: task.dueOn, assigneeId: task.assignee?.id ?? null };
  const start = known ?? { title: '', dueOn: null, assigneeId: me };
  const form = useContractForm(addContactTask.body, { defaultValues: start });
  const { isDirty } = form.formState;
  useEffect(() => {
    onDirty?.(isDirty);
  }, [isDirty, onDirty]);
  const onSubmit = form.submit(async (typed) => {
    const settle = sending(form);
    if (task) await update.mutateAsync({ taskId: task.id, ...typed });
    else await add.mutateAsync(typed);
    toast({ tone: 'success', title: t(task ? 'tasks.saved' : 'tasks.added') });
    settle(start);
    onClose?.();
  });
  const titleError = form.errorOf('title');
  const error = titleError ?? form.errorOf('dueOn') ?? form.errorOf('assigneeId') ?? form.problem;
  return { form, onSubmit, titleError, error };
}

/** Title, day and who does it, in one block. */
export function TaskForm(props: TaskFormProps) {
  const { contactId, task, onClose, leading } = props;
  const { t } = useTranslation(['contact-sheet', 'contacts']);
  const messageId = useId();
  const { form, onSubmit, titleError, error } = useTaskForm(props);
  useEscapeFirst(task !== undefined, () => onClose?.());
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-2 p-2">
      <TextInput
        {...form.register('title')}
        aria-label={t('tasks.title')}
        aria-invalid={titleError !== undefined || undefined}
        aria-describedby={messageId}
        placeholder={t('tasks.placeholder')}
        size="sm"
        autoComplete="off"
        maxLength={200}
        // The field replaces what was just pressed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        <TextInput
          {...form.register('dueOn', { setValueAs: (typed: string | null) => typed || null })}
          aria-label={t('tasks.due')}
          type="date"
          size="sm"
          className="min-w-36 flex-1"
        />
        <Assignee
          contactId={contactId}
          value={form.watch('assigneeId') ?? null}
          onChange={(id) => form.setValue('assigneeId', id, { shouldDirty: true })}
        />
      </div>
      <FieldMessage id={messageId} error={error} />
      <span className="flex items-center justify-end gap-2">
        {leading && <span className="mr-auto">{leading}</span>}
        {onClose && (
          <Button size="sm" variant="ghost" onClick={onClose}>
            {t('contacts:cancel')}
          </Button>
        )}
        <Button type="submit" size="sm" busy={form.formState.isSubmitting}>
          {t(task ? 'contacts:save' : 'tasks.add')}
        </Button>
      </span>
    </form>
  );
}

type AssigneeProps = { contactId: string; value: string | null; onChange: (id: string | null) => void };

function Assignee({ contactId, value, onChange }: AssigneeProps) {
  const { t } = useTranslation('contact-sheet');
  const people = useQuery(assigneesQuery(contactId)).data?.items ?? [];
  return (
    <Select
      aria-label={t('tasks.assignee')}
      size="sm"
      className="min-w-36 flex-1"
      value={value ?? nobody}
      onValueChange={(picked) => onChange(picked === nobody ? null : picked)}
      options={[
        { value: nobody, label: t('tasks.nobody') },
        ...people.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
