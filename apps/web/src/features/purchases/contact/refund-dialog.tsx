import { amountText } from '@waggle/contracts/money';
import { type Purchase, refundPurchase } from '@waggle/contracts/purchases';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { useMoney } from '#lib/money.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useRefundPurchase } from '../queries.ts';
import { withPoint } from './with-point.ts';

type RefundDialogProps = { purchase: Purchase; onClose: () => void };

export function RefundDialog(props: RefundDialogProps) {
  const { t } = useTranslation('purchases');
  return (
    <FormDialog open onOpenChange={props.onClose} title={t('refund.title')} description={t('refund.text')}>
      <RefundForm {...props} />
    </FormDialog>
  );
}

/** All that is left is filled in; less is a refund in part. */
function RefundForm({ purchase: { id: purchaseId, paid }, onClose }: RefundDialogProps) {
  const { t } = useTranslation('purchases');
  const text = useUiText();
  const money = useMoney();
  const refund = useRefundPurchase();
  const rest = paid.amount - paid.refunded;
  const form = useContractForm(refundPurchase.body, { defaultValues: { amount: amountText(rest, paid.currency) } });
  const onSubmit = form.submit(async ({ amount }) => {
    await refund.mutateAsync({ purchaseId, amount: withPoint(amount ?? '') });
    onClose();
    toast({ tone: 'success', title: t('refund.done') });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field
        label={t('refund.amount', { currency: paid.currency })}
        hint={t('refund.hint', { most: money(rest, paid.currency) })}
        error={form.errorOf('amount')}
      >
        {(control) => <TextInput {...control} {...form.register('amount')} inputMode="decimal" autoComplete="off" />}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{text.cancel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t('refund.button')}
        </Button>
      </DialogFooter>
    </form>
  );
}
