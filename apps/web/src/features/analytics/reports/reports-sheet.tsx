import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mostReportSchedules, type ReportSchedule } from '@waggle/contracts/reports';
import { Lock, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdvancedAnalyticsLock, useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type Schedules, schedulesQuery } from './queries.ts';
import { ReportLinks } from './report-links.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { ScheduleItem } from './schedule-item.tsx';

type ReportsSheetProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function ReportsSheet({ open, onOpenChange }: ReportsSheetProps) {
  const { t } = useTranslation('analytics');
  const isLocked = useAdvancedAnalyticsLock() !== undefined;
  return (
    <Sheet open={open} onOpenChange={onOpenChange} modal title={t('reports.title')} focusTitle>
      {isLocked ? <Locked /> : <Reports />}
    </Sheet>
  );
}

function Locked() {
  const { t } = useTranslation('analytics');
  const mayUpgrade = useHolds('organization:manage');
  return (
    <Alert tone="warning" icon={Lock} title={t('reports.locked')}>
      {t(mayUpgrade ? 'reports.upgrade' : 'clients.ask')}
    </Alert>
  );
}

function Reports() {
  const { t } = useTranslation('analytics');
  const schedules = useQuery(schedulesQuery);
  const shown = schedules.data;
  if (schedules.isError && !shown)
    return (
      <LoadError
        title={t('reports.failed')}
        message={problemText(schedules.error)}
        retry={() => void schedules.refetch()}
        busy={schedules.isFetching}
      />
    );
  if (!shown)
    return (
      <div className="flex flex-col gap-3">
        <Skeleton shape="block" className="h-24 rounded-lg" />
        <Skeleton shape="block" className="h-24 rounded-lg" />
      </div>
    );
  return <ScheduleList shown={shown} />;
}

function ScheduleList({ shown: { items, timezone, sender } }: { shown: Schedules }) {
  const { t } = useTranslation('analytics');
  const [edited, setEdited] = useState<ReportSchedule | 'new'>();
  const reason = !sender
    ? t('reports.noSenderReason')
    : items.length >= mostReportSchedules
      ? t('reports.full', { count: mostReportSchedules })
      : undefined;
  const add = (
    <Button
      variant={items.length === 0 ? 'primary' : 'secondary'}
      icon={Plus}
      disabledReason={reason}
      onClick={() => setEdited('new')}
    >
      {t('reports.add')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      {!sender && <NoSender />}
      {items.length === 0 ? (
        <EmptyState title={t('reports.none')} action={add} className="py-8!">
          {t('reports.noneText')}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-[40ch] text-sm text-muted">
              {t('reports.about', { zone: timezone.replaceAll('_', ' '), sender: sender?.email ?? '–' })}
            </p>
            {add}
          </div>
          <ul className="overflow-hidden rounded-lg border border-line [&>li:first-child]:border-t-0">
            {items.map((schedule) => (
              <ScheduleItem
                key={schedule.id}
                schedule={schedule}
                timezone={timezone}
                hasSender={sender !== null}
                onEdit={() => setEdited(schedule)}
              />
            ))}
          </ul>
        </>
      )}
      <ReportLinks />
      {edited && (
        <ScheduleDialog
          schedule={edited === 'new' ? undefined : edited}
          timezone={timezone}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

function NoSender() {
  const { t } = useTranslation('analytics');
  const mayManage = useHolds('sending:manage');
  return (
    <Alert tone="warning" title={t('reports.noSender')}>
      {mayManage ? (
        <Link to="/dashboard/settings/sending" className="underline underline-offset-2">
          {t('reports.setUpSending')}
        </Link>
      ) : (
        t('reports.askForSender')
      )}
    </Alert>
  );
}
