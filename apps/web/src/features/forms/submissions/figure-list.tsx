import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { type Figures, figuresQuery } from './queries.ts';

const frame = 'min-w-0 rounded-lg border border-line-strong bg-surface';

/** This Week, This Month, Unique Contacts. */
export function FigureList({ formId }: { formId: string }) {
  const { t } = useTranslation('form-submissions');
  const { number, date } = useFormat();
  const figures = useQuery(figuresQuery(formId));
  if (figures.isError) {
    return (
      <div className={cx(frame, 'flex flex-col items-start gap-2 p-4 text-sm text-muted')}>
        {problemText(figures.error)}
        <Button size="sm" onClick={() => void figures.refetch()} busy={figures.isFetching}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  if (!figures.data) {
    return (
      <SkeletonGroup className={cx(frame, 'flex flex-col gap-5 p-4')}>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} shape="block" height={48} />
        ))}
      </SkeletonGroup>
    );
  }
  const { thisMonth, monthStart, uniqueContacts, total } = figures.data;
  return (
    <dl className={cx(frame, 'divide-y divide-line max-sm:grid max-sm:grid-cols-3 max-sm:divide-x max-sm:divide-y-0')}>
      <Figure label={t('thisWeek')} value={number(figures.data.thisWeek)} note={<Change figures={figures.data} />} />
      <Figure label={t('thisMonth')} value={number(thisMonth)} note={t('sinceDay', { since: date(monthStart) })} />
      <Figure
        label={t('uniqueContacts')}
        value={number(uniqueContacts)}
        note={t('ofSubmissions', { count: total, shown: number(total) })}
      />
    </dl>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: ReactNode }) {
  return (
    <div className="min-w-0 px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-xl font-semibold tracking-[-0.025em] text-ink tabular-nums">{value}</dd>
      <dd className="text-xs text-muted">{note}</dd>
    </div>
  );
}

function Change({ figures: { thisWeek, weekBefore } }: { figures: Figures }) {
  const { t } = useTranslation('form-submissions');
  const { number } = useFormat();
  const more = thisWeek - weekBefore;
  if (more === 0) return t('sameAsBefore');
  return (
    <>
      <span className={cx('font-semibold', more > 0 ? 'text-success-text' : 'text-danger-text')}>
        {more > 0 ? `+${number(more)}` : `−${number(-more)}`}
      </span>{' '}
      {t('thanBefore')}
    </>
  );
}
