import type { Run, runStates } from '@waggle/contracts/automations';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Time } from '#lib/time.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { useRunWords } from './run-words.ts';
import { useStepNames } from './use-step-names.ts';

/** The words change with the document, so the columns do too. */
export function useRunColumns(state: (typeof runStates)[number] | 'found'): Column<Run>[] {
  const { t } = useTranslation('automation-runs');
  const nameOf = useStepNames();
  const words = useRunWords();
  const isFound = state === 'found';
  const isInside = isFound || state === 'inside' || state === 'stuck';
  return useMemo(
    (): Column<Run>[] => [
      { id: 'person', header: t('columns.person'), primary: true, cell: (run) => <Person run={run} /> },
      {
        id: 'step',
        header: t(isFound ? 'columns.step' : isInside ? 'columns.atStep' : 'columns.lastStep'),
        cell: ({ stepId, state: now }) => (
          <span className="flex min-w-0 items-center gap-2">
            {now === 'stuck' && <Badge tone="warning">{t('stuck')}</Badge>}
            <span className="truncate">{nameOf(stepId)}</span>
          </span>
        ),
      },
      isInside
        ? {
            id: 'next',
            header: t(isFound ? 'columns.state' : 'columns.goesOn'),
            width: '14rem',
            cell: (run) => {
              if (run.state === 'stuck')
                return <span className="text-warning-text">{words.reason(run.reason ?? '')}</span>;
              if (run.nextRunAt)
                return (
                  <>
                    {isFound && `${t('columns.goesOn')} `}
                    <Time at={run.nextRunAt} />
                  </>
                );
              return run.completedAt && run.reason ? words.reason(run.reason) : '–';
            },
          }
        : {
            id: 'reason',
            header: t('columns.reason'),
            width: '14rem',
            cell: ({ reason }) => (reason ? words.reason(reason) : '–'),
          },
      {
        id: 'started',
        header: t(isInside ? 'columns.entered' : 'columns.left'),
        width: '9rem',
        cell: ({ startedAt, completedAt }) => <Time at={isInside ? startedAt : (completedAt ?? startedAt)} />,
      },
    ],
    [t, nameOf, words, isInside, isFound],
  );
}

function Person({ run: { name, email } }: { run: Run }) {
  const { t } = useTranslation('automation-runs');
  const shown = name || email || t('deletedContact');
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={shown} size={26} />
      <span className="truncate">{shown}</span>
    </span>
  );
}

export function useRunPhoneRow(): (run: Run) => PhoneRow {
  const { t } = useTranslation('automation-runs');
  const nameOf = useStepNames();
  const words = useRunWords();
  return (run) => ({
    title: run.name || run.email || t('deletedContact'),
    badge: run.state === 'stuck' ? <Badge tone="warning">{t('stuck')}</Badge> : undefined,
    subtitle: run.completedAt && run.reason ? words.reason(run.reason) : nameOf(run.stepId),
    aside: <Time at={run.nextRunAt ?? run.completedAt ?? run.startedAt} brief />,
  });
}
