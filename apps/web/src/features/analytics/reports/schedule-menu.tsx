import type { ReportSchedule } from '@waggle/contracts/reports';
import { Ellipsis, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { useReportName } from './use-report-name.ts';
import { useDeleteSchedule, useSaveSchedule, useSendReportTest } from './queries.ts';

type ScheduleMenuProps = { schedule: ReportSchedule; hasSender: boolean; onEdit: () => void };

export function ScheduleMenu({ schedule, hasSender, onEdit }: ScheduleMenuProps) {
  const { t } = useTranslation('analytics');
  const [isAsked, setAsked] = useState(false);
  const { test, toggle } = useScheduleActions(schedule);
  const remove = useDeleteSchedule();
  const name = useReportName()(schedule.clientName);
  return (
    <>
      <Menu trigger={<IconButton label={t('reports.actionsFor', { name })} icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={onEdit}>
          {t('reports.edit')}
        </MenuItem>
        <MenuItem icon={Send} disabled={!hasSender} onSelect={test}>
          {t('reports.test')}
        </MenuItem>
        <MenuItem icon={schedule.isPaused ? Play : Pause} onSelect={toggle}>
          {t(schedule.isPaused ? 'reports.resume' : 'reports.pause')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => setAsked(true)}>
          {t('reports.delete')}
        </MenuItem>
      </Menu>
      <Confirm
        open={isAsked}
        onOpenChange={setAsked}
        title={t('reports.question')}
        confirmLabel={t('reports.delete')}
        busy={remove.isPending}
        onConfirm={() =>
          runMutation(remove, schedule.id, {
            onSuccess: () => toast({ tone: 'success', title: t('reports.deleted') }),
            onError: (error) =>
              toast({ tone: 'error', title: t('reports.changeFailed'), description: problemText(error) }),
            onSettled: () => setAsked(false),
          })
        }
      >
        {t('reports.questionText')}
      </Confirm>
    </>
  );
}

/** What a press does at once, and what is told of it. */
function useScheduleActions({ id, recipients, frequency, locale, skipsEmpty, isPaused }: ReportSchedule) {
  const { t } = useTranslation('analytics');
  const save = useSaveSchedule();
  const send = useSendReportTest();
  const failed = (title: string) => (error: Error) => toast({ tone: 'error', title, description: problemText(error) });
  const body = { frequency, locale, skipsEmpty, recipients: recipients.map(({ email }) => email) };
  return {
    test: () =>
      runMutation(send, id, {
        onSuccess: ({ delivered, to, answer }) =>
          delivered
            ? toast({ tone: 'success', title: t('reports.testSent', { to }) })
            : toast({ tone: 'error', title: t('reports.testFailed'), description: answer }),
        onError: failed(t('reports.testFailed')),
      }),
    toggle: () =>
      runMutation(
        save,
        { id, body: { ...body, isPaused: !isPaused } },
        {
          onSuccess: () => toast({ tone: 'success', title: t(isPaused ? 'reports.resumed' : 'reports.nowPaused') }),
          onError: failed(t('reports.changeFailed')),
        },
      ),
  };
}
