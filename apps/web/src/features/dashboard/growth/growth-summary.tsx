import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Growth } from './queries.ts';

/** The net figure in words: of people who can be emailed, which is what joining and leaving is about. */
export function GrowthSummary({ growth }: { growth: Growth | undefined }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  // As high as the line it stands for.
  if (!growth) return <Skeleton shape="block" width="50%" height={28} />;
  const { joined, left } = growth;
  const net = joined - left;
  return (
    <>
      <span className="mr-2 text-lg font-semibold text-ink tabular-nums">{format.signed(net)}</span>
      {t('growth.net', { count: Math.abs(net), joined: format.number(joined), left: format.number(left) })}
    </>
  );
}
