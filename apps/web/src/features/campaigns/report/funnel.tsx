import type { CampaignFigures } from '@waggle/contracts/campaign-report';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { share } from '../rates.ts';
import { deliveredOf } from './delivered.ts';
import { FunnelShape } from '#ui/funnel-shape.tsx';
import { RowsLink } from './rows-link.tsx';

type Rows = { state?: string; event?: string };
type StepFigures = {
  id: 'sent' | 'delivered' | 'opened' | 'clicked';
  value: number;
  note: string;
  /** None where the number is only estimated. */
  rows: Rows | undefined;
};

/** Each step against the one before. */
function useSteps({ stats, audience }: CampaignFigures): StepFigures[] {
  const { t } = useTranslation('campaign-report');
  const { number, percent } = useFormat();
  const delivered = deliveredOf(stats);
  const part = (value: number, whole: number) => {
    const rate = share(value, whole);
    return rate === null ? '–' : percent(Math.min(1, rate));
  };
  return [
    {
      id: 'sent',
      value: stats.sent,
      rows: { state: 'accepted' },
      note: t('funnel.ofAudience', { part: part(stats.sent, audience ?? 0), total: number(audience ?? 0) }),
    },
    {
      id: 'delivered',
      value: delivered.people,
      rows: delivered.estimated ? undefined : { event: 'delivered' },
      note: t('funnel.ofSent', { part: part(delivered.people, stats.sent) }),
    },
    {
      id: 'opened',
      value: stats.opened,
      rows: { event: 'opened' },
      note: t('funnel.ofDelivered', { part: part(stats.opened, delivered.people) }),
    },
    {
      id: 'clicked',
      value: stats.clicked,
      rows: { event: 'clicked' },
      note: t('funnel.ofOpened', { part: part(stats.clicked, stats.opened) }),
    },
  ];
}

/** From sent to clicked. */
export function Funnel({ campaign }: { campaign: CampaignFigures }) {
  const { t } = useTranslation('campaign-report');
  const { number } = useFormat();
  const steps = useSteps(campaign);
  const { stats } = campaign;
  return (
    <section
      aria-label={t('funnel.label')}
      className="overflow-hidden rounded-lg border border-line-strong bg-surface shadow-xs"
    >
      <dl className="grid grid-cols-4 py-3.5 max-md:grid-cols-2 max-md:gap-y-3">
        {steps.map((step) => (
          <Step key={step.id} step={step} campaignId={campaign.id}>
            {step.id === 'delivered' && !step.rows && (
              <Tooltip label={t('funnel.estimatedWhy')}>
                <button type="button" className="ml-1.5 text-xs text-subtle underline decoration-dotted">
                  {t('funnel.estimated')}
                </button>
              </Tooltip>
            )}
          </Step>
        ))}
      </dl>
      <FunnelShape className="h-24 max-md:h-14" values={steps.map(({ value }) => value)} />
      <p className="border-t border-line px-4.5 py-2.5 text-xs text-muted">
        {t('funnel.machines', { opens: number(stats.machineOpened), clicks: number(stats.machineClicked) })}
      </p>
    </section>
  );
}

type StepProps = { step: StepFigures; campaignId: string; children: ReactNode };

function Step({ step: { id, value, rows, note }, campaignId, children }: StepProps) {
  const { t } = useTranslation('campaign-report');
  const shown = useFormat().number(value);
  return (
    <div className="min-w-0 border-line px-4.5 not-first:border-l max-md:odd:border-l-0">
      <dt className="truncate text-sm text-muted">
        {t(`funnel.${id}`)}
        {children}
      </dt>
      <dd className="text-[1.5rem] leading-8 font-semibold tracking-[-0.025em] text-ink tabular-nums">
        {value > 0 && rows ? (
          <RowsLink campaignId={campaignId} rows={rows} className="hover:underline">
            {shown}
          </RowsLink>
        ) : (
          shown
        )}
      </dd>
      <dd className="truncate text-xs text-subtle">{note}</dd>
    </div>
  );
}
