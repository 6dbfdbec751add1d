import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { toast } from '#ui/toast-store.ts';
import { contactKeys } from './keys.ts';
import { fullnessOf } from './plan-usage.tsx';
import { summaryQuery, waitingQuery } from './queries.ts';

const nobody = { items: [], total: 0, since: null };
/** While the server makes contacts of them: every 2 seconds, for a minute. */
const lookAgainMs = 2_000;
const mostLooks = 30;

/** Who filled in a form while the plan was full. Nobody is asked for where plans have no limit and nobody waited before. */
export function useWaitingPeople() {
  const summary = useQuery(summaryQuery).data;
  const known = useQueryClient().getQueryData(waitingQuery.queryKey)?.total ?? 0;
  const isFull = summary !== undefined && fullnessOf(summary.counted, summary.limit) === 'full';
  const { data } = useQuery({
    ...waitingQuery,
    enabled: summary !== undefined && (summary.limit !== null || known > 0),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      !isFull && (data?.total ?? 0) > 0 && dataUpdateCount < mostLooks ? lookAgainMs : false,
  });
  return data ?? nobody;
}

/** Says once how many became contacts, and shows them. */
export function useTellWhoJoined(): void {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const client = useQueryClient();
  const { total } = useWaitingPeople();
  const most = useRef(0);
  useEffect(() => {
    const waited = most.current;
    most.current = total === 0 ? 0 : Math.max(waited, total);
    if (total > 0 || waited === 0) return;
    const tell = async () => {
      await client.invalidateQueries({ queryKey: contactKeys.contacts });
      const summary = client.getQueryData(summaryQuery.queryKey);
      // Where the plan is still full, somebody has deleted what they sent.
      if (!summary || fullnessOf(summary.counted, summary.limit) === 'full') return;
      toast({
        tone: 'success',
        title: t('limit.joined', { count: waited, shown: number(waited) }),
        description: t('limit.joinedText'),
      });
    };
    void tell();
  }, [total, t, number, client]);
}
