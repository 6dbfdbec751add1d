import { trimEnd } from '@waggle/contracts/trim-end';
import { Link } from '@tanstack/react-router';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { reportOf } from '../../addresses.ts';
import type { ShownLink } from './use-click-map.ts';

/** Every link with its number; each opens the people who followed it. */
export function LinkList({ campaign, links }: { campaign: Campaign; links: readonly ShownLink[] }) {
  const { t } = useTranslation('campaign-report');
  const { number } = useFormat();
  const clicks = links.reduce((sum, { uniqueClicks }) => sum + uniqueClicks, 0);
  const machine = links.reduce((sum, { machineClicks }) => sum + machineClicks, 0);
  const people = campaign.stats.clicked;
  return (
    <div className="flex flex-col gap-3 p-5 max-lg:px-4">
      <div>
        <p className="text-ink">
          <span className="mr-2 text-xl font-semibold tabular-nums">{number(clicks)}</span>
          {t('map.clicks', { count: clicks })}
        </p>
        {people > 0 && (
          <Link
            {...reportOf(campaign.id)}
            search={{ tab: 'recipients', event: 'clicked' }}
            className="text-sm text-muted underline underline-offset-2"
          >
            {t('map.people', { count: people, shown: number(people) })}
          </Link>
        )}
      </div>
      {links.length === 0 ? (
        <p className="text-sm text-muted">{t(campaign.tracking.clicks ? 'links.none' : 'map.untracked')}</p>
      ) : (
        <ol aria-label={t('links.title')} className="-mx-2.5 flex flex-col gap-0.5">
          {links.map((link) => (
            <li key={link.no}>
              <LinkRow campaignId={campaign.id} link={link} most={links[0]?.uniqueClicks ?? 0} />
            </li>
          ))}
        </ol>
      )}
      {machine > 0 && (
        <p className="rounded-lg border border-line bg-sunken px-4 py-3 text-sm text-muted">
          {t('links.machine', { count: machine, shown: number(machine) })}
        </p>
      )}
    </div>
  );
}

type LinkRowProps = { campaignId: string; link: ShownLink; most: number };

function LinkRow({ campaignId, link, most }: LinkRowProps) {
  const { t } = useTranslation('campaign-report');
  const { number, percent } = useFormat();
  const { no, url, rank, text, places, share, uniqueClicks } = link;
  const address = readable(url);
  return (
    <Link
      {...reportOf(campaignId)}
      search={{ tab: 'recipients', link: no }}
      className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-3 rounded-md px-2.5 py-2.5 text-sm hover:bg-fill coarse:min-h-(--target-touch)"
    >
      <span className="flex size-5 items-center justify-center rounded-sm bg-fill text-xs font-semibold text-muted tabular-nums">
        {rank}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-[550] text-ink">{text ?? address}</span>
        {text && <span className="block truncate text-xs text-subtle">{address}</span>}
        {places !== 1 && (
          <span className="block text-xs text-subtle">
            {places === 0 ? t('map.notHere') : t('map.places', { count: places, shown: number(places) })}
          </span>
        )}
      </span>
      <span className="text-right tabular-nums">
        <span className="block font-semibold text-ink">{number(uniqueClicks)}</span>
        <span className="block text-xs text-subtle">{percent(share)}</span>
        <span className="sr-only">{t('map.open')}</span>
      </span>
      <span aria-hidden className="col-span-2 col-start-2 mt-1.5 h-1 overflow-hidden rounded-full bg-fill">
        <span
          className="block h-full rounded-full bg-(--chart-1)"
          style={{ width: `${most === 0 ? 0 : (uniqueClicks / most) * 100}%` }}
        />
      </span>
    </Link>
  );
}

const readable = (url: string): string => trimEnd(url.replace(/^https?:\/\//, ''), '/');
