import type { AutomationSummary } from '@waggle/contracts/automations';
import type { ParseKeys } from 'i18next';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientNames } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { type Column, NameCell, type PhoneRow } from '#ui/data-table.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { AutomationMenu } from './automation-menu.tsx';

type Summary = AutomationSummary;

export function useAutomationColumns(onDelete: (automation: Summary) => void): Column<Summary>[] {
  const { t } = useTranslation('automations');
  const figures = useFigureColumns();
  const subtitleOf = useSubtitle();
  const triggersOf = useTriggerNames();
  // The columns stay the same while what they ask for changes.
  const ask = useRef(onDelete);
  useEffect(() => {
    ask.current = onDelete;
  });
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        primary: true,
        cell: (automation) => <NameCell name={automation.name} subtitle={subtitleOf(automation)} />,
      },
      { id: 'status', header: t('columns.status'), width: '8rem', cell: (one) => <StatusBadge automation={one} /> },
      { id: 'trigger', header: t('columns.trigger'), width: '12rem', cell: triggersOf },
      ...figures,
      {
        id: 'updatedAt',
        header: t('columns.updated'),
        width: '9rem',
        cell: ({ updatedAt }) => <Time at={updatedAt} className="whitespace-nowrap" />,
      },
      {
        id: 'actions',
        header: t('columns.actions'),
        hideHeader: true,
        align: 'end',
        width: '4rem',
        cell: (automation) => <AutomationMenu automation={automation} onDelete={() => ask.current(automation)} />,
      },
    ],
    [t, figures, subtitleOf, triggersOf],
  );
}

function useFigureColumns(): Column<Summary>[] {
  const { t } = useTranslation('automations');
  const { number, percent } = useFormat();
  return useMemo(
    () => [
      {
        id: 'inside',
        header: t('columns.inside'),
        align: 'end',
        width: '6rem',
        cell: ({ inside }) => <span className="font-semibold text-ink">{number(inside)}</span>,
      },
      { id: 'entered', header: t('columns.entered'), align: 'end', width: '6rem', cell: (one) => number(one.entered) },
      {
        id: 'goalRate',
        header: t('columns.goalRate'),
        align: 'end',
        width: '7rem',
        cell: ({ entered, reached }) => (entered === 0 ? '–' : percent(reached / entered)),
      },
    ],
    [t, number, percent],
  );
}

/** Whose it is, what it sends, and what somebody should look at. */
function useSubtitle(): (automation: Summary) => string {
  const { t } = useTranslation('automations');
  const { number } = useFormat();
  const names = useClientNames();
  return useMemo(
    () =>
      ({ clientId, version, hasChanges, emails, stuck, isBeyondPlan }) =>
        [
          names.get(clientId ?? ''),
          t('emails', { count: emails, shown: number(emails) }),
          version !== null && hasChanges && t('changes'),
          isBeyondPlan && t('plan.readOnly'),
          stuck > 0 && t('stuck', { count: stuck, shown: number(stuck) }),
        ]
          .filter(Boolean)
          .join(' · '),
    [names, t, number],
  );
}

function useTriggerNames(): (automation: Summary) => string {
  const { t } = useTranslation('automations');
  return useMemo(
    () =>
      ({ triggers }) =>
        triggers.map((kind) => t(`triggers.${kind.replace('.', '_')}` as ParseKeys<'automations'>)).join(', ') || '–',
    [t],
  );
}

/** The menu does not fit into a row that is itself a button: the editor offers the same. */
export function usePhoneRow(): (automation: Summary) => PhoneRow {
  const { t } = useTranslation('automations');
  const { number } = useFormat();
  const subtitleOf = useSubtitle();
  return (automation) => ({
    title: automation.name,
    badge: <StatusBadge automation={automation} />,
    subtitle: subtitleOf(automation),
    aside: t('insideCount', { count: automation.inside, shown: number(automation.inside) }),
  });
}
