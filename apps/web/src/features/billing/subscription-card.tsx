import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { cardBrand } from './card-name.ts';
import { ownTier } from './own-plan.ts';
import type { BillingState, Subscription } from './queries.ts';
import { useAmount } from './use-amount.ts';

export function SubscriptionCard({ state }: { state: BillingState }) {
  const { t } = useTranslation('billing');
  const tier = ownTier(state);
  return (
    <Card>
      <section aria-label={t('subscription.title')}>
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <h2>{t('subscription.title')}</h2>
          <StateBadge subscription={state.subscription} />
        </div>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-display text-xl font-semibold tracking-[-0.02em] text-ink">{t(`plans.${tier}`)}</span>
          <Price state={state} />
        </p>
        <Details state={state} />
      </section>
    </Card>
  );
}

function StateBadge({ subscription }: { subscription: Subscription | null }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  if (subscription?.status === 'past-due') return <Badge tone="danger">{t('subscription.pastDue')}</Badge>;
  if (subscription?.endsAt) {
    return <Badge tone="warning">{t('subscription.cancels', { date: format.date(subscription.endsAt) })}</Badge>;
  }
  return <Badge tone="success">{t('subscription.active')}</Badge>;
}

function Price({ state: { subscription, tier } }: { state: BillingState }) {
  const { t } = useTranslation('billing');
  const amount = useAmount({ brief: true });
  if (subscription)
    return <span className="text-muted">{t('pricePerMonth', { price: amount(subscription.price) })}</span>;
  return tier === 'lite' ? <span className="text-muted">{t('free')}</span> : null;
}

function Details({ state: { subscription, card, billedTo } }: { state: BillingState }) {
  const { t } = useTranslation('billing');
  if (!subscription && !card && !billedTo) {
    return <p className="mt-4 border-t border-line pt-3.5 text-sm text-muted">{t('subscription.nothingDue')}</p>;
  }
  return (
    <dl className="mt-4 flex flex-wrap gap-x-9 gap-y-3 border-t border-line pt-3.5 text-sm">
      {subscription && <NextDate subscription={subscription} />}
      {card && <PaymentMethod card={card} isRefused={subscription?.status === 'past-due'} />}
      {billedTo && <BilledTo billedTo={billedTo} />}
    </dl>
  );
}

/** When the next period is charged, or how long what was paid lasts. */
function NextDate({ subscription: { status, periodEndsAt, endsAt } }: { subscription: Subscription }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const goesOn = status === 'active' && endsAt === null;
  return (
    <Detail label={t(goesOn ? 'subscription.next' : 'subscription.paidUntil')}>
      {format.date(endsAt ?? periodEndsAt)}
    </Detail>
  );
}

function PaymentMethod({ card, isRefused }: { card: NonNullable<BillingState['card']>; isRefused: boolean }) {
  const { t } = useTranslation('billing');
  return (
    <Detail label={t('subscription.card')} className={isRefused ? 'text-danger-text' : undefined}>
      <span className="inline-flex items-center gap-1.5">
        <CreditCard aria-hidden className={cx('size-4', !isRefused && 'text-subtle')} />
        {t('cardEnding', { brand: cardBrand(card.brand), last4: card.last4 })}
      </span>
    </Detail>
  );
}

function BilledTo({ billedTo: { name, email, address, taxId } }: { billedTo: NonNullable<BillingState['billedTo']> }) {
  const { t } = useTranslation('billing');
  const [first, ...others] = [name, email, address, taxId && t('subscription.taxId', { taxId })].filter(Boolean);
  if (!first) return null;
  return (
    <Detail label={t('subscription.billedTo')}>
      {first}
      {others.map((line) => (
        <span key={line} className="block font-normal text-muted">
          {line}
        </span>
      ))}
    </Detail>
  );
}

type DetailProps = { label: string; className?: string | undefined; children: ReactNode };

function Detail({ label, className, children }: DetailProps) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className={cx('mt-0.5 font-[550] wrap-anywhere', className ?? 'text-ink')}>{children}</dd>
    </div>
  );
}
