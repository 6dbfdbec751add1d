import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { campaignSumsQuery } from '../queries.ts';

/** Over every campaign in sight, whatever the list is narrowed to. */
export function CampaignStats() {
  const { t } = useTranslation('campaigns');
  const { number, percent } = useFormat();
  const { data, isError } = useQuery(campaignSumsQuery);
  if (isError) return null;
  const figures = [
    { id: 'total', value: data && number(data.total) },
    { id: 'sent', value: data && number(data.sent) },
    {
      id: 'openRate',
      value: data && (data.openRate === null ? '–' : percent(data.openRate)),
      hint: t('stats.openHint'),
    },
    { id: 'active', value: data && number(data.byStatus.ACTIVE) },
  ] as const;
  return (
    <dl className="grid grid-cols-4 overflow-hidden rounded-lg border border-line-strong bg-surface shadow-xs max-md:grid-cols-2">
      {figures.map(({ id, value, ...rest }) => (
        <div
          key={id}
          title={'hint' in rest ? rest.hint : undefined}
          className="min-w-0 border-line px-4.5 py-3.5 not-first:border-l max-md:odd:border-l-0 max-md:nth-[n+3]:border-t"
        >
          <dt className="truncate text-sm text-muted">{t(`stats.${id}`)}</dt>
          <dd className="mt-0.5 text-xl font-semibold tracking-[-0.025em] text-ink tabular-nums">
            {value ?? <Skeleton shape="block" width="4rem" height={22} className="my-1" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
