import { useQuery } from '@tanstack/react-query';
import { setCurrency } from '@waggle/contracts/purchases';
import { useTranslation } from 'react-i18next';
import { useHolds, useUser } from '#features/accounts/index.ts';
import { Fact, ListStates, SaveBar } from '#features/settings/index.ts';
import { useContractForm } from '#lib/form.ts';
import { useFormat } from '#lib/format.ts';
import { SelectField } from '#lib/select-field.tsx';
import { Alert } from '#ui/alert.tsx';
import { Card } from '#ui/card.tsx';
import { toast } from '#ui/toast-store.ts';
import { useCurrencyOptions } from '../currency-options.ts';
import { currencyQuery, useSetCurrency } from '../queries.ts';

export function CurrencyCard() {
  const { t } = useTranslation('revenue-settings');
  const currency = useQuery(currencyQuery);
  // Whoever is limited to one client changes nothing for the others.
  const isWholeAdmin = useUser().clientId === null;
  const mayChange = useHolds('organization:manage') && isWholeAdmin;
  return (
    <ListStates query={currency} failedTitle={t('currency.failed')}>
      {(known) => (
        <Card>
          <div className="flex flex-col gap-4">
            {mayChange ? <CurrencyForm currency={known.currency} /> : <CurrencyFact currency={known.currency} />}
            <Waiting count={known.unconverted} />
          </div>
        </Card>
      )}
    </ListStates>
  );
}

function CurrencyFact({ currency }: { currency: string }) {
  const { t } = useTranslation('revenue-settings');
  const [inUse] = useCurrencyOptions(currency);
  return (
    <dl>
      <Fact label={t('currency.label')}>{inUse?.label}</Fact>
      <dd className="mt-1 text-xs text-subtle">{t('currency.readOnly')}</dd>
    </dl>
  );
}

function CurrencyForm({ currency }: { currency: string }) {
  const { t } = useTranslation('revenue-settings');
  const save = useSetCurrency();
  const form = useContractForm(setCurrency.body, { defaultValues: { currency }, values: { currency } });
  const onSubmit = form.submit(async (typed) => {
    const saved = await save.mutateAsync(typed);
    form.reset({ currency: saved.currency });
    toast({ tone: 'success', title: t('currency.saved') });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col gap-4">
      <SelectField
        control={form.control}
        name="currency"
        label={t('currency.label')}
        hint={t('currency.hint')}
        error={form.errorOf('currency')}
        options={useCurrencyOptions(currency)}
      />
      <SaveBar form={form} />
    </form>
  );
}

function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('revenue-settings');
  const { number } = useFormat();
  if (count === 0) return null;
  return (
    <Alert tone="warning" title={t('currency.waiting', { count, shown: number(count) })}>
      {t('currency.waitingText')}
    </Alert>
  );
}
