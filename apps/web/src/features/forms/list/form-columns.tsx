import type { ListedForm } from '@waggle/contracts/forms';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { type Column, NameCell, type PhoneRow } from '#ui/data-table.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { useClientNames } from '#features/accounts/index.ts';
import { CopyFormUrl, ViewForm } from '../form-url.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { FormMenu, type Question } from './form-menu.tsx';

type Ask = (form: ListedForm, what: Question) => void;

export function useFormColumns(onAsk: Ask): Column<ListedForm>[] {
  const { t } = useTranslation('forms');
  const { number, percent } = useFormat();
  const subtitleOf = useSubtitle();
  // The columns stay the same while the question they ask changes.
  const ask = useRef(onAsk);
  useEffect(() => {
    ask.current = onAsk;
  });
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        primary: true,
        cell: (form) => <NameCell name={form.name} subtitle={subtitleOf(form)} />,
      },
      { id: 'status', header: t('columns.status'), width: '9rem', cell: (form) => <StatusBadge form={form} /> },
      {
        id: 'submissions',
        header: t('columns.submissions'),
        sortable: true,
        descendingFirst: true,
        align: 'end',
        width: '8rem',
        cell: ({ submissions }) => <span className="font-semibold text-ink">{number(submissions)}</span>,
      },
      { id: 'trend', header: t('columns.trend'), width: '8rem', cell: (form) => <Trend form={form} /> },
      {
        id: 'completion',
        header: t('columns.completion'),
        align: 'end',
        width: '7rem',
        cell: ({ completion }) => (completion === null ? '–' : percent(completion)),
      },
      {
        id: 'createdAt',
        header: t('columns.created'),
        sortable: true,
        descendingFirst: true,
        width: '9rem',
        cell: ({ createdAt }) => <Time at={createdAt} className="whitespace-nowrap" />,
      },
      {
        id: 'actions',
        header: t('columns.actions'),
        align: 'end',
        width: '8rem',
        cell: (form) => (
          <span className="flex justify-end gap-1">
            <ViewForm form={form} />
            <CopyFormUrl form={form} />
            <FormMenu form={form} onAsk={(what) => ask.current(form, what)} />
          </span>
        ),
      },
    ],
    [t, number, percent, subtitleOf],
  );
}

/** Whose it is, whether its draft says more than people see, and whether the plan lets it be edited. */
function useSubtitle(): (form: ListedForm) => string {
  const { t } = useTranslation('forms');
  const names = useClientNames();
  return useMemo(
    () =>
      ({ clientId, version, hasChanges, isBeyondPlan }) =>
        [
          names.get(clientId ?? ''),
          version === null ? t('draft') : hasChanges && t('changes'),
          isBeyondPlan && t('plan.readOnly'),
        ]
          .filter(Boolean)
          .join(' · '),
    [names, t],
  );
}

/** Nothing to draw while nobody sends it. */
function Trend({ form: { trend, isActive } }: { form: ListedForm }) {
  const { t } = useTranslation('forms');
  const { number } = useFormat();
  const count = trend.reduce((sum, week) => sum + week, 0);
  if (count === 0) return <span className="text-subtle">–</span>;
  return (
    <span className="flex items-center">
      <Sparkline values={trend} tone={isActive ? 'accent' : 'muted'} width={84} height={26} />
      <span className="sr-only">{t('trendOf', { count, shown: number(count) })}</span>
    </span>
  );
}

/** The menu does not fit into a row that is itself a button: what opens offers the same. */
export function usePhoneRow(): (form: ListedForm) => PhoneRow {
  const { t } = useTranslation('forms');
  const { number } = useFormat();
  const subtitleOf = useSubtitle();
  return (form) => ({
    title: form.name,
    badge: <StatusBadge form={form} />,
    subtitle: subtitleOf(form) || <Time at={form.createdAt} />,
    aside: t('submissionCount', { count: form.submissions, shown: number(form.submissions) }),
    asideBelow: <Trend form={form} />,
  });
}
