import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { BillingState } from '../queries.ts';
import { type CardForm, type Charge, useCardForm } from './use-card-form.ts';

type CardEntryProps = {
  payment: BillingState['payment'];
  charge: Charge;
  onReady: (form: CardForm | undefined) => void;
};

export function CardEntry({ payment, charge, onReady }: CardEntryProps) {
  const { t } = useTranslation('billing');
  const { ref, form, isFailed, retry } = useCardForm({ payment, charge });
  useEffect(() => {
    onReady(form);
    return () => onReady(undefined);
  }, [form, onReady]);
  if (isFailed) {
    return (
      <Alert
        tone="danger"
        title={t('card.failed')}
        action={
          <Button size="sm" onClick={retry}>
            {t('card.retry')}
          </Button>
        }
      >
        {t('card.failedText')}
      </Alert>
    );
  }
  return (
    <div className="relative min-h-44">
      {!form && <Skeleton shape="block" className="absolute inset-0" />}
      <div ref={ref} />
    </div>
  );
}
