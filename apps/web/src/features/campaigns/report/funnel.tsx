import type { Campaign } from '@waggle/contracts/campaigns';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { share } from '../rates.ts';
import { deliveredOf } from './delivered.ts';
import { FunnelShape } from './funnel-shape.tsx';

/** From sent to clicked, each step against the one before. */
export function Funnel({ campaign: { stats, audience } }: { campaign: Campaign }) {
  const { t } = useTranslation('campaign-report');
  const { number, percent } = useFormat();
  const delivered = deliveredOf(stats);
  const part = (value: number, whole: number) => {
    const rate = share(value, whole);
    return rate === null ? '–' : percent(Math.min(1, rate));
  };
  const steps = [
    {
      id: 'sent',
      value: stats.sent,
      note: t('funnel.ofAudience', { part: part(stats.sent, audience ?? 0), total: number(audience ?? 0) }),
    },
    {
      id: 'delivered',
      value: delivered.people,
      note: t('funnel.ofSent', { part: part(delivered.people, stats.sent) }),
    },
    {
      id: 'opened',
      value: stats.opened,
      note: t('funnel.ofDelivered', { part: part(stats.opened, delivered.people) }),
    },
    { id: 'clicked', value: stats.clicked, note: t('funnel.ofOpened', { part: part(stats.clicked, stats.opened) }) },
  ] as const;
  return (
    <section
      aria-label={t('funnel.label')}
      className="overflow-hidden rounded-lg border border-line-strong bg-surface shadow-xs"
    >
      <dl className="grid grid-cols-4 py-3.5 max-md:grid-cols-2 max-md:gap-y-3">
        {steps.map(({ id, value, note }) => (
          <Step key={id} label={t(`funnel.${id}`)} value={number(value)} note={note}>
            {id === 'delivered' && delivered.estimated && (
              <Tooltip label={t('funnel.estimatedWhy')}>
                <button type="button" className="ml-1.5 text-xs text-subtle underline decoration-dotted">
                  {t('funnel.estimated')}
                </button>
              </Tooltip>
            )}
          </Step>
        ))}
      </dl>
      <FunnelShape values={steps.map(({ value }) => value)} />
      <p className="border-t border-line px-4.5 py-2.5 text-xs text-muted">
        {t('funnel.machines', { opens: number(stats.machineOpened), clicks: number(stats.machineClicked) })}
      </p>
    </section>
  );
}

type StepProps = { label: string; value: string; note: string; children: ReactNode };

function Step({ label, value, note, children }: StepProps) {
  return (
    <div className="min-w-0 border-line px-4.5 not-first:border-l max-md:odd:border-l-0">
      <dt className="truncate text-sm text-muted">
        {label}
        {children}
      </dt>
      <dd className="text-[1.5rem] leading-8 font-semibold tracking-[-0.025em] text-ink tabular-nums">{value}</dd>
      <dd className="truncate text-xs text-subtle">{note}</dd>
    </div>
  );
}
