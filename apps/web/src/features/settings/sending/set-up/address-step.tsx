import { savePostalAddress, type SetUp } from '@waggle/contracts/sending';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { translateSentence } from '#lib/i18n.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useOwnerName } from '../client-names.ts';
import { useSaveAddress } from '../queries.ts';
import { StepButtons } from './step-buttons.tsx';

type AddressFormProps = { setUp: SetUp; onDone: () => void; onCancel?: (() => void) | undefined };

export function AddressForm({ setUp, onDone, onCancel }: AddressFormProps) {
  const { t } = useTranslation('set-up');
  const save = useSaveAddress();
  const ownerName = useOwnerName()(setUp.clientId);
  const form = useContractForm(savePostalAddress.body, { defaultValues: { postalAddress: setUp.postalAddress } });
  const onSubmit = form.submit(async (typed) => {
    // An empty address can be saved elsewhere; here it would leave the step where it is.
    if (typed.postalAddress === '')
      return form.setError('postalAddress', { type: 'required', message: t('address.needed') }, { shouldFocus: true });
    await save.mutateAsync(typed);
    return onDone();
  });
  const lines = form
    .watch('postalAddress')
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('address.label')} hint={t('address.hint')} error={form.errorOf('postalAddress')}>
        {(control) => (
          <Textarea {...control} {...form.register('postalAddress')} rows={3} autoComplete="street-address" />
        )}
      </Field>
      <p className="flex items-center gap-2.5 rounded-md border border-line bg-sunken px-3 py-2.5 text-xs text-muted">
        <Mail aria-hidden className="size-4 shrink-0 text-subtle" />
        <span className="min-w-0 wrap-anywhere">
          {t('address.footer')} <span className="text-ink">{[ownerName, ...lines].join(', ')}</span>
        </span>
      </p>
      {form.problem && <Alert tone="danger">{translateSentence(form.problem)}</Alert>}
      <StepButtons busy={form.formState.isSubmitting} next={t('address.next')} onCancel={onCancel} />
    </form>
  );
}
