import { useQuery } from '@tanstack/react-query';
import { addPurchase } from '@waggle/contracts/purchases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { problemText } from '#lib/problem-text.ts';
import { SelectField } from '#lib/select-field.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useCurrencyOptions } from '../currency-options.ts';
import { currencyQuery, useAddPurchase } from '../queries.ts';
import { localMinute } from './local-minute.ts';
import { withPoint } from './with-point.ts';

type AddPurchaseDialogProps = { contactId: string; onClose: () => void };

export function AddPurchaseDialog(props: AddPurchaseDialogProps) {
  const { t } = useTranslation('purchases');
  const currency = useQuery(currencyQuery);
  return (
    <FormDialog open onOpenChange={props.onClose} title={t('add.title')}>
      {currency.isPending && <SkeletonRows />}
      {currency.isError && (
        <LoadError
          title={t('add.failed')}
          message={problemText(currency.error)}
          retry={() => void currency.refetch()}
          busy={currency.isFetching}
        />
      )}
      {currency.data && <AddForm {...props} currency={currency.data.currency} />}
    </FormDialog>
  );
}

const { shape } = addPurchase.body;
const orNone = (typed: string) => typed.trim() || undefined;
/** As the fields hold it: a moment without a zone, and empty texts. */
const Typed = z.object({
  amount: shape.amount,
  currency: shape.currency,
  purchasedAt: z.string().transform((typed) => (typed ? new Date(typed).toISOString() : undefined)),
  orderName: z.string().transform(orNone).pipe(shape.orderName),
  description: z.string().transform(orNone).pipe(shape.description),
});

function useAddForm({ contactId, onClose, currency }: AddPurchaseDialogProps & { currency: string }) {
  const { t } = useTranslation('purchases');
  const add = useAddPurchase();
  const [now] = useState(() => localMinute(new Date()));
  const form = useContractForm(Typed, {
    defaultValues: { amount: '', currency, purchasedAt: now, orderName: '', description: '' },
  });
  const onSubmit = form.submit(async ({ amount, purchasedAt, ...typed }) => {
    // The field knows no seconds: the beginning of this minute may lie before the form that led to the purchase.
    const isNow = purchasedAt === new Date(now).toISOString();
    await add.mutateAsync({ contactId, amount: withPoint(amount), ...typed, ...(!isNow && { purchasedAt }) });
    onClose();
    toast({ tone: 'success', title: t('add.done') });
  });
  return { form, onSubmit };
}

function AddForm(props: AddPurchaseDialogProps & { currency: string }) {
  const { t } = useTranslation('purchases');
  const text = useUiText();
  const { form, onSubmit } = useAddForm(props);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
        <Field label={t('add.amount')} required error={form.errorOf('amount')}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('amount')}
              inputMode="decimal"
              placeholder="0.00"
              autoComplete="off"
            />
          )}
        </Field>
        <SelectField
          control={form.control}
          name="currency"
          label={t('add.currency')}
          error={form.errorOf('currency')}
          options={useCurrencyOptions(props.currency)}
        />
      </div>
      <Field label={t('add.date')} error={form.errorOf('purchasedAt')}>
        {(control) => <TextInput {...control} {...form.register('purchasedAt')} type="datetime-local" />}
      </Field>
      <Field label={t('add.order')} optional hint={t('add.orderHint')} error={form.errorOf('orderName')}>
        {(control) => <TextInput {...control} {...form.register('orderName')} autoComplete="off" />}
      </Field>
      <Field label={t('add.description')} optional error={form.errorOf('description')}>
        {(control) => <TextInput {...control} {...form.register('description')} autoComplete="off" />}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{text.cancel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t('add.title')}
        </Button>
      </DialogFooter>
    </form>
  );
}
