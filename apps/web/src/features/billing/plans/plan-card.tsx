import { planLines, popularTier } from '@waggle/contracts/plans';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/class-names.ts';
import { ownTier } from '../own-plan.ts';
import type { Plan } from '../queries.ts';
import { useAmount } from '../use-amount.ts';
import { PlanAction, type PlanActionProps } from './plan-action.tsx';
import { useLineText } from './use-line-text.ts';

export function PlanCard({ plan, state, ...rest }: PlanActionProps) {
  const { t } = useTranslation('billing');
  const lineText = useLineText();
  const title = useId();
  const { tier } = plan;
  const isOwn = tier === ownTier(state);
  return (
    <li
      aria-labelledby={title}
      className={cx(
        'flex min-w-0 flex-col rounded-lg border bg-surface p-4.5 shadow-xs',
        isOwn ? 'border-ink ring-1 ring-ink' : 'border-line-strong',
      )}
    >
      <div className="flex min-h-5 items-center gap-2">
        <h3 id={title} className="text-base font-semibold text-ink">
          {t(`plans.${tier}`)}
        </h3>
        {tier === popularTier && (
          <Badge tone="accent" dot={false}>
            {t('popular')}
          </Badge>
        )}
        {isOwn && (
          <span className="ml-auto inline-flex items-center gap-1 text-xs font-medium text-ink">
            <Check aria-hidden className="size-3.5" />
            {t('yourPlan')}
          </span>
        )}
      </div>
      <PlanPrice plan={plan} />
      <ul className="mt-3.5 mb-5 flex flex-col gap-2 text-sm text-muted">
        {planLines[tier].map((line) => (
          <li key={line} className="flex items-start gap-2.5">
            <Check aria-hidden className="mt-0.5 size-3.5 shrink-0 text-ink" />
            {lineText(tier, line)}
          </li>
        ))}
      </ul>
      <div className="mt-auto">
        <PlanAction plan={plan} state={state} {...rest} />
      </div>
    </li>
  );
}

function PlanPrice({ plan: { tier, price } }: { plan: Plan }) {
  const { t } = useTranslation('billing');
  const amount = useAmount({ brief: true });
  const figure = 'font-display text-xl font-semibold tracking-[-0.02em] text-ink';
  if (tier === 'lite') return <p className={cx('mt-2', figure)}>{t('free')}</p>;
  if (!price) return <p className="mt-2 min-h-8 text-sm leading-8 text-muted">{t('noPrice')}</p>;
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-1.5">
      <span className={figure}>{amount(price)}</span>
      <span className="text-xs text-muted">{t('perMonth')}</span>
    </p>
  );
}
