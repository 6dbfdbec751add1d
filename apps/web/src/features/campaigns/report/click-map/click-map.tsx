import type { Campaign } from '@waggle/contracts/campaigns';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { cx } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { EmailPage } from '../../email-page.tsx';
import { LinkList } from './link-list.tsx';
import { heats } from './marks.ts';
import { useClickMap } from './use-click-map.ts';

type Width = 'desktop' | 'phone';

/** The email as it was sent, with what people followed on its links. */
export function ClickMap({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaign-report');
  const isNarrow = useMediaQuery('(max-width: 47.99rem)');
  const [chosen, setWidth] = useState<Width>();
  const width = chosen ?? (isNarrow ? 'phone' : 'desktop');
  const map = useClickMap(campaign.id);
  const waiting = useDelayedPending(!map.isReady && !map.error);
  if (map.error)
    return <LoadError title={t('map.failed')} message={problemText(map.error)} retry={map.retry} busy={map.busy} />;
  if (!map.isReady) return <div className="p-7">{waiting && <Skeleton shape="block" height={480} />}</div>;
  if (!map.isSent) return <EmptyState title={t('map.none')}>{t('map.noneText')}</EmptyState>;
  return (
    <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <section aria-label={t('map.email')} className="flex min-w-0 flex-col bg-canvas lg:min-h-full">
        <div className="flex flex-wrap items-center justify-end gap-3 border-b border-line bg-surface px-4 py-2.5">
          <Legend />
          <SegmentedControl
            label={t('map.width')}
            options={[
              { value: 'desktop', label: <span className="sr-only">{t('map.desktop')}</span>, icon: Monitor },
              { value: 'phone', label: <span className="sr-only">{t('map.phone')}</span>, icon: Smartphone },
            ]}
            value={width}
            onValueChange={setWidth}
          />
        </div>
        <div className="flex flex-1 flex-col items-center p-4">
          <div
            className={cx(
              'flex min-h-[32rem] w-full flex-1 flex-col overflow-hidden rounded-lg border border-line-strong bg-white text-black shadow-xs',
              width === 'phone' ? 'max-w-[24rem]' : 'max-w-[46rem]',
            )}
          >
            <p className="border-b border-black/10 px-4 py-3 text-sm font-semibold break-words">{map.subject}</p>
            <div className="relative min-h-0 flex-1">
              <EmailPage title={t('map.frame')} html={map.html} width={width} />
            </div>
          </div>
        </div>
      </section>
      <aside aria-label={t('links.title')} className="min-w-0 border-line max-lg:border-t lg:border-l">
        <LinkList campaign={campaign} links={map.links} />
      </aside>
    </div>
  );
}

function Legend() {
  const { t } = useTranslation('campaign-report');
  return (
    <p className="flex items-center gap-1.5 text-xs text-subtle">
      {t('map.fewer')}
      {heats.map(({ background }) => (
        <span key={background} aria-hidden className="size-3.5 rounded-xs" style={{ background }} />
      ))}
      {t('map.more')}
    </p>
  );
}
