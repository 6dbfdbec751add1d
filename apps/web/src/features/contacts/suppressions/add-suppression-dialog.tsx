import { channels } from '@waggle/contracts/contacts';
import { addSuppression } from '@waggle/contracts/suppressions';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { SelectField } from '#lib/select-field.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useAddSuppression } from './queries.ts';

export function AddSuppressionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('contacts-import');
  const add = useAddSuppression();
  const form = useContractForm(addSuppression.body, { defaultValues: { channel: 'email', address: '' } });
  const onSubmit = form.submit(async (typed) => {
    await add.mutateAsync(typed);
    onClose();
    toast({ tone: 'success', title: t('suppressed.added'), description: typed.address });
  });
  return (
    <Dialog open onOpenChange={onClose} title={t('suppressed.addTitle')} description={t('suppressed.addText')}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={t('suppressed.address')} error={form.errorOf('address')}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('address')}
              inputMode={form.watch('channel') === 'sms' ? 'tel' : 'email'}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          )}
        </Field>
        <SelectField
          control={form.control}
          name="channel"
          label={t('suppressed.channel')}
          options={channels.map((value) => ({ value, label: t(`suppressed.channels.${value}`) }))}
        />
        {form.problem && <Alert tone="danger">{form.problem}</Alert>}
        <DialogFooter className="px-0! pt-0! pb-0!">
          <DialogClose>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('suppressed.adding')}>
            {t('suppressed.add')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
