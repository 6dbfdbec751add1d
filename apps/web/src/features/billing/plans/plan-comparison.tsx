import { type Tier, tiers } from '@waggle/contracts/plans';
import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { ownTier } from '../own-plan.ts';
import type { BillingState } from '../queries.ts';
import { capabilities, type Capability, type Value } from './capabilities.ts';

/** Every plan beside the others. On a phone the name of a line stands above its four values, so that nothing scrolls sideways. */
export function PlanComparison({ state }: { state: BillingState }) {
  const { t } = useTranslation('billing');
  const isWide = useMediaQuery('(min-width: 40rem)');
  const own = ownTier(state);
  return (
    <Card title={t('comparison.title')} flush>
      <table aria-label={t('comparison.title')} className="w-full table-fixed border-collapse text-sm max-sm:text-xs">
        <thead>
          <tr>
            {isWide && <th scope="col" aria-label={t('comparison.capability')} className={cx(headClass, 'w-[34%]')} />}
            {tiers.map((tier) => (
              <PlanHead key={tier} tier={tier} isOwn={tier === own} />
            ))}
          </tr>
        </thead>
        {capabilities.map((capability) => (
          <CapabilityRows key={capability.key} capability={capability} own={own} isWide={isWide} />
        ))}
      </table>
    </Card>
  );
}

/** Below the header of the page, which sticks as well. */
const headClass =
  'sticky top-(--header) z-1 border-b border-line bg-surface px-2 py-2.5 align-bottom font-semibold text-ink sm:px-4.5';

function PlanHead({ tier, isOwn }: { tier: Tier; isOwn: boolean }) {
  const { t } = useTranslation('billing');
  return (
    <th scope="col" className={cx(headClass, 'text-center', isOwn && 'shadow-[inset_0_-2px_0_var(--color-ink)]')}>
      {t(`plans.${tier}`)}
      {isOwn && <span className="block text-2xs font-medium text-muted">{t('yourPlan')}</span>}
    </th>
  );
}

type RowsProps = { capability: Capability; own: Tier; isWide: boolean };

function CapabilityRows({ capability: { key, values }, own, isWide }: RowsProps) {
  const cells = tiers.map((tier) => (
    <td key={tier} className={cx('px-2 py-2.5 text-center align-middle text-ink sm:px-4.5', tier === own && 'bg-fill')}>
      <Cell value={values[tier]} />
    </td>
  ));
  if (isWide) {
    return (
      <tbody>
        <tr className="border-t border-line">
          <th scope="row" className="px-4.5 py-2.5 text-left font-normal">
            <CapabilityName name={key} />
          </th>
          {cells}
        </tr>
      </tbody>
    );
  }
  return (
    <tbody>
      <tr className="border-t border-line">
        <th scope="rowgroup" colSpan={tiers.length} className="px-4.5 pt-2.5 text-left font-normal">
          <CapabilityName name={key} />
        </th>
      </tr>
      <tr>{cells}</tr>
    </tbody>
  );
}

function CapabilityName({ name }: { name: Capability['key'] }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <span className="text-sm font-medium text-ink">{t(`comparison.rows.${name}`)}</span>
      {name === 'advanced-analytics' && (
        <span className="block text-xs text-subtle">{t('comparison.advancedAnalytics')}</span>
      )}
    </>
  );
}

function Cell({ value }: { value: Value }) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  if (typeof value === 'number') return number(value);
  if (value === 'unlimited') return t('comparison.unlimited');
  if (typeof value === 'string') return t(`comparison.support.${value}`);
  const Mark = value ? Check : Minus;
  return (
    <>
      <Mark aria-hidden className={cx('mx-auto size-4', !value && 'text-subtle')} />
      <span className="sr-only">{t(value ? 'comparison.included' : 'comparison.notIncluded')}</span>
    </>
  );
}
