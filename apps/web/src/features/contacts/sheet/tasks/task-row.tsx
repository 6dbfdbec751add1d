import type { ContactTask } from '@waggle/contracts/contact-tasks';
import { CalendarDays, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat, type Format } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { TaskForm } from './task-form.tsx';
import { useTasks } from './use-tasks.ts';

type TaskRowProps = {
  task: ContactTask;
  contactId: string;
  /** Under the title, such as whose task it is. */
  children?: ReactNode;
};

/** A task with its box to check, its day and who has it. */
export function TaskRow({ task, contactId, children }: TaskRowProps) {
  const { t } = useTranslation('contact-sheet');
  const mayWrite = useHolds('contacts:write');
  const { check, remove, busy } = useTasks(contactId);
  const [editing, setEditing] = useState(false);
  const done = task.doneAt !== null;
  if (editing) return <TaskForm contactId={contactId} task={task} onClose={() => setEditing(false)} />;
  return (
    <div className="flex min-h-10 items-center gap-2.5 px-3 py-1.5 text-sm">
      <Checkbox
        aria-label={t(done ? 'tasks.reopen' : 'tasks.complete', { title: task.title })}
        checked={done}
        disabled={!mayWrite || busy}
        onCheckedChange={(next) => void check(task, next)}
      />
      <span className="min-w-0 flex-1">
        <span className={cx('break-words', done ? 'text-subtle line-through' : 'font-medium text-ink')}>
          {task.title}
        </span>
        {children}
      </span>
      {!done && task.dueOn && <DueDay on={task.dueOn} overdue={task.overdue} />}
      {task.assignee && (
        <Tooltip label={task.assignee.name}>
          <span className="inline-flex">
            <Avatar name={task.assignee.name} size={22} />
            <span className="sr-only">{t('tasks.assignedTo', { name: task.assignee.name })}</span>
          </span>
        </Tooltip>
      )}
      {mayWrite && (
        <Menu trigger={<IconButton label={t('tasks.actions', { title: task.title })} icon={Ellipsis} size="sm" />}>
          {!done && (
            <MenuItem icon={Pencil} onSelect={() => setEditing(true)}>
              {t('tasks.edit')}
            </MenuItem>
          )}
          <MenuItem icon={Trash2} danger onSelect={() => void remove(task)}>
            {t('tasks.delete')}
          </MenuItem>
        </Menu>
      )}
    </div>
  );
}

/** A day of this year needs no year. */
const dueText = (on: string, { day, dayInFull }: Format, now = new Date()): string =>
  on.startsWith(`${now.getFullYear()}-`) ? day(on) : dayInFull(on);

function DueDay({ on, overdue }: { on: string; overdue: boolean }) {
  const { t } = useTranslation('contact-sheet');
  const shown = dueText(on, useFormat());
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap',
        overdue ? 'font-medium text-danger-text' : 'text-subtle',
      )}
    >
      <CalendarDays aria-hidden className="size-3.5" />
      {overdue ? t('tasks.overdue', { day: shown }) : shown}
    </span>
  );
}
