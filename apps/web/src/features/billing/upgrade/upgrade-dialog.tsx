import { useQuery } from '@tanstack/react-query';
import type { PriceId, Tier } from '@waggle/contracts/plans';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { cardBrand } from '../card-name.ts';
import { type Amount, type BillingState, type Preview, previewQuery } from '../queries.ts';
import { useAmount } from '../use-amount.ts';
import { CardEntry } from './card-entry.tsx';
import type { CardForm } from './use-card-form.ts';
import { usePayment } from './use-payment.ts';

type UpgradeDialogProps = { state: BillingState; tier: Tier; priceId: PriceId; onClose: () => void };

export function UpgradeDialog({ state, tier, priceId, onClose }: UpgradeDialogProps) {
  const { t } = useTranslation('billing');
  const preview = useQuery(previewQuery(priceId));
  const payment = usePayment({ state, priceId, onPaid: onClose });
  const [form, setForm] = useState<CardForm>();
  const storedCard = state.subscription && state.card;
  const charge = chargeOf(storedCard ? payment : { today: preview.data?.today });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !payment.busy && onClose()}
      title={t('upgrade.title', { plan: t(`plans.${tier}`) })}
      footer={
        preview.data && (
          <PayButtons
            today={preview.data.today}
            busy={payment.busy}
            canPay={charge ? form !== undefined : true}
            onPay={() => void payment.pay(form)}
          />
        )
      }
    >
      {!preview.data && preview.isError ? (
        <LoadError
          title={t('upgrade.noAmount')}
          message={problemText(preview.error)}
          retry={() => void preview.refetch()}
          busy={preview.isFetching}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <Amounts preview={preview.data} subscription={state.subscription} />
          {storedCard && !charge && <StoredCard card={storedCard} />}
          {payment.refusal && <Alert tone="danger">{payment.refusal}</Alert>}
          {charge && <CardEntry payment={state.payment} charge={charge} onReady={setForm} />}
        </div>
      )}
    </Dialog>
  );
}

/** Where the stored card is charged, a form opens only if that was not enough. */
function chargeOf({ clientSecret, today }: { clientSecret?: string | undefined; today?: Amount | undefined }) {
  if (clientSecret) return { clientSecret };
  return today && { today };
}

type PayButtonsProps = { today: Amount; busy: boolean; canPay: boolean; onPay: () => void };

function PayButtons({ today, busy, canPay, onPay }: PayButtonsProps) {
  const { t } = useTranslation('billing');
  const amount = useAmount();
  return (
    <>
      <DialogClose>
        <Button disabled={busy}>{t('upgrade.cancel')}</Button>
      </DialogClose>
      <Button variant="primary" busy={busy} busyLabel={t('upgrade.paying')} disabled={!canPay} onClick={onPay}>
        {t('upgrade.pay', { amount: amount(today) })}
      </Button>
    </>
  );
}

type AmountsProps = { preview: Preview | undefined; subscription: BillingState['subscription'] };

function Amounts({ preview, subscription }: AmountsProps) {
  const { t } = useTranslation('billing');
  const amount = useAmount();
  if (!preview) {
    return (
      <SkeletonGroup>
        <Skeleton shape="block" height={76} />
      </SkeletonGroup>
    );
  }
  return (
    <dl className="rounded-lg border border-line-strong bg-sunken px-3.5 py-3 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <dt className="font-semibold text-ink">{t('upgrade.today')}</dt>
        <dd className="font-display text-lg font-semibold text-ink tabular-nums">{amount(preview.today)}</dd>
      </div>
      <div className="mt-1 flex items-baseline justify-between gap-3 text-muted">
        <dt>{t('upgrade.monthly')}</dt>
        <dd className="tabular-nums">{amount(preview.monthly)}</dd>
      </div>
      {subscription && <p className="mt-1.5 text-xs text-muted">{t('upgrade.prorated')}</p>}
      {subscription?.endsAt && <p className="mt-1.5 text-xs text-muted">{t('upgrade.goesOn')}</p>}
    </dl>
  );
}

function StoredCard({ card: { brand, last4 } }: { card: NonNullable<BillingState['card']> }) {
  const { t } = useTranslation('billing');
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <CreditCard aria-hidden className="size-4 shrink-0 text-subtle" />
      {t('upgrade.storedCard', { card: t('cardEnding', { brand: cardBrand(brand), last4 }) })}
    </p>
  );
}
