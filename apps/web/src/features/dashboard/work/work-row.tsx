import { Link, type LinkProps } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { reportOf, useScheduleText } from '#features/campaigns/index.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/class-names.ts';
import { Progress } from '#ui/progress.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import type { Work } from '../queries.ts';

const row = 'relative grid items-center gap-x-4 gap-y-1 px-4.5 py-3 not-first:border-t not-first:border-line';
const narrow = 'grid-cols-[minmax(0,1fr)_auto]';
const wide = {
  withClient: '@2xl:grid-cols-[minmax(0,11fr)_minmax(0,8fr)_minmax(0,9fr)_6rem_7.25rem]',
  alone: '@2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_6rem_7.25rem]',
};

function linkOf({ kind, id }: Work): Pick<LinkProps, 'to' | 'params' | 'search'> {
  if (kind === 'campaign') return reportOf(id);
  return kind === 'automation'
    ? { to: '/dashboard/automations/$automationId', params: { automationId: id }, search: {} }
    : { to: '/dashboard/contacts', search: { import: id } };
}

/** `client` is empty for what belongs to the organization itself, and undefined where no client is told. */
export function WorkRow({ work, client }: { work: Work; client: string | undefined }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormat();
  const { name, done, total, state } = work;
  const begun = total !== null && total > 0 && state !== 'scheduled' && state !== 'waiting';
  return (
    <li className={cx(row, narrow, client === undefined ? wide.alone : wide.withClient, 'has-[a:hover]:bg-row-hover')}>
      <Link {...linkOf(work)} className="truncate text-sm font-semibold text-ink after:absolute after:inset-0">
        {name}
      </Link>
      {client !== undefined && (
        <span className="truncate text-sm text-muted empty:hidden @max-2xl:order-3 @max-2xl:col-span-2 @2xl:empty:block">
          {client}
        </span>
      )}
      <div className={cx('min-w-0 text-xs text-muted @max-2xl:order-4', !begun && 'col-span-2')}>
        <HowFar work={work} begun={begun} />
      </div>
      {begun && (
        <span className="text-xs text-muted tabular-nums @max-2xl:order-5 @max-2xl:text-right @max-2xl:whitespace-nowrap">
          {work.kind === 'automation'
            ? t('work.inside', { count: total - done, shown: number(total - done) })
            : t('work.of', { done: number(done), total: number(total) })}
        </span>
      )}
      <span className="text-right text-xs whitespace-nowrap text-muted @max-2xl:order-2">
        <Standing work={work} />
      </span>
    </li>
  );
}

type Campaign = Extract<Work, { kind: 'campaign' }>;

function HowFar({ work, begun }: { work: Work; begun: boolean }) {
  const { t } = useTranslation('dashboard');
  if (work.state === 'scheduled') return <Appointment work={work} />;
  if (begun) return <Bar work={work} />;
  if (work.total !== null) return null;
  if (work.state === 'sending') return t('work.preparing');
  return work.state === 'running' && t('work.checking');
}

const isDue = (instant: string, now = Date.now()): boolean => Date.parse(instant) <= now;

function Appointment({ work: { scheduledAt } }: { work: Campaign }) {
  const { t } = useTranslation('dashboard');
  const scheduleText = useScheduleText();
  if (scheduledAt === null || isDue(scheduledAt)) return t('work.starting');
  return (
    <span className="flex items-center gap-1.5">
      <CalendarClock aria-hidden className="size-3.5 shrink-0 text-subtle" />
      <span className="truncate">{scheduleText(scheduledAt)}</span>
    </span>
  );
}

/** Honey is for what moves. */
function Bar({ work: { name, state, done, total } }: { work: Work }) {
  const { t } = useTranslation('dashboard');
  const { wholePercent } = useFormat();
  const isMoving = state === 'sending' || state === 'running';
  const max = total ?? 0;
  return (
    <div className="flex items-center gap-3">
      <Progress
        value={done}
        max={max}
        tone={isMoving ? 'accent' : 'ink'}
        label={t('work.progress', { name })}
        className="flex-1"
      />
      <span className="w-9 text-right tabular-nums">{wholePercent(max > 0 ? done / max : 0)}</span>
    </div>
  );
}

function Standing({ work }: { work: Work }) {
  const { t } = useTranslation('dashboard');
  const { rate } = useFormat();
  const { state } = work;
  if (state === 'held') return <Badge tone="warning">{t('work.states.held')}</Badge>;
  if (state !== 'sending' || work.openRate === null) return t(`work.states.${state}`);
  return (
    <Trans
      t={t}
      i18nKey="work.opened"
      values={{ rate: rate(work.openRate) }}
      components={{ b: <strong className="font-semibold text-ink" /> }}
    />
  );
}

/** As tall as three rows. */
export function WorkSkeleton() {
  return (
    <SkeletonGroup>
      {[0, 1, 2].map((at) => (
        <div key={at} className={cx(row, narrow, wide.alone, 'h-11')} style={{ opacity: 1 - at * 0.25 }}>
          <Skeleton width={`${62 - at * 9}%`} />
          <Skeleton width="90%" className="@max-2xl:hidden" />
          <Skeleton width="70%" className="@max-2xl:hidden" />
          <Skeleton width={64} className="justify-self-end" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
