import type { CampaignFigures } from '@waggle/contracts/campaign-report';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { share } from '../../rates.ts';
import { deliveredOf } from '../delivered.ts';

/** Over all emails of a sequence; rates are of what was delivered. */
export function SequenceFigures({ campaign: { stats, audience } }: { campaign: CampaignFigures }) {
  const { t } = useTranslation('campaign-report');
  const { number, percent } = useFormat();
  const { people } = deliveredOf(stats);
  const rate = (part: number) => {
    const known = share(part, people);
    return known === null ? undefined : percent(Math.min(1, known));
  };
  const figures = [
    { id: 'people', value: audience ?? 0 },
    { id: 'sent', value: stats.sent },
    { id: 'opened', value: stats.opened, note: rate(stats.opened) },
    { id: 'clicked', value: stats.clicked, note: rate(stats.clicked) },
    { id: 'unsubscribed', value: stats.unsubscribed, note: rate(stats.unsubscribed) },
  ] as const;
  return (
    <dl className="grid grid-cols-5 overflow-hidden rounded-lg border border-line-strong bg-surface shadow-xs max-md:grid-cols-2">
      {figures.map(({ id, value, ...rest }) => (
        <div
          key={id}
          className="min-w-0 border-line px-4.5 py-3.5 not-first:border-l max-md:odd:border-l-0 max-md:nth-[n+3]:border-t"
        >
          <dt className="truncate text-sm text-muted">{t(`sequence.figures.${id}`)}</dt>
          <dd className="mt-0.5 text-xl font-semibold tracking-[-0.025em] text-ink tabular-nums">
            {number(value)}
            {'note' in rest && rest.note && <span className="ml-2 text-sm font-normal text-subtle">{rest.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
