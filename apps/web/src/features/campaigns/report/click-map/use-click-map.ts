import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { clickMapQuery, linksQuery } from '../queries.ts';
import { heatOf, type Mark, type MarkedPart, markedHtml, placesOf, textsOf } from './marks.ts';
import { useHeld } from './use-held.ts';

/** Milliseconds for which the marks stay: a new mark loads the frame again, and whoever scrolled in it loses their place. */
const marksMs = 30_000;

/** Links with what people did, most followed first. */
const ranked = <Link extends { uniqueClicks: number }>(links: readonly Link[]) => {
  const sorted = links.toSorted((one, other) => other.uniqueClicks - one.uniqueClicks);
  const clicks = sorted.reduce((sum, { uniqueClicks }) => sum + uniqueClicks, 0);
  const most = sorted[0]?.uniqueClicks ?? 0;
  return sorted.map((link, at) => ({
    ...link,
    rank: at + 1,
    heat: heatOf(link.uniqueClicks, most),
    share: clicks === 0 ? 0 : link.uniqueClicks / clicks,
  }));
};

const nothing: { subject: string; parts: MarkedPart[] } = { subject: '', parts: [] };

export function useClickMap(campaignId: string) {
  const { t } = useTranslation('campaign-report');
  const { number, percent } = useFormat();
  const map = useQuery(clickMapQuery(campaignId));
  const links = useQuery(linksQuery(campaignId));
  const shown = useHeld(links.data?.items, marksMs);
  const { subject, parts } = map.data ?? nothing;
  const places = useMemo(() => placesOf(parts), [parts]);
  const texts = useMemo(() => textsOf(parts), [parts]);
  const marks = ranked(shown ?? []).map(({ no, rank, heat, share, uniqueClicks }): Mark => {
    const count = places.get(no) ?? 0;
    const said = { share: percent(share), shown: number(uniqueClicks) };
    const text = count > 1 ? t('map.markTogether', { ...said, count, places: number(count) }) : t('map.mark', said);
    return { no, rank, heat, text };
  });
  return {
    error: map.error ?? links.error,
    retry: () => void Promise.all([map.refetch(), links.refetch()]),
    busy: map.isFetching || links.isFetching,
    subject,
    isReady: map.data !== undefined && links.data !== undefined,
    isSent: parts.length > 0,
    html: markedHtml(parts, marks),
    links: ranked(links.data?.items ?? []).map((link) => ({
      ...link,
      text: texts.get(link.no),
      places: places.get(link.no) ?? 0,
    })),
  };
}

export type ShownLink = ReturnType<typeof useClickMap>['links'][number];
