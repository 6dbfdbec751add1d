import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Popover } from '#ui/popover.tsx';
import type { Stats } from '../queries.ts';

/** How much the figures leave out; nothing where they leave out nothing. */
export function BotScans({ stats }: { stats: Stats }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const count = stats.machine + stats.unsure;
  if (count === 0) return null;
  return (
    <>
      {t('stats.filtered', { count, shown: format.number(count) })} <RawNumbers stats={stats} />
    </>
  );
}

/** One click shows what the other figures leave out. */
function RawNumbers({ stats: { scans, machine, unsure } }: { stats: Stats }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const lines = [
    ['people', scans],
    ['machine', machine],
    ['unsure', unsure],
  ] as const;
  return (
    <Popover
      label={t('stats.raw')}
      trigger={
        <button type="button" className="min-h-5 font-medium text-link underline underline-offset-2 coarse:min-h-11">
          {t('stats.showRaw')}
        </button>
      }
    >
      <table className="w-64 text-sm">
        <caption className="pb-2 text-left font-semibold text-ink">{t('stats.raw')}</caption>
        <tbody>
          {lines.map(([kind, count]) => (
            <tr key={kind} className="text-muted">
              <th scope="row" className="py-1 text-left font-normal">
                {t(`stats.kinds.${kind}`)}
              </th>
              <td className="py-1 text-right text-ink tabular-nums">{format.number(count)}</td>
            </tr>
          ))}
          <tr className="border-t border-line font-semibold text-ink">
            <th scope="row" className="pt-2 text-left">
              {t('stats.kinds.all')}
            </th>
            <td className="pt-2 text-right tabular-nums">{format.number(scans + machine + unsure)}</td>
          </tr>
        </tbody>
      </table>
      <p className="mt-2 max-w-64 text-xs text-subtle">{t('stats.rawHint')}</p>
    </Popover>
  );
}
