import { trimEnd } from '@waggle/contracts/trim-end';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { BarList } from '#ui/bar-list.tsx';
import { Card } from '#ui/card.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { linksQuery } from './queries.ts';
import { RowsLink } from './rows-link.tsx';

/** People by the link they followed, most first. */
export function LinkClicks({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation('campaign-report');
  const format = useFormat();
  const links = useQuery(linksQuery(campaignId));
  const waiting = useDelayedPending(links.data === undefined && !links.isError);
  const items = (links.data?.items ?? []).toSorted((one, other) => other.uniqueClicks - one.uniqueClicks);
  const clicks = items.reduce((sum, link) => sum + link.uniqueClicks, 0);
  const machine = items.reduce((sum, link) => sum + link.machineClicks, 0);
  return (
    <Card
      title={t('links.title')}
      aside={t('links.total', { count: clicks, shown: format.number(clicks) })}
      footer={machine > 0 && t('links.machine', { count: machine, shown: format.number(machine) })}
    >
      {waiting && <SkeletonRows />}
      {links.isError && (
        <LoadError
          title={t('links.failed')}
          message={problemText(links.error)}
          retry={() => void links.refetch()}
          busy={links.isFetching}
        />
      )}
      {links.data && items.length === 0 && <p className="text-sm text-muted">{t('links.none')}</p>}
      <BarList
        label={t('links.title')}
        items={items.map(({ no, url, uniqueClicks }) => ({
          id: String(no),
          label: readable(url),
          value: uniqueClicks,
          shown:
            uniqueClicks > 0 ? (
              <RowsLink campaignId={campaignId} rows={{ link: no }} className="underline underline-offset-2">
                {format.number(uniqueClicks)}
              </RowsLink>
            ) : undefined,
          note: clicks > 0 ? format.percent(uniqueClicks / clicks) : '',
        }))}
      />
    </Card>
  );
}

const readable = (url: string): string => trimEnd(url.replace(/^https?:\/\//, ''), '/');
