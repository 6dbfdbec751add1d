import type { ReportSchedule } from '@waggle/contracts/reports';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { ScheduleMenu } from './schedule-menu.tsx';
import { useReportName } from './use-report-name.ts';
import { useScheduleTime } from './use-schedule-time.ts';

type ScheduleItemProps = { schedule: ReportSchedule; timezone: string; hasSender: boolean; onEdit: () => void };

export function ScheduleItem({ schedule, timezone, hasSender, onEdit }: ScheduleItemProps) {
  const { t } = useTranslation('analytics');
  const nameOf = useReportName();
  const timeOf = useScheduleTime(timezone);
  const { clientName, frequency, recipients, nextRunAt, isPaused } = schedule;
  return (
    <li className="flex items-start gap-3 border-t border-line px-4 py-3.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-[550] text-ink">
          <span className="wrap-anywhere">{nameOf(clientName)}</span>
          {isPaused && <Badge>{t('reports.paused')}</Badge>}
        </p>
        <p className="text-xs text-muted">
          {[t(`reports.every.${frequency}`), nextRunAt && t('reports.next', { when: timeOf(nextRunAt) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <ul className="flex flex-col gap-0.5">
          {recipients.map(({ email, state }) => (
            <li key={email} className="flex flex-wrap items-center gap-2 text-xs text-muted">
              <span className="wrap-anywhere">{email}</span>
              {state !== 'active' && (
                <Badge tone={state === 'stopped' ? 'neutral' : 'warning'}>{t(`reports.states.${state}`)}</Badge>
              )}
            </li>
          ))}
        </ul>
        <LastRun schedule={schedule} />
      </div>
      <ScheduleMenu schedule={schedule} hasSender={hasSender} onEdit={onEdit} />
    </li>
  );
}

function LastRun({ schedule: { lastRun } }: { schedule: ReportSchedule }) {
  const { t } = useTranslation('analytics');
  const { when } = useFormat();
  if (!lastRun) return null;
  const { outcome, at } = lastRun;
  const isFine = outcome === 'sent' || outcome === 'empty';
  return (
    <p className={isFine ? 'text-xs text-subtle' : 'text-xs text-warning-text'}>
      {t(`reports.outcomes.${outcome}`, { when: when(at) })}
    </p>
  );
}
