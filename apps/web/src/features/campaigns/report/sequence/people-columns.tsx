import { useQuery } from '@tanstack/react-query';
import type { Run } from '@waggle/contracts/automations';
import { Ellipsis, RotateCw, UserMinus } from 'lucide-react';
import { useMemo } from 'react';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { nextEmailsQuery, type PeopleState, useRunMove } from './queries.ts';

function useWords(campaignId: string) {
  const { t } = useTranslation(['campaign-report', 'automation-runs']);
  const { data: nextEmails } = useQuery(nextEmailsQuery(campaignId));
  return useMemo(
    () => ({
      name: ({ name, email }: Run) => name ?? email ?? t('automation-runs:deletedContact'),
      /** The email that comes next, or why somebody left; a reason without a text is shown as it came. */
      where: ({ stepId, state, reason }: Run) => {
        const no = nextEmails?.get(stepId ?? '');
        if (reason !== null && state !== 'active')
          return t(`automation-runs:reasons.${reason}` as ParseKeys<'automation-runs'>, { defaultValue: reason });
        return no === undefined ? '' : t('campaign-report:sequence.next', { no });
      },
    }),
    [t, nextEmails],
  );
}

export function usePeopleColumns(campaignId: string, state: PeopleState): Column<Run>[] {
  const { t } = useTranslation(['campaign-report', 'automation-runs']);
  const words = useWords(campaignId);
  const mayWrite = useHolds('automations:write');
  const isLeft = state === 'left';
  return useMemo(
    (): Column<Run>[] => [
      {
        id: 'person',
        header: t('automation-runs:columns.person'),
        primary: true,
        cell: (run) => words.name(run),
      },
      {
        id: 'where',
        header: t(state === 'inside' ? 'campaign-report:sequence.columns.next' : 'automation-runs:columns.reason'),
        cell: (run) => words.where(run),
      },
      {
        id: 'at',
        header: t(isLeft ? 'automation-runs:columns.left' : 'automation-runs:columns.goesOn'),
        width: '10rem',
        cell: ({ nextRunAt, completedAt }) => <At at={isLeft ? completedAt : nextRunAt} />,
      },
      ...(mayWrite && !isLeft
        ? [
            {
              id: 'actions',
              header: t('automation-runs:remove'),
              hideHeader: true,
              align: 'end' as const,
              width: '4rem',
              cell: (run: Run) => <RunMenu campaignId={campaignId} run={run} name={words.name(run)} />,
            },
          ]
        : []),
    ],
    [t, words, mayWrite, state, isLeft, campaignId],
  );
}

const At = ({ at }: { at: string | null }) => (at ? <Time at={at} className="whitespace-nowrap" /> : '–');

export function usePeoplePhoneRow(campaignId: string): (run: Run) => PhoneRow {
  const words = useWords(campaignId);
  return (run) => ({
    title: words.name(run),
    subtitle: words.where(run),
    aside: <At at={run.completedAt ?? run.nextRunAt} />,
  });
}

function RunMenu({ campaignId, run, name }: { campaignId: string; run: Run; name: string }) {
  const { t } = useTranslation(['campaigns', 'automation-runs', 'app']);
  const change = useRunMove(campaignId);
  const start = (move: 'retry' | 'remove') =>
    runMutation(
      change,
      { runId: run.id, move },
      {
        onSuccess: () =>
          toast({
            tone: 'success',
            title: t(move === 'retry' ? 'automation-runs:retried' : 'automation-runs:removed'),
            description: name,
          }),
        onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
      },
    );
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={t('campaigns:actions.moreOf', { name })} />}>
      {run.state === 'stuck' && (
        <MenuItem icon={RotateCw} onSelect={() => start('retry')}>
          {t('automation-runs:retry')}
        </MenuItem>
      )}
      <MenuItem icon={UserMinus} danger onSelect={() => start('remove')}>
        {t('automation-runs:remove')}
      </MenuItem>
    </Menu>
  );
}
